"""Workers' answers are exact, arrive in time, and block no one."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from gridduels import Duel, Game, IllegalMove, Record, RecordError, load_game
from gridduels.duel import Reason
from gridduels.engine import VALUES, Value, solve
from gridduels.engine.solvers.on_demand import OnDemandSolver
from gridduels.engine.tables.catalogue import table_path
from gridduels.players.perfect import SEARCHED
from gridduels.protocol.answers import game_of, lessons_of, line_of
from gridduels.protocol.base import Code
from gridduels.protocol.codec import Refused
from gridduels.record import dumps
from gridduels.web.pool import evaluation, tasks
from gridduels.web.pool.evaluation import AT_ONCE, INVENTED_AT_ONCE, MEANWHILE, Evaluator, OutOfPatience
from gridduels.web.pool.pools import Pool
from gridduels.web.pool.tasks import OutOfTime, Watch, analysis_of
from gridduels.web.settings import Settings
from tests.helpers import GAMES, changed

ROUND = "up down right left up down right left up down right left"


def run(test: Callable[[Evaluator], Awaitable[None]]) -> None:
    async def main() -> None:
        evaluator = Evaluator()
        try:
            await asyncio.wait_for(test(evaluator), 300)
        finally:
            await evaluator.close()

    asyncio.run(main())


async def patiently(ask: Callable[[], Awaitable[Any]]) -> Any:
    """Ask again and again, as the page does."""
    while True:
        try:
            return await ask()
        except OutOfPatience:
            await asyncio.sleep(0.1)


def small(id: str) -> Game:
    return load_game(id, size=3 if id != "blockade" else 4)


def long_duel(plies: int) -> Duel:
    """Return a game in which both sides walk back and forth."""
    duel = Duel(load_game("grid-runner", repetition="endless"))
    for ply in range(plies):
        duel = duel.play(("down", "up", "up", "down")[ply % 4])
    return duel


def test_every_player_finds_a_legal_move_that_depends_on_the_seed() -> None:
    async def test(evaluator: Evaluator) -> None:
        for id in GAMES:
            duel = Duel(small(id))
            for player in ("easy", "medium", "hard", "perfect", "greedy", "random"):
                word, note = await evaluator.choose(duel, player, 7)
                assert word in duel.legal_moves
                assert note == ""
                assert await evaluator.choose(duel, player, 7) == (word, note)

    run(test)


def test_perfect_plays_a_best_move() -> None:
    async def test(evaluator: Evaluator) -> None:
        duel = Duel(load_game("light-cycle"))
        for seed in range(5):
            assert (await evaluator.choose(duel, "perfect", seed)).word == "right"

    run(test)


def test_a_game_that_is_too_big_is_refused_to_visitors_but_played() -> None:
    async def test(evaluator: Evaluator) -> None:
        duel = Duel(load_game("blockade", size=6, obstacles=3))
        with pytest.raises(Refused, match="too large") as caught:
            await evaluator.worth(duel)
        assert caught.value.code == "too-big"
        assert "gridduels solve blockade --size 6 --rule obstacles=3" in str(caught.value)
        word, note = await evaluator.choose(duel, "hard", 1)
        assert word in duel.legal_moves
        assert note == "no solution table for this board: found by looking ahead"
        assert evaluator.pools["solve"].counts["answered"] == 0

    run(test)


def test_a_first_question_makes_the_table_and_the_answer_is_the_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluation, "_shipped", lambda game: False)
    game = load_game("grid-runner", size=6)
    table_path(game).unlink(missing_ok=True)

    async def test(evaluator: Evaluator) -> None:
        duel = Duel(game, "down up")
        worth = await patiently(lambda: evaluator.worth(duel))
        assert table_path(game).exists()
        values = solve(game)
        assert worth.value == values.value(duel.position)
        assert worth.moves == values.move_values(duel.position)
        assert worth.note is None
        assert evaluator.pools["solve"].counts["answered"] == 1

    run(test)


@pytest.mark.heavy
def test_while_a_table_is_made_a_computer_moves_at_once_and_progress_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(evaluation, "_shipped", lambda game: False)
    game = load_game("grid-runner", size=6)
    table_path(game).unlink(missing_ok=True)

    async def test(evaluator: Evaluator) -> None:
        evaluator.pools["solve"] = busy = Pool(2, 20, tasks="tests.web.pool.slow_tasks")
        for number in range(3):
            busy.question("rest", 300 + number, seconds=300, visitor=f"visitor {number}")
        for player in ("hard", "perfect"):
            word, note = await evaluator.choose(Duel(game), player, 1, "somebody else")
            assert word in Duel(game).legal_moves
            assert note == MEANWHILE
        with pytest.raises(OutOfPatience):
            await evaluator.ready(game)
        assert busy.waiting == 2  # the table is built when its turn comes

    run(test)


def test_a_table_that_came_with_the_server_is_ready_at_once() -> None:
    async def test(evaluator: Evaluator) -> None:
        assert await evaluator.ready(load_game("light-cycle"))
        assert not await evaluator.ready(load_game("blockade", size=6, obstacles=3))
        assert evaluator.pools["solve"].counts["answered"] == 0

    run(test)


@pytest.mark.heavy
def test_boards_without_a_table_are_searched() -> None:
    async def test(evaluator: Evaluator) -> None:
        duel = Duel(load_game("light-cycle", size=7), ROUND)
        worth = await patiently(lambda: evaluator.worth(duel))
        values = solve(duel.game)
        assert worth.value == values.value(duel.position)
        assert worth.moves == values.move_values(duel.position)
        assert worth.note is None
        note = MEANWHILE
        while note != SEARCHED:  # until the search is compiled and fast enough to finish in time
            word, note = await evaluator.choose(duel, "perfect", 1)
        assert values.move_values(duel.position)[word] == worth.value
        assert evaluator.pools["play"].counts["lost"] == 0

    run(test)


def test_a_start_with_too_many_reachable_positions_is_not_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(VALUES, "_games", {})
    watch = Watch(lambda stage, done, total: None)
    game = load_game("light-cycle")
    duel = Duel(game, start=changed(game.start(), one=1 << 0, two=1 << 4))  # an unreachable position
    watch.begin(60)
    watch.most_positions = 10
    worth = tasks.worth(watch, duel)
    assert (worth.value, worth.moves) == (None, {})
    assert worth.note == "Some values are unknown: more than 10 positions are reachable from there."
    with pytest.raises(OutOfTime):
        tasks.choose(watch, duel, "perfect", 1, known=True)
    assert tasks.choose(watch, duel, "perfect", 1, known=False).word in duel.legal_moves
    watch.begin(60)
    assert set(tasks.worth(watch, duel).moves) == set(duel.legal_moves)


@pytest.mark.heavy
def test_values_not_found_in_time_are_omitted_with_a_note() -> None:
    watch = Watch(lambda stage, done, total: None)
    duel = Duel(load_game("light-cycle", size=7), ROUND)
    values = OnDemandSolver(duel.game, watch)
    values.value(duel.position)
    watch.begin(0)
    analysis = analysis_of(values, duel, watch)
    assert not analysis.complete
    assert "takes longer" in (analysis.note or "")
    assert analysis.notes == []
    assert [entry.value is not None for entry in analysis.values] == [False] * duel.ply + [True]
    watch.begin(60)
    whole = analysis_of(values, duel, watch)
    assert whole.complete
    assert whole.values[-1] == analysis.values[-1]
    assert len(whole.notes) == duel.ply


def test_a_game_that_was_stopped_or_ended_has_the_value_of_its_end() -> None:
    async def test(evaluator: Evaluator) -> None:
        ended = Duel(load_game("light-cycle", size=3), "up down")
        while not ended.outcome:
            ended = ended.play(ended.legal_moves[0])
        analysis = await patiently(lambda: evaluator.analyse(ended))
        last = analysis.values[-1]
        assert last.value is not None
        assert last.value.plies == 0
        assert last.winner == ended.outcome.winner
        assert last.height == 1
        assert len(analysis.values) == ended.ply + 1
        assert [note.move for note in analysis.notes] == list(ended.moves)
        assert analysis.complete

    run(test)


@pytest.mark.heavy
def test_moves_are_played_during_a_long_computation() -> None:
    async def test(evaluator: Evaluator) -> None:
        with pytest.raises(OutOfPatience) as working:
            await evaluator.film(long_duel(150), dark=False)
        assert working.value.stage == "beginning"
        assert evaluator.pools["study"].busy == 1
        await evaluator.choose(Duel(small("gridlock")), "hard", 1)
        assert evaluator.pools["study"].busy == 1
        assert (await patiently(lambda: evaluator.film(long_duel(150), dark=False)))[:6] == b"GIF89a"

    run(test)


def test_a_worker_checks_a_long_line_with_the_same_result() -> None:
    async def test(evaluator: Evaluator) -> None:
        duel = long_duel(AT_ONCE + 50)
        found = await patiently(lambda: evaluator.duel(duel.game, None, duel.moves))
        assert found == duel
        assert await patiently(lambda: evaluator.line(duel)) == line_of(duel)
        assert evaluator.pools["study"].counts["answered"] == 2

    run(test)


def test_a_worker_replays_even_a_short_line_of_an_invented_duel() -> None:
    duel = Duel(load_game("duel1-3x4-o1-t0-r1tpb-gr-l-sc"))
    while duel.ply <= INVENTED_AT_ONCE:
        duel = duel.play(duel.legal_moves[0])

    async def test(evaluator: Evaluator) -> None:
        assert await patiently(lambda: evaluator.duel(duel.game, None, duel.moves)) == duel
        assert await patiently(lambda: evaluator.line(duel)) == line_of(duel)
        assert await evaluator.replay(duel.game, duel.moves, duel.start) == duel
        assert [evaluator.pools[pool].counts["answered"] for pool in ("study", "play")] == [2, 1]

    run(test)


def test_a_duel_is_not_waited_for_as_long_as_a_failing_database(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert Settings(tmp_path).waiting_seconds > evaluation.LOADING
    monkeypatch.setattr(evaluation, "LOADING", 0.0)
    duel = long_duel(AT_ONCE + 1)

    async def test(evaluator: Evaluator) -> None:
        with pytest.raises(Refused) as busy:
            await evaluator.replay(duel.game, duel.moves, duel.start)
        assert busy.value.code is Code.BUSY

    run(test)


def test_a_worker_replays_the_games_of_a_record() -> None:
    duels = [long_duel(30), Duel(load_game("light-cycle"), "right left").stop(1, Reason.RESIGNED)]

    async def test(evaluator: Evaluator) -> None:
        text = "\n".join(dumps(Record(duel)) for duel in duels)
        assert await patiently(lambda: evaluator.read(text)) == duels
        with pytest.raises(RecordError, match="line 3"):
            await patiently(lambda: evaluator.read('[Game "light-cycle"]\n\n1. sideways\n'))
        assert evaluator.pools["study"].counts["answered"] == 2

    run(test)


def test_a_worker_replays_a_long_duel() -> None:
    long, short = long_duel(AT_ONCE + 50), long_duel(AT_ONCE)

    async def test(evaluator: Evaluator) -> None:
        for duel in (long, short, long.stop(1, Reason.RESIGNED)):
            stopped = duel.outcome and (duel.outcome.winner, str(duel.outcome.reason))
            again = await evaluator.replay(duel.game, duel.moves, duel.game.text(duel.start), stopped)
            assert (again, again.outcome) == (duel, duel.outcome)
        with pytest.raises(IllegalMove):
            await evaluator.replay(long.game, (*long.moves, "left"), long.start)
        assert evaluator.pools["play"].counts["answered"] == 3

    run(test)


def test_what_takes_some_playing_is_found_by_a_worker_for_an_invented_duel() -> None:
    """Visitors can name any number of them, each of which may take seconds."""
    game = load_game("duel1-3x3-k1-t1-r1-gs-l-sc")

    async def test(evaluator: Evaluator) -> None:
        assert await evaluator.about(game) == game_of(game)
        assert await evaluator.lessons(game) == lessons_of(game.definition)
        assert await evaluator.about(small("pathway")) == game_of(small("pathway"))
        assert evaluator.pools["study"].counts["answered"] == 2

    run(test)


def test_puzzles_are_the_same_as_in_the_terminal() -> None:
    from gridduels.analysis.puzzles import puzzles

    async def test(evaluator: Evaluator) -> None:
        game = load_game("gridlock", size=5)
        own = next(puzzles(solve(game), "2026-01-31"))
        found = await patiently(lambda: evaluator.puzzle(game, "2026-01-31"))
        assert (found.position, found.plies, found.title) == (game.text(own.position), own.plies, own.title)
        judged = await patiently(lambda: evaluator.judge(own.duel(), own.solution))
        assert judged.right
        assert judged.value == Value("win", own.plies)

    run(test)
