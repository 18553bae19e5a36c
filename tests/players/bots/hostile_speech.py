"""The protocol loop of hostile bots, in both versions, with custom answers."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

_LONG = 120


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def note(number: int) -> None:
    with (Path(sys.argv[2]) / "numbers").open("a") as file:
        file.write(f"{number}\n")


def hang() -> NoReturn:
    while True:
        time.sleep(_LONG)


def converse(
    answer: Callable[[list[str]], None],
    introduce: str = "name Hostile\nready 1\n",
    quits: Callable[[], object] = sys.exit,
) -> None:
    """Speak the protocol, with a custom way to answer, introduce the bot and quit."""
    legal: list[str] = []
    for line in sys.stdin:
        word, *rest = line.split() or [""]
        if word == "gridduels":
            say(introduce)
        elif word == "legal":
            legal = rest
        elif word == "go":
            answer(legal)
        elif word == "quit":
            quits()


INTRODUCTION = """name Hostile
version 7
games all
option style choice bold bold shy
option depth number 3 1 9
option loud switch off
option motto text no mercy
ready 2
"""


def converse_in_version_2(
    answer: Callable[[list[str], dict[str, str]], None],
    introduce: str = INTRODUCTION,
    pong: Callable[[str], None] = lambda text: say(f"pong {text}\n"),
    analyse: Callable[[list[str]], None] = lambda legal: say(f"info line 1 score 5 pv {legal[0]}\ndone\n"),
) -> None:
    """Speak version 2; answers also receive the limits. Everything the bot is told is recorded in FOLDER/told."""
    legal: list[str] = []
    for line in sys.stdin:
        with (Path(sys.argv[2]) / "told").open("a") as file:
            file.write(line)
        word, *rest = line.split() or [""]
        if word == "gridduels":
            say(introduce)
        elif word == "ping":
            pong(" ".join(rest))
        elif word == "legal":
            legal = rest
        elif word == "go":
            answer(legal, dict(zip(rest[::2], rest[1::2], strict=False)))
        elif word == "analyse":
            analyse(legal)
        elif word == "quit":
            return


def first(legal: list[str]) -> None:
    say(f"move {legal[0]}\n")
