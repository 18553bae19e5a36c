"""Textbook minimax from Player 1's point of view, for games that never repeat a position."""

from typing import Any

from gridduels import Game
from gridduels.engine import Value

FAR = 1000


def scores_of(game: Game) -> dict[Any, int]:
    """Return a score for each reachable position.

    It is 0 for a draw, higher the sooner Player 1 wins, and lower the sooner Player 2 does.
    """
    scores: dict[Any, int] = {}
    waiting = [game.start(1), game.start(2)]
    while waiting:
        position = waiting[-1]
        actions = game.legal(position)
        children = [game.play(position, action) for action in range(game.actions) if actions >> action & 1]
        unknown = [child for child in children if child not in scores]
        if unknown:
            waiting += unknown
            continue
        waiting.pop()
        later = [score - (score > 0) + (score < 0) for score in map(scores.__getitem__, children)]
        choose = max if position.turn == 1 else min
        scores[position] = choose(later) if later else {1: FAR, 2: -FAR, 3: 0}[game.winner(position)]
    return scores


def value_of(position: Any, score: int) -> Value:
    """Return a score as a value for the player to move."""
    if score == 0:
        return Value("draw", None)
    return Value("win" if (score > 0) == (position.turn == 1) else "loss", FAR - abs(score))


def negated_wins(game: Game) -> dict[Any, bool]:
    """Return whether the player to move wins, wrongly assuming that every move changes the turn; Player 1 opens."""
    wins: dict[Any, bool] = {}

    def find(position: Any) -> bool:
        if position not in wins:
            actions = game.legal(position)
            children = [game.play(position, action) for action in range(game.actions) if actions >> action & 1]
            lost = [not find(child) for child in children]
            wins[position] = any(lost) if lost else game.winner(position) == position.turn
        return wins[position]

    find(game.start())
    return wins
