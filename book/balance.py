"""The first player's advantage between equal players, and what balanced starts and the swap do about it."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from typing import Final, NamedTuple

from book.facts import form_of, keep
from gridduels.duel import Duel
from gridduels.engine.progress import Progress
from gridduels.game import Game
from gridduels.invent.measures import share as share_of
from tools.calibration import FILE
from tools.fair_starts import named, wins

LEVELS: Final = ("level:1", "level:5", "level:10")
"""The levels that every game's ladder has."""
USUAL: Final = "level:5"
_GAMES: Final = {"blockade": (200, 20)}
_USUAL_GAMES: Final = (400, 100)
"""The number of games for each score, and for each first move before one is chosen, which then gets fresh games. Games
of Blockade Runner take ten times as long as the others."""


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
    balanced starts, by level (the player to move there); and after the first move that leaves the usual level's games
    most even, with the number of first moves that differ by more than symmetry."""

    book: dict[str, Score]
    starts: dict[str, Score]
    move: str
    after_move: Score
    openings: int


def balance_of(game: Game, progress: Progress) -> tuple[Balance, float]:
    """Return a game's balance from the cache, or play the games; with the seconds it took."""
    games, screened = _GAMES.get(game.id, _USUAL_GAMES)
    return keep(
        "balance", game, f"{LEVELS} {games} {screened} {_measured()}", lambda: _measure(game, games, screened, progress)
    )


def _measure(game: Game, games: int, screened: int, progress: Progress) -> Balance:
    openings = distinct_first_moves(game)
    total = games * (len(LEVELS) + 1) + screened * len(openings)
    done = 0

    def score(level: str, moves: str, seed: str, games: int) -> Score:
        nonlocal done
        seats = {side: named(level) for side in (1, 2)}
        share = 0.0
        for first in range(0, games, screened):
            progress("playing equal players", done, total)
            share += wins(game, moves, seats, 1, seed, range(first, first + screened)) * screened / games
            done += screened
        return Score.of(share, games)

    book = {level: score(level, "", "advantage", games) for level in LEVELS}
    move = most_even(openings, lambda word: score(USUAL, word, "screening", screened).share)
    stored = json.loads(_measured())[game.id]["starts"]
    starts = {level: Score(*(stored[level][key] for key in ("score", "low", "high", "games"))) for level in LEVELS}
    return Balance(book, starts, move, score(USUAL, move, "swap", games), len(openings))


def distinct_first_moves(game: Game) -> list[str]:
    """Return one first move of each kind: moves that lead to mirror images of each other count once.

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


def _measured() -> str:
    """Return the measurements of the levels that come with the package, as JSON."""
    return files("gridduels").joinpath(FILE).read_text("utf-8")
