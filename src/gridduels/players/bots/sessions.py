"""Bot names, and bot processes that are kept running for several games."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol, runtime_checkable

from gridduels.errors import SetupError
from gridduels.players import Player

# --- Names: `cmd:COMMAND LINE` or `cmd[OPTION=VALUE,...]:COMMAND LINE`


_NAME: Final = re.compile(r"cmd(?:\[([^\]]*)\])?:(.*)", re.DOTALL)


def parse_bot(name: str) -> tuple[str, dict[str, str]]:
    """Return a bot's command line and options.

    >>> parse_bot("cmd[threads=2,style=bold]:./bot --fast")
    ('./bot --fast', {'threads': '2', 'style': 'bold'})
    """
    found = _NAME.fullmatch(name)
    if not found:
        raise SetupError(f"{name!r} is not a bot: use cmd:COMMAND LINE or cmd[OPTION=VALUE,...]:COMMAND LINE")
    options: dict[str, str] = {}
    for setting in filter(None, (found[1] or "").split(",")):
        key, equals, value = setting.partition("=")
        if not (key and equals):
            raise SetupError(f"{setting!r} in {name!r} is not of the form OPTION=VALUE")
        options[key.strip()] = value.strip()
    return found[2], options


def bot_name(command: str, options: Mapping[str, str]) -> str:
    """Return the name of a bot with this command line and these options.

    >>> bot_name("./bot", {"threads": "2"}), bot_name("./bot", {})
    ('cmd[threads=2]:./bot', 'cmd:./bot')
    """
    settings = ",".join(f"{name}={value}" for name, value in options.items())
    return f"cmd[{settings}]:{command}" if settings else f"cmd:{command}"


# --- Sessions: one process for many games


@runtime_checkable
class Reusable(Protocol):
    """A Player that can play several games in a row."""

    def begin_game(self) -> None:
        """Record that the next question starts a new game."""
        ...


class BotSessions:
    """The players of a match that are reused for several games: one per name, or two if a player plays itself.

    A player that fails ends its process and starts a new one the next time it is asked.
    """

    def __init__(self) -> None:
        self._sessions: dict[tuple[str, int], Player] = {}

    def seat(self, players: tuple[str, str], number: int, make: Callable[[str], Player | None]) -> Player | None:
        """Return a player for one side of a new game, reusing an existing one if possible."""
        name = players[number - 1]
        key = name, int(players[0] == players[1] and number == 2)
        player = self._sessions.get(key) or make(name)
        if player is not None and isinstance(player, Reusable):
            player.begin_game()
            self._sessions[key] = player
        return player

    def leave(self, player: Player) -> None:
        """Release a player after its game, closing it unless it will be reused."""
        if player not in self._sessions.values():
            player.close()

    def forget(self, player: Player | None) -> None:
        """Stop reusing a player, without closing it."""
        self._sessions = {key: each for key, each in self._sessions.items() if each is not player}

    def close(self) -> None:
        """Close all players."""
        while self._sessions:
            self._sessions.popitem()[1].close()

    def __getstate__(self) -> dict[str, Any]:
        """Return the state to pickle, without players, since a copy starts its own bots."""
        return {"_sessions": {}}
