"""The score of a match in words."""

import pytest

from gridduels import Duel, Match, load_game
from gridduels.terminal.line import result_text, score_text


@pytest.mark.parametrize(
    ("game", "score", "said", "result"),
    [
        ("light-cycle", (0, 0), "Games won: 0 for Player 1, 0 for Player 2", "The match is drawn, 0 to 0."),
        ("light-cycle", (1, 0), "Games won: 1 for Player 1, 0 for Player 2", "Player 1 wins the match, 1 to 0."),
        ("grid-runner", (1, 1), "Score: 1 for Player 1, 1 for Player 2", "The match is drawn, 1 to 1."),
        ("pathway", (1, 2), "Games won: 1 for Player A, 2 for Player B", "Player B wins the match, 2 to 1."),
    ],
)
def test_a_match_counts_games_won_and_points_where_the_book_has_them(
    game: str, score: tuple[int, int], said: str, result: str
) -> None:
    match = Match(Duel(load_game(game)), rounds=9, earlier=score)
    assert (score_text(match), result_text(match)) == (said, result)


def test_players_can_be_given_other_names() -> None:
    match = Match(Duel(load_game("pathway")), earlier=(1, 2))
    assert result_text(match, lambda player: f"side {player}") == "side 2 wins the match, 2 to 1."
