"""How a bot is named as a player, and bot processes that serve game after game."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol, runtime_checkable

from gridduels.errors import SetupError
from gridduels.players import Player

# --- Names: `cmd:COMMAND LINE` or `cmd[OPTION=VALUE,...]:COMMAND LINE`


_NAME: Final = re.compile(r"cmd(?:\[([^\]]*)\])?:(.*)", re.DOTALL)


def parse_bot(name: str) -> tuple[str, dict[str, str]]:
    """The command line of a bot, and the options it is given.

    >>> parse_bot("cmd[threads=2,style=bold]:./bot --fast")
    ('./bot --fast', {'threads': '2', 'style': 'bold'})
    """
    found = _NAME.fullmatch(name)
    if not found:
        raise SetupError(f"{name!r} names no bot: it is cmd:COMMAND LINE or cmd[OPTION=VALUE,...]:COMMAND LINE")
    options: dict[str, str] = {}
    for setting in filter(None, (found[1] or "").split(",")):
        key, equals, value = setting.partition("=")
        if not (key and equals):
            raise SetupError(f"{setting!r} in {name!r} is not of the form OPTION=VALUE")
        options[key.strip()] = value.strip()
    return found[2], options


def bot_name(command: str, options: Mapping[str, str]) -> str:
    """The name of a bot with a command line and some options.

    >>> bot_name("./bot", {"threads": "2"}), bot_name("./bot", {})
    ('cmd[threads=2]:./bot', 'cmd:./bot')
    """
    settings = ",".join(f"{name}={value}" for name, value in options.items())
    return f"cmd[{settings}]:{command}" if settings else f"cmd:{command}"


# --- StayingBots: one process for many games


@runtime_checkable
class Stays(Protocol):
    """A Player that need not be made anew for each game."""

    def begin_game(self) -> None:
        """The next question is the first one of another game."""
        ...


class StayingBots:
    """Those who stay among the players of a match, each of them once for all seats it has; who plays against itself is
    there twice. One that does something wrong ends itself, and starts anew when it is next asked."""

    def __init__(self) -> None:
        self._staying: dict[tuple[str, int], Player] = {}

    def seat(self, players: tuple[str, str], number: int, make: Callable[[str], Player | None]) -> Player | None:
        """Who plays a side in a game that begins: whoever has stayed, or whom `make` makes."""
        name = players[number - 1]
        key = name, int(players[0] == players[1] and number == 2)
        player = self._staying.get(key) or make(name)
        if player is not None and isinstance(player, Stays):
            player.begin_game()
            self._staying[key] = player
        return player

    def leave(self, player: Player) -> None:
        """A game is over for a player: it is closed, unless it stays."""
        if player not in self._staying.values():
            player.close()

    def forget(self, player: Player | None) -> None:
        """Somebody does not stay any more; it is not closed here."""
        self._staying = {key: each for key, each in self._staying.items() if each is not player}

    def close(self) -> None:
        """Sends everybody home."""
        while self._staying:
            self._staying.popitem()[1].close()

    def __getstate__(self) -> dict[str, Any]:
        """A copy has bots of its own."""
        return {"_staying": {}}
