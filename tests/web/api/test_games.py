"""The games and their players, from a real server."""

import httpx
from msgspec import to_builtins

from gridduels import load_game
from gridduels.protocol.answers import game_of
from tests.helpers import GAMES
from tests.web.asking import ask


def test_every_game_is_described(client: httpx.Client) -> None:
    assert ask(client, "/api/games").json() == to_builtins([game_of(load_game(id)) for id in GAMES])
    found = ask(client, "/api/games/blockade", size=4, **{"rule.obstacles": 2}).json()
    assert found == to_builtins(game_of(load_game("blockade", 4, obstacles=2)))


def test_players_with_a_level_report_it(client: httpx.Client) -> None:
    levels = {player["name"]: player["level"] for player in ask(client, "/api/players").json()}
    named = {name: level for name, level in levels.items() if level}
    assert named == {"easy": 3, "medium": 5, "hard": 8, "perfect": 10}
    assert levels["mcts"] is levels["human"] is levels["level:NUMBER"] is None


def test_listed_players_are_those_a_duel_accepts(client: httpx.Client) -> None:
    players = {player["name"]: player["about"] for player in ask(client, "/api/players").json()}
    assert "a person" in players["human"]
    assert not any("cmd" in name for name in players)
    for name in players:
        name = name.replace("SIMULATIONS", "100").replace("NUMBER", "7.5")
        assert client.post("/api/duels", json={"game": "gridlock", "p1": "human", "p2": name}).status_code == 201
