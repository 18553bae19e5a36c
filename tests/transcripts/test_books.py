"""The transcripts match the rule books character for character."""

import re
from textwrap import dedent
from typing import Final

import pytest

from tests.transcripts.sessions import expected

SAMPLES: Final = {
    "light-cycle-book": [
        """\
        . . . . .
        . . . . .
        1 . . . 2
        . . . . .
        . . . . .

        Player 1's turn. Enter move direction (up/down/left/right): right

        . . . . .
        . . . . .
        # 1 . . 2
        . . . . .
        . . . . .

        Player 2's turn. Enter move direction (up/down/left/right): left

        . . . . .
        . . . . .
        # 1 . 2 #
        . . . . .
        . . . . .

        Player 1's turn. Enter move direction (up/down/left/right): up

        . . . . .
        . 1 . . .
        # # . 2 #
        . . . . .
        . . . . .

        Player 2's turn. Enter move direction (up/down/left/right): down

        . . . . .
        . 1 . . .
        # # . # #
        . . . 2 .
        . . . . .

        Player 1's turn. Enter move direction (up/down/left/right): up

        . 1 . . .
        . # . . .
        # # . # #
        . . . 2 .
        . . . . .
        """,
    ],
    "pathway-book": [
        """\
        Player 1 (A) starting at (0,0)
        Player 2 (B) starting at (4,4)
        """,
        """\
        Player A's turn:
        Current Position: (0,0)
        Available Moves: Right to (0,1), Down to (1,0)
        Enter move direction (up, down, left, right): right

        Moving right...
        Blocking cell (0,0)
        """,
        """\
        Grid State:
        [ X ] [ A ]  .     .     .
          .     .     .     .     .
          .     .     .     .     .
          .     .     .     .     .
          .     .     .     .    [ B ]
        """,
    ],
    "pathway-immobilised": [
        """\
        Player B has no legal moves remaining.
        Player A wins the game!
        """,
    ],
    "grid-runner-book": [
        """\
        P1 - - - -
        -  - - - -
        -  - - - -
        -  - - - -
        -  - - - P2
        """,
        """\
        Player 1 (P1), enter your move (up, down, left, right): down
        """,
        """\
        -  -  -  -  -
        P1 -  -  -  -
        -  -  -  -  -
        -  -  -  -  -
        -  -  -  -  P2
        """,
        """\
        Player 2 (P2), enter your move (up, down, left, right): up
        """,
        """\
        Congratulations, Player 1! You've reached your goal at (5,5). You win!
        """,
    ],
    "gridlock-book": [
        """\
        Game Start!
        Token is at (4,4).

        Player 1's Turn:
        Enter direction (up/down/left/right): up
        Enter number of steps: 3
        Token moved to (1,4).

        Player 2's Turn:
        Enter direction: left
        Enter number of steps: 3
        Token moved to (1,1).

        Player 1's Turn:
        Enter direction: right
        Enter number of steps: 6
        """,
    ],
    "gridlock-last-turns": [
        """\
        Enter number of steps: 6
        Token moved to (7,7).

        Player 1's Turn:
        Enter direction: left
        Enter number of steps: 6
        Token moved to (7,1).

        Player 2's Turn:
        """,
    ],
    "gridlock-end": [
        """\
        Player 2's Turn:
        No valid moves available.
        Player 1 wins!
        """,
    ],
    "blockade-book": [
        """\
        Welcome to Blockade Runner!

        Player 1 starts at (0, 0).
        Player 2 starts at (4, 4).

        Each player has 3 obstacles to use.
        Player 1's turn.
        """,
        """\
        Current Grid:
        [P1][  ][  ][  ][  ]
        [  ][  ][  ][  ][  ]
        [  ][  ][  ][  ][  ]
        [  ][  ][  ][  ][  ]
        [  ][  ][  ][  ][P2]

        Choose an action:
        1. Move
        2. Place Obstacle

        Enter the number of your choice: 1

        Enter move direction (up, down, left, right): right

        Player 1 moved right to (1, 0).

        Player 2's turn.
        """,
        """\
        Current Grid:
        [  ][P1][  ][  ][  ]
        [  ][  ][  ][  ][  ]
        [  ][  ][  ][  ][  ]
        [  ][  ][  ][  ][  ]
        [  ][  ][  ][  ][P2]

        Choose an action:
        1. Move
        2. Place Obstacle

        Enter the number of your choice: 2

        Enter obstacle coordinates (x y): 2 0

        Player 2 placed an obstacle at (2, 0).

        Player 1's turn.
        """,
    ],
    "blockade-goal": [
        """\
        Player 1 wins the game!
        """,
    ],
}


@pytest.mark.parametrize("name", SAMPLES)
def test_the_samples_of_the_book_are_in_the_transcript(name: str) -> None:
    text, place = expected(name), 0
    for sample in map(dedent, SAMPLES[name]):
        found = text.find(sample, place)
        assert found >= 0, sample
        assert found == 0 or text[found - 1] == "\n"
        place = found + len(sample)


