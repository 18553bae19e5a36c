"""Pathway Duel, rule by rule, under both values of its ruling."""

from itertools import pairwise

import pytest

from gridduels import Duel, Game, NotationError, SetupError, load_game
from gridduels.board import cell
from gridduels.games.pathway.rules import Position
from tests.helpers import after, boards, faults, field_of, reachable, refused

PATHWAY = load_game("pathway")


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (3, "1../.../..2 1"),
        (4, "1.../..../..../...2 1"),
        (5, "1..../...../...../...../....2 1"),
        (6, "1...../....../....../....../....../.....2 1"),
        (7, "1....../......./......./......./......./......./......2 1"),
    ],
)
def test_the_players_start_in_opposite_corners(size: int, text: str) -> None:
    game = load_game("pathway", size)
    assert game.text(game.start()) == text


def test_the_grid_has_five_rows_and_the_goal_is_open_unless_asked_otherwise() -> None:
    assert load_game("pathway", 5, goal="open") == PATHWAY


@pytest.mark.parametrize("size", [2, 8])
def test_there_is_no_grid_of_another_size(size: int) -> None:
    with pytest.raises(SetupError, match=f"pathway has no size {size}. Choose 3, 4, 5, 6 or 7."):
        load_game("pathway", size)


def test_the_goal_is_open_or_sealed_and_nothing_else() -> None:
    with pytest.raises(SetupError, match=r"ruling 'goal' cannot be 'ajar'. Choose open or sealed."):
        load_game("pathway", goal="ajar")
    with pytest.raises(SetupError, match=r"pathway has no ruling 'stuck': its rulings are goal."):
        load_game("pathway", stuck="loses")


def test_the_players_take_turns_and_player_1_begins() -> None:
    assert [position.turn for position in after(PATHWAY, "right up down").history()] == [1, 2, 1, 2]


def test_player_2_can_begin_from_the_same_start() -> None:
    assert boards(after(PATHWAY, "up right", first=2)) == [
        "1..../...../...../....2/....# 1",
        "#1.../...../...../....2/....# 2",
    ]


def test_the_first_move_is_right_or_down_as_the_book_says() -> None:
    assert set(Duel(PATHWAY).legal_moves) == {"right", "down"}


@pytest.mark.parametrize(
    ("move", "text"),
    [
        ("up", "#1.../##.../....2/....#/....# 2"),
        ("down", "#..../##.../.1..2/....#/....# 2"),
        ("right", "#..../##1../....2/....#/....# 2"),
    ],
)
def test_a_move_is_one_step_and_blocks_the_cell_left(move: str, text: str) -> None:
    assert boards(after(PATHWAY, f"down up right up {move}"))[-1] == text


def test_a_marker_can_move_left() -> None:
    assert boards(after(PATHWAY, "down left"))[-1] == "#..../1..../...../...../...2# 1"


def test_blocked_cells_stay_blocked() -> None:
    blocked = [field_of(position, "blocked") for position in after(PATHWAY, "right left right left down up").history()]
    assert all(earlier & later == earlier for earlier, later in pairwise(blocked))
    assert [cells.bit_count() for cells in blocked] == list(range(7))


@pytest.mark.parametrize(("moves", "move"), [("", "up"), ("", "left"), ("right", "down"), ("right", "right")])
def test_the_edge_stops_a_marker(moves: str, move: str) -> None:
    assert refused(after(PATHWAY, moves), move) == ("edge", f"You cannot move {move}: that is off the grid.")


@pytest.mark.parametrize(
    ("moves", "move", "cell"),
    [
        ("right up", "left", "(0,0)"),
        ("right up down", "down", "(4,4)"),
        ("down up down left", "up", "(1,0)"),
    ],
)
def test_a_blocked_cell_stops_a_marker(moves: str, move: str, cell: str) -> None:
    assert refused(after(PATHWAY, moves), move) == ("blocked", f"You cannot move {move}: {cell} is blocked.")


@pytest.mark.parametrize(
    ("first", "moves", "move", "why"),
    [
        (1, "right up right", "up", "(0,2) is occupied by Player A."),
        (2, "up right up", "right", "(0,2) is occupied by Player B."),
    ],
)
def test_the_opponent_stops_a_marker(first: int, moves: str, move: str, why: str) -> None:
    duel = after(load_game("pathway", 3), moves, first)
    assert refused(duel, move) == ("occupied", f"You cannot move {move}: {why}")


@pytest.mark.parametrize("word", ["pass", "downright", "", "Right", "right1"])
def test_nothing_but_a_step_is_a_move(word: str) -> None:
    with pytest.raises(NotationError, match="is not a move of pathway: a move is up, down, left or right"):
        Duel(PATHWAY).play(word)


