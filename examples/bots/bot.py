"""A skeleton bot in Python: `gridduels play light-cycle --p2 'cmd:python3 bot.py'`. Replace `choose`."""

import random
import sys

INTRODUCTION = """name Skeleton in Python
version 1
games all
option style choice any any first
ready 2"""


def choose(question: dict[str, str], style: str) -> str:
    """Return the move to play. `question` maps each keyword (game, start, moves, position, legal, go) to its last
    line."""
    legal = question["legal"].split()
    return legal[0] if style == "first" else random.choice(legal)


def main() -> None:
    question: dict[str, str] = {}
    options = {"style": "any"}
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        question[word] = rest.strip()
        if word == "gridduels":
            print(INTRODUCTION, flush=True)
        elif word == "option":
            name, _, options[name] = rest.partition(" ")
        elif word == "ping":
            print("pong", rest, flush=True)
        elif word == "go":
            move = choose(question, options["style"])
            print(f"info depth 1 pv {move}\nmove {move}", flush=True)
        elif word == "analyse":
            print("done", flush=True)
        elif word == "quit":
            break


if __name__ == "__main__":
    main()
