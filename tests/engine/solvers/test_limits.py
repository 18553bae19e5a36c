"""A game too big to solve is refused with a sentence that says what it needs and what to try instead."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from classic_duels.connect_four import GAME as CONNECT_FOUR

from gridduels import Game, SetupError, load_game
from gridduels.engine import Table, solve
from gridduels.engine.kernels.compiler import plain
from gridduels.engine.solvers import enumeration, layered, limits
from gridduels.engine.solvers.limits import (
    USUAL_MEMORY,
    TooBig,
    allow_memory,
    check_fits,
    half_of_machine,
    memory_limit,
    memory_needed,
)
from gridduels.engine.tables.format import table_files
from tests.helpers import changed, heavy_but, name_of, variants

SMALL_BLOCKADE = variants("blockade", [3, 4], repetition=["barred"], stuck=["loses"], obstacles=[0, 1, 2, 3])


def started(*_: object) -> None:
    raise AssertionError("it was started")


@pytest.mark.parametrize("paths", ["both", "opponent"])
@pytest.mark.parametrize("reserve", [0, 1, 2, 4])
def test_max_layers_counts_the_states_of_obstacles_and_reserves_up_to_symmetry(reserve: int, paths: str) -> None:
    game = load_game("blockade", 3, obstacles=reserve, paths=paths)
    corners = {0, 8} if paths == "both" else set()
    cells = [cell for cell in range(9) if cell not in corners]
    kernels, canonical = plain(game.definition), set()
    for first in range(reserve + 1):
        for second in range(reserve + 1):
            for chosen in combinations(cells, first + second):
                obstacles = sum(1 << cell for cell in chosen)
                position = changed(
                    game.start(), obstacles=obstacles, reserve_one=reserve - first, reserve_two=reserve - second
                )
                canonical.add(kernels.canonical_layer(game.rules, position)[0])
    assert game.definition.max_layers
    assert game.definition.max_layers(game.rules) == len(canonical)


@pytest.mark.parametrize("game", heavy_but(SMALL_BLOCKADE[:8], SMALL_BLOCKADE), ids=name_of)
def test_no_game_has_more_layers_than_it_says(game: Game) -> None:
    table = solve(game)
    assert isinstance(table, Table)
    assert game.definition.max_layers
    assert 0 < len(table.arrays.keys) <= game.definition.max_layers(game.rules)


@pytest.mark.parametrize(
    ("size", "rulings", "sentence"),
    [
        (
            6,
            {"obstacles": 4},
            "6x6 obstacles=4 .* about 23 GB of memory, but the limit is 3.0 GB; try --rule obstacles=3 or --size 5",
        ),
        (5, {"obstacles": 6}, "5x5 obstacles=6 .* about 5.3 GB of memory, .*; try --rule obstacles=5 or --size 4"),
        (6, {"obstacles": 9, "paths": "opponent"}, "about [0-9]+ GB of memory, .*; try --rule obstacles=3 or --size 4"),
    ],
)
def test_a_layered_game_too_big_is_refused_before_anything_starts(
    monkeypatch: pytest.MonkeyPatch, own_cache: Path, size: int, rulings: dict[str, str | int], sentence: str
) -> None:
    monkeypatch.setattr(layered, "LayerSolver", started)
    with pytest.raises(TooBig, match=sentence):
        solve(load_game("blockade", size, **rulings))
    assert table_files() == []


def test_the_suggestions_of_a_refusal_fit() -> None:
    for size, obstacles in ((6, 3), (5, 5), (4, 9)):
        check_fits(load_game("blockade", size, obstacles=obstacles))
    needed = [memory_needed(load_game("blockade", 6, obstacles=obstacles)) for obstacles in (2, 3, 4)]
    assert needed[0] < needed[1] < USUAL_MEMORY < needed[2]  # type: ignore[operator]


def test_a_position_wider_than_a_key_is_refused_with_the_size_that_fits() -> None:
    with pytest.raises(
        TooBig, match=r"connect-four 6x7 cannot be solved here: a position takes 86 bits.*; try --size 5x6"
    ):
        solve(Game(CONNECT_FOUR))


def test_an_enumerated_game_too_big_is_refused_on_the_way(monkeypatch: pytest.MonkeyPatch, own_cache: Path) -> None:
    monkeypatch.setattr(enumeration, "max_positions", lambda bytes_per_position: 700)
    with pytest.raises(TooBig, match=r"pathway 4x4 .* has more than 700 positions; try --size 3"):
        solve(load_game("pathway", 4), rebuild=True)
    assert table_files() == []


def test_a_table_has_no_counts_if_there_are_too_many_positions(
    monkeypatch: pytest.MonkeyPatch, own_cache: Path
) -> None:
    monkeypatch.setattr(enumeration, "max_positions", lambda bytes_per_position: 1000)
    game = load_game("pathway", 4)
    table = solve(game, rebuild=True)
    assert (table.entries, table.counts) == (769, None)
    assert table.value(game.start()) == ("win", 11)


def test_a_game_with_more_layers_than_it_says_is_refused_on_the_way(own_cache: Path) -> None:
    definition = replace(load_game("blockade").definition, max_layers=lambda rules: 10)
    with pytest.raises(SetupError, match="blockade has more layers than its max_layers: 10"):
        solve(Game(definition, 3), rebuild=True)
    assert table_files() == []


def test_the_memory_limit_follows_the_machine_and_the_option(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_physical", lambda: 4_000_000_000)
    monkeypatch.setattr(limits, "_of_container", lambda: None)
    assert memory_limit() == half_of_machine() == 2_000_000_000
    monkeypatch.setattr(limits, "_of_container", lambda: 1_000_000_000)
    assert memory_limit() == 500_000_000
    monkeypatch.setattr(limits, "_physical", lambda: 64_000_000_000)
    monkeypatch.setattr(limits, "_of_container", lambda: None)
    assert (memory_limit(), half_of_machine()) == (USUAL_MEMORY, 32_000_000_000)
    game = load_game("blockade", 6, obstacles=4)
    with pytest.raises(TooBig, match=r"the limit is 3\.0 GB"):
        check_fits(game)
    with allow_memory(32_000_000_000):
        check_fits(game)
    with allow_memory(1_000_000), pytest.raises(TooBig, match=r"the limit is 0\.0 GB"):
        check_fits(load_game("blockade"))
    monkeypatch.setattr(limits, "_physical", lambda: None)
    assert memory_limit() == USUAL_MEMORY


def test_the_memory_of_this_machine_is_known() -> None:
    assert half_of_machine() > 100_000_000


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"disk": True}, "--disk"),
        ({"ray_workers": 2}, "--engine ray"),
        ({"device": "cuda", "disk": True}, "--device cuda and --disk"),
    ],
)
def test_options_that_do_not_apply_to_a_game_are_refused_by_name(options: dict[str, Any], named: str) -> None:
    with pytest.raises(SetupError, match=f"light-cycle 7x7 is searched position by position: leave out {named}$"):
        solve(load_game("light-cycle", 7), **options)
    with pytest.raises(SetupError, match=f"pathway 3x3 is not solved in layers: leave out {named}$"):
        solve(load_game("pathway", 3), **options)
