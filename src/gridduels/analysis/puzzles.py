"""Puzzles: positions that are won, by one move alone, drawn from the exact values without end."""

import random
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from gridduels.analysis.plain import Unit, distance_text
from gridduels.duel import Duel
from gridduels.engine.value import Value
from gridduels.engine.values import Values
from gridduels.engine.verdict import Verdict
from gridduels.errors import SetupError
from gridduels.game import Game

__all__ = ["Answer", "Puzzle", "answer", "answers", "puzzles"]

_SHORTEST: Final = 3
"""A win in 1 is no puzzle."""
_MOST_TRIES: Final = 3000
"""Random games after which a game is taken to have no puzzle of the wanted length."""
_TRIES_WITHOUT_START: Final = 50
"""Random games in which the start, which everybody knows, is no puzzle; on a tiny board it may be the only one."""


class Puzzle(NamedTuple):
    """A position in which exactly one of several moves keeps a win in so many plies.

    >>> from gridduels.analysis.puzzles import puzzles
    >>> from gridduels import load_game
    >>> from gridduels.engine import solve
    >>> puzzle = next(puzzles(solve(load_game("light-cycle", size=3)), seed=1))
    >>> puzzle.title
    'Player 1 to move: win in 2 moves'
    """

    game: Game
    position: Any
    plies: int
    solution: str

    @property
    def title(self) -> str:
        return self.task(Unit.MOVES)

    def task(self, unit: Unit) -> str:
        """Who is to do what, in moves or in plies."""
        return f"{self.game.words.player(self.position.turn)} to move: win in {distance_text(self.plies, unit)}"

    @property
    def moves(self) -> int:
        """How many moves of its own the winner needs."""
        return (self.plies + 1) // 2

    def duel(self) -> Duel:
        """The puzzle as a game to play on."""
        return Duel(self.game, start=self.position)


class Answer(NamedTuple):
    """What an answer was worth: the verdict on it, its value, and the opponent's longest defence to a right one."""

    verdict: Verdict
    value: Value
    reply: str | None

    @property
    def right(self) -> bool:
        """Whether no move wins sooner: who keeps the win but wanders gets no nearer to it."""
        return self.verdict is Verdict.BEST


def puzzles(
    values: Values, seed: int | str, plies: int | None = None, most_tries: int = _MOST_TRIES
) -> Iterator[Puzzle]:
    """Puzzles without end, the same for the same seed; of one length, or of any. The seed of a day is its date."""
    if plies is not None and (plies < _SHORTEST or plies % 2 == 0):
        raise SetupError(f"there is no puzzle of {plies} plies: it is an odd number from {_SHORTEST}")
    rng = random.Random(f"puzzle {seed}")
    seen: set[Any] = set()
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
    """Judges a move in a won position: one that wins as soon as any is right."""
    after = duel.play(move)
    evaluation = values.evaluate(duel)
    verdict, value = evaluation.verdict(move), evaluation.moves[move]
    over = after.outcome or verdict is not Verdict.BEST
    return Answer(verdict, value, None if over else values.evaluate(after).best_moves[0])


def answers(values: Values, duel: Duel) -> dict[tuple[str, ...], Answer]:
    """Every answer to a puzzle, also after each right one and its reply: by all moves up to it and the move itself."""
    found: dict[tuple[str, ...], Answer] = {}
    reached = [duel]
    for each in reached:
        for move in each.legal_moves:
            judged = found[(*each.moves, move)] = answer(values, each, move)
            if judged.reply:
                reached.append(each.play(move).play(judged.reply))
    return found


def _find(values: Values, rng: random.Random, plies: int | None) -> Puzzle | None:
    """A puzzle among the positions of one random game."""
    game = values.game
    position = game.start(rng.choice((1, 2)))
    found: list[Puzzle] = []
    for _ in range(game.cell_count):
        words = game.words_of(game.legal(position))
        if not words:
            break
        if puzzle := _puzzle_at(values, position, plies):
            found.append(puzzle)
        before, position = position, game.play(position, game.action(rng.choice(words)))
        if position.turn == before.turn:
            raise SetupError(f"{game.id} has no puzzles: its players may act several times in a row")
    return rng.choice(found) if found else None


def _puzzle_at(values: Values, position: Any, plies: int | None) -> Puzzle | None:
    value = values.value(position)
    if value.outcome != "win" or value.plies is None or value.plies < _SHORTEST or plies not in (None, value.plies):
        return None
    worth = values.move_values(position)
    winning = [word for word, each in worth.items() if each.outcome == "win"]
    return Puzzle(values.game, position, value.plies, winning[0]) if len(winning) == 1 < len(worth) else None
