"""Matches: counting, reproducibility and resuming."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any, Final

import pytest

from gridduels import load_game
from gridduels.arena import workers as workers_module
from gridduels.arena.encounter import Encounter
from gridduels.arena.report import match_data, match_text
from gridduels.arena.results import Results, hold
from gridduels.arena.statistics import Sprt
from gridduels.arena.workers import play_all
from tests.arena.helpers import games_in, match_of, steady_bot, won_by
from tests.players.bots.hostile import hostile, posix_only
from tests.skips import require

SMALL: Final = load_game("grid-runner", 3)


def held(match: Encounter, path: Path, workers: int = 1) -> Encounter:
    with Results(path) as results:
        hold([match], results, workers)
    return match


def fresh(match: Encounter) -> dict[str, Any]:
    """Return the result of a match, without the origin of its games."""
    return match_data(match) | {"from_file": 0}


def test_any_number_of_workers_gives_the_same_games(tmp_path: Path) -> None:
    texts = set()
    for workers in (1, 2, 3):
        match = held(match_of("random", "greedy", pairs=20), tmp_path / f"{workers}", workers)
        texts.add(match_text(match))
    assert len(texts) == 1
    assert games_in(tmp_path / "1") == games_in(tmp_path / "2") == games_in(tmp_path / "3")


def test_a_longer_match_continues_where_the_shorter_one_ended(tmp_path: Path) -> None:
    held(match_of(pairs=4), tmp_path / "one")
    before = (tmp_path / "one").read_bytes()
    held(match_of(pairs=10), tmp_path / "one")
    assert (tmp_path / "one").read_bytes().startswith(before)
    held(match_of(pairs=10), tmp_path / "two")
    assert games_in(tmp_path / "one") == games_in(tmp_path / "two")


def test_a_finished_match_plays_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = held(match_of(), tmp_path / "results")
    monkeypatch.setattr(workers_module, "play", None)
    again = held(match_of(), tmp_path / "results")
    assert (first.from_file, again.from_file) == (0, 20)
    assert fresh(again) == fresh(first)


def test_another_seed_gives_other_games_from_other_openings(tmp_path: Path) -> None:
    one, two = held(match_of(seed=0), tmp_path / "one"), held(match_of(seed=1), tmp_path / "one")
    assert [task.opening for task, _ in one.games()] != [task.opening for task, _ in two.games()]


def test_both_games_of_a_pair_have_the_same_opening_and_swapped_sides(tmp_path: Path) -> None:
    games = held(match_of(pairs=5), tmp_path / "results").games()
    for (one, _), (two, _) in zip(games[::2], games[1::2], strict=True):
        assert (one.opening, one.pair, one.players) == (two.opening, two.pair, two.players[::-1])


def test_two_perfect_players_split_every_pair_that_is_decided(tmp_path: Path) -> None:
    match = held(match_of("perfect", "perfect", pairs=8), tmp_path / "results")
    assert match.scores() == [0.5] * 8
    measures = match.measures()
    assert measures
    assert all(each.share_kept == 1 and each.plies_lost == 0 for each in measures)


def test_wins_scores_and_forfeits_follow_the_players_when_sides_swap() -> None:
    match = match_of("a", "b", pairs=2)
    (first, second), (third, fourth) = match.tasks(0), match.tasks(1)
    match.add(first, won_by(1))  # a is Player 1
    match.add(second, won_by(1, "forfeit", "b is Player 1, so a forfeits"))
    match.add(fourth, won_by(2))  # a is Player 2
    assert (match.wins(), match.scores(), match.played) == ((1, 1), [0.5], 3)
    match.add(third, won_by(1))
    assert (match.wins(), match.scores()) == ((3, 1), [0.5, 1.0])
    assert match.forfeits() == (["b is Player 1, so a forfeits"], [])
    assert match.measures() is None


def test_losses_on_time_follow_the_players_when_sides_swap() -> None:
    match = match_of("a", "b", pairs=2)
    (first, second), (third, fourth) = match.tasks(0), match.tasks(1)
    match.add(first, won_by(1, "time"))  # a is Player 1
    match.add(second, won_by(2, "time"))  # a is Player 2
    match.add(third, won_by(2, "time"))
    match.add(fourth, won_by(2, "resigned"))
    assert match.losses_on_time() == (1, 2)
    assert "\na lost 1 game on time\nb lost 2 games on time" in match_text(match)
    assert [each["losses_on_time"] for each in match_data(match)["players"]] == [1, 2]
    assert match.forfeits() == ([], [])


def test_a_pair_that_is_equal_to_an_earlier_one_counts_once() -> None:
    match = match_of("a", "b", pairs=4, game=load_game("light-cycle", 3))
    for pair, (one, two) in enumerate([("up", "down"), ("up", "down"), ("up", "left"), ("up", "down")]):
        for task, moves in zip(match.tasks(pair), (one, two), strict=True):
            match.add(task, won_by(1, moves=moves))
    assert (match.scores(), match.wins(), match.repeated, match.played) == ([0.5, 0.5], (2, 2), 2, 8)
    assert [task.pair for task, _ in match.games()] == [0, 0, 2, 2]
    assert "repeated        2 pairs equal to an earlier one, not counted again\n" in match_text(match)
    assert match_data(match)["repeated_pairs"] == 2


def test_the_same_moves_from_another_opening_count_as_another_pair() -> None:
    match = match_of("a", "b", pairs=5)
    for pair in range(5):
        for task in match.tasks(pair):
            match.add(task, won_by(1))
    assert (len(match.scores()), match.repeated) == (5, 0)


def test_a_sequential_test_ignores_repeated_pairs() -> None:
    match = match_of("a", "b", pairs=200, game=load_game("light-cycle", 3), sprt=Sprt(0, 100))
    for pair in range(200):
        for task in match.tasks(pair):
            match.add(task, won_by(2 if task.swapped else 1, moves="up"))
    assert match.sprt
    assert (match.decided, match.repeated) == (False, 199)
    assert 0 < match.sprt.ratio < 1


def test_a_watcher_may_stop_a_match(tmp_path: Path) -> None:
    match = match_of(pairs=20)
    with Results(tmp_path / "results") as results:
        hold([match], results, watch=lambda: match.played == 6)
    assert (match.played, len(match.scores())) == (6, 3)
    again = match_of(pairs=20)
    with Results(tmp_path / "results") as results:
        hold([again], results, watch=lambda: again.played == 4)
    assert (again.played, again.from_file) == (4, 4)


@pytest.mark.heavy
def test_a_sequential_test_receives_pairs_in_order() -> None:
    """Games may end in any order, but the decision and the games that count stay the same."""
    tasks = [task for pair in range(60) for task in match_of("a", "b", game=SMALL).tasks(pair)]
    ended = [(task, won_by(2 if task.swapped else 1, moves=str(task.pair))) for task in tasks]
    results = []
    for order in (ended, ended[::-1], ended[::2] + ended[1::2]):
        match = match_of("a", "b", pairs=60, game=SMALL, sprt=Sprt(0, 200))
        for task, played in order:
            match.add(task, played)
        results.append(match_data(match))
    assert results[0] == results[1] == results[2]
    assert results[0]["sprt"]["accepted"] == 200
    assert 0 < results[0]["pairs"] < 60


@pytest.mark.parametrize("workers", [1, 2])
def test_a_sequential_test_stops_early_with_the_right_answer(workers: int, tmp_path: Path) -> None:
    for a, b, accepted in (("perfect", "random", 200), ("random", "perfect", 0)):
        match = held(match_of(a, b, pairs=500, sprt=Sprt(0, 200)), tmp_path / a, workers)
        data = match_data(match)
        assert data["sprt"]["accepted"] == accepted
        assert data["pairs"] < 60
        assert 2 * data["pairs"] <= len(games_in(tmp_path / a)) - 1 < 800
        again = held(match_of(a, b, pairs=500, sprt=Sprt(0, 200)), tmp_path / a, 1)
        assert fresh(again) == data | {"from_file": 0}


@posix_only
def test_a_hostile_bot_loses_every_game_and_the_match_continues(tmp_path: Path) -> None:
    bot = f"cmd:{hostile('crashes_at_move', tmp_path)}"
    match = held(match_of("random", bot, pairs=3), tmp_path / "results", 2)
    assert match.wins() == (6, 0)
    assert match.forfeits() == ([], ["the bot ended with exit code 1"] * 6)
    text = match_text(match)
    assert f"{bot} forfeited 6 games:\n  6 x the bot ended with exit code 1" in text
    assert "Elo difference  +inf (95 % interval: -94 to +inf)" in text


def children() -> set[int]:
    """Return the running children of this process."""
    listed = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children")
    require(listed.exists(), "processes can be looked into only through /proc")
    return set(map(int, listed.read_text().split()))


@pytest.mark.heavy
@posix_only
def test_nothing_is_lost_when_a_worker_is_killed(tmp_path: Path) -> None:
    bot = steady_bot(tmp_path, 0.01)
    expected = held(match_of("random", bot, pairs=6), tmp_path / "expected")
    match = match_of("random", bot, pairs=6)
    before = children()
    ended = play_all((task for pair in range(6) for task in match.tasks(pair)), 2)
    match.add(*next(ended))
    workers = [number for number in children() - before if is_worker(number)]
    os.kill(workers[0], signal.SIGKILL)
    for each in ended:
        match.add(*each)
    assert match_data(match) == match_data(expected)


def is_worker(number: int) -> bool:
    return b"spawn_main" in Path(f"/proc/{number}/cmdline").read_bytes()


@posix_only
def test_workers_that_keep_dying_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers_module, "_prepare_worker", os.abort)
    match = match_of()
    with pytest.raises(workers_module.WorkersLost, match="worker processes died 3 times"):
        list(play_all(match.tasks(0), 2))


@pytest.mark.heavy
@posix_only
def test_closing_stops_running_games(tmp_path: Path) -> None:
    match = match_of("random", steady_bot(tmp_path, 0.5), pairs=3)
    before = children()
    ended = play_all((task for pair in range(3) for task in match.tasks(pair)), 2)
    next(ended)
    begin = time.monotonic()
    ended.close()
    assert time.monotonic() - begin < 3
    assert not {number for number in children() - before if is_worker(number)}
