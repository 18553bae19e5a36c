"""The levels from 1 to 10: players who see further, overlook less and choose more surely the higher they are.

What moves look like to a level is in `judgement`; here it chooses among them, the likelier the better a move looks. How
well a level plays a game is in `skills`; `gridduels calibrate` measures the levels against each other.
"""

import math
import random
from typing import TYPE_CHECKING, Final, NamedTuple

from gridduels.duel import Duel
from gridduels.errors import SetupError
from gridduels.game import Game
from gridduels.players.judgement import Eyes, Known, judge
from gridduels.players.limits import Limits
from gridduels.players.skills import Skills, skill_of, skills_of

if TYPE_CHECKING:
    from gridduels.engine.progress import Progress

__all__ = ["LEVELS", "MOST", "Level", "LevelPlayer", "known_to", "level_number", "looks_lost"]

MOST: Final = 10.0
LEVELS: Final = {"easy": 3.0, "medium": 5.0, "hard": 8.0}
"""The levels with a name of their own."""
_LOOKS_FURTHER: Final = 6.0
_CANDIDATES: Final = 4
"""So many moves, those that look best, it chooses among: nobody weighs thirty obstacles against each other."""
NOTE: Final = "this board is too large to know by heart: found by looking ahead"


class Level(NamedTuple):
    """What a number from 1 to 10 stands for in a game: how a level looks at a position, and how it chooses.

    >>> [Level.of(number, skills_of("pathway")).eyes.attentive for number in (5, 4.9)]
    [True, False]
    """

    eyes: Eyes
    doubt: float
    """The temperature of its choice: how much better a move must look to be e times as likely."""

    @classmethod
    def of(cls, number: float, skills: Skills) -> "Level":
        """The level in a game in which levels have these skills; only those above `easy` see what the table knows."""
        skill, blind = skill_of(skills, number), skill_of(skills, LEVELS["easy"])
        return cls(
            Eyes(
                plies=2 if number < _LOOKS_FURTHER else 3,
                sight=1.08 * (skill - blind),
                overlooks=min(max(0.8 * (1 - skill), 0.0), 1.0),
                attentive=number >= LEVELS["medium"],
            ),
            doubt=3.5 * 0.2**skill,
        )


def level_number(text: str) -> float:
    """The level that a text names, from 1 to 10.

    >>> level_number("7.5")
    7.5
    """
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 1 <= number <= MOST:
        raise SetupError(f"there is no level {text!r}: it is a number from 1 to 10, such as 4 or 7.5")
    return number


class LevelPlayer:
    """A player of some level."""

    def __init__(self, name: str, number: float, rng: random.Random, skills: Skills | None = None) -> None:
        """`skills` are those that levels have, where not the ones of the game it plays."""
        self.name, self._number, self._rng, self._skills = name, number, rng, skills
        self.note = ""
        """How its last move was found, where it would look a position up and there is no table."""
        self.limits = Limits()
        """What its next move may take: it heeds depth and nodes, and all of its moves take less time."""

    def prepare(self, game: Game, progress: "Progress") -> None:
        """Works out what it needs to know of a game."""
        if self._in(game).eyes.sight > 0:
            from gridduels.engine import VALUES

            VALUES.prepare(game, progress)

    def choose(self, duel: Duel) -> str:
        return self._choose(duel, self._known(duel))

    def look_ahead(self, duel: Duel) -> str:
        """Its move without exact values, be they known or not."""
        return self._choose(duel, Known())

    def _choose(self, duel: Duel, known: Known) -> str:
        level = self._in(duel.game)
        judged = judge(duel, level.eyes, known, self._rng, self.limits)
        words = sorted(judged, key=lambda word: (judged[word], self._rng.random()))[-_CANDIDATES:]
        best = judged[words[-1]]
        weights = [math.exp((judged[word] - best) / level.doubt) for word in words]
        return self._rng.choices(words, weights)[0]

    def _in(self, game: Game) -> Level:
        return Level.of(self._number, self._skills or skills_of(game.id))

    def _known(self, duel: Duel) -> Known:
        """The exact values, where the level has an eye for them and there is a table."""
        eyes = self._in(duel.game).eyes
        known = known_to(eyes, duel)
        self.note = NOTE if eyes.sight > 0 and not known.values else ""
        return known

    def close(self) -> None:
        """It holds nothing."""


def looks_lost(duel: Duel, eyes: Eyes, rng: random.Random) -> bool:
    """Whether the player to move seems to stand worse, whatever it plays."""
    return max(judge(duel, eyes, known_to(eyes, duel), rng).values()) < 0


def known_to(eyes: Eyes, duel: Duel) -> Known:
    """What exact values tell to somebody who sees further than it looks ahead; nothing where there is no table."""
    if eyes.sight <= 0:
        return Known()
    from gridduels.engine import VALUES

    if not VALUES.prepare(duel.game):
        return Known()
    with VALUES.asking(duel.game) as values:
        length = values.value(duel.game.start()).plies
        return Known(length or _endless(duel.game), values.evaluate(duel).moves)


def _endless(game: Game) -> int:
    """What counts as the length of a game that best play does not end: both players across the board and half back."""
    return 3 * max(game.rows, game.columns)
