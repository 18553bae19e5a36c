"""What the environments have in common: options, masks, illegal actions, truncation, text and pictures."""

import random
from collections.abc import Mapping
from operator import index
from typing import TYPE_CHECKING, Any, Final, Literal, SupportsIndex, get_args

import numpy as np
import numpy.typing as npt

from gridduels.board import Size
from gridduels.duel import Duel, Reason
from gridduels.errors import IllegalMove, SetupError
from gridduels.extras import MissingExtra
from gridduels.game import Definition, Game
from gridduels.players import Player, make_player
from gridduels.registry import definition
from gridduels.statement import Count

if TYPE_CHECKING:
    from gymnasium.spaces import Box

__all__ = [
    "RENDER_MODES",
    "TRUNCATE_AT",
    "Illegal",
    "Seat",
    "UnknownArgument",
    "act",
    "check_length",
    "check_options",
    "check_seat",
    "check_think",
    "environment_id",
    "make_opponent",
    "mask_of",
    "open_game",
    "picture_of",
    "plane_space",
    "start_of",
    "substituted",
    "text_of",
    "truncated",
]

Illegal = Literal["lose", "random", "raise"]
"""What happens when an action is not legal: the game is lost by forfeit, a random legal action is played instead, or
IllegalMove is raised and nothing has changed."""

Seat = Literal[1, 2, "alternate", "random"]
"""Which player the agent is: always the same, each in turn, or by chance in every episode."""
_SEATS: Final = (1, 2, "alternate", "random")

TRUNCATE_AT: Final = 200
"""The plies after which a game is broken off undecided, unless told otherwise."""
RENDER_MODES: Final = ("human", "ansi", "rgb_array")
_MOST_RESERVE: Final = 15


def environment_id(definition: Definition) -> str:
    """What a game's environment is called: its id, with the capital letters of its title.

    >>> from gridduels import load_game
    >>> environment_id(load_game("gridlock").definition), environment_id(load_game("light-cycle").definition)
    ('gridduels/GridLock-v0', 'gridduels/LightCycle-v0')
    """
    title, plain = definition.title.replace(" ", ""), definition.id.replace("-", "")
    at = title.lower().find(plain)
    name = title[at : at + len(plain)] if at >= 0 else definition.id.title().replace("-", "")
    return f"gridduels/{name}-v0"


class UnknownArgument(SetupError, TypeError):
    """An environment has no such argument: a TypeError, as whoever tries arguments out expects it."""


def open_game(id: str, size: Size | None, rulings: Mapping[str, str | int]) -> Game:
    """The game of an environment, bound to a size and rulings; any other argument is refused."""
    found = definition(id)
    known = [ruling.name for ruling in found.rulings]
    for name in rulings:
        if name not in known:
            names = f"its rulings are {', '.join(known)}" if known else "it has no rulings at all"
            raise UnknownArgument(
                f"{id} has no ruling {name!r}, so it is an unexpected keyword argument {name!r}: {names}"
            )
    return Game(found, size, rulings)


def check_options(illegal: str, truncate_at: int | None, render_mode: str | None) -> None:
    """Refuses what is not an option."""
    if illegal not in get_args(Illegal):
        raise SetupError(f"illegal={illegal!r} is not a policy: it is lose, random or raise")
    check_length(truncate_at)
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise SetupError(f"render_mode={render_mode!r} is unknown: it is {', '.join(RENDER_MODES)} or None")


def check_length(truncate_at: int | None) -> None:
    """Refuses what is not a length to break games off at."""
    if truncate_at is not None and not (isinstance(truncate_at, int) and truncate_at > 1):
        raise SetupError(f"truncate_at={truncate_at!r} is no length: it is a number of plies from 2, or None")


def check_seat(seat: object) -> None:
    """Refuses what is not a seat."""
    if seat not in _SEATS:
        raise SetupError(f"seat={seat!r} is not a seat: it is 1, 2, alternate or random")


def check_think(think: object) -> None:
    """Refuses what is not a time for a move."""
    if not (isinstance(think, int | float) and think > 0):
        raise SetupError(f"think={think!r} is no time for a move: it is a number of seconds above 0")


