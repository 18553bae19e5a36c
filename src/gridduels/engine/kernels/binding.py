"""Binds kernel modules to a game: compiled for bulk work, or as plain Python for a single probe."""

from functools import lru_cache
from types import ModuleType, SimpleNamespace
from typing import Any

from gridduels.engine.kernels import contract, layout, probe
from gridduels.engine.kernels.compiling import bind, compile_kernels, fingerprint
from gridduels.engine.kernels.known_calls import winner_knowing
from gridduels.errors import SetupError
from gridduels.game import Definition, Game
from gridduels.statement import identity, identity_symmetry

__all__ = [
    "check_word",
    "compiled",
    "compiled_for_all",
    "is_wide",
    "kernels_of",
    "key_type",
    "key_width",
    "names_of",
    "plain",
    "rule_functions",
    "source_of",
]


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
    names = rule_functions(definition) | _hooks(definition) | _constants(definition)
    quicker = winner_knowing(definition.rules.winner, definition.rules.legal)
    return names | ({"winner_knowing": quicker} if quicker else {})


@lru_cache(None)
def compiled(definition: Definition, *modules: ModuleType) -> SimpleNamespace:
    """Kernel modules compiled for a game."""
    names = names_of(definition)

    def complaint(error: Exception) -> Exception:
        from gridduels.engine.kernels.complaints import complaint_about

        return complaint_about(definition, names, error)

    return compile_kernels((layout, probe, contract, *modules), definition.id, names, complaint=complaint)


@lru_cache(None)
def compiled_for_all(*modules: ModuleType) -> SimpleNamespace:
    """Kernel modules that know no game, compiled once for all."""
    return compile_kernels(modules, "all", {})


@lru_cache(None)
def plain(definition: Definition, *modules: ModuleType) -> SimpleNamespace:
    """Kernel modules of a game as plain Python, for which nothing need be compiled; layout and probe are among them."""
    return bind((layout, probe, contract, *modules), names_of(definition))


def key_width(game: Game) -> int:
    """How many bits the key of a position takes."""
    return _key_width(game.definition, game.rules)


@lru_cache(None)
def _key_width(definition: Definition, rules: Any) -> int:
    return int(plain(definition).key_width(rules))


def is_wide(game: Game) -> bool:
    """Whether the key of a position is longer than a machine word, so that it takes the numbers of plain Python."""
    return key_width(game) > layout.MAX_KEY_BITS


def kernels_of(game: Game, *modules: ModuleType) -> SimpleNamespace:
    """Kernel modules of a game: compiled, or as plain Python where its keys are longer than a machine word."""
    return (plain if is_wide(game) else compiled)(game.definition, *modules)


def key_type(game: Game) -> Any:
    """The numpy type of arrays of keys."""
    import numpy as np

    return object if is_wide(game) else np.int64


def check_word(game: Game, holder: str) -> None:
    """Refuses a game whose keys are longer than a machine word, where they have to fit into one."""
    if is_wide(game):
        takes = f"a position takes {key_width(game)} bits, and {layout.MAX_KEY_BITS} fit"
        raise SetupError(f"{holder} cannot hold {game!r}: {takes}")


@lru_cache(None)
def source_of(definition: Definition) -> str:
    """A hash of everything a table depends on but the game's own numbers: the sources of its rules, and what it
    states."""
    stated = [hook for hook in _hooks(definition).values() if hook not in (identity, identity_symmetry)]
    functions = [*rule_functions(definition).values(), *stated, layout.pack, probe.look_up]
    names = [function.__qualname__ for function in functions]  # a file may hold several, and only one of them is stated
    return fingerprint(functions, f"{sorted(_constants(definition).items())} {names}")
