"""The cast: eleven named opponents."""

import json
import random
from importlib.resources import files

import pytest

from gridduels import SetupError
from gridduels.players import make_player
from gridduels.players.ladder import LADDER, SIDES, opponent_named, opponent_playing


def test_the_cast_climbs_from_level_1_to_perfect() -> None:
    names = ["Ada", "Bo", "Cleo", "Dario", "Emil", "Fay", "Goran", "Hana", "Ivo", "Juno", "Kismet"]
    assert [each.name for each in LADDER] == names
    assert [each.rung for each in LADDER] == list(range(1, 12))
    assert [each.player for each in LADDER] == [*(f"level:{number}" for number in range(1, 11)), "perfect"]


def test_every_opponent_can_be_made() -> None:
    for each in LADDER:
        player = make_player(each.player, random.Random(1))
        assert player is not None
        assert player.name == each.player
        player.close()


def test_player_1_begins_at_the_book_start_but_against_perfect_the_person_does() -> None:
    assert all(each.first(side) == 1 for each in LADDER[:-1] for side in SIDES)
    assert [LADDER[-1].first(side) for side in SIDES] == [1, 2]


def test_opponents_are_found_by_name() -> None:
    assert all(opponent_named(each.name.upper()) == each for each in LADDER)
    with pytest.raises(SetupError, match="The opponents are Ada, Bo,"):
        opponent_named("Zoe")


@pytest.mark.parametrize(
    ("player", "name"),
    [("easy", "Cleo"), ("medium", "Emil"), ("hard", "Hana"), ("level:10", "Juno"), ("perfect", "Kismet")],
)
def test_every_strength_has_a_face(player: str, name: str) -> None:
    found = opponent_playing(player)
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize("player", ["human", "mcts:100", "level:4.5", "cmd:./bot", "greedy"])
def test_people_bots_and_levels_in_between_are_not_in_the_cast(player: str) -> None:
    assert opponent_playing(player) is None


def test_the_page_shows_the_same_german_sentences() -> None:
    path = files("gridduels").joinpath("web", "static", "js", "texts", "de.json")
    german = json.loads(path.read_text("utf-8"))
    known = {key: value for part in german.values() if isinstance(part, dict) for key, value in part.items()}
    assert [known[each.about] for each in LADDER] == [each.german for each in LADDER]
