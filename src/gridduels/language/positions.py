"""Positions to ask about, drawn by a stated distribution, so that it is known what chance alone would score.

Games are played from the start, every move with a chance of 1 in 2 one of the best, and else any legal one. Each game
gives at most one position of each phase: the first, second and last third of its plies. In each phase there are three
kinds of choice: `only` one move keeps the value, `some` do, `all` do. All nine get as many positions; where 5
games for each position asked for have not brought enough of one, the others get more. Positions with one legal move are
left out, and no position comes twice. They are asked about without history.
"""

import math
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from gridduels.analysis.labelling import asking_within_reason
from gridduels.duel import Duel
from gridduels.engine.values import Evaluation, Values
from gridduels.errors import SetupError
from gridduels.game import Game

__all__ = ["CHOICES", "PHASES", "Drawn", "draw_positions"]

PHASES: Final = ("opening", "middle", "end")
CHOICES: Final = ("only", "some", "all")
_EVEN_GAMES: Final = 5
_MOST_GAMES: Final = 20
"""Games for each position asked for: so many fill all kinds evenly, and after so many there are no more."""


class Drawn(NamedTuple):
    """A position with what is known of it; `game_number` counts the games positions were drawn from."""

    duel: Duel
    evaluation: Evaluation
    phase: str
    choice: str
    game_number: int

    @property
    def kind(self) -> tuple[str, str]:
        """Its phase and choice."""
        return self.phase, self.choice


def draw_positions(game: Game, count: int, seed: int) -> list[Drawn]:
    """So many positions, the same for the same seed; fewer where there are no more.

    >>> from gridduels import load_game
    >>> drawn = draw_positions(load_game("light-cycle", size=3), 4, seed=0)
    >>> len(drawn), drawn[0].duel.game.text(drawn[0].duel.position)
    (4, '.../1.2/... 1')
    """
    if count < 1:
        raise SetupError(f"{count!r} positions cannot be drawn: it is a number from 1")
    found: dict[Any, Drawn] = {}
    taken: Counter[tuple[str, str]] = Counter()
    with asking_within_reason(game) as values:
        for number in range(_MOST_GAMES * count):
            most = math.ceil(count / len(PHASES) / len(CHOICES)) if number < _EVEN_GAMES * count else count
            duels = _play(values, random.Random(f"{seed} positions {game!r} {number}"))
            rare = [each for each in _of_each_phase(values, duels, number, taken, found) if taken[each.kind] < most]
            for drawn in rare:
                found[drawn.duel.position] = drawn
                taken[drawn.kind] += 1
                if len(found) == count:
                    return list(found.values())
    return list(found.values())


def _play(values: Values, rng: random.Random) -> list[Duel]:
    """The duels before each move of a game."""
    duels, duel = [], Duel(values.game)
    while not duel.outcome:
        duels.append(duel)
        moves = values.evaluate(duel).best_moves if rng.random() < 0.5 else duel.legal_moves
        duel = duel.play(rng.choice(moves))
    return duels


def _of_each_phase(
    values: Values, duels: list[Duel], number: int, taken: Counter[tuple[str, str]], known: dict[Any, Drawn]
) -> Iterator[Drawn]:
    """Of each phase the position of the choice that is rarest so far."""
    for index, phase in enumerate(PHASES):
        part = duels[len(duels) * index // 3 : len(duels) * (index + 1) // 3]
        fresh = [duel for duel in part if duel.position not in known]
        candidates = [drawn for duel in fresh if (drawn := _drawn(values, duel, phase, number))]
        if candidates:
            yield min(candidates, key=lambda each: taken[each.kind])


def _drawn(values: Values, duel: Duel, phase: str, number: int) -> Drawn | None:
    duel = Duel(duel.game, start=duel.position)
    evaluation = values.evaluate(duel)
    if len(evaluation.moves) < 2:
        return None
    keep = sum(evaluation.verdict(word).keeps for word in evaluation.moves)
    choice = "only" if keep == 1 else "all" if keep == len(evaluation.moves) else "some"
    return Drawn(duel, evaluation, phase, choice, number)
