"""Puzzles: positions with a single winning move, and the puzzle of the day."""

import random
from collections.abc import Iterator
from datetime import date
from itertools import islice
from typing import Final, NamedTuple

from gridduels.analysis.sentences import Unit, distance_text, unit_of
from gridduels.duel import Duel
from gridduels.engine.value import Value, Verdict
from gridduels.engine.values import Values
from gridduels.errors import SetupError
from gridduels.game import Game, Position
from gridduels.registry import definitions
from gridduels.statement import Mark

# --- Puzzles


_TRAILS: Final = (Mark.TRAIL, Mark.VISITED)
_SHORTEST: Final = 3
"""The minimum puzzle length in plies: a win in 1 is too easy."""
_MOST_TRIES: Final = 3000
"""Assume that there are no puzzles of this length after this many random games without a new one."""
_TRIES_WITHOUT_START: Final = 50
"""Skip the start position for this many random games; on a tiny board it may be the only puzzle."""


class Puzzle(NamedTuple):
    """A position with several legal moves of which exactly one wins in the given number of plies.

    >>> from gridduels.analysis.puzzles import puzzles
    >>> from gridduels import load_game
    >>> from gridduels.engine import solve
    >>> puzzle = next(puzzles(solve(load_game("light-cycle", size=3)), seed=1))
    >>> puzzle.title
    'Player 1 to move: win in 2 moves'
    """

    game: Game
    position: Position
    plies: int
    solution: str
    opening: tuple[str, ...] = ()
    """Moves that lead to the position from the book's start; empty if unknown."""
    first: int = 1
    """The player who made the first of these moves."""

    @property
    def title(self) -> str:
        return self.task(unit_of(self.game))

    def task(self, unit: Unit) -> str:
        """Return the task as a sentence, with the distance in moves or plies."""
        return f"{self.game.words.player(self.position.turn)} to move: win in {distance_text(self.plies, unit)}"

    def duel(self) -> Duel:
        """Return the puzzle as a playable duel."""
        return Duel(self.game, start=self.position)

    def duel_with_trails(self) -> Duel:
        """Return the puzzle as a duel from the book's start, so that trails can be drawn.

        Moves are kept only in games with trails, where no position can occur twice. In other games they could change
        which moves the repetition rule allows.
        """
        if not self.opening or not any(mark in _TRAILS for _, mark in self.game.statement.mark_kinds):
            return self.duel()
        return Duel(self.game, self.opening, start=self.game.start(self.first))


class Answer(NamedTuple):
    """The verdict on an answer, its value, and the opponent's longest defence if it was correct."""

    verdict: Verdict
    value: Value
    reply: tuple[str, ...]
    """The opponent's moves until the player's next turn: several if the opponent acts repeatedly, none if the player
    acts again."""

    @property
    def right(self) -> bool:
        """Return whether the answer is correct, i.e. whether no move wins sooner."""
        return self.verdict is Verdict.BEST


def puzzles(
    values: Values, seed: int | str, plies: int | None = None, most_tries: int = _MOST_TRIES
) -> Iterator[Puzzle]:
    """Yield an endless series of puzzles, of a given length or of any, determined by the seed. The seed for a day's
    puzzle is its date."""
    by_turns = unit_of(values.game) is Unit.MOVES
    if plies is not None and (plies < _SHORTEST or (by_turns and plies % 2 == 0)):
        numbers = "an odd number" if by_turns else "a number"
        raise SetupError(f"there are no puzzles of {plies} plies: use {numbers} from {_SHORTEST}")
    rng = random.Random(f"puzzle {seed}")
    seen: set[Position] = set()
    tries = 0
    while tries < most_tries:
        tries += 1
        puzzle = _find(values, rng, plies)
        if puzzle and tries < _TRIES_WITHOUT_START and puzzle.position == values.game.start(puzzle.position.turn):
            continue
        if puzzle and puzzle.position not in seen:
            seen.add(puzzle.position)
            tries = 0
            yield puzzle