def boards(name: str) -> list[str]:
    """Return a transcript's boards, one character per cell, because the books' spacing of boards varies."""
    found = re.findall(r"((?:^[-.XABP12[\] ]+\n)+)", expected(name), re.MULTILINE)
    short = [board.replace("[  ]", ".").replace("P1", "1").replace("P2", "2") for board in found]
    return [re.sub(r"[] \[]", "", board).strip().replace("\n", "/") for board in short]


def test_pathways_example_shows_the_boards_of_the_book_except_turn_6() -> None:
    assert boards("pathway-book")[:8] == [
        "A..../...../...../...../....B",
        "XA.../...../...../...../....B",
        "XA.../...../...../...../...BX",
        "XX.../.A.../...../...../...BX",
        "XX.../.A.../...../...B./...XX",
        "XX.../.XA../...../...B./...XX",
        "XX.../.XA../...B./...X./...XX",  # the book blocks (3,2); the cell that was left is (3,3)
        "XX.../.XX../..AB./...X./...XX",
    ]


def test_pathways_example_does_not_end_where_the_book_ends_it() -> None:
    assert "Current Position: (2,3)\nAvailable Moves: Up to (1,3), Right to (2,4)\n" in expected("pathway-book")


def test_grid_runners_example_shows_the_boards_of_the_book() -> None:
    assert boards("grid-runner-book")[:5] == [
        "1----/-----/-----/-----/----2",
        "-----/1----/-----/-----/----2",
        "-----/1----/-----/----2/-----",
        "-----/-1---/-----/----2/-----",
        "-----/-1---/-----/---2-/-----",
    ]


def test_grid_runner_refuses_to_go_on_forever() -> None:
    refusal = "You cannot play down: it would repeat the same position for the third time.\n"
    assert refusal in expected("grid-runner-repetition")


def test_gridlocks_sample_session_crosses_visited_cells() -> None:
    refusal = "You cannot move right 6: (1,2) has been visited.\n"
    assert f"Enter number of steps: 6\n{refusal}Enter direction: moves\nLegal moves: down1," in expected(
        "gridlock-book"
    )


def test_gridlocks_sample_session_ends_although_up_is_open() -> None:
    ending = "Token moved to (7,1).\n\nPlayer 2's Turn:\nEnter direction: moves\nLegal moves: up1, up2, up3, up4, up5\n"
    assert ending in expected("gridlock-last-turns")


def without_the_first_obstacle(name: str) -> list[str]:
    """The book's boards leave out the obstacle at (2, 0)."""
    return [board.replace("..X..", ".....", 1) for board in boards(name)]


def test_blockades_example_shows_the_boards_of_the_book_up_to_turn_5() -> None:
    assert without_the_first_obstacle("blockade-book") == [
        "1..../...../...../...../....2",
        ".1.../...../...../...../....2",
        ".1X../...../...../...../....2",  # omitted here as well
        "...../.1.../...../...../....2",
        "...../.1.../...../...../...2.",
        "...../.1.../...../...X./...2.",
    ]


def test_blockades_example_shows_the_boards_of_the_book_from_turn_7_to_9() -> None:
    assert without_the_first_obstacle("blockade-turns-7-to-10") == [
        "...../.1.../...2./...X./.....",
        "...../..1../...2./...X./.....",
        "...../..1../..X2./...X./.....",
        "...../.1.../..X2./...X./.....",
    ]


def test_blockades_example_shows_the_boards_of_the_book_from_turn_11_to_15() -> None:
    assert without_the_first_obstacle("blockade-turns-11-to-17")[:6] == [
        "...../.1.../..X../..2X./.....",
        "...../...../.1X../..2X./.....",
        "...../...../.1X../.X2X./.....",
        "...../...../1.X../.X2X./.....",
        "...../...../1.X../.X.X./..2..",
        "...../...../..X../1X.X./..2..",
    ]


@pytest.mark.parametrize(
    ("name", "refusal"),
    [
        ("blockade-book", "You cannot place an obstacle at (3, 4): (3, 4) is occupied by Player 2."),
        ("blockade-book", "You cannot move up: (3, 3) contains an obstacle."),
        ("blockade-turns-7-to-10", "You cannot place an obstacle at (2, 1): (2, 1) is occupied by Player 1."),
        ("blockade-turns-7-to-10", "You cannot move down: (2, 2) contains an obstacle."),
        ("blockade-turns-7-to-10", "You cannot move left: (2, 2) contains an obstacle."),
        ("blockade-turns-7-to-10", "You cannot move down: (3, 3) contains an obstacle."),  # the book moves through it
        ("blockade-turns-11-to-17", "You cannot place an obstacle at (1, 2): (1, 2) is occupied by Player 1."),
        ("blockade-turns-11-to-17", "You cannot move up: (2, 2) contains an obstacle."),
    ],
)
def test_blockade_refuses_what_the_book_calls_invalid(name: str, refusal: str) -> None:
    assert f"\n{refusal}\n" in expected(name)


def test_blockades_example_continues_at_0_4_which_is_no_ones_start() -> None:
    _, after = expected("blockade-turns-11-to-17").split("Player 1 moved down to (0, 4).\n")
    assert after.startswith("\nPlayer 2's turn.\n")
