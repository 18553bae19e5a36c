"""The first player's advantage between equal players, and how much balanced starts and the swap reduce it.

`python -m book.balance` plays the games, which takes minutes, and writes `balance.json`.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple

from book.boards import book_board, chosen_definitions
from book.facts import form_of
from gridduels.duel import Duel
from gridduels.files import write_atomically
from gridduels.game import Game
from gridduels.invent.measures import share as share_of
from tools.calibration import FILE
from tools.fair_starts import named, wins

LEVELS: Final = ("level:1", "level:5", "level:10")
"""The levels on every game's ladder."""
USUAL: Final = "level:5"
_FILE: Final = Path(__file__).with_name("balance.json")
_GAMES: Final = {"blockade": (200, 20)}
_USUAL_GAMES: Final = (400, 100)
"""The number of games for each score, and the number for each first move before one is chosen and measured in new
games. Games of Blockade Runner take ten times as long as the others."""


class Score(NamedTuple):
    """The share of games that one side won, with a 95% interval."""

    share: float
    low: float
    high: float
    games: int

    @classmethod
    def of(cls, share: float, games: int) -> "Score":
        """Return a score with Wilson's interval.

        >>> Score.of(0.5, 400)
        Score(share=0.5, low=0.4512..., high=0.5487..., games=400)
        """
        return cls(*share_of(share * games, games), games)

    @property
    def is_even(self) -> bool:
        """Return whether the interval includes an even score."""
        return self.low <= 0.5 <= self.high


@dataclass(frozen=True)
class Balance:
    """The first player's scores between equal players on the book board: from the book's start, by level; from the
    balanced starts, by level (where the first player is the player to move); and after the first move that makes the
    usual level's games most even, with the number of first moves that differ by more than symmetry."""

    book: dict[str, Score]
    starts: dict[str, Score]
    move: str
    after_move: Score
    openings: int


def balance_of(game: Game) -> Balance:
    """Return a game's balance as measured by `python -m book.balance`."""
    stored = json.loads(_FILE.read_text("utf-8"))[game.id]
    levels = json.loads(files("gridduels").joinpath(FILE).read_text("utf-8"))[game.id]["starts"]
    return Balance(
        {level: Score.of(share, stored["games"]) for level, share in stored["book"].items()},
        {level: Score(*(levels[level][key] for key in ("score", "low", "high", "games"))) for level in LEVELS},
        stored["move"],
        Score.of(stored["after_move"], stored["games"]),
        len(distinct_first_moves(game)),
    )


def measure(game: Game, games: int, screened: int) -> dict[str, Any]:
    """Play the games and return the scores."""

    def score(level: str, moves: str, seed: str, games: int) -> float:
        make = named(level)
        return round(wins(game, moves, {1: make, 2: make}, 1, seed, range(games)), 4)

    move = most_even(distinct_first_moves(game), lambda word: score(USUAL, word, "screening", screened))
    return {
        "games": games,
        "book": {level: score(level, "", "advantage", games) for level in LEVELS},
        "move": move,
        "after_move": score(USUAL, move, "swap", games),
    }


def distinct_first_moves(game: Game) -> list[str]:
    """Return one first move of each kind, counting moves that lead to mirror images of each other as one.

    >>> from gridduels import load_game
    >>> distinct_first_moves(load_game("light-cycle")), distinct_first_moves(load_game("gridlock", size=5))
    (['up', 'right'], ['up1', 'up2'])
    """
    duel = Duel(game)
    found = {form_of(game, duel.play(word).position): word for word in reversed(duel.legal_moves)}
    return [word for word in duel.legal_moves if word in found.values()]


def most_even(words: list[str], score: Callable[[str], float]) -> str:
    """Return the word whose score is nearest to one half."""
    return min(words, key=lambda word: abs(score(word) - 0.5))


def main() -> None:
    """Measure every game again and write the file."""
    found = {}
    for each in chosen_definitions([]):
        found[each.id] = measure(book_board(each), *_GAMES.get(each.id, _USUAL_GAMES))
        print(each.id, found[each.id], flush=True)
    write_atomically(_FILE, json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
