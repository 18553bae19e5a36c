"""What people may call themselves: anything that can be read and that nobody else is called."""

import pytest

from gridduels.protocol.codec import Refused
from gridduels.web.saved import MOST_CHARACTERS, checked_name


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "Ann-Marie O'Neill",
        "José",
        "Ольга",
        "山田 太郎",
        "שרה",
        "R2D2",
        "Playmaker",
        "Harder",
        "Levels",
        "❤",
        "x" * MOST_CHARACTERS,
    ],
)
def test_a_name_of_ones_own_is_kept_as_it_is(name: str) -> None:
    assert checked_name(name) == name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [(None, None), ("", None), ("   ", None), ("  Ann   Lee ", "Ann Lee"), ("Jose\u0301", "José"), ("❤\ufe0f", "❤")],
)
def test_spaces_and_ways_of_writing_are_made_one(typed: str | None, kept: str | None) -> None:
    assert checked_name(typed) == kept


@pytest.mark.parametrize(
    "name",
    [
        *("a\nb", "a\tb", "\x1b[2J", "a\u202eb", "a\u200bb", "a\u200db", "\u2066Ann", "a\u00adb", "\ufeffAnn"),
        *("\u3164", "a\u00a0b", "\u2800", "a\u2028b", "\ue000", "a\ud800"),
    ],
    ids=ascii,
)
def test_what_cannot_be_seen_is_refused(name: str) -> None:
    with pytest.raises(Refused, match="only characters that can be seen") as refused:
        checked_name(name)
    assert (refused.value.code, refused.value.status) == ("name", 422)


def test_a_long_name_is_refused_with_its_length() -> None:
    with pytest.raises(Refused, match="A name has at most 24 characters, not 25"):
        checked_name("x" * 25)


@pytest.mark.parametrize("name", ["a\u0336\u0337\u0338", "\u0301a"], ids=ascii)
def test_accents_do_not_pile_up(name: str) -> None:
    with pytest.raises(Refused, match="A letter of a name has at most 2 accents"):
        checked_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "Player 1",
        "player2",
        "PLAYER  1",
        "P l a y e r 1",
        "Ｐｌａｙｅｒ １",
        "Player ①",
        "Player l",
        "P\u0430\u0443er1".replace("P\u0430", "Pl\u0430"),
        "Plâyer 1",
        "Player A",
        "player_b",
        "Level 7",
        "level:10",
        "Easy",
        "medium!",
        "HARD",
        "perfect",
        "mcts",
        "MCTS:400",
        "greedy",
        "Random",
        "computer",
        "The Computer",
        "C0mputer",
        "c\u043emput\u0435r",
        "human",
        "You",
        "Bot 3",
    ],
)
def test_nobody_is_called_like_a_seat_a_level_or_a_player_of_ours(name: str) -> None:
    with pytest.raises(Refused, match="is what others are called here: choose a name of your own"):
        checked_name(name)
