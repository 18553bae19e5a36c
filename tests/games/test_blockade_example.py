"""The example game in Blockade Runner's book, turn by turn: where it is correct, and where it slips."""

from gridduels import Duel, load_game
from tests.helpers import after, boards, field_of, refused

BLOCKADE = load_game("blockade")
TURN_6 = "..#../.1.../...2./...#./..... 1 2 2"
TURN_9 = "..#../.1.../..#2./...#./..... 2 2 1"
TURN_10 = "..#../.1.../..#../..2#./..... 1 2 1"
TURN_13 = "..#../...../1.#../.#2#./..... 2 2 0"
TURN_16 = "..#2./...../..#../1#.#./..... 1 2 0"
"""Boards as the book draws them, with the reserves they imply. The first, third and last are unreachable."""


def steps(duel: Duel) -> set[str]:
    return {move for move in duel.legal_moves if not move.startswith("@")}


def at(board: str, moves: str = "") -> Duel:
    """Return the duel after the given moves from one of the book's boards."""
    return Duel(BLOCKADE, moves, start=board)


def test_turn_1_holds() -> None:
    assert boards(after(BLOCKADE, "right")) == [".1.../...../...../...../....2 2 3 3"]


def test_turns_2_to_4_keep_the_obstacle_the_book_leaves_out() -> None:
    assert boards(after(BLOCKADE, "right @2,0 down left"))[1:] == [
        ".1#../...../...../...../....2 1 3 2",
        "..#../.1.../...../...../....2 2 3 2",
        "..#../.1.../...../...../...2. 1 3 2",
    ]


def test_turn_5_refuses_the_cell_of_the_other_piece_and_takes_the_correction() -> None:
    duel = after(BLOCKADE, "right @2,0 down left")
    assert refused(duel, "@3,4") == (
        "occupied",
        "You cannot place an obstacle at (3, 4): (3, 4) is occupied by Player 2.",
    )
    assert boards(duel.play("@3,3"))[-1] == "..#../.1.../...../...#./...2. 2 2 2"


def test_turn_6_cannot_move_up_and_its_correction_jumps_the_obstacle() -> None:
    duel = after(BLOCKADE, "right @2,0 down left @3,3")
    assert refused(duel, "up") == ("blocked", "You cannot move up: (3, 3) contains an obstacle.")
    assert steps(duel) == {"left", "right"}
    reached = {BLOCKADE.text(duel.play(move).position) for move in duel.legal_moves}
    assert TURN_6 not in reached


def test_turn_7_holds_on_the_books_board() -> None:
    assert boards(at(TURN_6, "right")) == ["..#../..1../...2./...#./..... 2 2 2"]


def test_turn_8_refuses_the_cell_of_the_other_piece_and_takes_the_correction() -> None:
    duel = at(TURN_6, "right")
    assert refused(duel, "@2,1") == (
        "occupied",
        "You cannot place an obstacle at (2, 1): (2, 1) is occupied by Player 1.",
    )
    assert boards(duel.play("@2,2"))[-1] == "..#../..1../..#2./...#./..... 1 2 1"


def test_turn_9_refuses_the_obstacle_and_takes_the_alternative() -> None:
    duel = at(TURN_6, "right @2,2")
    assert refused(duel, "down") == ("blocked", "You cannot move down: (2, 2) contains an obstacle.")
    assert BLOCKADE.text(duel.play("left").position) == TURN_9


def test_turn_10_refuses_the_obstacle_and_its_alternative_is_no_step() -> None:
    duel = at(TURN_9)
    assert refused(duel, "left") == ("blocked", "You cannot move left: (2, 2) contains an obstacle.")
    assert refused(duel, "down") == ("blocked", "You cannot move down: (3, 3) contains an obstacle.")
    assert steps(duel) == {"up", "right"}
    assert TURN_10 not in {BLOCKADE.text(duel.play(move).position) for move in duel.legal_moves}


def test_turn_11_holds_on_the_books_board() -> None:
    assert boards(at(TURN_10, "down")) == ["..#../...../.1#../..2#./..... 2 2 1"]


def test_turn_12_refuses_both_cells_and_takes_the_alternative() -> None:
    duel = at(TURN_10, "down")
    assert refused(duel, "@2,2") == ("blocked", "You cannot place an obstacle at (2, 2): (2, 2) contains an obstacle.")
    assert refused(duel, "up") == ("blocked", "You cannot move up: (2, 2) contains an obstacle.")
    assert refused(duel, "@1,2") == (
        "occupied",
        "You cannot place an obstacle at (1, 2): (1, 2) is occupied by Player 1.",
    )
    assert boards(duel.play("@1,3"))[-1] == "..#../...../.1#../.#2#./..... 1 2 0"


def test_turn_13_holds_on_the_books_board() -> None:
    assert BLOCKADE.text(at(TURN_10, "down @1,3 left").position) == TURN_13


def test_turn_14_says_up_but_only_down_is_possible_as_its_board_shows() -> None:
    duel = at(TURN_13)
    assert refused(duel, "up") == ("blocked", "You cannot move up: (2, 2) contains an obstacle.")
    assert duel.legal_moves == ("down",)
    assert boards(duel.play("down")) == ["..#../...../1.#../.#.#./..2.. 1 2 0"]


def test_turn_15_holds() -> None:
    assert boards(at(TURN_13, "down down"))[-1] == "..#../...../..#../1#.#./..2.. 2 2 0"


def test_turn_16_crosses_the_board_where_no_step_leads() -> None:
    duel = at(TURN_13, "down down")
    assert steps(duel) == {"up", "left", "right"}
    assert TURN_16 not in {BLOCKADE.text(duel.play(move).position) for move in duel.legal_moves}


def test_turn_17_is_a_step_but_no_win() -> None:
    duel = at(TURN_16, "down")
    assert boards(duel) == ["..#2./...../..#../.#.#./1.... 2 2 0"]
    assert BLOCKADE.words.where(BLOCKADE, field_of(duel.position, "one")) == "(0, 4)"
    assert BLOCKADE.words.where(BLOCKADE, BLOCKADE.goal(1)) == "(4, 4)"
    assert duel.outcome is None


def test_the_books_interaction_sample_holds() -> None:
    duel = after(BLOCKADE, "right @2,0")
    assert BLOCKADE.words.where(BLOCKADE, field_of(duel.position, "one")) == "(1, 0)"
    assert BLOCKADE.words.where(BLOCKADE, field_of(duel.position, "obstacles")) == "(2, 0)"
    assert duel.turn == 1
