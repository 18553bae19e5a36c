"""A game's rules as a screen draws the game: in place of a rule book's signs, such as (#) or P1, what is seen there."""

import re
from collections.abc import Mapping

from gridduels.game import Game

__all__ = ["rules_as_drawn"]


def rules_as_drawn(game: Game, drawn: Mapping[str, str]) -> str:
    """The rules, with what is `drawn` for each sign; a sign for which nothing is given is left out.

    >>> from gridduels import load_game
    >>> rules_as_drawn(load_game("light-cycle"), {}).splitlines()[2]
    'The cell you leave turns into a wall that nobody can enter for the rest of the game.'
    >>> rules_as_drawn(load_game("blockade"), {"X": "a block"}).splitlines()[2]
    'or place one of your obstacles (a block) on an empty cell, where it stays.'
    """
    words = game.words
    about = re.sub(
        r" \(([#Xo])\)", lambda sign: f" ({drawn[sign[1]]})" if sign[1] in drawn else "", words.about.strip()
    )
    return re.sub(r"\bP([12])\b", lambda player: words.player(int(player[1])), about)
