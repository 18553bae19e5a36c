"""A skeleton of a bot in Python: `gridduels play light-cycle --p2 'cmd:python3 bot.py'`. Replace `choose`."""

import random
import sys


def choose(question: dict[str, str]) -> str:
    """The move to play. `question` has the last line of each kind: game, start, moves, position, legal, go."""
    return random.choice(question["legal"].split())


def main() -> None:
    question: dict[str, str] = {}
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        question[word] = rest.strip()
        if word == "gridduels":
            print("name Skeleton in Python\nversion 1\nready 1", flush=True)
        elif word == "go":
            print("move", choose(question), flush=True)
        elif word == "quit":
            break


if __name__ == "__main__":
    main()
