"""A game's facts as data."""

import json

import pytest

from gridduels import Game, load_game
from gridduels.commands.games import facts
from tests.helpers import ALL, GAMES, name_of

VARIANTS = [game for id in GAMES for game in (ALL[id][0], ALL[id][-1])]


@pytest.mark.parametrize("game", VARIANTS, ids=name_of)
def test_the_facts_are_what_the_game_is(game: Game) -> None:
    data = json.loads(json.dumps(facts(game)))
    assert list(data) == ["id", "title", "summary", "size", "sizes", "rules", "rulings", "actions", "longest"]
    assert load_game(data["id"], data["size"], **data["rules"]) == game
    assert data["actions"] == len(game.moves)
    for ruling in data["rulings"]:
        assert ruling["default"] in ruling["values"]
        assert data["rules"][ruling["name"]] in ruling["values"]
