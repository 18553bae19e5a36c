"""Tournaments: everybody meets everybody, and every form of the result says the same."""

from __future__ import annotations

import csv
import io
import json
from itertools import combinations
from pathlib import Path

import pytest

from gridduels import load_game
from gridduels.arena.competition import Tournament
from gridduels.arena.encounter import hold
from gridduels.arena.openings import Openings
from gridduels.arena.playing.play import known_values
from gridduels.arena.results import Results
from gridduels.arena.statistics.ratings import fit_ratings
from tests.arena.helpers import games_in

PLAYERS = ["perfect", "random", "greedy"]
GAMES = [load_game("light-cycle"), load_game("grid-runner", 3)]


def tournament_of(players: list[str], pairs: int = 3) -> Tournament:
    return Tournament(players, [Openings(game, 0, known_values(game)) for game in GAMES], pairs)


def held(tournament: Tournament, path: Path, workers: int = 1) -> Tournament:
    with Results(path) as results:
        hold(tournament.matches, results, workers)
    return tournament


@pytest.fixture
def tournament(tmp_path: Path) -> Tournament:
    return held(tournament_of(PLAYERS), tmp_path / "results")


def test_everybody_meets_everybody_in_every_game(tournament: Tournament) -> None:
    met = {(match.game, match.a, match.b) for match in tournament.matches}
    assert met == {(game, *two) for game in GAMES for two in combinations(sorted(PLAYERS), 2)}
    assert all(len(match.scores()) == 3 for match in tournament.matches)
    for player in PLAYERS:
        assert sum(tournament.record(player)) == 2 * 2 * 2 * 3


def test_the_order_of_the_players_and_the_number_of_workers_do_not_matter(tmp_path: Path) -> None:
    one = held(tournament_of(PLAYERS), tmp_path / "one")
    two = held(tournament_of(PLAYERS[::-1]), tmp_path / "two", 2)
    assert one.data() == two.data()
    assert games_in(tmp_path / "one") == games_in(tmp_path / "two")


def test_another_player_plays_only_its_own_games(tmp_path: Path) -> None:
    held(tournament_of(PLAYERS[:2]), tmp_path / "results")
    before = (tmp_path / "results").read_bytes()
    bigger = held(tournament_of(PLAYERS), tmp_path / "results")
    after = (tmp_path / "results").read_bytes()
    assert after.startswith(before)
    assert all('"greedy"' in line for line in after[len(before) :].decode().splitlines())
    assert bigger.data() == held(tournament_of(PLAYERS), tmp_path / "whole").data()


def test_the_ratings_are_fitted_to_all_results(tournament: Tournament) -> None:
    wins = tournament.wins()
    assert sum(wins.values()) == 2 * 3 * 3 * 2
    assert tournament.ratings() == fit_ratings(tournament.players, wins)
    assert tournament.ratings()[0].player == "perfect"
    for one, two in combinations(tournament.players, 2):
        by_game = [tournament.wins(game.id) for game in GAMES]
        assert wins[one, two] == sum(each[one, two] for each in by_game)
        assert wins[one, two] + wins[two, one] == 12


def test_the_text_has_ratings_and_a_crosstable(tournament: Tournament) -> None:
    text, wins = tournament.text(), tournament.wins()
    names = [rating.player for rating in tournament.ratings()]
    cross = text.split("column:\n")[1].split("\n\n")[0].splitlines()
    assert cross[0].split() == ["1.", "2.", "3."]
    for number, (line, name) in enumerate(zip(cross[1:], names, strict=True), 1):
        cells = ["-" if name == other else str(wins[name, other]) for other in names]
        assert line.split() == [f"{number}.", name, *cells]
    assert "light-cycle  grid-runner" in text
    assert text.splitlines()[0] == (
        "3 players, 3 pairs of games between every two in each of Light Cycle Duel 5x5, Grid Runner Duel 3x3, seed 0"
    )


def test_csv_and_data_say_the_same(tournament: Tournament) -> None:
    data = json.loads(json.dumps(tournament.data()))
    rows = list(csv.DictReader(io.StringIO(tournament.csv())))
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
