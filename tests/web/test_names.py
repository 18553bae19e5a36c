"""People's names: anything readable that is not reserved."""

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
def test_an_ordinary_name_is_kept_unchanged(name: str) -> None:
    assert checked_name(name) == name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [(None, None), ("", None), ("   ", None), ("  Ann   Lee ", "Ann Lee"), ("Jose\u0301", "José"), ("❤\ufe0f", "❤")],
)
def test_spaces_and_unicode_forms_are_normalised(typed: str | None, kept: str | None) -> None:
    assert checked_name(typed) == kept


@pytest.mark.parametrize(
    "name",
    [
        *("a\nb", "a\tb", "\x1b[2J", "a\u202eb", "a\u200bb", "a\u200db", "\u2066Ann", "a\u00adb", "\ufeffAnn"),
        *("\u3164", "a\u00a0b", "\u2800", "a\u2028b", "\ue000", "a\ud800"),
    ],
    ids=ascii,
)
def test_invisible_characters_are_refused(name: str) -> None:
    with pytest.raises(Refused, match="only visible characters") as refused:
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
def test_names_of_seats_levels_and_players_are_reserved(name: str) -> None:
    with pytest.raises(Refused, match="looks like a name that is taken"):
        checked_name(name)
