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


def test_the_duels_of_the_last_days_are_listed_back_to_the_first(client: httpx.Client) -> None:
    found = ask(client, "/api/days", count=5, day="2026-01-03", examples=1).json()
    assert [each["day"] for each in found] == ["2026-01-03", "2026-01-02", "2026-01-01"]
    assert len(found[0]["examples"]) == len(found[0]["rules"]) == 3
    assert all("examples" not in each for each in found[1:])
    assert found[0]["examples"][2]["outcome"]
    assert "Feld" in ask(client, "/api/days", count=1, language="de").json()[0]["rules"][0]


def test_days_without_a_duel_are_refused(client: httpx.Client) -> None:
    for asked, sentence in (
        ({"day": "2025-12-31"}, "The first duel of the day is that of 2026-01-01."),
        ({"day": "9999-01-01"}, "The duel for 9999-01-01 appears on that day, at midnight UTC."),
        ({"day": "soon"}, "\"day\" must be a date such as 2026-01-31, not 'soon'."),
        ({"count": "61"}, "\"count\" must be a whole number from 1 to 60, not '61'."),
    ):
        refused = client.get("/api/days", params=asked)
        assert (refused.status_code, refused.json()["sentence"]) == (400, sentence)
