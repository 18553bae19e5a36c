"""Tournaments: all players meet, and all formats of the result agree."""

from __future__ import annotations

import csv
import io
import json
from functools import partial
from itertools import combinations
from pathlib import Path

import pytest

from gridduels import SetupError, load_game
from gridduels.arena.encounter import Tournament
from gridduels.arena.entrants import Entrant
from gridduels.arena.export import tournament_page
from gridduels.arena.openings import DrawnOpenings
from gridduels.arena.play import known_values
from gridduels.arena.report import tournament_csv, tournament_data, tournament_heading, tournament_text
from gridduels.arena.results import Results, hold
from gridduels.arena.statistics import Sprt
from gridduels.players.bots.protocol import read_scopes
from tests.arena.helpers import games_in

PLAYERS = ["perfect", "random", "greedy"]
GAMES = [load_game("light-cycle"), load_game("grid-runner", 3)]


def tournament_of(players: list[str], pairs: int = 3) -> Tournament:
    return Tournament([Entrant(name, name) for name in players], openings(), pairs)


def openings() -> list[DrawnOpenings]:
    return [DrawnOpenings(game, 0, known_values(game)) for game in GAMES]


def held(tournament: Tournament, path: Path, workers: int = 1) -> Tournament:
    with Results(path) as results:
        hold(tournament.encounters, results, workers)
    return tournament


@pytest.fixture
def tournament(tmp_path: Path) -> Tournament:
    return held(tournament_of(PLAYERS), tmp_path / "results")


def test_all_players_meet_in_every_game(tournament: Tournament) -> None:
    met = {(each.game, each.a.name, each.b.name) for each in tournament.encounters}
    assert met == {(game, *two) for game in GAMES for two in combinations(sorted(PLAYERS), 2)}
    assert all(len(each.scores()) == 3 for each in tournament.encounters)
    for player in PLAYERS:
        assert sum(tournament.record(player)) == 2 * 2 * 2 * 3


def test_the_order_of_the_players_and_the_number_of_workers_do_not_matter(tmp_path: Path) -> None:
    one = held(tournament_of(PLAYERS), tmp_path / "one")
    two = held(tournament_of(PLAYERS[::-1]), tmp_path / "two", 2)
    assert tournament_data(one) == tournament_data(two)
    assert games_in(tmp_path / "one") == games_in(tmp_path / "two")


def test_adding_a_player_only_adds_its_own_games(tmp_path: Path) -> None:
    held(tournament_of(PLAYERS[:2]), tmp_path / "results")
    before = (tmp_path / "results").read_bytes()
    bigger = held(tournament_of(PLAYERS), tmp_path / "results")
    after = (tmp_path / "results").read_bytes()
    assert after.startswith(before)
    assert all('"greedy"' in line for line in after[len(before) :].decode().splitlines())
    whole = held(tournament_of(PLAYERS), tmp_path / "whole")
    assert tournament_text(bigger) == tournament_text(whole)


def test_the_ratings_are_fitted_to_all_results(tournament: Tournament) -> None:
    wins = tournament.wins()
    assert sum(wins.values()) == 2 * 3 * 3 * 2
    assert tournament.ratings()[0].player == "perfect"
    for one, two in combinations(tournament.players, 2):
        by_game = [tournament.wins(game.id) for game in GAMES]
        assert wins[one, two] == sum(each[one, two] for each in by_game)
        assert wins[one, two] + wins[two, one] == 12


def test_the_text_has_ratings_and_a_crosstable(tournament: Tournament) -> None:
    text, wins = tournament_text(tournament), tournament.wins()
    names = [rating.player for rating in tournament.ratings()]
    cross = text.split("column player:\n")[1].split("\n\n")[0].splitlines()
    assert cross[0].split() == ["1.", "2.", "3."]
    for number, (line, name) in enumerate(zip(cross[1:], names, strict=True), 1):
        cells = ["-" if name == other else str(wins[name, other]) for other in names]
        assert line.split() == [f"{number}.", name, *cells]
    assert "light-cycle  grid-runner" in text
    assert tournament_heading(tournament).splitlines() == [
        "3 players, 3 pairs of games per pairing, seed 0, 1 s a move",
        "  Light Cycle Duel 5x5 from 3 different openings",
        "  Grid Runner Duel 3x3 from 3 different openings",
    ]


