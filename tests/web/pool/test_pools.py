"""Questions queue in pools and are answered by processes that may die, hang or be too few."""

import asyncio
import logging
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from gridduels.errors import SetupError
from gridduels.protocol.codec import Refused
from gridduels.web.pool import pools
from gridduels.web.pool.pools import FairQueue, Pool
from gridduels.web.pool.tasks import OutOfTime

TASKS = "tests.web.pool.slow_tasks"


def in_pool(test: Callable[[Pool], Awaitable[None]], workers: int = 1, capacity: int = 10, **options: Any) -> None:
    """Run a test with its own pool, which must end all its processes."""

    async def run() -> None:
        pool = Pool(workers, capacity, tasks=TASKS, **options)
        try:
            await test(pool)
        finally:
            pids = pool.processes
            await pool.close()
            assert not any(alive(pid) for pid in pids)

    asyncio.run(run())


def alive(pid: int) -> bool:
    """Return whether a process runs; a zombie does not."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError) as error:
        return isinstance(error, FileNotFoundError) and not Path("/proc/self").exists()


def wait_until_gone(pids: list[int], seconds: float = 20) -> None:
    """Wait for processes to end. A process closes its files before the system counts it as ended."""
    deadline = time.monotonic() + seconds
    while any(map(alive, pids)):
        assert time.monotonic() < deadline, pids
        time.sleep(0.01)


def test_the_same_question_asked_by_many_is_answered_once() -> None:
    async def test(pool: Pool) -> None:
        pids = await asyncio.gather(*(pool.ask("rest", 0.1, seconds=5) for _ in range(50)))
        assert len(set(pids)) == 1
        assert pool.counts["answered"] == 1

    in_pool(test, workers=2)


def test_a_pool_starts_no_more_workers_than_it_may_and_none_before_it_must() -> None:
    async def test(pool: Pool) -> None:
        assert pool.processes == []
        pids = await asyncio.gather(*(pool.ask("rest", 0.1 + number / 1000, seconds=5) for number in range(6)))
        assert set(pids) == set(pool.processes)
        assert len(pool.processes) <= 2

    in_pool(test, workers=2)


def test_questions_above_the_capacity_are_refused_as_busy() -> None:
    async def test(pool: Pool) -> None:
        questions = [pool.question("echo", str(number), seconds=5) for number in range(3)]
        with pytest.raises(Refused) as caught:
            pool.question("echo", "one more", seconds=5)
        assert caught.value.code == "busy"
        assert pool.question("echo", "0", seconds=5) is questions[0]
        assert [await question.future for question in questions] == ["0", "1", "2"]

    in_pool(test, capacity=3)


def test_urgent_questions_go_first() -> None:
    async def test(pool: Pool) -> None:
        done: list[str] = []
        for number in range(3):
            pool.question("echo", f"{number}", seconds=5, urgency=1).future.add_done_callback(
                lambda future: done.append(future.result())
            )
        await pool.ask("echo", "now", seconds=5, urgency=0)
        assert len(done) < 3

    in_pool(test)


def test_a_visitor_who_asks_a_lot_delays_no_one_and_is_limited() -> None:
    async def test(pool: Pool) -> None:
        greedy = [pool.question("echo", f"{number}", seconds=5, visitor="greedy") for number in range(20)]
        with pytest.raises(Refused, match="At most 20 questions at once"):
            pool.question("echo", "one more", seconds=5, visitor="greedy")
        modest = pool.question("echo", "modest", seconds=5, visitor="modest")
        await modest.future
        assert sum(question.future.done() for question in greedy) <= 2
        await asyncio.gather(*(question.future for question in greedy))
        await pool.question("echo", "one more", seconds=5, visitor="greedy").future

    in_pool(test, capacity=100)


def test_no_visitor_holds_the_last_worker() -> None:
    async def test(pool: Pool) -> None:
        for number in range(6):
            pool.question("rest", 30 + number, seconds=60, visitor="greedy")
        assert await pool.question("echo", "modest", seconds=5, visitor="modest").future == "modest"
        assert pool.busy == 1

    in_pool(test, workers=2)


def test_a_shared_question_is_answered_at_the_earlier_turn() -> None:
    async def test(pool: Pool) -> None:
        greedy = [pool.question("echo", f"{number}", seconds=5, visitor="greedy") for number in range(10)]
        shared = pool.question("echo", "9", seconds=5, visitor="modest")
        assert shared is greedy[-1]
        await shared.future
        assert sum(question.future.done() for question in greedy) <= 3
        await asyncio.gather(*(question.future for question in greedy))
        assert pool.counts["answered"] == 10

    in_pool(test)


def test_work_is_shared_by_time_and_not_by_number() -> None:
    async def test(pool: Pool) -> None:
        done: list[str] = []
        for number in range(4):
            long = pool.question("rest", 0.2 + number / 1000, seconds=5, visitor="long")
            long.future.add_done_callback(lambda _: done.append("long"))
        for number in range(6):
            short = pool.question("echo", f"{number}", seconds=5, visitor="short")
            short.future.add_done_callback(lambda _: done.append("short"))
        await asyncio.gather(long.future, short.future)
        assert done.index("long") <= 1
        assert done[-3:] == ["long"] * 3

    in_pool(test, capacity=20)


def test_progress_is_passed_on() -> None:
    async def test(pool: Pool) -> None:
        question = pool.question("rest", 0.6, seconds=5)
        seen = [question.progress]
        await question.future
        assert [*seen, question.progress] == [("waiting", 0, None), ("resting", 1, 2)]

    in_pool(test)


def test_answers_are_cached_while_there_is_room() -> None:
    async def test(pool: Pool) -> None:
        for letter in "abcc":
            await pool.ask("echo", letter * 1000, seconds=5)
        assert pool.counts["answered"] == 3
        await pool.ask("echo", "a" * 1000, seconds=5)
        assert pool.counts["answered"] == 4
        pool.forget("echo", "a" * 1000)
        await pool.ask("echo", "a" * 1000, seconds=5)
        assert pool.counts["answered"] == 5
        for _ in range(2):
            await pool.ask("echo", "too long" * 1000, seconds=5)
        assert pool.counts["answered"] == 7

    in_pool(test, keep=2500)


def test_a_worker_that_has_grown_too_large_is_replaced() -> None:
    async def test(pool: Pool) -> None:
        pids = [await pool.ask("grow", number, seconds=20) for number in range(3)]
        assert len(set(pids)) == 3
        assert pool.counts["lost"] == 0

    in_pool(test)


def test_a_cooperative_question_stops_at_its_time_limit() -> None:
    async def test(pool: Pool) -> None:
        with pytest.raises(OutOfTime):
            await pool.ask("rest", 30, seconds=0.2)
        [pid] = pool.processes
        assert await pool.ask("rest", 0.01, seconds=5) == pid

    in_pool(test)


@pytest.mark.heavy
def test_a_worker_that_hangs_is_ended_and_replaced() -> None:
    async def test(pool: Pool) -> None:
        begin = time.monotonic()
        with pytest.raises(OutOfTime):
            await pool.ask("hang", seconds=0.1)
        assert time.monotonic() - begin < 20
        assert await pool.ask("echo", "next", seconds=5) == "next"
        assert pool.counts["lost"] == 1

    in_pool(test)


def test_a_fleeting_question_is_dropped_once_no_one_waits_and_its_worker_continues(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pools, "_ABANDONED", 0.4)

    async def test(pool: Pool) -> None:
        await pool.ask("echo", "first", seconds=5)
        [pid] = pool.processes
        question = pool.question("rest", 60, seconds=90, patient=False, fleeting=True, visitor="Ann")
        with pytest.raises(Refused):
            await question.future
        assert await pool.ask("rest", 0.01, seconds=5) == pid
        assert pool.counts["lost"] == 0
        again = pool.question("rest", 60, seconds=90, patient=False, fleeting=True, visitor="Ann")
        assert again is not question
        assert not again.future.done()

    in_pool(test)


def test_a_fleeting_question_is_answered_while_someone_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "_ABANDONED", 1.5)

    async def test(pool: Pool) -> None:
        question = pool.question("rest", 3, seconds=30, patient=False, fleeting=True)
        while not question.future.done():
            assert pool.question("rest", 3, seconds=30, patient=False, fleeting=True) is question
            await asyncio.sleep(0.05)
        assert question.future.result() in pool.processes

    in_pool(test, keep=1000)


def test_a_lasting_question_is_answered_even_if_no_one_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "_ABANDONED", 0.1)

    async def test(pool: Pool) -> None:
        question = pool.question("rest", 0.8, seconds=30, patient=False)
        assert await question.future in pool.processes

    in_pool(test)


def test_a_question_whose_worker_died_is_asked_once_more(tmp_path: Any) -> None:
    async def test(pool: Pool) -> None:
        assert await pool.ask("die", str(tmp_path / "mark"), seconds=5) == "alive"
        assert pool.counts["lost"] == 1

    in_pool(test)


def test_a_question_that_kills_every_worker_is_refused_and_the_pool_recovers() -> None:
    async def test(pool: Pool) -> None:
        with pytest.raises(Refused):
            await pool.ask("die", None, seconds=5)
        assert pool.counts["lost"] == 2
        assert await pool.ask("echo", "next", seconds=5) == "next"

    in_pool(test)


def test_a_worker_killed_from_outside_is_replaced() -> None:
    async def test(pool: Pool) -> None:
        await pool.ask("echo", "first", seconds=5)
        [pid] = pool.processes
        question = pool.question("rest", 0.3, seconds=5)
        os.kill(pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
        assert await question.future != pid

    in_pool(test)


def test_refusals_are_passed_on_and_bugs_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def test(pool: Pool) -> None:
        with pytest.raises(SetupError, match="no"):
            await pool.ask("refuse", seconds=5)
        with caplog.at_level(logging.ERROR), pytest.raises(RuntimeError, match="ZeroDivisionError: oops"):
            await pool.ask("fail", seconds=5)
        assert "fail" in caplog.text

    in_pool(test)


def test_an_idle_worker_ends_and_is_started_again() -> None:
    async def test(pool: Pool) -> None:
        await pool.ask("echo", "first", seconds=5)
        [first], [worker] = pool.processes, multiprocessing.active_children()
        await asyncio.to_thread(worker.join, 20)
        assert pool.processes == []
        await pool.ask("echo", "second", seconds=5)
        assert pool.processes != [first]

    in_pool(test, rest=0.1)


def test_a_closed_pool_refuses_all_waiting_questions() -> None:
    async def test(pool: Pool) -> None:
        await pool.ask("echo", "somebody is there", seconds=20)
        question = pool.question("rest", 30, seconds=60)
        assert pool.busy
        await pool.close()
        with pytest.raises(Refused):
            await question.future
        with pytest.raises(Refused):
            pool.question("echo", "late", seconds=5)

    in_pool(test)


SERVER = """
import asyncio, sys
from gridduels.web.pool.pools import FairQueue
from gridduels.web.pool.pools import Pool

