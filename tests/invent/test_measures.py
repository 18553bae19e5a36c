"""Measures of duels: games on solved graphs agree with exact probabilities."""

import numpy as np
import pytest

from gridduels import Duel, load_game
from gridduels.engine import SolvedGraph
from gridduels.engine.kernels import graph_play
from gridduels.engine.kernels.graph_play import FIRST_WINS, MATTER, SECOND_WINS, Solved
from gridduels.invent import parse
from gridduels.invent.measures import REPORT, SELECTION, Board, graph_of, measure, report, share, without

GAMES = 4000


# The book games as members of the family, whose kernels other tests compile anyway.
LIGHT_CYCLE, PATHWAY = "duel1-3x3-o1-t1-gn-l-s1", "duel1-3x3-o1-t1-gso-l-sc"
GRID_RUNNER, GRIDLOCK = "duel1-3x3-o1-t0-gs-l-sc", "duel1-3x3-o2-t2-gn-l-ux"
LARGER = "duel1-4x4-o1-t1-gso-l-sc"


def graph(code: str = LIGHT_CYCLE) -> SolvedGraph:
    return SolvedGraph(load_game(code))


def chance_of_first(solved: SolvedGraph) -> float:
    """Return the exact chance that the player to move at the start wins if both players move at random."""
    chances: dict[int, float] = {}

    def chance(number: int) -> float:
        if number not in chances:
            ends = solved.successors[solved.first[number] : solved.first[number + 1]]
            if len(ends) == 0:
                chances[number] = float(solved.finished[number] == 1)
            else:
                chances[number] = float(np.mean([1 - chance(end) if end >= 0 else chance(~end) for end in ends]))
        return chances[number]

    return chance(0)


def test_random_players_win_as_often_as_the_graph_says() -> None:
    solved = graph()
    found = Board(solved).share(0, GAMES)
    assert abs(found.mean - chance_of_first(solved)) < 4 * (0.25 / GAMES) ** 0.5


@pytest.mark.parametrize("code", [LIGHT_CYCLE, PATHWAY, GRIDLOCK])
def test_a_player_that_sees_everything_plays_perfectly(code: str) -> None:
    solved = graph(code)
    tally = Board(solved).play(100, 0, 200)
    if solved.codes[0] > 0:
        assert tally[FIRST_WINS] == 200
    else:
        assert tally[FIRST_WINS] > 0  # against a random player, a lost start is often won
    tally = Board(solved).play(100, 100, 50)
    assert tally[FIRST_WINS if solved.codes[0] > 0 else SECOND_WINS] == 50


def test_a_player_that_rolls_out_games_beats_a_random_one() -> None:
    board = Board(graph(GRIDLOCK))
    won = board.play(-20, 0, 300)[FIRST_WINS] + board.play(0, -20, 300)[SECOND_WINS]
    assert share(won, 600).low > 0.5


def test_the_census_counts_what_plain_python_counts() -> None:
    solved = graph(PATHWAY)
    arrays = Solved(solved.first, solved.successors, solved.finished, solved.codes)
    census = Board(solved).census()
    moves = np.diff(solved.first)
    assert census[graph_play.INNER] == (moves > 0).sum()
    assert census[graph_play.FORCED] == (moves == 1).sum()
    assert census[graph_play.EDGES] == len(solved.successors)
    divided = sum(graph_play.matters(arrays, number) for number in range(solved.entries))
    assert census[graph_play.DIVIDED] == divided > 0


def test_positions_can_repeat_only_where_moves_can_be_taken_back() -> None:
    assert not Board(graph(LIGHT_CYCLE)).can_repeat()
    assert Board(graph(GRID_RUNNER)).can_repeat()


def test_measures_are_the_same_every_time_and_differ_by_seed() -> None:
    solved = graph(LARGER)
    assert measure(solved, games=100) == measure(solved, games=100)
    assert measure(solved, games=100).first_share != measure(solved, games=100, seed=1).first_share


def test_the_share_of_choices_that_matter_agrees_with_its_tally() -> None:
    solved = graph(LARGER)
    found = measure(solved, games=500)
    assert found.matter.low < found.matter.mean < found.matter.high
    assert 0 < found.matter.mean < 1
    assert Board(solved).play(4, 4, 10)[MATTER] > 0


def test_measures_say_that_a_one_sided_game_is_unfair() -> None:
    found = measure(graph(GRID_RUNNER), games=200)
    assert found.fair < 0.5
    assert found.as_data()["fair"] == round(found.fair, 3)


def test_dropping_an_element_says_what_it_changes() -> None:
    code = parse("duel1-3x3-k1-t0-gs-w-sc")
    goal, wins = without(graph_of(code))
    assert (goal.element, goal.matters, wins.element, wins.matters) == ("goal", True, "wins", False)
    assert goal.code is not None
    other = graph_of(goal.code)
    assert (goal.positions, goal.value) == (other.entries, other.value(other.game.start()))
    assert str(goal) == f"goal: {goal.value}, {goal.positions} positions"


def test_an_element_whose_absence_makes_the_duel_too_large_matters() -> None:
    solved = graph_of(parse("duel1-3x4-o1-t1-r1-gn-l-sc"))
    trail = without(solved, 1)[0]
    assert (trail.element, trail.value, trail.matters) == ("trail", None, True)
    assert str(trail) == "trail: too large to solve"


def test_a_report_has_a_line_for_each_measure_with_intervals() -> None:
    found = report(parse(LARGER))
    lines = list(found.lines())
    names = [name for name, _ in lines if name]
    assert names == [
        *("best play", "first player", "depth", "choices", "drama", "length", "branching", "clarity", "without")
    ]
    said = [line for _, line in lines]
    assert all(str(share) in " ".join(said) for share in found.measures.first_share.values())
    assert said[names.index("depth") + len(REPORT) - 1].startswith(str(found.measures.depth))
    assert f"{len(found.changes)} rule elements" in said
    assert len(found.changes) == len(list(parse(LARGER).without())) > 1
    data = found.as_data()
    assert [each["element"] for each in data["without"]] == [each.element for each in found.changes]


def test_a_report_plays_other_games_than_the_search() -> None:
    assert not set(REPORT) & set(SELECTION)
    assert report(parse(LARGER)).measures.drama != measure(graph(LARGER), REPORT).drama


def test_a_position_other_than_the_start_can_be_measured() -> None:
    solved = graph(LARGER)
    assert measure(solved, games=100, begin=0) == measure(solved, games=100)
    for word, number in solved.moves(0).items():
        found = measure(solved, games=100, begin=number)
        assert found.value == solved.value(Duel(solved.game, word).position)
        assert found.first_moves == len(solved.moves(number))
