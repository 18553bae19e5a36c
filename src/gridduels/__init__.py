"""Grid Duels: five small two-player grid games.

>>> from gridduels import Duel, load_game
>>> duel = Duel(load_game("light-cycle"), "right left")
>>> print(duel)
. . . . .
. . . . .
# 1 . 2 #
. . . . .
. . . . .
Player 1 to move
>>> print(duel.values())
right  win in 9 plies
up     loss in 20 plies
down   loss in 20 plies
>>> print(duel.value, duel.best_moves)
win in 9 plies ('right',)
>>> duel.play("right")
Duel(load_game('light-cycle', size=5), 'right left right')

Notebooks display duels, games and records as pictures. `read_records` reads recorded games one by one:

>>> for record in read_records(open("games.txt")):  # doctest: +SKIP
...     print(record.duel.outcome)
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
