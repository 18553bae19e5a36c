"""The ladder: ten opponents with a name, each a little stronger than the one before. Every game has the same ten.

A star is won by beating an opponent from one side, so there are two for each, and twenty in a game.
"""

from typing import Final, NamedTuple

from gridduels.errors import SetupError

__all__ = ["LADDER", "SIDES", "Opponent", "opponent_named"]

SIDES: Final = (1, 2)
"""From each of these an opponent is to be beaten."""
_PERFECT: Final = "perfect"


class Opponent(NamedTuple):
    """One of the ten.

    >>> opponent_named("Emil")
    Opponent(rung=5, name='Emil', player='level:5', about='Never misses a win in one move.')
    """

    rung: int
    """From 1, the lowest."""
    name: str
    player: str
    """Who plays, as `make_player` takes it."""
    about: str

    def first(self, side: int) -> int:
        """Who moves first where a person plays this side: Player 1, as the books say. Who never errs can only be
        beaten from a won start, so against `perfect` the person begins, from either side.

        >>> LADDER[0].first(side=2), LADDER[-1].first(side=2)
        (1, 2)
        """
        return side if self.player == _PERFECT else 1


_TEN: Final = (
    ("Ada", "Plays her very first games, and moves where she likes."),
    ("Bo", "Knows the rules, and forgets his plans."),
    ("Cleo", "Looks one move ahead, when she looks."),
    ("Dario", "Sets small traps, and steps into others."),
    ("Emil", "Never misses a win in one move."),
    ("Fay", "Thinks a move further than you expect."),
    ("Goran", "Seldom hurries, seldom errs near the end."),
    ("Hana", "Sees most of what is coming."),
    ("Ivo", "Forgives one slip, not two."),
    ("Juno", "Knows every position. Win from a won start, if you can."),
)
LADDER: Final = tuple(
    Opponent(rung, name, f"level:{rung}" if rung < len(_TEN) else _PERFECT, about)
    for rung, (name, about) in enumerate(_TEN, 1)
)
"""From the lowest rung to the highest."""


def opponent_named(name: str) -> Opponent:
    """The opponent with this name, in capitals or not."""
    for each in LADDER:
        if each.name.lower() == name.lower():
            return each
    raise SetupError(f"nobody on the ladder is called {name!r}: they are {', '.join(each.name for each in LADDER)}")
