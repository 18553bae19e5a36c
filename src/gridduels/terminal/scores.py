"""The score of a match in words."""

from collections.abc import Callable

from gridduels.match import Match

__all__ = ["result_text", "score_text"]


def score_text(match: Match) -> str:
    """How many rounds each player has won.

    >>> from gridduels import load_game
    >>> score_text(Match.begin(load_game("pathway")).resign())
    'Score: 0 for Player A, 1 for Player B'
    """
    one, two = match.score
    name = match.game.words.player
    return f"Score: {one} for {name(1)}, {two} for {name(2)}"


def result_text(match: Match, name: Callable[[int], str] | None = None) -> str:
    """Who has won the match; `name` is how players are called."""
    low, high = sorted(match.score)
    if match.leader is None:
        return f"The match is drawn, {low} to {high}."
    return f"{(name or match.game.words.player)(match.leader)} wins the match, {high} to {low}."
