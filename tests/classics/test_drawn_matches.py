"""Matches and tournaments of games that may be drawn: a draw counts as half a win everywhere."""

from __future__ import annotations

import csv
import io
import json
import math
import random
from itertools import cycle
from pathlib import Path

import pytest
from classic_duels.tic_tac_toe import GAME as TIC_TAC_TOE

from gridduels import Duel, Game, Outcome
from gridduels.arena.api import match, tournament
from gridduels.arena.encounter import Encounter, Tournament
from gridduels.arena.entrants import Entrant
from gridduels.arena.export import match_page, records_text
from gridduels.arena.openings import ListedOpenings
from gridduels.arena.report import match_data, match_text, tournament_csv, tournament_data, tournament_text
from gridduels.arena.statistics import Pairs, Sprt, fit_ratings, score_interval, score_of_elo
from gridduels.duel import Reason
from gridduels.record import loads
from tests.arena.helpers import oracle, won_by

GAME = Game(TIC_TAC_TOE)
START = GAME.text(GAME.start())
ORDER = "1,1 2,2 3,3 1,2 3,2 3,1 1,3 2,3 2,1"


def first_free(duel: Duel) -> str:
    return duel.legal_moves[0]


def in_order(duel: Duel) -> str:
    """Against itself, this player draws the game."""
    return next((move for move in ORDER.split() if move in duel.legal_moves), duel.legal_moves[0])


