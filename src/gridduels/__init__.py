"""Grid Duels: five small two-player grid games.

>>> from gridduels import Duel, load_game
>>> duel = Duel(load_game("light-cycle")).play("right").play("left").play("up")
>>> print(duel.game.words.board(duel.game, duel.position))
. . . . .
. 1 . . .
# # . 2 #
. . . . .
. . . . .
"""

from gridduels.duel import Duel, Outcome, Reason
from gridduels.errors import GridDuelsError, IllegalMove, NotationError, PositionError, RecordError, SetupError
from gridduels.game import Definition, Game, Ruling
from gridduels.match import Match
from gridduels.record import Record, read_records
from gridduels.registry import definitions, load_game
from gridduels.words import Words

__version__ = "0.1.0"

__all__ = [
    "Definition",
    "Duel",
    "Game",
    "GridDuelsError",
    "IllegalMove",
    "Match",
    "NotationError",
    "Outcome",
    "PositionError",
    "Reason",
    "Record",
    "RecordError",
    "Ruling",
    "SetupError",
    "Words",
    "definitions",
    "load_game",
    "read_records",
]
