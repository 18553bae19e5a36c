"""Progress: one bar for all stages of building a table, and work that can be stopped."""

import threading

import pytest

from gridduels import load_game
from gridduels.engine.progress import (
    COMPILING,
    FINDING,
    MAKING,
    PACKING,
    SOLVING,
    OneBar,
    chunks_on_all_cores,
    has_stragglers,
    watch,
)
from gridduels.engine.solvers.solver import solve_game


class Enough(Exception):
    """Raised by a progress callback to stop the work."""


def enough(stage: str, done: int, total: int | None) -> None:
    raise Enough


@pytest.mark.parametrize(
    "game",
    [pytest.param(load_game("blockade", 4, obstacles=1), marks=pytest.mark.heavy), load_game("pathway", 4)],
    ids=lambda each: each.id,
)
def test_making_a_table_is_one_bar_from_0_to_100_that_never_goes_back(game: object) -> None:
    told: list[tuple[str, int, int | None]] = []
    solve_game(game, lambda *given: told.append(given))  # type: ignore[arg-type]
    assert {stage for stage, _, _ in told} == {MAKING}
    assert {total for _, _, total in told} == {100}
    percent = [done for _, done, _ in told]
    assert percent == sorted(percent)
    assert percent[-1] == 100


def test_a_stage_that_starts_over_does_not_move_the_bar_back() -> None:
    told: list[int] = []
    bar = OneBar(lambda stage, done, total: told.append(done))
    for step in ((COMPILING, 0, None), (FINDING, 9, 10), (FINDING, 5, 10), (SOLVING, 0, 10), (PACKING, 2, 1)):
        bar(*step)
    assert told == [0, 57, 57, 60, 100]


def test_work_that_cannot_be_interrupted_is_left_behind_at_once() -> None:
    going_on = threading.Event()
    with pytest.raises(Enough), chunks_on_all_cores(enough) as run:
        run(lambda first, last: going_on.wait(), 0, 1, "waiting")
    assert has_stragglers()
    going_on.set()
    deadline = threading.Event()
    while has_stragglers():
        deadline.wait(0.01)


def test_watched_work_can_be_stopped() -> None:
    stop = threading.Event()

    def report() -> None:
        raise Enough

    with pytest.raises(Enough):
        watch(stop.wait, report, stop.set)
    assert stop.is_set()


def test_chunks_return_their_results_in_order() -> None:
    told: list[tuple[str, int, int | None]] = []
    with chunks_on_all_cores(lambda *given: told.append(given)) as run:
        assert run(lambda first, last: (first, last), 0, 130, "counting") == [(0, 64), (64, 128), (128, 130)]
    assert told[-1] == ("counting", 130, 130)
