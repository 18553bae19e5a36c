"""Two ways to enumerate positions and their values agree wherever both apply, compiled or not."""

import tracemalloc
from concurrent.futures import wait
from dataclasses import replace
from typing import Any

import pytest
from classic_duels.breakthrough import GAME as BREAKTHROUGH
from classic_duels.clobber import GAME as CLOBBER
from classic_duels.connect_four import GAME as CONNECT_FOUR
from classic_duels.domineering import GAME as DOMINEERING
from classic_duels.dots_and_boxes import GAME as DOTS_AND_BOXES
from classic_duels.isolation import GAME as ISOLATION
from classic_duels.konane import GAME as KONANE
from classic_duels.tic_tac_toe import GAME as TIC_TAC_TOE

from gridduels import Game, SetupError, load_game
from gridduels.engine import progress
from gridduels.engine.kernels import compiler
from gridduels.engine.progress import silent
from gridduels.engine.solvers import enumeration
from gridduels.engine.solvers.enumeration import (
    BreadthFirst,
    DepthFirst,
    Enumerator,
    PositionRepeats,
    enumerate_keys,
    enumerate_values,
)
from tests.helpers import heavy_but, name_of, variants

MANY = 1_000_000
QUICK = [
    *(game for id in ("light-cycle", "pathway", "gridlock") for game in variants(id, [3])),
    Game(CLOBBER, 3),
    Game(DOMINEERING, "3x4"),
    Game(DOTS_AND_BOXES, "3x5"),
]
"""In the last of them, and in some that follow, games may be drawn and a player may act again."""
NEVER_RETURNING = [
    *QUICK,
    *(Game(BREAKTHROUGH, "4x3", {"ranks": ranks}) for ranks in (1, 2)),
    Game(ISOLATION, 3),
    Game(KONANE, 4),
    Game(DOTS_AND_BOXES, 5),
    Game(TIC_TAC_TOE),
]
LARGER = [*variants("pathway", [4, 5]), load_game("light-cycle", 5), load_game("gridlock", 5), Game(CONNECT_FOUR, 4)]


def ran(way: type[Enumerator], game: Game, canonical: bool) -> Enumerator:
    found = way(game, [game.start(1), game.start(2)], canonical, MANY)
    found.run(silent)
    return found


def pairs(found: Enumerator) -> list[tuple[int, int]]:
    keys, codes = found.values()
    assert (keys.itemsize, codes.itemsize) == (8, 1)
    return list(zip(keys.tolist(), codes.tolist(), strict=True))


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enumeration, "has_engine", lambda: False)


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("canonical", [True, False])
@pytest.mark.parametrize("game", heavy_but(QUICK, NEVER_RETURNING), ids=name_of)
def test_both_ways_find_the_same_positions_with_the_same_values(game: Game, canonical: bool) -> None:
    depth_first, breadth_first = ran(DepthFirst, game, canonical), ran(BreadthFirst, game, canonical)
    assert pairs(depth_first) == pairs(breadth_first)
    assert sorted(depth_first.keys()) == sorted(breadth_first.keys())


@pytest.mark.heavy
@pytest.mark.parametrize("game", LARGER, ids=name_of)
def test_both_ways_agree_when_compiled(game: Game) -> None:
    found = pairs(ran(DepthFirst, game, canonical=True))
    assert found == pairs(ran(BreadthFirst, game, canonical=True))
    assert len({code for _, code in found}) > 10


@pytest.mark.parametrize("game", heavy_but([NEVER_RETURNING[1]], NEVER_RETURNING), ids=name_of)
def test_compiled_and_interpreted_find_the_same(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = pairs(ran(DepthFirst, game, canonical=True))
    monkeypatch.setattr(enumeration, "has_engine", lambda: False)
    assert compiled == pairs(ran(DepthFirst, game, canonical=True))


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(
    "game",
    [*variants("grid-runner", [3]), *variants("blockade", [3], obstacles=[0, 1])],
    ids=name_of,
)
def test_a_position_that_repeats_is_detected(game: Game) -> None:
    with pytest.raises(PositionRepeats):
        ran(DepthFirst, game, canonical=True)


@pytest.mark.usefixtures("interpreted")
def test_a_game_that_repeats_despite_its_stated_max_plies_is_solved_breadth_first() -> None:
    honest = load_game("grid-runner", 3, repetition="endless")
    boasting = Game(replace(honest.definition, max_plies=lambda size, rulings: 40), 3, honest.rulings)
    assert honest.max_plies is None
    assert enumerate_values(boasting, [boasting.start()], silent) == enumerate_values(honest, [honest.start()], silent)


@pytest.mark.usefixtures("interpreted")
def test_an_unstated_draw_is_refused_either_way() -> None:
    game = Game(replace(DOTS_AND_BOXES, draws=False), "3x5")
    for way in (DepthFirst, BreadthFirst):
        with pytest.raises(SetupError, match="ended without a winner, but its Definition does not allow draws"):
            ran(way, game, canonical=True).values()


@pytest.mark.usefixtures("interpreted")
def test_values_of_too_many_plies_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game here lasts that long, so the limit is lowered."""
    game = load_game("light-cycle", 3)
    most = max(abs(code) - 1 for _, code in pairs(ran(DepthFirst, game, canonical=True)))
    monkeypatch.setattr(compiler, "_plain", compiler._plain.__wrapped__)  # bind again
    monkeypatch.setattr("gridduels.engine.kernels.enumeration.MAX_PLIES", most)
    ran(DepthFirst, game, canonical=True)
    monkeypatch.setattr("gridduels.engine.kernels.enumeration.MAX_PLIES", most - 1)
    with pytest.raises(SetupError, match="light-cycle 3x3 cannot be solved here: it has values of more than 126 plies"):
        ran(DepthFirst, game, canonical=True)


def test_a_position_takes_no_more_memory_than_estimated() -> None:
    game = load_game("pathway", 5)
    enumerate_keys(game, [game.start()], silent, canonical=False)  # compiles
    tracemalloc.start()
    try:
        keys, _ = enumerate_values(game, [game.start()], silent, canonical=False)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(keys) == 114_819
    assert peak < DepthFirst.BYTES_PER_POSITION * len(keys) + 200_000


def test_an_enumeration_reports_progress_and_can_be_stopped() -> None:
    class Heard(Exception):
        pass

    def hear(stage: str, done: int, total: int | None) -> None:
        if done:
            assert (stage, total) == (progress.COUNTING, None)
            raise Heard

    game = load_game("pathway", 6)
    with pytest.raises(Heard):
        enumerate_keys(game, [game.start()], hear, canonical=False)
    stopped: list[Any] = progress._stragglers
    assert not wait(stopped, 60).not_done
