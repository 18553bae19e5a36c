"""Exact search without a table finds the same values, however small the transposition table."""

import random
from dataclasses import replace
from typing import Any

import pytest
from classic_duels.breakthrough import GAME as BREAKTHROUGH
from classic_duels.connect_four import GAME as CONNECT_FOUR
from classic_duels.dots_and_boxes import GAME as DOTS_AND_BOXES
from classic_duels.isolation import GAME as ISOLATION

from gridduels import Game, SetupError, load_game
from gridduels.engine import solve
from gridduels.engine.kernels.search import MIN_ENTRIES
from gridduels.engine.solvers import on_demand
from gridduels.engine.solvers.on_demand import OnDemandSolver, TooHard
from gridduels.engine.solvers.rules_check import BrokenRules
from gridduels.games.grid_runner import GAME as GRID_RUNNER
from gridduels.games.light_cycle import GAME as LIGHT_CYCLE
from gridduels.games.light_cycle.rules import Position
from tests.helpers import heavy_but, name_of

BOTH_WAYS = [
    load_game("light-cycle", 3),
    load_game("light-cycle", 5),
    *(load_game("pathway", size, goal=goal) for size in (3, 4, 5) for goal in ("open", "sealed")),
    load_game("gridlock", 5),
]
"""Games that never repeat a position and whose table is available for comparison."""


BEST = [
    load_game("pathway", 4),
    Game(CONNECT_FOUR, 4),
    Game(DOTS_AND_BOXES, "3x5"),
    Game(ISOLATION, 3),
    Game(BREAKTHROUGH, "4x3"),
]
"""With and without draws, with and without repeated turns."""


def wandered(game: Game, rng: random.Random, most: int = 14) -> Any:
    """Return a position of a random game."""
    position = game.start(rng.choice((1, 2)))
    for _ in range(rng.randrange(most)):
        if words := game.words_of(game.legal(position)):
            position = game.play(position, game.action(rng.choice(words)))
    return position


@pytest.mark.heavy
@pytest.mark.parametrize("game", heavy_but(BOTH_WAYS[:4], BOTH_WAYS), ids=name_of)
def test_search_and_table_agree_on_a_thousand_positions(game: Game) -> None:
    table, search, rng = solve(game), OnDemandSolver(game), random.Random(0)
    for _ in range(1000):
        position = wandered(game, rng)
        assert search.value(position) == table.value(position), game.text(position)


@pytest.mark.parametrize("workers", heavy_but([4], [1, 4]))
def test_search_is_right_with_a_tiny_transposition_table(monkeypatch: pytest.MonkeyPatch, workers: int) -> None:
    """Several workers then keep writing to the same few words."""
    monkeypatch.setattr(on_demand, "_ENTRIES", MIN_ENTRIES)
    game = load_game("light-cycle", 5)
    table, search, rng = solve(game), OnDemandSolver(game, workers=workers), random.Random(1)
    for _ in range(200):
        position = wandered(game, rng, 20)
        assert search.value(position) == table.value(position), game.text(position)


@pytest.mark.parametrize("game", heavy_but(BEST[:1], BEST), ids=name_of)
def test_the_best_moves_of_a_search_are_those_of_the_table(game: Game) -> None:
    """The search finds them without computing the values of all moves, which are compared afterwards."""
    table, search, rng = solve(game), OnDemandSolver(game), random.Random(2)
    for _ in range(100):
        position = wandered(game, rng)
        assert search.best_moves(position) == table.best_moves(position)
        assert search.move_values(position) == table.move_values(position)
    assert OnDemandSolver(game).principal_variation(game.start()) == table.principal_variation(game.start())


def test_the_transposition_table_grows_if_memory_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_demand, "_ENTRIES", MIN_ENTRIES)
    game = load_game("pathway", 5)
    start = game.start()
    searches = [OnDemandSolver(game, workers=workers, memory=12 << 14) for workers in (1, 2)]
    assert {search.value(start) for search in searches} == {solve(game).value(start)}
    assert MIN_ENTRIES < len(searches[0].transpositions) <= 1 << 14
    little = OnDemandSolver(game)
    assert little.value(start) == searches[0].value(start)
    assert len(little.transpositions) == MIN_ENTRIES
    assert little.visits > searches[0].visits


