"""Whether a computer changes sides by the pie rule: it does where the side it has looks worse to it."""

import random
from typing import Final

from gridduels.duel import Duel
from gridduels.players.judgement import Eyes
from gridduels.players.levels import LEVELS, Level, level_number, looks_lost
from gridduels.players.skills import skills_of

__all__ = ["would_swap"]

_LEVEL: Final = "level:"
_SHARP: Final = Eyes(plies=3, sight=9.0, overlooks=0.0, attentive=True)
"""The eyes of who sees every end."""


def would_swap(name: str, duel: Duel, rng: random.Random) -> bool:
    """Whether the player to move, of this name, would rather have the other side; who has no level sees all.

    >>> from gridduels import Duel, load_game
    >>> would_swap("perfect", Duel(load_game("light-cycle"), "right"), random.Random(1))
    True
    """
    number = level_number(name.removeprefix(_LEVEL)) if name.startswith(_LEVEL) else LEVELS.get(name)
    return looks_lost(duel, Level.of(number, skills_of(duel.game.id)).eyes if number else _SHARP, rng)
