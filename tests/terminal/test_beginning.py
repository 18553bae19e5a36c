"""The beginning of a match: who goes first by default."""

import pytest

from gridduels.terminal.settings import Settings
from tests.terminal.table import play

AGAINST = ("human", "random")


def first_sentence(text: str) -> str:
    return next((line for line in text.splitlines() if "goes first this time" in line), "")


def test_a_person_and_the_computer_take_turns_going_first() -> None:
    told = [first_sentence(play("light-cycle", "resign; no", person=True, players=AGAINST).text) for _ in range(3)]
    one, two = (f"Player {number} goes first this time. Next time it's the other way round." for number in (1, 2))
    assert told == [one, two, one]
    assert Settings.load([]).setups["light-cycle"]["began"] == 1


@pytest.mark.parametrize(
    "options",
    [
        {"players": AGAINST, "person": False},
        {"players": AGAINST, "person": True, "first": "1"},
        {"players": AGAINST, "person": True, "seed": 4},
        {"players": ("human", "human"), "person": True},
    ],
)
def test_player_1_begins_each_time_if_asked_to(options: dict[str, object]) -> None:
    for _ in range(2):
        text = play("light-cycle", "quit", **options).text  # type: ignore[arg-type]
        assert not first_sentence(text)
        assert "Player 1's turn" in text or "Player 1, " in text
