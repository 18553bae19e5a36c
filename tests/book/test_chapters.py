"""The chapters' claims: theorems hold in the tables, and conjectures with counterexamples are not printed."""

import pytest

from book.balance import LEVELS, Score, balance_of, distinct_first_moves, measure, most_even
from book.boards import book_board, chosen_definitions
from book.chapters import race_positions
from book.facts import Proved
from book.page import conjectures, elsewhere
from gridduels import Game, load_game
from gridduels.engine import Table, solve
from gridduels.engine.value import Value
from tests.helpers import name_of

EDGES = ("up2", "down2", "left2", "right2")


def solved(game: Game) -> tuple[Game, Value, tuple[str, ...]]:
    """Return a board with the value of its start and its good first moves."""
    table = solve(game)
    assert isinstance(table, Table)
    value, moves = table.value(game.start()), table.move_values(game.start())
    return game, value, tuple(word for word in moves if moves[word].outcome == value.outcome)


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7])
def test_the_first_player_wins_the_race_and_counting_steps_finds_the_values_it_claims(size: int) -> None:
    game = load_game("grid-runner", size)
    decided, agreeing = race_positions(game)
    assert decided == agreeing > size * size
    assert solve(game).value(game.start()) == Value("win", 4 * (size - 1) - 1)


@pytest.mark.parametrize("game", [load_game("pathway", size, goal="sealed") for size in (3, 4, 5)], ids=name_of)
def test_with_sealed_goals_the_second_player_wins_on_even_boards(game: Game) -> None:
    assert solved(game)[1].outcome == ("loss" if game.rows % 2 == 0 else "win")


def test_a_conjecture_names_its_boards_and_one_counterexample_removes_it() -> None:
    boards = [solved(load_game("gridlock", size)) for size in (3, 5, 7)]
    (text,) = conjectures(boards)
    assert text.endswith("(Solved: 5x5 and 7x7.)")
    assert conjectures([*boards, (load_game("gridlock", 5), Value("win", 11), EDGES[:3])]) == []
    assert conjectures(boards[:2]) == []  # one board is no evidence


@pytest.mark.parametrize(("share", "games", "even"), [(0.5, 400, True), (0.56, 400, False), (0.56, 100, True)])
def test_a_score_is_even_if_its_interval_says_so(share: float, games: int, even: bool) -> None:
    score = Score.of(share, games)
    assert score.low < share < score.high
    assert score.is_even == even


def test_every_game_has_scores_with_enough_games_for_its_intervals() -> None:
    for definition in chosen_definitions([]):
        balance = balance_of(book_board(definition))
        scores = [*balance.book.values(), balance.after_move]
        assert set(balance.book) == set(balance.starts) == set(LEVELS)
        assert all(score.games >= 200 and score.high - score.low < 0.15 for score in scores)
        assert balance.move in distinct_first_moves(book_board(definition))


def test_a_measurement_plays_every_level_and_the_chosen_first_move() -> None:
    found = measure(load_game("grid-runner", 3), games=4, screened=2)
    assert set(found["book"]) == set(LEVELS)
    assert (found["games"], found["move"]) == (4, "down")
    assert all(4 * share in range(5) for share in [*found["book"].values(), found["after_move"]])


def test_mirror_images_of_a_first_move_are_one_move() -> None:
    assert [len(distinct_first_moves(load_game(id))) for id in ("pathway", "grid-runner", "gridlock")] == [1, 1, 3]
    assert len(distinct_first_moves(load_game("blockade"))) == 14
    assert most_even(["a", "b", "c"], {"a": 0.9, "b": 0.45, "c": 0.58}.__getitem__) == "b"


def test_a_proof_is_worth_its_best_first_move() -> None:
    moves = {"up": Value("loss", 46), "right": Value("win", 31)}
    proved = Proved(load_game("light-cycle", 7), moves, 1, b"")
    assert (proved.value, proved.name) == (Value("win", 31), "light-cycle-7.proof")


def test_results_from_elsewhere_are_named_unless_the_copy_has_their_proof() -> None:
    proved = Proved(load_game("gridlock", 9), {}, 1, b"")
    assert elsewhere({"pathway"}, []) == []
    (text,) = elsewhere({"gridlock"}, [])
    assert "GridLock 9x9 is proved too: the first player wins in 21 plies" in text
    assert elsewhere({"gridlock"}, [proved]) == []
    (text,) = elsewhere({"gridlock", "blockade"}, [proved])
    assert "Blockade Runner 7x7 has been computed on a GPU but not proved" in text
