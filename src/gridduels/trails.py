"""What holds in every game whose tokens leave a trail of blocked cells behind them."""

from typing import Any

from gridduels.board import each, spread, where
from gridduels.game import Game
from gridduels.words import count

__all__ = ["trail_faults"]


def trail_faults(game: Game, position: Any, starts: tuple[int, int]) -> list[str]:
    """Everything that makes a position of a trail game impossible: its trails, counts and distances."""
    tokens, blocked = _tokens(game, position), game.statement.marked(position)
    reasons = []
    for player, (token, start) in enumerate(zip(tokens, starts, strict=True), 1):
        left = start & (blocked | tokens[2 - player])
        if token != start and not left:
            reasons.append(f"Player {player} has left {game.words.where(game, start)}, so that cell must be blocked")
    stray = blocked & ~_joined(game, position, starts)
    if stray:
        cells = ", ".join(game.words.where(game, cell) for cell in each(stray))
        reasons.append(f"no trail leads to the blocked {cells}")
    return reasons or _distance_faults(game, position, starts)


def _joined(game: Game, position: Any, starts: tuple[int, int]) -> int:
    """The cells that hang together with a start over blocked and occupied cells."""
    reached = starts[0] | starts[1]
    one, two = _tokens(game, position)
    taken = game.statement.marked(position) | one | two
    while (grown := spread(game.rules, reached) & taken | reached) != reached:
        reached = grown
    return reached


def _distance_faults(game: Game, position: Any, starts: tuple[int, int]) -> list[str]:
    """Whether each token can be where it is after as many moves as the trails tell."""
    tokens = _tokens(game, position)
    entered = any(tokens[player] == starts[1 - player] for player in (0, 1))
    moves = game.statement.marked(position).bit_count() + entered
    reasons = []
    for player, (token, start) in enumerate(zip(tokens, starts, strict=True), 1):
        own = moves // 2 + (moves % 2 and position.turn != player)
        (row, column), (start_row, start_column) = where(game.columns, token), where(game.columns, start)
        distance = abs(row - start_row) + abs(column - start_column)
        if distance > own or (own - distance) % 2 or (own > 0) != (token != start):
            cell = game.words.where(game, token)
            reasons.append(f"Player {player} cannot stand on {cell} after {count(own, 'move')} of its own")
    return reasons


def _tokens(game: Game, position: Any) -> tuple[int, int]:
    return game.statement.standing(position, 1), game.statement.standing(position, 2)
