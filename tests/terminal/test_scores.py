"""Points over the rounds of a match."""

import pytest

from gridduels import load_game
from gridduels.terminal.scores import Scores


@pytest.mark.parametrize(
    ("game", "winners", "score", "verdict"),
    [
        ("light-cycle", [], "Score: 0 for Player 1, 0 for Player 2", "The match is drawn, 0 to 0."),
        ("light-cycle", [1], "Score: 1 for Player 1, 0 for Player 2", "Player 1 wins the match, 1 to 0."),
        ("gridlock", [1, 2], "Score: 1 for Player 1, 1 for Player 2", "The match is drawn, 1 to 1."),
        ("pathway", [2, 1, 2], "Score: 1 for Player A, 2 for Player B", "Player B wins the match, 2 to 1."),
    ],
)
def test_a_win_is_a_point(game: str, winners: list[int], score: str, verdict: str) -> None:
    scores = Scores(load_game(game))
    for winner in winners:
        scores.add(winner)
    assert (str(scores), scores.verdict()) == (score, verdict)
