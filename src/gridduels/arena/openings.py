"""Openings: where the games of a match begin, drawn or read from a file."""

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from gridduels.duel import Duel
from gridduels.engine.values import Values
from gridduels.errors import PositionError, SetupError
from gridduels.game import Game
from gridduels.match import fair_starts
from gridduels.players.levels import LEVELS
from gridduels.record import parse_file, read_text

# --- Drawn openings
#
# Openings are drawn from random legal play, or listed by whoever holds the match. Among those that are drawn an opening
# is balanced when best play decides nothing (its value is perpetual, or a draw), or when all of this holds:
#
# - far: the end is at least half as many plies away as it is at the start of the game;
# - contested: the side that wins can still throw the win away, now or, when the other side is to move, after one of
#   that side's moves.
#
# Both games of a pair begin with the same opening, with the sides swapped, so what is left of an advantage cancels out.


_FEWEST_PLIES: Final = 4
MOST_PLIES: Final = 16
"""Openings have this many plies: few at first (fewer on a small board), more when the distinct ones run out."""
COUNTED_AHEAD: Final = 500
"""The most openings that are drawn before the start, only to say how many there are."""
_TRIES: Final = 32
"""Lines of play looked at for one opening and one number of plies."""


class Openings(ABC):
    """The openings of a match, by their numbers from 0; none comes again before all have come."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __getitem__(self, number: int) -> str:
        """The opening of a pair, as the position's text."""
        return self._opening(number % self.count(number + 1))

    @abstractmethod
    def count(self, most: int) -> int:
        """How many different ones there are, so many at most."""

    def count_ahead(self, pairs: int) -> int | None:
        """How many different ones so many pairs have, told before the start; None where they are too many to draw."""
        found = self.count(min(pairs, COUNTED_AHEAD))
        return None if found == COUNTED_AHEAD < pairs else found

    @abstractmethod
    def _opening(self, number: int) -> str:
        """One of those that are there."""


class ListedOpenings(Openings):
    """Openings that somebody has chosen."""

    def __init__(self, game: Game, positions: Sequence[str]) -> None:
        super().__init__(game)
        self._positions = tuple(dict.fromkeys(positions))

    def count(self, most: int) -> int:
        return min(most, len(self._positions))

    def _opening(self, number: int) -> str:
        return self._positions[number]


def fair_openings(game: Game) -> ListedOpenings:
    """The fair starts of a game, of all levels."""
    moves = [each for level in LEVELS for each in fair_starts(game, level)]
    if not moves:
        raise SetupError(f"there are no fair starts for {game!r}: choose other openings")
    return ListedOpenings(game, [game.text(Duel(game, each).position) for each in moves])


class DrawnOpenings(Openings):
    """Openings by chance, the same for the same seed.

    >>> from gridduels import load_game
    >>> openings = DrawnOpenings(load_game("gridlock"), 0, None)
    >>> openings[0], openings.count(100)
    ('......./......./.....##/...####/......#/......o/....... 1', 100)
    """

    def __init__(self, game: Game, seed: int, values: Values | None) -> None:
        """With the game's `values` they are balanced; without, any position that is not over will do."""
        super().__init__(game)
        self._values = values
        self._rng = random.Random(f"{seed} openings {game!r}")
        self._found: set[str] = set()
        self._list: list[str] = []
        self._plies = min(_FEWEST_PLIES, game.columns - 1)

    def count(self, most: int) -> int:
        while len(self._list) < most and self._plies <= MOST_PLIES:
            opening = self._draw()
            if opening is None:
                self._plies += 1
            else:
                self._add(opening)
        if not self._list:
            self._add(self.game.text(self.game.start()))
        return min(most, len(self._list))

    def _opening(self, number: int) -> str:
        return self._list[number]

    def _add(self, opening: str) -> None:
        self._found.add(opening)
        self._list.append(opening)

    def _draw(self) -> str | None:
        """A new opening, one that nobody can force to win if there is one among those looked at."""
        chosen = None
        for position in self._candidates():
            text = self.game.text(position)
            if text in self._found:
                continue
            if self._values is None or self._values.value(position).plies is None:
                return text
            if chosen is None and self._fits(self._values, position):
                chosen = text
        return chosen

    def _fits(self, values: Values, position: Any) -> bool:
        """Whether a position that one side can win will do."""
        return is_balanced(values, position)

    def _candidates(self) -> Iterator[Any]:
        """Positions after random play that are not over."""
        for _ in range(_TRIES):
            duel = Duel(self.game)
            while duel.ply < self._plies and duel.legal_actions:
                duel = duel.play(self._rng.choice(duel.legal_moves))
            if duel.legal_actions:
                yield duel.position


def is_balanced(values: Values, position: Any) -> bool:
    """Whether a position that is not over is perpetual or drawn, or far from its end and contested.

    >>> from gridduels import load_game
    >>> from gridduels.engine import solve
    >>> values = solve(load_game("light-cycle"))
    >>> is_balanced(values, values.game.start())
    True
    """
    plies = values.value(position).plies
    if plies is None:
        return True
    most = values.value(values.game.start()).plies
    return 2 * plies >= (most or 0) and _contested(values, position)


def _contested(values: Values, position: Any) -> bool:
    """Whether the side that wins can throw the win away in its next move."""
    if values.value(position).outcome == "win":
        return any(value.outcome != "win" for value in values.move_values(position).values())
    game = values.game
    replies = (game.play(position, game.action(word)) for word in values.move_values(position))
    return any(_contested(values, reply) for reply in replies)


# --- Openings from a file


def read_openings(path: Path, game: Game, plies: int | None = None) -> ListedOpenings:
    """The openings of a game in a file, in its order; of records so many plies where there are more."""
    text = read_text(path)
    is_record = any(line.startswith("[") for line in text.splitlines())
    found = list(_from_records(path, text, game, plies) if is_record else _from_lines(path, text, game))
    if not found:
        raise SetupError(f"{path} has no opening for {game.title} {game.board} with these rulings")
    return ListedOpenings(game, found)


def _from_records(path: Path, text: str, game: Game, plies: int | None) -> Iterator[str]:
    """The records of this game; those of others are for other matches."""
    for number, record in enumerate(parse_file(path, text), 1):
        played = record.duel
        if played.game != game:
            continue
        duel = Duel(game, played.moves[:plies], start=played.start)
        if duel.outcome:
            raise SetupError(
                f"{path}, game {number} is over after {duel.ply} plies: --opening-plies takes fewer of them"
            )
        yield game.text(duel.position)


def _from_lines(path: Path, text: str, game: Game) -> Iterator[str]:
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition(";")[0].strip()
        if not words:
            continue
        try:
            position = game.position(words)
        except PositionError as error:
            raise SetupError(f"{path}, line {number}: {error}") from None
        if not game.legal(position):
            raise SetupError(f"{path}, line {number}: the game is over in {words!r}")
        yield game.text(position)
