"""Numba's complaints about a game's rules in a sentence: which function cannot be compiled, at which line, and why."""

import ast
import re
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from gridduels.engine.kernels import contract, layout, probe
from gridduels.engine.kernels.compiling import compile_kernels
from gridduels.engine.kernels.searching import trying
from gridduels.errors import SetupError
from gridduels.game import Definition, Game
from gridduels.statement import identity, identity_symmetry

__all__ = ["CannotCompile", "complaint_about", "uncompilable"]

_ADVICE: Final = (
    "Compiled rules are arithmetic on ints: no lists, sets, dicts, strings, floats, exceptions, classes or `_replace`, "
    "and each name and each way out of a function has a value of one kind"
)
_PLACE: Final = re.compile(r'File "([^"]+)", line (\d+)')


class CannotCompile(SetupError):
    """A game's rules cannot be compiled."""


class _Try(NamedTuple):
    """A function of a game, and what it is called with after the rules."""

    name: str
    call: Callable[..., Any]
    values: tuple[Any, ...]


def complaint_about(definition: Definition, names: dict[str, Any], error: Exception) -> CannotCompile:
    """Return the sentence about an error that came up while kernels were compiled for a game."""
    found = next(uncompilable(Game(definition), names), "")
    said = found or f"its rules cannot be compiled{_line(definition, str(error))}. {_ADVICE}"
    return CannotCompile(f"{definition.id}: {said}")


def uncompilable(game: Game, names: dict[str, Any]) -> Iterator[str]:
    """Compile the functions of a game one by one; yield a sentence about the first that cannot be."""
    kernels = compile_kernels((layout, probe, contract, trying), game.id, names)
    for each in _tries(game, kernels):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                each.call(game.rules, *each.values)
        except Exception as error:  # numba has errors of its own, but not for everything
            yield f"`{each.name}` cannot be compiled{_line(game.definition, str(error))}. {_ADVICE}"
            return


def _tries(game: Game, kernels: Any) -> Iterator[_Try]:
    start, definition = game.start(), game.definition
    yield _Try("legal", kernels.try_legal, (start,))
    yield _Try("winner", kernels.try_winner, (start,))
    if legal := game.legal(start):
        yield _Try("play", kernels.try_play, (start, (legal & -legal).bit_length() - 1))
    if definition.canonicalize is not identity:
        yield _Try("canonicalize", kernels.try_canonicalize, (start,))
    if definition.apply_symmetry is not identity_symmetry:
        yield _Try("apply_symmetry", kernels.try_apply_symmetry, (start, 0))


def _line(definition: Definition, complaint: str) -> str:
    """The line of the game's own sources that numba complains about last, with what stands there."""
    own = Path(getattr(definition.rules, "__file__", None) or definition.rules.legal.__code__.co_filename).resolve()
    places = [(Path(file), int(line)) for file, line in _PLACE.findall(complaint)]
    for path, line in reversed(places):
        if path.name == own.name and path.parent.name == own.parent.name:
            source = own.read_text(encoding="utf-8")
            text = source.splitlines()[line - 1].strip()
            return f": {own.name}, line {line}{_function(source, line)}, `{text}`{_reason(complaint)}"
    return _reason(complaint)


def _function(source: str, line: int) -> str:
    """The function that a line is in."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or node.lineno):
            return f" in `{node.name}`"
    return ""


def _reason(complaint: str) -> str:
    """The gist of numba's complaint."""
    for line in complaint.splitlines():
        said = line.strip()
        if said and not said.startswith(("Failed in", "During:", "File ", "No implementation", ">>>", "<", "-")):
            return f" ({said.rstrip('.')})"
    return ""
