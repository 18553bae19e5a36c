"""The cast: eleven named opponents."""

import json
import random
from importlib.resources import files
from itertools import pairwise

import pytest

from gridduels import Duel, SetupError, load_game
from gridduels.engine import VALUES
from gridduels.match import fair_positions, fair_starts
from gridduels.players import make_player
from gridduels.players.ladder import LADDER, SIDES, ladder_of, opponent_named, opponent_playing
from tests.helpers import GAMES


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


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("side", SIDES)
def test_the_stars_of_perfect_can_be_won_by_exact_values(id: str, side: int) -> None:
    game = load_game(id)
    starts = fair_positions(game, "perfect", side)
    assert starts
    with VALUES.open(game) as values:
        for start in starts:
            assert values.value(start).outcome == ("win" if start.turn == side else "loss")


@pytest.mark.heavy
@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("side", SIDES)
def test_every_star_of_a_level_can_be_won_from_each_of_its_starts(id: str, side: int) -> None:
    game = load_game(id)
    for opponent in ladder_of(id)[:-1]:
        starts = fair_positions(game, opponent.player, side)
        assert len(starts) >= 4
        for start in starts:
            tries = (wins_star(Duel(game, start=start), opponent.player, side, seed) for seed in range(60))
            assert any(tries), f"{opponent.name} from {game.text(start)}"


def wins_star(duel: Duel, player: str, side: int, seed: int) -> bool:
    """Play a game by exact values against an opponent, and return whether that wins."""
    seats = {side: make_player("perfect", random.Random(seed)), 3 - side: make_player(player, random.Random(-seed))}
    while duel.outcome is None:
        chooser = seats[duel.turn]
        assert chooser
        duel = duel.play(chooser.choose(duel))
    return duel.outcome.winner == side


@pytest.mark.parametrize("id", GAMES)
def test_the_measured_steps_of_a_ladder_are_between_55_and_73_percent(id: str) -> None:
    measured = json.loads(files("gridduels").joinpath("level_measurements.json").read_text("utf-8"))[id]
    players = [opponent.player for opponent in ladder_of(id)]
    steps = measured["steps"]
    assert [(step["opponent"], step["player"]) for step in steps] == list(pairwise(players))
    for step in steps[:-1]:
        assert step["games"] == 600
        assert 0.55 <= step["score"] <= 0.73
        assert step["low"] > 0.5
        assert step["sets"] == 30
        assert step["told_apart"] >= 20  # by chance in fewer than 5 % of cases
    assert set(measured["starts"]) == set(players[:-1])
    for player, found in measured["starts"].items():
        assert set(found["by_start"]) == set(fair_starts(load_game(id), player))


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