@pytest.mark.parametrize(
    ("size", "moves", "text", "winner"),
    [
        (3, "down up right up up", "#12/###/..# 2", 1),
        (3, "down left down up", "#../#2./1## 1", 2),
        (5, "down up right up up up right up right", "###12/##..#/....#/....#/....# 2", 1),
        (5, "down left down left down left down up", "#..../#..../#..../#2.../1#### 1", 2),
    ],
)
@pytest.mark.parametrize("goal", ["open", "sealed"])
def test_a_player_without_a_legal_move_on_its_turn_loses(
    size: int, moves: str, text: str, winner: int, goal: str
) -> None:
    game = load_game("pathway", size, goal=goal)
    assert after(game, moves.rsplit(maxsplit=1)[0]).outcome is None
    duel = after(game, moves)
    assert game.text(duel.position) == text
    assert duel.legal_moves == ()
    assert duel.outcome == (winner, "no moves")


@pytest.mark.parametrize(
    ("first", "moves", "move", "text", "winner"),
    [
        (1, "right left right left down up", "down", "###/2.#/##1 2", 1),
        (2, "left right left right up down", "up", "2##/#.1/### 1", 2),
    ],
)
def test_an_open_goal_is_entered_although_it_is_blocked_and_wins(
    first: int, moves: str, move: str, text: str, winner: int
) -> None:
    game = load_game("pathway", 3)
    before = after(game, moves, first)
    goal = game.goal(winner)
    assert field_of(before.position, "blocked") & goal == goal
    duel = before.play(move)
    assert game.text(duel.position) == text
    assert duel.outcome == (winner, "goal")
    assert game.winner(duel.position) == winner
    assert refused(duel, "left") == ("over", "The game is over.")


def test_a_sealed_goal_is_blocked_like_any_other_cell() -> None:
    duel = after(load_game("pathway", 3, goal="sealed"), "right left right left down up")
    assert duel.legal_moves == ("left",)
    assert refused(duel, "down") == ("blocked", "You cannot move down: (2,2) is blocked.")


def test_an_open_goal_is_open_only_to_its_own_player() -> None:
    duel = after(load_game("pathway", 3), "right up")
    assert refused(duel, "left") == ("blocked", "You cannot move left: (0,0) is blocked.")


def test_an_open_goal_the_opponent_stands_on_cannot_be_entered() -> None:
    game = load_game("pathway", 3)
    beside = Position(turn=1, one=cell(3, 1, 2), two=cell(3, 2, 2), blocked=0)
    assert game.words_of(game.legal(beside)) == ("up", "left")


@pytest.mark.parametrize("size", [3, 4])
def test_a_sealed_goal_is_never_reached_in_any_game(size: int) -> None:
    game = load_game("pathway", size, goal="sealed")
    assert not any(position.one & game.goal(1) or position.two & game.goal(2) for position in reachable(game))


@pytest.mark.parametrize("size", [3, 4])
def test_an_open_goal_can_be_reached_by_each_player(size: int) -> None:
    game = load_game("pathway", size)
    positions = reachable(game)
    assert any(position.one & game.goal(1) for position in positions)
    assert any(position.two & game.goal(2) for position in positions)


@pytest.mark.parametrize("goal", ["open", "sealed"])
def test_the_books_example_holds_for_five_turns(goal: str) -> None:
    assert boards(after(load_game("pathway", goal=goal), "right left down up right")) == [
        "#1.../...../...../...../....2 2",
        "#1.../...../...../...../...2# 1",
        "##.../.1.../...../...../...2# 2",
        "##.../.1.../...../...2./...## 1",
        "##.../.#1../...../...2./...## 2",
    ]


def test_turn_6_of_the_book_marks_the_wrong_cell() -> None:
    duel = after(PATHWAY, "right left down up right up")
    assert PATHWAY.text(duel.position) == "##.../.#1../...2./...#./...## 1"
    assert field_of(duel.position, "blocked") & cell(5, 3, 3)
    assert not field_of(duel.position, "blocked") & cell(5, 3, 2)
    as_drawn = "##.../.#1../...2./..#../...## 1"
    assert faults(PATHWAY, as_drawn) == ("no trail leads to the blocked (3,2)",)


def test_turn_8_of_the_book_does_not_end_the_game() -> None:
    duel = after(PATHWAY, "right left down up right up down")
    assert PATHWAY.text(duel.position) == "##.../.##../..12./...#./...## 2"
    assert duel.turn == 2
    assert duel.legal_moves == ("up", "right")
    assert duel.outcome is None


@pytest.mark.parametrize("game", [load_game("pathway", 3), load_game("pathway", 3, goal="sealed")])
def test_every_reachable_position_reads_back(game: Game) -> None:
    for position in reachable(game) | reachable(game, first=2):
        assert game.position(game.text(position)) == position


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("2../.../..1 1", "both players are on their goals"),
        ("#2#/..#/.#1 1", "Player 1 has won, so it is not its turn"),
        ("21#/#../### 2", "Player 2 has won, so it is not its turn"),
    ],
)
def test_a_position_that_cannot_follow_a_win_is_refused(text: str, reason: str) -> None:
    assert faults(load_game("pathway", 3), text) == (reason,)


def test_a_player_on_a_sealed_goal_is_refused() -> None:
    game = load_game("pathway", 3, goal="sealed")
    assert faults(game, "###/2.#/##1 2") == ("Player 1 cannot be on its goal, because goal=sealed",)
    assert faults(game, "2##/#.1/### 1") == ("Player 2 cannot be on its goal, because goal=sealed",)
