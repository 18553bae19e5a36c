"""Binds kernel modules to a game: compiled for bulk work, or as plain Python for a single probe."""

from functools import lru_cache
from types import ModuleType, SimpleNamespace
from typing import Any

from gridduels.engine.kernels import layout, probe
from gridduels.engine.kernels.compiling import bind, compile_kernels, fingerprint
from gridduels.game import Definition
from gridduels.statement import identity, identity_symmetry

__all__ = ["compiled", "compiled_for_all", "names_of", "plain", "rule_functions", "source_of"]


def rule_functions(definition: Definition) -> dict[str, Any]:
    """The rules that kernels call by name."""
    rules = definition.rules
    return {"start": rules.start, "legal": rules.legal, "play": rules.play, "winner": rules.winner}


def _hooks(definition: Definition) -> dict[str, Any]:
    """The functions a game states beside its rules."""
    return {"canonicalize": definition.canonicalize, "apply_symmetry": definition.apply_symmetry}


def _constants(definition: Definition) -> dict[str, Any]:
    """What a game states that kernels have as constants."""
    constants = {"layered": definition.is_layered, "symmetries": definition.symmetries}
    return layout.layout_of(definition.statement) | constants


def names_of(definition: Definition) -> dict[str, Any]:
    """All that kernels call and read by name."""
    return rule_functions(definition) | _hooks(definition) | _constants(definition)


@lru_cache(None)
def compiled(definition: Definition, *modules: ModuleType) -> SimpleNamespace:
    """Kernel modules compiled for a game."""
    return compile_kernels((layout, probe, *modules), definition.id, names_of(definition))


@lru_cache(None)
def compiled_for_all(*modules: ModuleType) -> SimpleNamespace:
    """Kernel modules that know no game, compiled once for all."""
    return compile_kernels(modules, "all", {})


@lru_cache(None)
def plain(definition: Definition, *modules: ModuleType) -> SimpleNamespace:
    """Kernel modules of a game as plain Python, for which nothing need be compiled; layout and probe are among them."""
    return bind((layout, probe, *modules), names_of(definition))


@lru_cache(None)
def source_of(definition: Definition) -> str:
    """A hash of everything a table depends on but the game's own numbers: the sources of its rules, and what it
    states."""
    stated = [hook for hook in _hooks(definition).values() if hook not in (identity, identity_symmetry)]
    functions = [*rule_functions(definition).values(), *stated, layout.pack, probe.look_up]
    names = [function.__qualname__ for function in functions]  # a file may hold several, and only one of them is stated
    return fingerprint(functions, f"{sorted(_constants(definition).items())} {names}")