def test_csv_and_json_contain_the_same(tournament: Tournament) -> None:
    data = json.loads(json.dumps(tournament_data(tournament)))
    rows = list(csv.DictReader(io.StringIO(tournament_csv(tournament))))
    assert [row["player"] for row in rows] == [row["player"] for row in data["ratings"]]
    for row, expected in zip(rows, data["ratings"], strict=True):
        for name, value in expected.items():
            assert row[name] == str(value)
        against = [int(row[f"wins against {other}"]) for other in PLAYERS if other != row["player"]]
        assert sum(against) == expected["wins"]
        assert row[f"wins against {row['player']}"] == ""
    assert len(data["matches"]) == 6


def test_the_perfect_player_keeps_every_value(tournament: Tournament) -> None:
    measure = tournament.measure("perfect")
    assert measure
    assert measure.share_kept == 1
    other = tournament.measure("random")
    assert other
    assert other.share_kept is not None
    assert other.share_kept < 1


@pytest.mark.heavy
def test_in_a_gauntlet_the_first_player_meets_each_other_until_a_test_is_decided(tmp_path: Path) -> None:
    entrants = [Entrant(name, name) for name in ("random", "perfect", "greedy")]
    tournament = Tournament(entrants, openings()[:1], 400, gauntlet=True, sprt=partial(Sprt, 0, 200))
    held(tournament, tmp_path / "results")
    met = [(each.a.name, each.b.name) for each in tournament.encounters]
    assert met == [("random", "greedy"), ("random", "perfect")]
    assert all(each.decided and len(each.scores()) < 200 for each in tournament.encounters)
    assert "- " in tournament_text(tournament).split("column player:\n")[1]
    verdict = "accepted: Elo 0 rather than 200 (error rates 5 % and 5 %)"
    assert f"\nSPRT of random against perfect, Light Cycle Duel 5x5: {verdict}" in tournament_text(tournament)
    assert f"SPRT of random against perfect, Light Cycle Duel 5x5: {verdict}" in tournament_page(tournament)
    heading = tournament_heading(tournament)
    assert heading.startswith(
        "3 players, at most 400 pairs of games between random and every other player, seed 0, 1 s a move"
    )


def test_a_player_that_does_not_play_a_game_is_left_out_there_with_a_note(tmp_path: Path) -> None:
    partial_player = Entrant("random", "Half", scopes=read_scopes("grid-runner:3,5 light-cycle:7"))
    entrants = [partial_player, Entrant("greedy", "greedy"), Entrant("perfect", "perfect")]
    tournament = held(Tournament(entrants, openings(), 1), tmp_path / "results")
    met = [(each.game.id, each.a.title, each.b.title) for each in tournament.encounters]
    assert met == [
        ("light-cycle", "greedy", "perfect"),
        ("grid-runner", "greedy", "perfect"),
        ("grid-runner", "greedy", "Half"),
        ("grid-runner", "perfect", "Half"),
    ]
    assert "\n  Half does not play Light Cycle Duel 5x5 and is left out there" in tournament_heading(tournament)
    assert tournament_data(tournament)["left_out"] == [{"player": "random", "game": "light-cycle"}]
    assert "3. Half" in tournament_text(tournament)


def test_players_who_cannot_be_compared_are_refused_before_the_start() -> None:
    scopes = ["light-cycle", "light-cycle", "grid-runner", "grid-runner"]
    named = zip("abcd", scopes, strict=True)
    entrants = [Entrant(f"cmd:{name}", name, "", read_scopes(scope)) for name, scope in named]
    with pytest.raises(SetupError, match="cmd:a and cmd:c are not connected by any games"):
        Tournament(entrants, openings(), 1)
    with pytest.raises(SetupError, match="no two of the players play the same game"):
        Tournament(entrants[1:3], openings(), 1)
