"""Openings: the positions from which a match's games start, drawn at random or read from a file."""

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from gridduels.duel import Duel
from gridduels.engine.values import Values
from gridduels.errors import PositionError, SetupError
from gridduels.game import Game, Position
from gridduels.match import fair_starts
from gridduels.players.levels import LEVELS
from gridduels.record import parse_file, read_text

# --- Drawn openings
#
# Openings are drawn by random legal play or listed by the user. A drawn opening is balanced if its value is perpetual
# or a draw, or if it is both:
#
# - far: the end is at least half as many plies away as at the start of the game;
# - contested: the winning side can still throw the win away, either now or, if the other side is to move, after one of
# its moves.
#
# Both games of a pair start from the same opening with sides swapped, so any remaining advantage cancels out.


_FEWEST_PLIES: Final = 4
MOST_PLIES: Final = 16
"""The length of an opening in plies: short at first (shorter on a small board), longer when distinct openings run
out."""
COUNTED_AHEAD: Final = 500
"""The maximum number of openings to draw in advance just to report how many there are."""
_TRIES: Final = 32
"""The number of random lines to try for an opening of a given length."""


class Openings(ABC):
    """A match's openings, numbered from 0; none repeats until all have been used."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __getitem__(self, number: int) -> str:
        """Return a pair's opening as a position text."""
        return self._opening(number % self.count(number + 1))

    @abstractmethod
    def count(self, most: int) -> int:
        """Return how many different openings are available, up to a limit."""

    def count_ahead(self, pairs: int) -> int | None:
        """Return how many different openings this many pairs will use, or None if there are too many to draw in
        advance."""
        found = self.count(min(pairs, COUNTED_AHEAD))
        return None if found == COUNTED_AHEAD < pairs else found

    @abstractmethod
    def _opening(self, number: int) -> str:
        """Return an available opening."""


class ListedOpenings(Openings):
    """Openings given by the user."""

    def __init__(self, game: Game, positions: Sequence[str]) -> None:
        super().__init__(game)
        self._positions = tuple(dict.fromkeys(positions))

    def count(self, most: int) -> int:
        return min(most, len(self._positions))

    def _opening(self, number: int) -> str:
        return self._positions[number]


def fair_openings(game: Game) -> ListedOpenings:
    """Return a game's balanced starts for all levels."""
    moves = [each for level in LEVELS for each in fair_starts(game, level)]
    if not moves:
        raise SetupError(f"there are no balanced starts for {game!r}: choose other openings")
    return ListedOpenings(game, [game.text(Duel(game, each).position) for each in moves])


class DrawnOpenings(Openings):
    """Random openings, determined by the seed.

    >>> from gridduels import load_game
    >>> openings = DrawnOpenings(load_game("gridlock"), 0, None)
    >>> openings[0], openings.count(100)
    ('......./......./.....##/...####/......#/......o/....... 1', 100)
    """

    def __init__(self, game: Game, seed: int, values: Values | None) -> None:
        """If the game's `values` are given, openings are balanced; otherwise any unfinished position is used."""
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
        """Draw a new opening, preferably one in which neither side can force a win."""
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

    def _fits(self, values: Values, position: Position) -> bool:
        """Return whether a position in which one side can force a win is balanced."""
        return is_balanced(values, position)

    def _candidates(self) -> Iterator[Position]:
        """Yield unfinished positions after random play."""
        for _ in range(_TRIES):
            duel = Duel(self.game)
            while duel.ply < self._plies and duel.legal_actions:
                duel = duel.play(self._rng.choice(duel.legal_moves))
            if duel.legal_actions:
                yield duel.position


def is_balanced(values: Values, position: Position) -> bool:
    """Return whether an unfinished position is perpetual or drawn, or both far from the end and contested.

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


def _contested(values: Values, position: Position) -> bool:
    """Return whether the winning side can throw the win away with its next move."""
    if values.value(position).outcome == "win":
        return any(value.outcome != "win" for value in values.move_values(position).values())
    game = values.game
    replies = (game.play(position, game.action(word)) for word in values.move_values(position))
    return any(_contested(values, reply) for reply in replies)


# --- Openings from a file


def read_openings(path: Path, game: Game, plies: int | None = None) -> ListedOpenings:
    """Read a game's openings from a file, in order. If the file contains records, play at most the given number of
    plies."""
    text = read_text(path)
    is_record = any(line.startswith("[") for line in text.splitlines())
    found = list(_from_records(path, text, game, plies) if is_record else _from_lines(path, text, game))
    if not found:
        raise SetupError(f"{path} has no opening for {game.title} {game.board} with these rulings")
    return ListedOpenings(game, found)


def _from_records(path: Path, text: str, game: Game, plies: int | None) -> Iterator[str]:
    """Return the records of this game, skipping those of other games."""
    for number, record in enumerate(parse_file(path, text), 1):
        played = record.duel
        if played.game != game:
            continue
        duel = Duel(game, played.moves[:plies], start=played.start)
        if duel.outcome:
            raise SetupError(f"{path}, game {number} is over after {duel.ply} plies: use fewer with --opening-plies")
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
