"""The ladder: ten opponents with names, each of them a player of ours."""

import random

import pytest

from gridduels import SetupError
from gridduels.players import make_player
from gridduels.players.levels import LADDER, SIDES, level_number, opponent_named


def test_ten_opponents_with_different_names_climb_from_level_1_to_perfect() -> None:
    assert [each.rung for each in LADDER] == list(range(1, 11))
    assert len({each.name for each in LADDER}) == 10
    levels = [level_number(each.player.removeprefix("level:")) for each in LADDER[:-1]]
    assert levels == sorted(set(levels))
    assert LADDER[-1].player == "perfect"


def test_everybody_on_it_can_be_made() -> None:
    for each in LADDER:
        player = make_player(each.player, random.Random(1))
        assert player is not None
        assert player.name == each.player
        player.close()


def test_the_books_decide_who_begins_but_against_perfect_the_person_does() -> None:
    assert all(each.first(side) == 1 for each in LADDER[:-1] for side in SIDES)
    assert [LADDER[-1].first(side) for side in SIDES] == [1, 2]


def test_they_are_found_by_their_names() -> None:
    assert all(opponent_named(each.name.upper()) == each for each in LADDER)
    with pytest.raises(SetupError, match="nobody on the ladder is called 'Zoe': they are Ada, Bo,"):
        opponent_named("Zoe")
