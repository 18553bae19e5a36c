"""Stars: whom of the ladder a person has beaten, and from which side."""

from typing import NamedTuple

from gridduels.game import Game
from gridduels.match import Match
from gridduels.players.ladder import LADDER, Opponent

__all__ = ["Star", "star_of"]


class Star(NamedTuple):
    """An opponent, and the side from which it was beaten."""

    opponent: Opponent
    side: int


def star_of(match: Match) -> Star | None:
    """The star that a person has won with a round: without help, on the book's board, by its usual rulings, from the
    start that the ladder wants."""
    outcome, game = match.duel.outcome, match.game
    opponent = next((each for each in LADDER if each.player == match.opponent), None)
    if not (outcome and outcome.winner and opponent) or match.helped or not match.is_person(outcome.winner):
        return None
    start = game.start(opponent.first(outcome.winner))
    return Star(opponent, outcome.winner) if game == Game(game.definition) and match.duel.start == start else None
