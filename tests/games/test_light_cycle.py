"""Light Cycle Duel, rule by rule."""

from itertools import pairwise

import pytest

from gridduels import Duel, NotationError, PositionError, SetupError, load_game
from tests.helpers import after, boards, field_of, refused

LIGHT_CYCLE = load_game("light-cycle")


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (3, ".../1.2/... 1"),
        (5, "...../...../1...2/...../..... 1"),
        (7, "......./......./......./1.....2/......./......./....... 1"),
    ],
)
def test_the_players_start_in_the_middle_of_the_left_and_right_columns(size: int, text: str) -> None:
    game = load_game("light-cycle", size)
    assert game.text(game.start()) == text


def test_the_grid_has_five_rows_unless_another_size_is_asked_for() -> None:
    assert LIGHT_CYCLE.size == 5
    assert load_game("light-cycle", 5) == LIGHT_CYCLE


@pytest.mark.parametrize("size", [1, 2, 4, 6, 8, 9])
def test_there_is_no_grid_of_another_size(size: int) -> None:
    with pytest.raises(SetupError, match=f"light-cycle has no size {size}. Choose 3, 5 or 7."):
        load_game("light-cycle", size)


def test_there_are_no_rulings() -> None:
    with pytest.raises(SetupError, match=r"light-cycle has no ruling 'goal': it has no rulings."):
        load_game("light-cycle", goal="open")


def test_the_players_take_turns_and_player_1_begins() -> None:
    assert [position.turn for position in after(LIGHT_CYCLE, "up up up").history()] == [1, 2, 1, 2]


def test_player_2_can_begin_from_the_same_start() -> None:
    duel = after(LIGHT_CYCLE, "left right", first=2)
    assert boards(duel) == ["...../...../1..2#/...../..... 1", "...../...../#1.2#/...../..... 2"]


@pytest.mark.parametrize(
    ("move", "text"),
    [
        ("up", "...../1..../#...2/...../..... 2"),
        ("down", "...../...../#...2/1..../..... 2"),
        ("right", "...../...../#1..2/...../..... 2"),
    ],
)
def test_a_move_is_one_step_and_blocks_the_cell_left(move: str, text: str) -> None:
    assert boards(after(LIGHT_CYCLE, move)) == [text]


def test_a_cycle_can_move_left() -> None:
    assert boards(after(LIGHT_CYCLE, "up left"))[-1] == "...../1..../#..2#/...../..... 1"


def test_blocked_cells_stay_blocked() -> None:
    duel = after(LIGHT_CYCLE, "up up right up right left right left")
    blocked = [field_of(position, "blocked") for position in duel.history()]
    assert all(earlier & later == earlier for earlier, later in pairwise(blocked))
    assert [cells.bit_count() for cells in blocked] == list(range(9))


@pytest.mark.parametrize(
    ("moves", "move"),
    [("up up up up", "up"), ("down up down up", "down"), ("", "left"), ("right", "right")],
)
def test_the_edge_stops_a_cycle(moves: str, move: str) -> None:
    assert refused(after(LIGHT_CYCLE, moves), move) == ("edge", f"You cannot move {move}: that is off the grid.")


def test_a_cycle_does_not_wrap_around() -> None:
    duel = after(load_game("light-cycle", 3), "down up")
    assert duel.legal_moves == ("right",)


@pytest.mark.parametrize(
    ("moves", "move", "cell"),
    [("right left", "left", "(3,1)"), ("up left", "down", "(3,1)"), ("right up up up left left", "down", "(3,1)")],
)
def test_a_wall_stops_a_cycle(moves: str, move: str, cell: str) -> None:
    assert refused(after(LIGHT_CYCLE, moves), move) == ("blocked", f"You cannot move {move}: {cell} is blocked.")


def test_the_opponents_wall_stops_a_cycle_too() -> None:
    duel = after(LIGHT_CYCLE, "right left right up")
    assert refused(duel, "right") == ("blocked", "You cannot move right: (3,4) is blocked.")


@pytest.mark.parametrize(
    ("moves", "first", "move", "why"),
    [
        ("right left right", 1, "left", "(3,3) is occupied by Player 1."),
        ("left right left", 2, "right", "(3,3) is occupied by Player 2."),
        ("right up right left right", 1, "down", "(3,4) is occupied by Player 1."),
    ],
)
def test_the_opponent_stops_a_cycle(moves: str, first: int, move: str, why: str) -> None:
    assert refused(after(LIGHT_CYCLE, moves, first), move) == ("occupied", f"You cannot move {move}: {why}")


@pytest.mark.parametrize("word", ["pass", "up-left", "upleft", "diagonal", "", "UP", "up1"])
def test_nothing_but_a_step_is_a_move(word: str) -> None:
    with pytest.raises(NotationError, match="is not a move of light-cycle: a move is up, down, left or right"):
        Duel(LIGHT_CYCLE).play(word)


@pytest.mark.parametrize(
    ("size", "moves", "text", "winner"),
    [
        (3, "up up right", "#12/#.#/... 2", 1),
        (3, "up down right left down left", "##./#1#/2## 1", 2),
        (5, "right up right left down down right", "...../...##/###2#/..#1./..... 2", 1),
        (5, "up up right up up left left down", "1#.##/##.2#/#...#/...../..... 1", 2),
    ],
)
def test_a_player_without_a_valid_move_on_its_turn_loses(size: int, moves: str, text: str, winner: int) -> None:
    game = load_game("light-cycle", size)
    assert after(game, moves.rsplit(maxsplit=1)[0]).outcome is None
    duel = after(game, moves)
    assert game.text(duel.position) == text
    assert duel.legal_moves == ()
    assert duel.outcome == (winner, "no moves")
    assert game.winner(duel.position) == winner


def test_being_stuck_while_the_opponent_is_to_move_loses_nothing_yet() -> None:
    duel = after(load_game("light-cycle", 3), "up down right left down")
    assert duel.game.text(duel.position) == "##./#1#/.2# 2"
    assert duel.outcome is None
    assert duel.play("left").outcome == (2, "no moves")


def test_the_last_player_able_to_move_wins() -> None:
    duel = after(load_game("light-cycle", 3), "up up right")
    assert duel.moves[-1] == "right"
    assert duel.history()[-2].turn == 1
    assert duel.ended.winner == 1


@pytest.mark.parametrize("move", ["up", "down", "left", "right"])
def test_nothing_can_be_played_after_the_end(move: str) -> None:
    assert refused(after(load_game("light-cycle", 3), "up up right"), move) == ("over", "The game is over.")


def test_the_books_example_holds_turn_by_turn() -> None:
    assert boards(after(LIGHT_CYCLE, "right left up down up")) == [
        "...../...../#1..2/...../..... 2",
        "...../...../#1.2#/...../..... 1",
        "...../.1.../##.2#/...../..... 2",
        "...../.1.../##.##/...2./..... 1",
        ".1.../.#.../##.##/...2./..... 2",
    ]


def test_the_books_example_continues() -> None:
    assert after(LIGHT_CYCLE, "right left up down up").legal_moves == ("down", "left", "right")


def test_an_impossible_position_is_refused() -> None:
    with pytest.raises(PositionError, match="no trail leads to the blocked"):
        LIGHT_CYCLE.position("#..../...../1...2/...../..... 1")
