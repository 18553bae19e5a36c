"""Whether a game's rules can be compiled, and then do what they do as plain Python: where numba is installed.

A check is a generator: it yields a sentence for each broken promise it finds, and its name is the promise.
"""

import re
import warnings
from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

from gridduels.duel import Duel
from gridduels.engine.kernels.binding import is_wide
from gridduels.game import Definition, Game
from gridduels.statement import identity, identity_symmetry

__all__ = ["compiled_rules_play_alike", "rules_can_be_compiled"]

_ADVICE: Final = (
    "Compiled rules are arithmetic on ints: no lists, sets, dicts, strings, floats, exceptions, classes or `_replace`, "
    "and each name and each way out of a function has a value of one kind"
)
_PLACE: Final = re.compile(r'File "([^"]+)", line (\d+)')
_NAMES: Final = {
    "try_legal": "`legal`",
    "try_winner": "`winner`",
    "try_play": "`play`",
    "try_canonicalize": "`canonicalize`",
    "try_apply_symmetry": "`apply_symmetry`",
}


class _Call(NamedTuple):
    """A compiled function, the plain one, and what they are called with after the rules."""

    name: str
    compiled: Callable[..., Any]
    plain: Callable[..., Any]
    values: tuple[Any, ...]


def rules_can_be_compiled(game: Game) -> Iterator[str]:
    """Numba's complaint in our words, with the line it is about."""
    if find_spec("numba") is None or is_wide(game):
        return
    start = game.start()
    action = (game.legal(start) & -game.legal(start)).bit_length() - 1
    for call in _calls(game, start, action):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                call.compiled(game.rules, *call.values)
        except Exception as error:  # numba has errors of its own, but not for everything
            yield f"{_NAMES[call.name]} cannot be compiled{_line(game.definition, str(error))}. {_ADVICE}"
            return


def compiled_rules_play_alike(duel: Duel) -> Iterator[str]:
    """Plain ints grow without end, and compiled ones have 64 bits; a division, a shift or a comparison may differ."""
    game, position = duel.game, duel.position
    if find_spec("numba") is None or is_wide(game):
        return
    actions = duel.legal_actions
    legal: list[int | None] = [action for action in range(actions.bit_length()) if actions >> action & 1]
    for call in chain.from_iterable(_calls(game, position, action) for action in legal or [None]):
        compiled, plain = call.compiled(game.rules, *call.values), call.plain(game.rules, *call.values)
        if compiled != plain:
            given = f" of {game.moves[call.values[1]]!r}" if call.name == "try_play" else ""
            yield (
                f"{_NAMES[call.name]}{given} gives {plain!r} as plain Python and {compiled!r} compiled: "
                f"does a number get longer than 63 bits on the way?"
            )


def _calls(game: Game, position: Any, action: int | None) -> Iterator[_Call]:
    """Every function of a game, called in a position."""
    kernels, definition, rules = _kernels(game.definition), game.definition, game.definition.rules
    yield _Call("try_legal", kernels.try_legal, rules.legal, (position,))
    yield _Call("try_winner", kernels.try_winner, rules.winner, (position,))
    if action is not None:
        yield _Call("try_play", kernels.try_play, rules.play, (position, action))
    if definition.canonicalize is not identity:
        yield _Call("try_canonicalize", kernels.try_canonicalize, definition.canonicalize, (position,))
    if definition.apply_symmetry is not identity_symmetry:
        for number in range(definition.symmetries):
            yield _Call("try_apply_symmetry", kernels.try_apply_symmetry, definition.apply_symmetry, (position, number))


@lru_cache(None)
def _kernels(definition: Definition) -> Any:
    from gridduels.engine.kernels.binding import compiled
    from gridduels.engine.kernels.searching import trying

    return compiled(definition, trying)


def _line(definition: Definition, complaint: str) -> str:
    """The line of the game's own sources that numba complains about last, with what stands there."""
    own = Path(getattr(definition.rules, "__file__", None) or definition.rules.legal.__code__.co_filename).resolve()
    places = [(Path(file), int(line)) for file, line in _PLACE.findall(complaint)]
    for path, line in reversed(places):
        if path.name == own.name and path.parent.name == own.parent.name:
            text = own.read_text(encoding="utf-8").splitlines()[line - 1].strip()
            return f": {own.name}, line {line}, `{text}`{_reason(complaint)}"
    return _reason(complaint)


def _reason(complaint: str) -> str:
    """The gist of numba's complaint."""
    for line in complaint.splitlines():
        said = line.strip()
        if said and not said.startswith(("Failed in", "During:", "File ", "No implementation", ">>>", "<", "-")):
            return f" ({said.rstrip('.')})"
    return ""
