"""How a bot is named as a player: `cmd:COMMAND LINE`, or `cmd[OPTION=VALUE,...]:COMMAND LINE` with some of its options
set."""

import re
from collections.abc import Mapping
from typing import Final

from gridduels.errors import SetupError

__all__ = ["bot_name", "parse_bot"]

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
