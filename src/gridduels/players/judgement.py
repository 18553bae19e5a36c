"""How good moves look to somebody who sees only so far.

Three things make a judgement: the end of the game where it is near enough to be seen; a few moves of looking ahead by
the rules; and at the end of that, what the game's statement tells of ways, room and reserves. Who judges may overlook
an answer; how much it trusts a small difference is a matter of its choice.
"""

import random
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gridduels.board import each
from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.players.limits import Limits
from gridduels.prospects import distance, fills_up, reserve, rooms
from gridduels.statement import DRAW, Slides, Steps

if TYPE_CHECKING:
    from gridduels.engine import Value

__all__ = ["Eyes", "Known", "judge", "outlook"]

_END: Final = 1000.0
"""What an end in one ply counts; one in n plies counts the nth part, so that near ends outweigh all that is far."""
_BLUR: Final = 0.27
"""By how much the distance at which an end is seen varies, as a standard deviation and a share of a game."""
_VISITS: Final = 1500
"""About so many positions may be looked at for a move: less than 0.1 s in plain Python."""
_REMEMBERED: Final = 1 << 15
"""Positions that are remembered: many come back at the next move, or by another order of moves."""
_ENDLESS: Final = 1 << 62
_UNLIMITED: Final = Limits()
_RACE: Final = 2.5
_ROOM: Final = 0.1
_RESERVE: Final = 7.0
_FREEDOM: Final = 0.1
"""What counts how much: a step of lead on the way to the goal, a cell of room, a thing in reserve, a possible move of
the token. So an obstacle is kept until it costs the opponent several steps."""


class Eyes(NamedTuple):
    """How somebody looks at a position."""

    plies: int
    """How far it looks ahead by the rules."""
    sight: float
    """How far from the end, more or less, it sees that it can be forced: as a share of a game."""
    overlooks: float
    """How often it does not think of an answer."""
    attentive: bool
    """Whether it never overlooks an answer that ends the game."""


class Known(NamedTuple):
    """What is known for certain: how many plies a game has under best play, and the exact value of each move."""

    length: int = 0
    values: "dict[str, Value]" = {}  # noqa: RUF012


def judge(duel: Duel, eyes: Eyes, known: Known, rng: random.Random, limits: Limits = _UNLIMITED) -> dict[str, float]:
    """How good each allowed move looks; ends outweigh everything, near ones most."""
    look = _Look(duel.game, eyes, known.length, rng, limits)
    plies = _plies_in_reach(duel, min(eyes.plies, limits.depth or eyes.plies))
    return {
        word: _judge_move(duel.turn, duel.play(word), known.values.get(word), look, plies) for word in duel.legal_moves
    }


def _judge_move(player: int, after: Duel, value: "Value | None", look: "_Look", plies: int) -> float:
    if after.outcome:
        return _END * (2 * after.outcome.points[player - 1] - 1)
    if value and value.plies and look.sees(value.plies):
        return _END / value.plies if value.outcome == "win" else -_END / value.plies
    score = look.ahead(after.position, after.legal_actions, 1, plies)
    return score if after.turn == player else -score


def _plies_in_reach(duel: Duel, plies: int) -> int:
    """So many plies ahead, or as many as can be looked at in time; two at least, if so many are wanted."""
    width = duel.legal_actions.bit_count()
    while plies > 2 and width**plies > _VISITS:
        plies -= 1
    return plies


class _Look:
    """Somebody's look ahead from one position."""

    def __init__(self, game: Game, eyes: Eyes, length: int, rng: random.Random, limits: Limits) -> None:
        self._game, self._eyes, self._length, self._rng = game, eyes, length, rng
        self._depth, self._nodes_left = limits.depth or _ENDLESS, limits.nodes or _ENDLESS
        self._overlooked = sum(1 << action for action in range(game.actions) if rng.random() < eyes.overlooks)
        """The actions it does not think of as answers, whatever they answer: so it prefers no move for its luck."""

    def sees(self, plies: int) -> bool:
        """Whether an end so many plies away is seen."""
        near = 2 if self._eyes.attentive else 0
        return plies <= min(self._depth, max(near, self._length * self._rng.gauss(self._eyes.sight, _BLUR)))

    def ahead(self, position: Any, actions: int, depth: int, plies: int, bound: float = 2 * _END) -> float:
        """How good a position looks to the player to move, so many plies of all those to look at having been played;
        what is not less than a bound is not looked at any further."""
        if not actions:
            return self._end(position) / depth
        self._nodes_left -= 1
        if depth >= plies or self._nodes_left < 0:
            return outlook(self._game, position, actions)
        best, seen = -2 * _END, False
        for action in each(actions):
            after = self._game.play(position, action.bit_length() - 1)
            answers = _actions(self._game, after)
            if action & self._overlooked and not (self._eyes.attentive and not answers):
                continue
            if after.turn == position.turn:
                score = self.ahead(after, answers, depth + 1, plies)
            else:
                score = -self.ahead(after, answers, depth + 1, plies, -best)
            best, seen = max(best, score), True
            if best >= bound:
                break
        return best if seen else outlook(self._game, position, actions)

    def _end(self, position: Any) -> float:
        """What a game that is over counts for the player to move."""
        winner = self._game.winner(position)
        return 0.0 if winner == DRAW else _END if winner == position.turn else -_END


@lru_cache(_REMEMBERED)
def _actions(game: Game, position: Any) -> int:
    """The legal actions of a position."""
    return game.legal(position)


@lru_cache(_REMEMBERED)
def outlook(game: Game, position: Any, actions: int) -> float:
    """How good a position looks to the player to move, which has some actions, at first sight.

    >>> from gridduels import load_game
    >>> game = load_game("grid-runner")
    >>> outlook(game, position := game.start(), game.legal(position))
    1.45
    """
    player = position.turn
    score = _FREEDOM * (actions & _token_actions(game)).bit_count()
    score += _RESERVE * (reserve(game, position, player) - reserve(game, position, 3 - player))
    if game.goal(player):
        no_way = game.rows + game.columns
        ways = [min(no_way, distance(game, position, each)) for each in (player, 3 - player)]
        score += _RACE * (ways[1] - ways[0] + 0.5)
    if fills_up(game):
        room = rooms(game, position)
        score += _ROOM * (room[player - 1] - room[2 - player])
    return score


def _token_actions(game: Game) -> int:
    """The actions with which a token moves."""
    ranges = game.action_ranges
    return sum(((1 << length) - 1) << first for kind, first, length in ranges if isinstance(kind, Steps | Slides))
