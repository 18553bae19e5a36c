"""The kernel modules bound to a game: compiled for bulk work, plain for a single probe."""

from collections.abc import Callable
from functools import lru_cache
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple

from gridduels.engine.kernels import layout, probe
from gridduels.engine.kernels.compiling import bind, compile_kernels, fingerprint
from gridduels.game import Definition

__all__ = ["Traits", "compiled", "compiled_for_all", "plain", "source_of", "traits_of"]

_FUNCTIONS = ("start", "legal", "play", "winner")


class Traits(NamedTuple):
    """What a game states beside its rules for the engine's sake, all of it optional."""

    reduce: Callable[[Any, Any], Any]
    lasting: tuple[str, ...]
    turned: Callable[[Any, Any, int], Any]
    symmetries: tuple[int, ...]
    searched: tuple[int, ...]
    uncounted: tuple[int, ...]
    most_frames: Callable[[Any], int] | None


def traits_of(definition: Definition) -> Traits:
    """`reduce` gives a position of the same value; LASTING names the fields that a move changes for good or not at
    all; `turned` and SYMMETRIES give the ways to see the same game; `most_frames` says how many states of the lasting
    fields there are at most, images counted once; SEARCHED are the sizes with too many positions for a table (of a game
    that never repeats a position), UNCOUNTED those with too many to count them."""
    rules = definition.rules
    return Traits(
        getattr(rules, "reduce", _unchanged),
        getattr(rules, "LASTING", ()),
        getattr(rules, "turned", _not_turned),
        tuple(range(getattr(rules, "SYMMETRIES", 1))),
        getattr(rules, "SEARCHED", ()),
        getattr(rules, "UNCOUNTED", ()),
        getattr(rules, "most_frames", None),
    )


def _unchanged(rules: Any, position: Any) -> Any:
    return position


def _not_turned(rules: Any, position: Any, symmetry: int) -> Any:
    return position


def _names(definition: Definition) -> dict[str, Any]:
    traits = traits_of(definition)
    names: dict[str, Any] = {name: getattr(definition.rules, name) for name in _FUNCTIONS}
    names |= layout.layout_of(definition.rules.Position, traits.lasting)
    names |= {"reduce": traits.reduce, "turned": traits.turned}
    return names | {"framed": bool(traits.lasting), "symmetries": traits.symmetries}


@lru_cache(None)
def compiled(definition: Definition, *modules: ModuleType) -> SimpleNamespace:
    """Kernel modules compiled for a game."""
    return compile_kernels((layout, probe, *modules), definition.id, _names(definition))


@lru_cache(None)
def compiled_for_all(*modules: ModuleType) -> SimpleNamespace:
    """Kernel modules that know no game, compiled once for all."""
    return compile_kernels(modules, "all", {})


@lru_cache(None)
def plain(definition: Definition, *modules: ModuleType) -> SimpleNamespace:
    """Kernel modules of a game as plain Python, for which nothing need be compiled; layout and probe are among them."""
    return bind((layout, probe, *modules), _names(definition))


def source_of(definition: Definition) -> str:
    """A hash of everything a table depends on but the game's own numbers: the sources of its rules."""
    traits = traits_of(definition)
    functions = [getattr(definition.rules, name) for name in _FUNCTIONS]
    return fingerprint([*functions, traits.reduce, traits.turned, layout.pack, probe.look_up])  # type: ignore[list-item]