def encounter_of(winners: str) -> Encounter:
    """Return a match with these winners of its games: Player 1 or 2, or 0 for a draw."""
    found = Encounter(Entrant("a", "a"), Entrant("b", "b"), ListedOpenings(GAME, [START]), len(winners) // 2)
    for number, (winner, task) in enumerate(
        zip(winners, (task for pair in range(found.pairs) for task in found.tasks(pair)), strict=True)
    ):
        found.add(task, won_by(int(winner), moves=str(number)))
    return found


def test_a_draw_is_half_a_win_for_both() -> None:
    found = encounter_of("1200102102")  # won, drawn twice, won with a draw, lost, won with a draw
    assert found.wins() == (4, 2)
    assert found.draws() == 4
    assert found.points() == (6.0, 4.0)
    assert found.scores() == [1.0, 0.5, 0.75, 0.0, 0.75]
    assert found.pair_results() == Pairs(lost=1, behind=0, split=1, ahead=2, won=1)
    assert "pairs           1 won 2-0, 2 won 1.5-0.5, 1 split 1-1, 0 lost 0.5-1.5, 1 lost 0-2" in match_text(found)
    one, two = match_data(found)["players"]
    assert [each[name] for each in (one, two) for name in ("wins", "draws", "losses")] == [4, 4, 2, 2, 4, 4]
    assert match_data(found)["score"] == pytest.approx(0.6)


def test_perfect_players_draw_every_game_and_keep_its_value() -> None:
    found = match("perfect", "perfect", GAME, pairs=3)
    assert (found.wins(), found.draws(), found.scores()) == ((0, 0), 6, [0.5] * 3)
    measures = found.measures()
    assert measures
    assert all(each.share_kept == 1 and each.timed == 0 for each in measures)
    head, row = match_text(found).splitlines()[:2]
    assert head.split()[:4] == ["wins", "draws", "losses", "score"]
    assert row.split()[:6] == ["perfect", "0", "6", "0", "50.0", "%"]


def test_drawn_games_are_stored_found_and_exported(tmp_path: Path, installed: None) -> None:
    file = tmp_path / "results"
    found = match("perfect", "perfect", GAME, pairs=2, results=file)
    again = match("perfect", "perfect", GAME, pairs=2, results=file)
    assert again.from_file == 4
    assert match_data(again) | {"from_file": 0} == match_data(found)
    assert [json.loads(line)["winner"] for line in file.read_text(encoding="utf-8").splitlines()[1:]] == [0] * 4
    assert [row["winner"] for row in found.rows()] == [None] * 4
    assert match_page(found).count(": a draw") == 4
    assert [record.duel.ended for record in loads(records_text([found]))] == [Outcome(0, Reason.DRAW)] * 4


def test_every_form_of_a_tournament_shows_draws() -> None:
    found = tournament([in_order, first_free, "perfect"], [GAME, "light-cycle"], pairs=2)
    check_points(found)
    text = tournament_text(found)
    assert "Points (half a point for a draw) of the row player against the column player:" in text
    assert "Wins, draws and losses by game:" in text
    rows = list(csv.DictReader(io.StringIO(tournament_csv(found))))
    assert {"draws", "draws against perfect"} <= set(rows[0])
    assert [row["draws"] for row in tournament_data(found)["ratings"]] == [int(row["draws"]) for row in rows]


def check_points(found: Tournament) -> None:
    """Check that the points of all players add up to the number of games."""
    records = [found.record(name) for name in found.players]
    assert any(drawn for _, drawn, _ in records)
    games = sum(len(each.games()) for each in found.encounters)
    assert sum(won + drawn / 2 for won, drawn, _ in records) == games
    assert all(sum(record) == 2 * games / 3 for record in records)


def test_ratings_count_a_draw_as_half_a_win() -> None:
    drawn = fit_ratings(["a", "b"], {("a", "b"): Pairs(split=10, ahead=10)})
    halves = fit_ratings(["a", "b"], {("a", "b"): Pairs(split=15, won=5)})
    assert [each.elo for each in drawn] == pytest.approx([each.elo for each in halves])
    assert drawn[0].high - drawn[0].low < halves[0].high - halves[0].low  # their pairs vary less


@pytest.mark.heavy
def test_the_likelihood_ratio_of_five_scores_matches_an_optimiser() -> None:
    optimize = oracle("scipy.optimize")
    counts, elos = (3, 9, 25, 14, 6), (10, 70)
    test = Sprt(-500, 500)
    test.low, test.high = -math.inf, math.inf
    test.elo0, test.elo1 = elos
    for score, count in zip((0.0, 0.25, 0.5, 0.75, 1.0), counts, strict=True):
        for _ in range(count):
            test.add(score)

    def likelihood(elo: float) -> float:
        mean = {"type": "eq", "fun": lambda p: sum(each * n / 4 for n, each in enumerate(p)) - score_of_elo(elo)}
        whole = {"type": "eq", "fun": lambda p: sum(p) - 1}
        best = optimize.minimize(
            lambda p: -sum(count * math.log(each) for count, each in zip(counts, p, strict=True)),
            [1 / 5] * 5,
            bounds=[(1e-6, 1)] * 5,
            constraints=[mean, whole],
            options={"ftol": 1e-14, "maxiter": 1000},
        )
        return -float(best.fun)

    assert test.ratio == pytest.approx(likelihood(elos[1]) - likelihood(elos[0]), abs=1e-4)


def test_a_sequential_test_of_drawish_games_needs_fewer_pairs() -> None:
    """Both have the same mean, but draws lower the variance."""
    pairs = []
    for scores in ((0.75, 0.25, 0.75), (1.0, 0.0, 1.0, 0.5, 0.5, 0.5)):
        test = Sprt(0, 40)
        pairs.append(next(number for number, score in enumerate(cycle(scores), 1) if decided(test, score)))
        assert test.accepted == 1
    assert pairs[0] < pairs[1]


@pytest.mark.heavy
@pytest.mark.parametrize(("elo", "right"), [(0, 0), (60, 1)])
def test_the_sequential_test_keeps_its_error_rate_with_draws(elo: float, right: int) -> None:
    rng, wrong = random.Random(2), 0
    for _ in range(120):
        test, mean = Sprt(0, 60), score_of_elo(elo)
        while test.accepted is None:
            points = rng.choices((1.0, 0.5, 0.0), (mean - 0.3, 0.6, 0.7 - mean), k=2)
            test.add(sum(points) / 2)
        wrong += test.accepted != right
    assert wrong <= 11  # at a rate of 5 %, 12 of 120 happen once in 80 runs


def decided(test: Sprt, score: float) -> bool:
    test.add(score)
    return test.accepted is not None


@pytest.mark.parametrize("chances", [(0.05, 0.2, 0.5, 0.2, 0.05), (0, 0, 0.1, 0.2, 0.7), (0.05, 0, 0, 0.01, 0.94)])
def test_intervals_of_few_drawn_pairs_cover_the_truth(chances: tuple[float, ...]) -> None:
    pairs, covered = 4, 0.0
    truth = sum(chance * number / 4 for number, chance in enumerate(chances))
    for result in [
        (a, b, c, d, pairs - a - b - c - d)
        for a in range(5)
        for b in range(5 - a)
        for c in range(5 - a - b)
        for d in range(5 - a - b - c)
    ]:
        low, high = score_interval(*Pairs(*result).counts)
        if low <= truth <= high:
            ways = math.factorial(pairs) // math.prod(map(math.factorial, result))
            covered += ways * math.prod(chance**count for chance, count in zip(chances, result, strict=True))
    assert covered >= 0.95
