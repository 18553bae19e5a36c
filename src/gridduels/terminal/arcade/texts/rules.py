"""A game's rules in our own words, for a box of any width; what stands on the board is told as it is drawn there."""

import re
from typing import Final

from gridduels.board import size_text
from gridduels.game import Game, Ruling
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
    about = re.sub(r"(?<![.:!?])\s*\n\s*", " ", _as_drawn(game))  # a sentence goes on in the next line
    parts = [game.title, "", about, "", f"Board: {game.board} (it can be {sizes})."]
    for ruling in game.definition.rulings:
        parts += ["", *_ruling(game, ruling)]
    return "\n".join(parts)


def _as_drawn(game: Game) -> str:
    """What a rule book's board shows as a sign, such as (#) or P1, is told as the arcade draws it."""
    words = game.words
    drawn = [
        _DRAWN[mark].format(one=words.player(1), two=words.player(2))
        for _, mark in game.statement.mark_kinds
        if mark in _DRAWN
    ]
    about = words.about.strip()
    if drawn:
        about = re.sub(r"\((?:#|X)\)", f"({drawn[0]})", about)
    return re.sub(r"\bP([12])\b", lambda found: words.player(int(found[1])), about)


def _ruling(game: Game, ruling: Ruling) -> list[str]:
    value = game.rulings[ruling.name]
    lines = [f"{ruling.name}: {ruling.about}"]
    if not ruling.meanings:
        return [*lines, f"  {value} (it can be {min(ruling.values)} to {max(ruling.values)})"]
    return lines + [f"{'*' if each == value else ' '} {each}: {ruling.meanings[each]}" for each in ruling.values]
