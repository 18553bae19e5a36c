"""Compiled rules behave like the interpreted ones, and an edited rule never runs from outdated compiled code."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Annotated, Any, NamedTuple

import pytest

from gridduels import Game, load_game
from gridduels.engine.kernels import enumeration, hash_tables, layout, placeholders
from gridduels.engine.kernels.compiler import bind, compiled, fingerprint, plain, source_of
from gridduels.engine.progress import silent
from gridduels.engine.solvers.enumeration import enumerate_keys
from gridduels.statement import Cells, Count, Mark, Token, Turn, identity_symmetry
from tests.helpers import GAMES, heavy_but, name_of, reachable, variants
from tests.players.bots.hostile import posix_only

NEEDED = ("Position", "setup", "start", "legal", "play", "winner")
ENUMERATED = [
    game
    for id in GAMES
    for game in variants(id, [3, 4], repetition=["barred"], obstacles=[0, 1])
    if not (game.size == 4 and game.rulings.get("obstacles") == 1)
]


FEW = heavy_but([game for game in ENUMERATED if game.id in ("pathway", "blockade")], ENUMERATED)


@pytest.mark.parametrize("game", [*FEW, load_game("blockade", 3)], ids=name_of)
def test_compiled_rules_reach_the_same_positions_as_interpreted_rules(game: Game) -> None:
    found = enumerate_keys(game, [game.start()], silent, canonical=False)
    pack = plain(game.definition).pack
    assert sorted(found.tolist()) == sorted(pack(game.rules, position, False) for position in reachable(game))


def test_the_original_functions_stay_plain() -> None:
    game = load_game("light-cycle", 3)
    compiled(game.definition, hash_tables, enumeration)
    assert all(isinstance(getattr(game.definition.rules, name), FunctionType) for name in ("legal", "play", "winner"))
    assert isinstance(layout.pack, FunctionType)


def test_binding_gives_kernels_the_games_own_functions_and_leaves_the_module_alone() -> None:
    game = load_game("gridlock", 3)
    bound = plain(game.definition)
    assert bound.look_up.__globals__["canonicalize"] is game.definition.canonicalize
    assert bound.pack.__globals__["kinds"] == (layout.TURN, layout.CELL, layout.CELLS)
    assert placeholders.kinds == ()
    with pytest.raises(NotImplementedError):
        placeholders.canonicalize(game.rules, game.start())


def test_bind_keeps_constants_of_a_module_that_are_not_replaced() -> None:
    bound = bind((layout,), {"kinds": (layout.TURN,), "irreversible": (0,)})
    assert bound.key_width(load_game("pathway", 3).rules) == 2


def test_a_fingerprint_covers_what_a_function_calls(tmp_path: Path) -> None:
    names: dict[str, Any] = {}
    files = {"outer": "def outer():\n    return inner()\n", "inner": "def inner():\n    return 1\n"}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
        exec(compile(text, str(tmp_path / name), "exec"), names)
    before = fingerprint([names["outer"]])
    assert before == fingerprint([names["outer"]])
    (tmp_path / "inner").write_text("def inner():\n    return 2\n")
    assert fingerprint([names["outer"]]) != before


def test_every_game_has_its_own_source_hash() -> None:
    assert len({source_of(load_game(id).definition) for id in GAMES}) == len(GAMES)


class Reversible(NamedTuple):
    """A Position of Blockade Runner that does not declare a reserve irreversible."""

    turn: Annotated[int, Turn()]
    one: Annotated[int, Token(1)]
    two: Annotated[int, Token(2)]
    obstacles: Annotated[int, Cells(Mark.OBSTACLE, irreversible=True)]
    reserve_one: Annotated[int, Count(1)]
    reserve_two: Annotated[int, Count(2, irreversible=True)]


def test_every_fact_a_table_depends_on_changes_the_source_hash() -> None:
    blockade = load_game("blockade").definition
    bare: Any = SimpleNamespace(**{name: getattr(blockade.rules, name) for name in NEEDED})
    changes: dict[str, dict[str, Any]] = {
        "nothing": {},
        "symmetries": {"symmetries": 2},
        "no symmetries": {"symmetries": 1, "apply_symmetry": identity_symmetry, "rules": bare},
        "canonical form": {"canonicalize": load_game("pathway").definition.canonicalize},
        "no layers": {"max_layers": None, "rules": bare},
        "irreversible fields": {"rules": SimpleNamespace(**vars(bare) | {"Position": Reversible})},
    }
    sources = {name: source_of(replace(blockade, **facts)) for name, facts in changes.items()}
    assert len(set(sources.values())) == len(sources)
    assert sources["nothing"] == source_of(blockade) == source_of(replace(blockade, title="Another", order=7))


@pytest.mark.heavy
@posix_only
def test_processes_that_start_together_compile_a_kernel_once(tmp_path: Path) -> None:
    script = (
        "from gridduels import load_game\n"
        "from gridduels.engine.kernels.compiler import compiled\n"
        "game = load_game('grid-runner', 3)\n"
        "pack = compiled(game.definition).pack\n"
        "print(pack(game.rules, game.start(), False))\n"
        "print(sum(pack.stats.cache_hits.values()), sum(pack.stats.cache_misses.values()))\n"
    )
    environment = {**os.environ, "GRIDDUELS_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", script]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) for _ in range(3)]
    runs = [process.communicate(timeout=120)[0].split() for process in processes]
    assert len({key for key, *_ in runs}) == 1
    assert sorted(counts for _, *counts in runs) == [["0", "1"], ["1", "0"], ["1", "0"]]
