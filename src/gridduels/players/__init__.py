"""Players: whoever chooses a move. A person is asked by the screen in front of it; everybody else is made here."""

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, runtime_checkable

from gridduels.duel import Duel
from gridduels.errors import SetupError
from gridduels.extras import check_engine, has_engine
from gridduels.game import Game
from gridduels.players.installed import installed_players
from gridduels.players.random_player import RandomPlayer
from gridduels.record import HUMAN
from gridduels.text import did_you_mean

if TYPE_CHECKING:
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
    """Anything but a person that chooses moves."""

    name: str

    def choose(self, duel: Duel) -> str:
        """The word of the move to play; the game is not over. A Forfeit says why there is none."""
        ...

    def close(self) -> None:
        """Gives back whatever the player holds, such as a process; it may be asked to choose again."""
        ...


@runtime_checkable
class Prepares(Protocol):
    """A Player that has to work something out before its first move, and says how it found its last one."""

    note: str

    def prepare(self, game: Game, progress: "Progress") -> None:
        """Works out what it needs to know of a game; without it, the first `choose` does so unseen."""
        ...


class Kind(NamedTuple):
    """What a player is, and how it is made: what follows the colon, a random generator, the seconds for a move."""

    about: str
    make: Callable[[str, random.Random, float], Player | None]
    web: bool = False
    """Whether a web server may offer it to anybody, where it is a player of another package."""


def _make_bot(name: str, rng: random.Random, think: float) -> Player:
    from gridduels.players.bots.player import BotPlayer
    from gridduels.players.bots.staying import parse_bot

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


def _make_mcts(argument: str, rng: random.Random, think: float) -> Player:
    return _made_mcts(rng, think)


def _make_counted_mcts(argument: str, rng: random.Random, think: float) -> Player:
    if not (argument.isascii() and argument.isdigit() and 0 < int(argument[:10]) < 10**9):
        raise SetupError(f"mcts cannot run {argument!r} simulations: it is a number from 1 to 999999999")
    return _made_mcts(rng, think, int(argument))


def _made_mcts(rng: random.Random, think: float, simulations: int | None = None) -> Player:
    check_engine("the player mcts")
    from gridduels.players.mcts import MctsPlayer

    return MctsPlayer(rng, think, simulations)


def _make_greedy(argument: str, rng: random.Random, think: float) -> Player:
    from gridduels.players.greedy import GreedyPlayer

    return GreedyPlayer(rng)


KINDS: Final = {
    HUMAN: Kind("a person", lambda argument, rng, think: None),
    "easy": Kind("the computer, for a first game: level 3", _make_named_level("easy")),
    "medium": Kind("the computer, misses no win in one move: level 5", _make_named_level("medium")),
    "hard": Kind("the computer, sees most of what is coming: level 8", _make_named_level("hard")),
    "level:NUMBER": Kind("the computer, as strong as a number from 1 to 10 says", _make_level),
    "perfect": Kind("the computer, knows the value of every position", _make_perfect),
    "mcts": Kind("the computer, by tree search", _make_mcts),
    "mcts:SIMULATIONS": Kind("the computer, by so many simulations a move", _make_counted_mcts),
    "greedy": Kind("the computer, what looks best one move ahead", _make_greedy),
    "random": Kind("the computer, any legal move", lambda argument, rng, think: RandomPlayer(rng)),
    "cmd:COMMAND LINE": Kind("an outside bot", _make_bot),
}
"""Every player of ours, as its name is spelled."""

PLAYERS: Final = {name: kind.about for name, kind in KINDS.items() if ":" not in name}
"""Every name of ours that stands alone, with what it is."""


def all_kinds() -> dict[str, Kind]:
    """Return every player that works on this machine, those of installed packages after ours."""
    ours = {name: kind for name, kind in KINDS.items() if has_engine() or not name.startswith("mcts")}
    return ours | {name: found.kind for name, found in installed_players().items()}


def all_players() -> dict[str, str]:
    """Every name that stands alone, with what it is."""
    return {name: kind.about for name, kind in all_kinds().items() if ":" not in name}


def is_bot(name: str) -> bool:
    """Whether a player is an outside bot: to make it is to start a program.

    >>> is_bot("cmd:python3 my_bot.py"), is_bot("mcts:100")
    (True, False)
    """
    return name.startswith(("cmd:", "cmd["))


def chosen(player: Player, duel: Duel) -> str:
    """The word of a player's move; whoever asks a player asks here. One that lets a StopIteration out fails as with any
    other error: whatever iterates around it would take that for its own end."""
    try:
        return player.choose(duel)
    except StopIteration as error:
        raise RuntimeError(f"the player {player.name} raised StopIteration instead of choosing a move") from error


def make_player(name: str, rng: random.Random, think: float = 1.0, *, bots: bool = False) -> Player | None:
    """The player with this name; None for a person.

    `rng` is its only source of randomness; `think` is how many seconds a move may take. `bots` allows outside bots:
    only where a person has named the player here, never where a file or a server has.

    >>> make_player("human", random.Random()) is None
    True
    """
    if is_bot(name) and not bots:
        raise SetupError(f"{name!r} is an outside bot, and nobody has named it here: it is not started")
    if is_bot(name):
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
    raise SetupError(f"there is no player {name!r}: it is {', '.join(most)} or {last}")
