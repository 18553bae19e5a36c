"""Computer players: anything that chooses moves, except people. Create one by name with `make_player`."""

import random
import warnings
from collections.abc import Callable
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, runtime_checkable

from gridduels.duel import Duel
from gridduels.errors import SetupError
from gridduels.extras import check_engine, has_engine
from gridduels.game import Game
from gridduels.record import HUMAN
from gridduels.text import did_you_mean

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from gridduels.engine.progress import Progress

__all__ = [
    "HUMAN",
    "KINDS",
    "PLAYERS",
    "Kind",
    "Player",
    "Prepares",
    "all_kinds",
    "all_players",
    "chosen",
    "is_bot",
    "make_player",
]


class Player(Protocol):
    """A computer player."""

    name: str

    def choose(self, duel: Duel) -> str:
        """Return the word for the chosen move in an unfinished duel. Raise Forfeit to give up the game."""
        ...

    def close(self) -> None:
        """Release resources such as a subprocess. The player may still be asked for moves afterwards."""
        ...


@runtime_checkable
class Prepares(Protocol):
    """A Player that needs time before its first move and can explain how it found its last one."""

    note: str

    def prepare(self, game: Game, progress: "Progress") -> None:
        """Get ready for a game, reporting progress. Otherwise the first `choose` call does this silently."""
        ...


class Kind(NamedTuple):
    """A kind of player, with a factory that takes the text after the colon, a random generator and seconds per move."""

    about: str
    make: Callable[[str, random.Random, float], Player | None]
    web: bool = False
    """Whether web servers may offer this player if it comes from another package."""


# --- Built-in players


class RandomPlayer:
    """Plays a uniformly random legal move."""

    name = "random"

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, duel: Duel) -> str:
        return self._rng.choice(duel.legal_moves)

    def close(self) -> None:
        """Do nothing: this player holds no resources."""


def _make_bot(name: str, rng: random.Random, think: float) -> Player:
    from gridduels.players.bots.player import BotPlayer
    from gridduels.players.bots.sessions import parse_bot

    command, options = parse_bot(name)
    return BotPlayer(command, think, options=options)


def _make_named_level(name: str) -> Callable[[str, random.Random, float], Player]:
    def make(argument: str, rng: random.Random, think: float) -> Player:
        from gridduels.players.levels import LEVELS, LevelPlayer

        return LevelPlayer(name, LEVELS[name], rng)

    return make


def _make_level(argument: str, rng: random.Random, think: float) -> Player:
    from gridduels.players.levels import LevelPlayer, level_number

    return LevelPlayer(f"level:{argument}", level_number(argument), rng)


def _make_perfect(argument: str, rng: random.Random, think: float) -> Player:
    from gridduels.players.perfect import PerfectPlayer

    return PerfectPlayer(rng, think)


def _make_mcts(argument: str, rng: random.Random, think: float, simulations: int | None = None) -> Player:
    check_engine("the player mcts")
    from gridduels.players.mcts import MctsPlayer

    return MctsPlayer(rng, think, simulations)


def _make_counted_mcts(argument: str, rng: random.Random, think: float) -> Player:
    if not (argument.isascii() and argument.isdigit() and 0 < int(argument[:10]) < 10**9):
        raise SetupError(f"mcts cannot run {argument!r} simulations. Choose a number from 1 to 999999999.")
    return _make_mcts("", rng, think, int(argument))


def _make_net(argument: str, rng: random.Random, think: float) -> Player:
    from gridduels.players.net import NetPlayer

    return NetPlayer(rng)


def _make_greedy(argument: str, rng: random.Random, think: float) -> Player:
    from gridduels.players.greedy import GreedyPlayer

    return GreedyPlayer(rng)


KINDS: Final = {
    HUMAN: Kind("a person", lambda argument, rng, think: None),
    "easy": Kind("the computer at level 3, for a first game", _make_named_level("easy")),
    "medium": Kind("the computer at level 5, never missing a win in one move", _make_named_level("medium")),
    "hard": Kind("the computer at level 8, for experienced players", _make_named_level("hard")),
    "level:NUMBER": Kind("the computer at a level from 1 to 10", _make_level),
    "perfect": Kind("the computer, playing by exact values", _make_perfect),
    "mcts": Kind("the computer, using tree search", _make_mcts),
    "mcts:SIMULATIONS": Kind("tree search with that many simulations per move", _make_counted_mcts),
    "greedy": Kind("the computer, playing what looks best one move ahead", _make_greedy),
    "random": Kind("the computer, playing any legal move", lambda argument, rng, think: RandomPlayer(rng)),
    "net": Kind("the computer, using a trained network", _make_net),
    "cmd:COMMAND LINE": Kind("an external bot", _make_bot),
}
"""The built-in players, keyed by the pattern of their names."""

