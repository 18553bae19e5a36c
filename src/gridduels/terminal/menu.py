"""The menu shown by `gridduels` without a command."""

from typing import Final

from gridduels.game import Definition, Game
from gridduels.players import HUMAN, all_players
from gridduels.registry import definitions
from gridduels.terminal.console import Console, EndOfInput
from gridduels.terminal.line import LineMode
from gridduels.text import describe_games

_LEAVE: Final = ("q", "quit", "exit")


def list_games() -> str:
    """Return the games and how to start them, for output that is not a terminal."""
    return f"Grid Duels: small games for two on a grid.\n\n{describe_games(definitions())}\n\n{_HOW}"


_HOW: Final = """\
Start one with:  gridduels play GAME
Its rules:       gridduels rules GAME
All commands:    gridduels --help"""


def open_menu(console: Console) -> int:
    """Let a person choose and play games until they quit; return the exit code."""
    games = definitions()
    try:
        while True:
            console.say("Grid Duels\n")
            for number, each in enumerate(games, 1):
                console.say(f"  {number}. {each.title}: {each.summary}")
            console.say()
            chosen = _choose_game(console, games)
            players = _choose_opponent(console)
            console.say()
            if code := LineMode(Game(chosen), console, players).run():
                return code
            console.say()
    except (EndOfInput, _Leave):
        return 0


class _Leave(Exception):
    """The person wants to quit."""


def _choose_game(console: Console, games: list[Definition]) -> Definition:
    while True:
        answer = _ask(console, f"Choose a game (1-{len(games)}, or quit): ")
        for number, each in enumerate(games, 1):
            if answer in (str(number), each.id, each.title.lower()):
                return each
        console.say(f"Type a number from 1 to {len(games)}, or quit.")


def _choose_opponent(console: Console) -> tuple[str, str]:
    players = all_players()
    opponents = list(players)
    console.say("\nPlayer 2 is:")
    for number, name in enumerate(opponents, 1):
        console.say(f"  {number}. {name}: {'a friend at this keyboard' if name == HUMAN else players[name]}")
    console.say()
    while True:
        answer = _ask(console, f"Choose an opponent (1-{len(opponents)}, or quit): ")
        for number, name in enumerate(opponents, 1):
            if answer in (str(number), name):
                return HUMAN, name
        console.say(f"Type a number from 1 to {len(opponents)}, or quit.")


def _ask(console: Console, prompt: str) -> str:
    answer = console.ask(prompt).strip().lower()
    if answer in _LEAVE:
        raise _Leave
    return answer