def make_opponent(opponent: str | Player, seed: int, think: float) -> Player:
    """A player by its name, or one of somebody's own."""
    if isinstance(opponent, str):
        player = make_player(opponent, random.Random(seed), think, bots=True)
        if player is None:
            raise SetupError("an environment cannot ask a person for a move: choose another opponent")
        return player
    if isinstance(opponent, type) or not all(callable(getattr(opponent, name, None)) for name in ("choose", "close")):
        raise SetupError(
            f"opponent={opponent!r} is no player: it is a name, or an object with choose(duel) and close()"
        )
    return opponent


def plane_space(game: Game) -> "Box[Any]":
    """The space of what `observe` gives."""
    from gymnasium.spaces import Box

    from gridduels.engine.observation import PLANES, planes_of

    fields = game.statement.fields
    apart = enumerate(game.statement.shown_apart, len(PLANES))
    counts = [plane for plane, shown in apart if isinstance(fields[shown.one].kind, Count)]
    high = np.ones((len(planes_of(game)), *game.shape), np.uint8)
    high[[PLANES.index("own reserve"), PLANES.index("other reserve"), *counts]] = _MOST_RESERVE
    return Box(np.zeros_like(high), high, dtype=np.uint8)


def mask_of(game: Game, actions: int) -> npt.NDArray[np.int8]:
    """A set of actions as 1 for each that is in it and 0 for each that is not.

    >>> from gridduels import load_game
    >>> mask_of(load_game("light-cycle"), 0b1011).tolist()
    [1, 1, 0, 1]
    """
    packed = np.frombuffer(actions.to_bytes(8, "little"), np.uint8)
    return np.unpackbits(packed, count=game.actions, bitorder="little").view(np.int8)


def act(duel: Duel, action: SupportsIndex, illegal: Illegal, rng: np.random.Generator) -> Duel:
    """The duel after an action, legal or not."""
    try:
        return duel.play(_number(duel.game, action))
    except IllegalMove:
        if illegal == "raise":
            raise
        if illegal == "lose":
            return duel.stop(3 - duel.turn, Reason.FORFEIT)
        return duel.play(str(rng.choice(duel.legal_moves)))


def substituted(before: Duel, after: Duel, action: SupportsIndex) -> str | None:
    """The move that was played in place of an action that was not legal; None where the action itself was."""
    played = after.moves[before.ply] if after.ply > before.ply else None
    return None if played is None or before.game.action(played) == _number(before.game, action) else played


def start_of(game: Game, start: Any, options: dict[str, Any] | None) -> Duel:
    """The duel that an episode begins with: `options` may name a `position`, as text, and `moves` to be played. What
    else they name is left to others, as PettingZoo's own tests ask for."""
    wanted = options or {}
    duel = Duel(game, wanted.get("moves", ()), start=wanted.get("position", start))
    if duel.outcome:
        raise SetupError(f"an episode cannot begin with {game.text(duel.position)!r}: the game is over")
    return duel


def _number(game: Game, action: SupportsIndex) -> int:
    """An action as a number; int() would make one of 1.5 and of a text as well."""
    try:
        return index(action)
    except TypeError:
        raise SetupError(f"an action is a number from 0 to {game.actions - 1}, not {action!r}") from None


def truncated(duel: Duel, truncate_at: int | None) -> bool:
    """Whether a game is broken off: it is so long, and not over."""
    return truncate_at is not None and duel.ply >= truncate_at and not duel.outcome


def picture_of(duel: Duel) -> npt.NDArray[np.uint8]:
    """The board with its title and whose turn it is: rows, columns and RGB."""
    try:
        import PIL  # noqa: F401
    except ImportError:
        raise MissingExtra("a picture needs Pillow", "agents") from None
    from gridduels.pictures.raster import paint
    from gridduels.pictures.scene import scene_of

    return np.array(paint(scene_of(duel)), np.uint8)


def text_of(duel: Duel) -> str:
    """The board and what there is to say about it, ended by a newline."""
    words = duel.game.words
    lines = [words.board(duel.game, duel.position)]
    if status := words.status(duel):
        lines.append(status)
    lines.append(words.ending(duel) if duel.outcome else f"{words.player(duel.turn)} to move")
    return "\n".join(lines) + "\n"
