"""Illustrate each line of a duel's rules with a move, shown by the boards before and after it. The moves come from
legal play, and no engine is needed."""

from functools import lru_cache
from typing import Final

from gridduels.duel import Duel, Reason
from gridduels.game import Game
from gridduels.invent.code import parse
from gridduels.players.greedy import greedy_moves, sample_game
from gridduels.registry import load_game
from gridduels.targets import MOVE, PLACE, targets

_GAMES: Final = 30
"""The maximum number of sample games to play."""
_ENOUGH: Final = 3
"""The number of games with the right ending to collect; the shortest one is shown."""
_LONGEST: Final = 30


@lru_cache(256)
def examples_of(code: str) -> tuple[tuple[Duel, Duel], ...]:
    """Return a move for each line of a duel's rules (`words.gist_of`), as the duel before and after the move.

    >>> [after.moves[-1] for _, after in examples_of("duel1-3x5-k1-t1-r1-gn-l-sc")]
    ['down-right', '3,3', 'left']
    """
    game = load_game(code)
    ended = _short_game(game)
    first = _best(Duel(game), MOVE)
    placing = (each for each in (*ended[2:-1], first, ended[0]) if _words(each, PLACE))
    later = next(placing, ended[min(2, len(ended) - 2)])
    second = _best(later, PLACE if _words(later, PLACE) else MOVE)
    return (Duel(game), first), (later, second), (ended[-2], ended[-1])


def _short_game(game: Game) -> list[Duel]:
    """Return a short sample game, move by move, that ends on a goal if the duel has one."""
    wanted = Reason.NO_MOVES if parse(game.id).goal == "n" else Reason.GOAL
    found: list[list[Duel]] = []
    for seed in range(_GAMES):
        played = sample_game(game, seed, _LONGEST)
        if played[-1].outcome:
            found.append(played)
        if sum(_ends(each, wanted) for each in found) >= _ENOUGH:
            break
    return min(found, key=lambda each: (not _ends(each, wanted), len(each)))


def _ends(played: list[Duel], reason: Reason) -> bool:
    outcome = played[-1].outcome
    return outcome is not None and outcome.reason == reason


def _words(duel: Duel, kind: str) -> list[str]:
    return [word for word, target in targets(duel).items() if target.kind == kind]


def _best(duel: Duel, kind: str) -> Duel:
    """Return the duel after a promising move of this kind."""
    return duel.play(greedy_moves(duel, tuple(_words(duel, kind)))[-1])
