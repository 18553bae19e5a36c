"""What a position promises each player at first sight: the way to its goal, room to move, what it has in reserve.

All of it follows from what a game states of itself, so it holds for any game; who looks further asks the engine.
"""

from typing import Any, Final

from gridduels.board import region, spread
from gridduels.game import Game
from gridduels.statement import Mark

__all__ = ["NO_WAY", "distance", "fills_up", "reserve", "rooms"]

NO_WAY: Final = 99
"""The distance of a goal that cannot be reached."""
_LEFT_BEHIND: Final = (Mark.TRAIL, Mark.VISITED)


def distance(game: Game, position: Any, player: int) -> int:
    """The steps a player's token is away from its goal on cells that are not blocked, the other token apart; 0 where
    the game has no goal.

    >>> from gridduels import load_game
    >>> distance(game := load_game("pathway"), game.start(), 1)
    8
    """
    goal = game.goal(player)
    if not goal:
        return 0
    reached = game.statement.standing(position, player)
    free = goal | game.rules.cells & ~game.statement.marked(position)
    for steps in range(NO_WAY):
        if reached & goal:
            return steps
        reached = spread(game.rules, reached) & free
    return NO_WAY


def fills_up(game: Game) -> bool:
    """Whether tokens use cells up by moving, so that room runs out."""
    return any(mark in _LEFT_BEHIND for _, mark in game.statement.mark_kinds)


def rooms(game: Game, position: Any) -> tuple[int, int]:
    """How many free cells Player 1 and Player 2 get to before the other does; all of them where they share a token.

    >>> from gridduels import Duel, load_game
    >>> duel = Duel(load_game("light-cycle"), "right left right")
    >>> rooms(duel.game, duel.position)
    (12, 8)
    """
    statement, rules = game.statement, game.rules
    reached = [statement.standing(position, player) for player in (1, 2)]
    free = rules.cells & ~(statement.marked(position) | reached[0] | reached[1])
    if reached[0] & reached[1]:
        room = region(rules, reached[0], free).bit_count()
        return room, room
    counts, order = [0, 0], (position.turn - 1, 2 - position.turn)
    growing = True
    while growing:
        growing = False
        for player in order:
            grown = spread(rules, reached[player]) & free
            reached[player] |= grown
            free &= ~grown
            counts[player] += grown.bit_count()
            growing |= grown != 0
    return counts[0], counts[1]


def reserve(game: Game, position: Any, player: int) -> int:
    """How many things a player still has to place, of all kinds together."""
    return sum(position[number] for number in game.statement.counts[player - 1])
