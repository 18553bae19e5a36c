"""Which trails can come about in the games whose tokens leave blocked cells behind."""

import pytest

from gridduels import load_game
from tests.helpers import faults

LIGHT_CYCLE = load_game("light-cycle", 5)
SMALL = load_game("light-cycle", 3)
PATHWAY = load_game("pathway", 3)


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        (".../.12/... 2", ("Player 1 has left (2,1), so that cell must be blocked",)),
        (".../12./... 1", ("Player 2 has left (2,3), so that cell must be blocked",)),
        (
            ".1./.../.2. 1",
            (
                "Player 1 has left (2,1), so that cell must be blocked",
                "Player 2 has left (2,3), so that cell must be blocked",
            ),
        ),
    ],
)
def test_a_start_that_was_left_is_blocked(text: str, reasons: tuple[str, ...]) -> None:
    assert faults(SMALL, text) == reasons


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("#..../...../1...2/...../..... 1", ("no trail leads to the blocked (1,1)",)),
        ("#...#/...../1...2/...../..... 1", ("no trail leads to the blocked (1,1), (1,5)",)),
        (
            "#..../...../.1..2/...../..... 1",
            (
                "Player 1 has left (3,1), so that cell must be blocked",
                "no trail leads to the blocked (1,1)",
            ),
        ),
    ],
)
def test_a_blocked_cell_hangs_together_with_a_start(text: str, reasons: tuple[str, ...]) -> None:
    assert faults(LIGHT_CYCLE, text) == reasons


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        (
            "1../#.2/... 1",
            (
                "Player 1 cannot stand on (1,1) after 0 moves of its own",
                "Player 2 cannot stand on (2,3) after 1 move of its own",
            ),
        ),
        ("#../1.2/... 1", ("Player 2 cannot stand on (2,3) after 1 move of its own",)),
        ("#../1.2/... 2", ("Player 1 cannot stand on (2,1) after 1 move of its own",)),
        ("1../#.#/.2. 1", ("Player 2 cannot stand on (3,2) after 1 move of its own",)),
        (
            "##1/#.2/... 2",
            (
                "Player 1 cannot stand on (1,3) after 2 moves of its own",
                "Player 2 cannot stand on (2,3) after 1 move of its own",
            ),
        ),
        (
            ".1./###/..2 1",
            (
                "Player 1 cannot stand on (1,2) after 1 move of its own",
                "Player 2 cannot stand on (3,3) after 2 moves of its own",
            ),
        ),
    ],
)
def test_a_token_stands_where_as_many_moves_as_the_trails_tell_can_lead(text: str, reasons: tuple[str, ...]) -> None:
    assert faults(SMALL, text) == reasons


def test_a_token_stands_no_farther_away_than_its_moves_lead() -> None:
    """The number of its moves is odd like the distance, but too small."""
    text = "...1./...../#...2/...../..... 2"
    assert faults(LIGHT_CYCLE, text) == ("Player 1 cannot stand on (1,4) after 1 move of its own",)


@pytest.mark.parametrize(
    "text",
    [
        ".../1.2/... 1",
        ".../1.2/... 2",
        "1../#.2/... 2",
        "..2/1.#/... 1",
        "1.2/#.#/... 1",
        "1.2/#.#/... 2",
        "#12/#.#/... 2",
    ],
)
def test_positions_of_real_games_are_read_whoever_began(text: str) -> None:
    assert SMALL.text(SMALL.position(text)) == text


def test_an_entered_goal_counts_as_a_move_although_nothing_is_blocked_there() -> None:
    assert PATHWAY.text(PATHWAY.position("###/2.#/##1 2")) == "###/2.#/##1 2"
    assert faults(PATHWAY, "###/2../##1 2") == ("Player 1 cannot stand on (2,2) after 3 moves of its own",)