def answer(values: Values, duel: Duel, move: str) -> Answer:
    """Judge a move in a won position. Only the quickest win is correct."""
    after = duel.play(move)
    evaluation = values.evaluate(duel)
    verdict, value = evaluation.verdict(move), evaluation.moves[move]
    return Answer(verdict, value, defence(values, after, duel.turn) if verdict is Verdict.BEST else ())


def defence(values: Values, duel: Duel, player: int) -> tuple[str, ...]:
    """Return the longest defence against a player, up to that player's next move."""
    words: list[str] = []
    while not duel.outcome and duel.turn != player:
        words.append(values.evaluate(duel).best_moves[0])
        duel = duel.play(words[-1])
    return tuple(words)


def answers(values: Values, duel: Duel) -> dict[tuple[str, ...], Answer]:
    """Return every answer to a puzzle, including those after each correct move and its reply, keyed by the moves up to
    and including the answer."""
    found: dict[tuple[str, ...], Answer] = {}
    reached = [duel]
    for each in reached:
        for move in each.legal_moves:
            judged = found[(*each.moves, move)] = answer(values, each, move)
            after = Duel(each.game, (*each.moves, move, *judged.reply), start=each.start)
            if judged.right and not after.outcome:
                reached.append(after)
    return found


def _find(values: Values, rng: random.Random, plies: int | None) -> Puzzle | None:
    """Find a puzzle among the positions in one random game."""
    game = values.game
    first = rng.choice((1, 2))
    position = game.start(first)
    found: list[Puzzle] = []
    played: list[str] = []
    for _ in range(game.cell_count):
        words = game.words_of(game.legal(position))
        if not words:
            break
        if puzzle := _puzzle_at(values, position, plies):
            found.append(puzzle._replace(opening=tuple(played), first=first))
        played.append(rng.choice(words))
        position = game.play(position, game.action(played[-1]))
    return rng.choice(found) if found else None


def _puzzle_at(values: Values, position: Position, plies: int | None) -> Puzzle | None:
    value = values.value(position)
    if value.outcome != "win" or value.plies is None or value.plies < _SHORTEST or plies not in (None, value.plies):
        return None
    worth = values.move_values(position)
    winning = [word for word, each in worth.items() if each.outcome == "win"]
    return Puzzle(values.game, position, value.plies, winning[0]) if len(winning) == 1 < len(worth) else None


# --- The puzzle of the day: easy on Monday, hard on Sunday


class _Grade(NamedTuple):
    """The difficulty of a weekday's puzzle: its length, and the number of candidates, of which the one with the most
    legal moves is chosen."""

    plies: int
    drawn: int


_WEEK: Final = (
    _Grade(3, 2),
    _Grade(3, 6),
    _Grade(5, 2),
    _Grade(5, 6),
    _Grade(7, 6),
    _Grade(9, 6),
    _Grade(11, 6),
)
"""Monday to Sunday."""
_TRIES: Final = 300
"""The number of random games in which to look for another candidate, kept small so that it is fast in a browser."""
_OURS: Final = "gridduels.games."


def daily_game(day: date) -> Game:
    """Return the game for a day's puzzle, on its book board. Games rotate, so each one gets its turn on every weekday.
    Installed games are excluded, so the puzzle is the same everywhere.

    >>> daily_game(date(2026, 11, 16)).id, daily_game(date(2026, 11, 17)).id
    ('pathway', 'grid-runner')
    """
    ours = [each for each in definitions() if each.module.startswith(_OURS)]
    return Game(ours[day.toordinal() % len(ours)])


def daily_puzzle(values: Values, day: date) -> Puzzle:
    """Return a day's puzzle, given the values of its `daily_game`. The puzzle is the same for everyone and never
    changes.

    >>> from gridduels.engine import solve
    >>> monday = date(2026, 11, 16)
    >>> daily_puzzle(solve(daily_game(monday)), monday).plies
    3
    """
    grade = _WEEK[day.weekday()]
    for plies in range(grade.plies, 1, -2):  # not every game has puzzles of every length
        if drawn := list(islice(puzzles(values, f"of {day.isoformat()}", plies, _TRIES), grade.drawn)):
            return max(drawn, key=lambda puzzle: puzzle.game.legal(puzzle.position).bit_count())
    raise SetupError(f"{values.game!r} has no puzzles")
