"""Ways to misbehave in version 2 of the protocol."""

import sys
import threading
import time

from tests.players.bots.hostile_speech import INTRODUCTION, converse_in_version_2, say


def informs(legal: list[str], limits: dict[str, str]) -> None:
    depth = min(3, int(limits.get("depth", 3)))
    say(f"info depth {depth} score 20 nodes 90 text hm\ninfo score win:9 pv {legal[-1]}\nmove {legal[-1]}\n")


def polite_in_version_2() -> None:
    converse_in_version_2(informs)


def resigns() -> None:
    converse_in_version_2(lambda legal, limits: say("resign\n"))


def declares_no_games() -> None:
    converse_in_version_2(informs, "name Hostile\nready 2\n")


def declares_nonsense() -> None:
    converse_in_version_2(informs, "name Hostile\ngames all\noption threads number many\nready 2\n")


def never_pongs() -> None:
    converse_in_version_2(informs, pong=lambda text: None)


def moves_instead_of_pong() -> None:
    converse_in_version_2(informs, pong=lambda text: say("move up\n"))


def informs_wrongly() -> None:
    converse_in_version_2(lambda legal, limits: say(f"info score high\ninfo pv {legal[0]} nowhere\nmove {legal[0]}\n"))


def overruns() -> None:
    """Answer a tenth of a second late, which is within the margin."""

    def answer(legal: list[str], limits: dict[str, str]) -> None:
        time.sleep(int(limits.get("clock", limits.get("time", 0))) / 1000 + 0.1)
        informs(legal, limits)

    converse_in_version_2(answer)


def waits_for_stop() -> None:
    """Think in a separate thread until told to stop."""
    told_to_stop = threading.Event()

    def think(legal: list[str]) -> None:
        told_to_stop.wait()
        informs(legal, {})

    legal: list[str] = []
    for line in sys.stdin:
        word, *rest = line.split() or [""]
        if word == "gridduels":
            say(INTRODUCTION)
        elif word == "ping":
            say(f"pong {' '.join(rest)}\n")
        elif word == "legal":
            legal = rest
        elif word == "go":
            told_to_stop.clear()
            threading.Thread(target=think, args=(legal,)).start()
        elif word == "analyse":
            say("done\n")
        elif word in ("stop", "quit"):
            told_to_stop.set()