async def main():
    pools = [Pool(1, 10, tasks="tests.web.pool.slow_tasks") for _ in range(2)]
    await asyncio.gather(*(pool.ask("echo", "ready", seconds=20) for pool in pools))
    print(*(pid for pool in pools for pid in pool.processes), flush=True)
    await pools[0].ask("hang", seconds=50)

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.skipif(os.name != "posix", reason="it is about POSIX processes")
def test_workers_end_when_the_server_is_killed_even_in_the_middle_of_a_question() -> None:
    with subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        pids = [int(word) for word in server.stdout.readline().split()]
        assert len(pids) == 2
        assert server.stdout.readline() == "hanging\n"
        assert all(map(alive, pids))
        server.kill()
        server.communicate(timeout=20)  # the workers write to the same pipe: it ends with the last of them
    wait_until_gone(pids)


def test_a_worker_does_not_count_its_parents_memory() -> None:
    child = "from gridduels.web.pool.workers import memory_held; print(memory_held())"
    parent = f"import subprocess, sys; held = b'1' * 400_000_000; subprocess.run([sys.executable, '-c', {child!r}])"
    done = subprocess.run([sys.executable, "-c", parent], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 300_000_000


def test_visitors_are_forgotten_once_their_share_is_paid() -> None:
    queue = FairQueue[int]()
    for number in range(5000):
        queue.push(f"visitor {number}", 0, number)
        assert queue.pop() == number
        queue.charge(f"visitor {number}", 0.0)
    assert len(queue._clocks) <= 1001