PLAYERS: Final = {name: kind.about for name, kind in KINDS.items() if ":" not in name}
"""The player names that take no argument, with their descriptions."""


# --- Players from other packages: entry points in the group `gridduels.players`, each pointing to a Kind
#
# [project.entry-points."gridduels.players"]
# my-player = "my_package:PLAYER"


class Installed(NamedTuple):
    """A player from another package, with the package's name and version."""

    kind: Kind
    version: str


@lru_cache(1)
def installed_players() -> dict[str, Installed]:
    """Return the players from other packages by name, omitting any that can't be loaded or whose name is taken."""
    from importlib.metadata import entry_points  # slow to import, and rarely needed

    found = {}
    for entry in entry_points(group="gridduels.players"):
        try:
            found[entry.name] = _load(entry)
        except Exception as error:
            warnings.warn(f"the player {entry.name} is left out: {entry.value} cannot be used: {error}", stacklevel=2)
    return found


def _load(entry: "EntryPoint") -> Installed:
    if entry.name in {spelling.partition(":")[0] for spelling in KINDS} or ":" in entry.name:
        raise ValueError("its name is taken")
    kind = entry.load()
    if not isinstance(kind, Kind):
        raise TypeError("it is not a gridduels.players.Kind")
    return Installed(kind, f"{entry.dist.name} {entry.dist.version}" if entry.dist else "unknown")


# --- Creating players


def all_kinds() -> dict[str, Kind]:
    """Return every kind of player available on this machine, built-in ones first."""
    works = {"mcts": has_engine(), "net": find_spec("numpy") is not None}
    ours = {name: kind for name, kind in KINDS.items() if works.get(name.partition(":")[0], True)}
    return ours | {name: found.kind for name, found in installed_players().items()}


def all_players() -> dict[str, str]:
    """Return the player names that take no argument, with their descriptions."""
    return {name: kind.about for name, kind in all_kinds().items() if ":" not in name}


def is_bot(name: str) -> bool:
    """Return whether a name refers to an external bot, i.e. a program to start.

    >>> is_bot("cmd:python3 my_bot.py"), is_bot("mcts:100")
    (True, False)
    """
    return name.startswith(("cmd:", "cmd["))


def chosen(player: Player, duel: Duel) -> str:
    """Ask a player for a move and return its word. Always use this function instead of calling `choose` directly.

    If the player raises StopIteration, raise RuntimeError instead, since StopIteration would silently end an enclosing
    generator.
    """
    try:
        return player.choose(duel)
    except StopIteration as error:
        raise RuntimeError(f"the player {player.name} raised StopIteration instead of choosing a move") from error


def make_player(name: str, rng: random.Random, think: float = 1.0, *, bots: bool = False) -> Player | None:
    """Return the player with this name, or None for a person.

    `rng` is the player's only source of randomness, and `think` is its time per move in seconds. `bots` allows external
    bots: set it only if the name was typed by a person on this machine, never if it comes from a file or a server.

    >>> make_player("human", random.Random()) is None
    True
    """
    if is_bot(name):
        if not bots:
            raise SetupError(f"{name!r} is an external bot. A program is started only if you name it yourself.")
        return _make_bot(name, rng, think)
    head, colon, argument = name.partition(":")
    for spelling, kind in KINDS.items():
        if spelling.partition(":")[:2] == (head, colon):
            return kind.make(argument, rng, think)
    if found := installed_players().get(name):
        return found.kind.make("", rng, think)
    if suggestion := did_you_mean(name, all_players()):
        raise SetupError(f"there is no player {name!r}.{suggestion}")
    *most, last = all_kinds()
    raise SetupError(f"there is no player {name!r}: choose {', '.join(most)} or {last}")
