"""Gymnasium, PettingZoo and OpenSpiel get to know the games wherever they are imported beside gridduels.

None of them looks for games in installed packages, and `import gridduels` must not import them. So the games are
registered at once in a library that is there already, and in any other right after somebody has imported it.
"""

import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec

__all__ = ["watch"]

_INTERFACES: Final = {
    "gymnasium": "gridduels.agents.gymnasium",
    "pettingzoo": "gridduels.agents.pettingzoo",
    "pyspiel": "gridduels.agents.openspiel",
}
"""The libraries, each with the module of ours whose `register` makes the games known to it."""


class _Watch:
    """Finds nothing by itself: it adds to what others find that the games are registered once that is loaded."""

    def __init__(self) -> None:
        self._looking: set[str] = set()

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> "ModuleSpec | None":
        if fullname not in _INTERFACES or fullname in self._looking:
            return None
        self._looking.add(fullname)
        try:
            spec = find_spec(fullname)
        finally:
            self._looking.discard(fullname)
        if spec and spec.loader:
            load = spec.loader.exec_module

            def load_and_register(module: ModuleType) -> None:
                load(module)
                _register(fullname)

            spec.loader.exec_module = load_and_register  # type: ignore[method-assign]
        return spec


def _register(library: str) -> None:
    """Makes the games known to a library; one of our interfaces that is just being imported does it by itself."""
    if _INTERFACES[library] not in sys.modules:
        with suppress(ImportError):  # the engine may be missing, and nobody has asked for the games
            import_module(_INTERFACES[library]).register()


def watch() -> None:
    """From now on, the games are known to these libraries."""
    if not any(isinstance(finder, _Watch) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Watch())
        for library in _INTERFACES.keys() & sys.modules.keys():
            _register(library)
