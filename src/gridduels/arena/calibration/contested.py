"""Contested openings: those in which a game is still to be played, so that it shows how well.

Balanced openings are not all of that kind. In many of them the side that can force a win does so by going the obvious
way: whoever sees one move ahead wins them against `perfect`, nobody has a chance to err, and how strong players are
cannot be told. So an opening is contested where nobody can force the end, or where it is balanced and a beginner, on
the side that wins, throws the win away against `perfect` as often as not.
"""

import random
from typing import Any, Final

from gridduels.arena.calibration.beginner import BeginnerPlayer
from gridduels.arena.calibration.playing import play_out
from gridduels.arena.openings import DrawnOpenings, is_balanced
from gridduels.duel import Duel
from gridduels.engine.values import Values
from gridduels.players import Player
from gridduels.players.perfect import PerfectPlayer

__all__ = ["ContestedOpenings", "thrown_away"]

_TRIES: Final = 6


class ContestedOpenings(DrawnOpenings):
    """Openings by chance that are contested; their game's values are known."""

    def _fits(self, values: Values, position: Any) -> bool:
        return is_balanced(values, position) and 2 * thrown_away(values, position, _TRIES) >= _TRIES


def thrown_away(values: Values, position: Any, tries: int) -> int:
    """How often a beginner that can force a win does not win against `perfect`, who follows."""
    game = values.game
    winner = position.turn if values.value(position).outcome == "win" else 3 - position.turn
    lost = 0
    for number in range(tries):
        chance = random.Random(f"{game.text(position)} {number}")
        seats: dict[int, Player] = {winner: BeginnerPlayer(chance), 3 - winner: PerfectPlayer(chance)}
        lost += play_out(Duel(game, start=position), seats).ended.winner != winner
    return lost
