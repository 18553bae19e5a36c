"""A game's rules in our own words, for a box of any width; what stands on the board is told as it is drawn there."""

import re
from typing import Final

from gridduels.board import size_text
from gridduels.game import Game, Ruling
from gridduels.look.rules import rules_as_drawn
from gridduels.statement import Mark

__all__ = ["rules_text"]

_DRAWN: Final = {
    Mark.TRAIL: "a bar for {one}, a cross for {two}",
    Mark.VISITED: "a dot",
    Mark.OBSTACLE: "a block with an X",
}
"""What the arcade draws for the marks that rules show as a sign."""


def rules_text(game: Game) -> str:
    """The rules, the board's size, and the rulings in force; the screen breaks the lines."""
    sizes = ", ".join(map(size_text, game.definition.sizes))
    about = re.sub(
        r"(?<![.:!?])\s*\n\s*", " ", rules_as_drawn(game, _drawn(game))
    )  # a sentence goes on in the next line
    parts = [game.title, "", about, "", f"Board: {game.board} (it can be {sizes})."]
    for ruling in game.definition.rulings:
        parts += ["", *_ruling(game, ruling)]
    return "\n".join(parts)


def _drawn(game: Game) -> dict[str, str]:
    """What the arcade draws for the signs of a rule book's board."""
    one, two = (game.words.player(number) for number in (1, 2))
    marks = [_DRAWN[mark].format(one=one, two=two) for _, mark in game.statement.mark_kinds if mark in _DRAWN]
    return {"o": "o"} | ({"#": marks[0], "X": marks[0]} if marks else {})


def _ruling(game: Game, ruling: Ruling) -> list[str]:
    value = game.rulings[ruling.name]
    lines = [f"{ruling.name}: {ruling.about}"]
    if not ruling.meanings:
        return [*lines, f"  {value} (it can be {min(ruling.values)} to {max(ruling.values)})"]
    return lines + [f"{'*' if each == value else ' '} {each}: {ruling.meanings[each]}" for each in ruling.values]
