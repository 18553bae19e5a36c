"""The available games: one package each under `gridduels.games`, plus those added by installed packages.

A package adds a game through the `gridduels.games` entry point group, pointing at its Definition:

    [project.entry-points."gridduels.games"]
    my-game = "my_package:GAME"
"""

import pkgutil
import random
import re
import sys
import warnings
from functools import cache, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Final

from gridduels.board import Size
from gridduels.duel import Duel
from gridduels.errors import GridDuelsError, SetupError
from gridduels.game import Definition, Game
from gridduels.text import did_you_mean

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_FOLDER: Final = "gridduels.games"
_FAMILY: Final = "gridduels.invent"
_CODE: Final = re.compile(r"duel\d+-")
"""The beginning of an invented duel's id."""
_MEANT: Final = re.compile(r"(?<![a-z])duel\d", re.IGNORECASE)
"""Matches text that was probably meant as the code of an invented duel, such as a link to one."""
_GAMES, _PLIES = 4, 40
"""The number and maximum length of the random games that test an installed game before it is listed."""


def load_game(id: str, size: Size | None = None, **rulings: str | int) -> Game:
    """Return the game with this id, bound to the given or default board size and rulings.

    >>> load_game("pathway", size=4, goal="sealed")
    load_game('pathway', size=4, goal='sealed')
    """
    return Game(definition(id), size, rulings)


def is_code(id: str) -> bool:
    """Return whether an id looks like the code of an invented duel, of any version of the family.

    >>> is_code("duel1-3x3"), is_code("pathway")
    (True, False)
    """
    return _CODE.match(id) is not None


def definition(id: str) -> Definition:
    """Return the Definition of the game with this id, or of an invented duel with this code. Raises SetupError if there
    is none."""
    if is_code(id):
        return _invented(id)
    if id in _own_ids():
        return _own(id)
    entries = _entries()
    if id in entries:
        return _installed(entries[id])
    if _MEANT.search(id):
        return _invented(id)  # raises the error about codes
    known = [each.id for each in definitions()]
    hint = did_you_mean(id, known) or f" The games are {', '.join(known)}."
    raise SetupError(f"unknown game {id!r}.{hint}")


def definitions() -> list[Definition]:
    """Return every game, the built-in ones first. Installed games that fail to load or play are omitted with a
    warning."""
    found = [_own(id) for id in _own_ids()]
    for id, entry in _entries().items():
        try:
            installed = _installed(entry)
            _try_out(installed)
            found.append(installed)
        except GridDuelsError as error:
            warnings.warn(f"the game {id} is omitted: {error}", stacklevel=2)
    return sorted(found, key=lambda each: (each.order, each.id))


def _own_ids() -> list[str]:
    folder = import_module(_FOLDER)
    return [module.name.replace("_", "-") for module in pkgutil.iter_modules(folder.__path__) if module.ispkg]


def _invented(code: str) -> Definition:
    found: Definition = import_module(_FAMILY).definition(code)
    return found


def _own(id: str) -> Definition:
    found: Definition = import_module(f"{_FOLDER}.{id.replace('-', '_')}").GAME
    return found


def _entries() -> dict[str, "EntryPoint"]:
    own = _own_ids()
    return {entry.name: entry for entry in _entries_on(tuple(sys.path)) if entry.name not in own}


@lru_cache(1)
def _entries_on(path: tuple[str, ...]) -> tuple["EntryPoint", ...]:
    """Return the entry points of all packages on a path. The lookup is slow, so it is cached per path."""
    from importlib.metadata import distributions, entry_points  # slow to import; only needed for installed games

    try:
        return tuple(entry_points(group=_FOLDER))
    except Exception:  # one package with unreadable metadata would hide all the others
        found: list[EntryPoint] = []
        for distribution in distributions():
            try:
                found += distribution.entry_points.select(group=_FOLDER)
            except Exception as error:
                name = distribution.metadata["Name"]
                warnings.warn(f"the entry points of the package {name} cannot be read: {error}", stacklevel=2)
        return tuple(found)


def _installed(entry: "EntryPoint") -> Definition:
    try:
        found = entry.load()
    except (Exception, SystemExit) as error:
        raise SetupError(f"{entry.value} cannot be loaded: {_describe(error)}") from error
    if not isinstance(found, Definition) or found.id != entry.name:
        raise SetupError(f"{entry.value} is not a Definition with the id {entry.name!r}")
    return found


def _try_out(definition: Definition) -> None:
    """Raise SetupError if a few random games on the default board cannot be played."""
    if failure := _failure(definition):
        raise SetupError(f"it cannot be played: {failure}")


@cache
def _failure(definition: Definition) -> str:
    rng = random.Random(definition.id)
    try:
        for _ in range(_GAMES):
            duel = Duel(Game(definition))
            while not duel.outcome and duel.ply < _PLIES:
                duel = duel.play(rng.choice(duel.legal_moves))
            definition.words.player(duel.turn)
            if duel.outcome:
                definition.words.why(duel)
    except Exception as error:
        return _describe(error)
    return ""


def _describe(error: BaseException) -> str:
    return str(error) if isinstance(error, GridDuelsError) else f"{type(error).__name__}: {error}"