def test_a_larger_table_keeps_all_scores() -> None:
    game = load_game("pathway", 5)
    search = OnDemandSolver(game)
    value, visits = search.value(game.start()), search.visits
    search._grow()
    search._known.clear()
    assert search.value(game.start()) == value
    assert search.visits - visits < 20 < visits


@pytest.mark.parametrize("id", ["light-cycle", "pathway"])
def test_a_finished_position_has_the_value_of_the_rules(id: str) -> None:
    game, rng = load_game(id, 7), random.Random(3)
    search = solve(game)
    for _ in range(50):
        position = wandered(game, rng, 200)
        if not game.legal(position):
            outcome = "win" if game.winner(position) == position.turn else "loss"
            assert search.value(position) == (outcome, 0)
            assert search.best_moves(position) == search.principal_variation(position) == ()


def test_every_worker_takes_part_in_a_search() -> None:
    search = OnDemandSolver(load_game("pathway", 6), workers=2)
    assert search.value(search.game.start()) == ("win", 27)
    assert min(search.shares) > 0


@pytest.mark.parametrize("workers", [1, 2])
def test_a_search_that_takes_too_long_is_reported(workers: int) -> None:
    search = OnDemandSolver(load_game("light-cycle", 7), workers=workers)
    search.max_visits = 1000
    with pytest.raises(TooHard, match="light-cycle 7x7: not solved after 1,000 positions"):
        search.value(search.game.start())


def test_a_search_limited_by_memory_suggests_more_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_demand, "MAX_VISITS", 1000)
    search = OnDemandSolver(load_game("light-cycle", 7), memory=1)
    with pytest.raises(
        TooHard, match=r"after 1,000 positions; to search more of them, allow more memory with .* --memory GB$"
    ):
        search.value(search.game.start())


def test_a_game_that_can_go_on_forever_is_not_searched() -> None:
    with pytest.raises(SetupError, match="grid-runner cannot be searched: its games can last more than 126 plies"):
        OnDemandSolver(load_game("grid-runner"))


def test_a_game_that_lasts_longer_than_stated_is_refused() -> None:
    stated = replace(GRID_RUNNER, max_plies=lambda size, rulings: 60, on_demand_sizes=(4,))
    game = Game(stated, 4, {"repetition": "endless"})
    with pytest.raises(BrokenRules, match="the game continues after 60 plies, its max_plies"):
        solve(game).value(game.start())


def freed(rules: Any, position: Position) -> Position:
    """A canonical form that keeps a game from ever ending, because it removes a wall."""
    return Position(position.turn, position.one, position.two, position.blocked & position.blocked - 1)


def test_a_canonical_form_with_which_the_game_never_ends_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(replace(LIGHT_CYCLE, canonicalize=freed, on_demand_sizes=(3,)), 3)
    with pytest.raises(BrokenRules, match="`canonicalize` takes it to"):
        OnDemandSolver(game).value(game.start())
    monkeypatch.setattr(on_demand, "check_searched", lambda game: None)
    with pytest.raises(BrokenRules, match="`canonicalize` takes it to"):
        OnDemandSolver(game).value(game.start())


def test_a_search_checks_the_rules_once(monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[Game] = []
    monkeypatch.setattr(on_demand, "check_searched", checked.append)
    game = load_game("light-cycle", 3)
    search = OnDemandSolver(game)
    assert checked == []
    search.move_values(game.start())
    assert checked == [game]


def test_a_search_reports_progress() -> None:
    class Heard(Exception):
        pass

    def hear(stage: str, done: int, total: int | None) -> None:
        assert (stage, total) == ("searching", None)
        if done:
            raise Heard

    search = OnDemandSolver(load_game("pathway", 7), hear)
    with pytest.raises(Heard):
        search.value(search.game.start())


def test_a_search_counts_the_positions_it_visits() -> None:
    game = load_game("light-cycle", 3)
    search = OnDemandSolver(game)
    search.value(game.start())
    first = search.visits
    assert first > 1
    search.value(game.start())
    assert search.visits == first
