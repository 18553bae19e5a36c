"""Points over the rounds of a match: a win is a point."""

from gridduels.game import Game

__all__ = ["Scores"]


class Scores:
    """How many rounds each player has won.

    >>> from gridduels import load_game
    >>> scores = Scores(load_game("pathway"))
    >>> scores.add(2)
    >>> str(scores)
    'Score: 0 for Player A, 1 for Player B'
    """

    def __init__(self, game: Game) -> None:
        self._words = game.words
        self._points = [0, 0]

    def add(self, winner: int) -> None:
        self._points[winner - 1] += 1

    def __str__(self) -> str:
        one, two = self._points
        return f"Score: {one} for {self._words.player(1)}, {two} for {self._words.player(2)}"

    def verdict(self) -> str:
        """Who won the match."""
        one, two = self._points
        if one == two:
            return f"The match is drawn, {one} to {two}."
        return f"{self._words.player(1 if one > two else 2)} wins the match, {max(one, two)} to {min(one, two)}."
