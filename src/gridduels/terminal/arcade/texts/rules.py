"""A game's rules in our own words, for a box of any width."""

import re

from gridduels.board import size_text
from gridduels.game import Game, Ruling

__all__ = ["rules_text"]


def rules_text(game: Game) -> str:
    """The rules, the board's size, and the rulings in force; the screen breaks the lines."""
    sizes = ", ".join(map(size_text, game.definition.sizes))
    about = re.sub(r"(?<![.:!?])\s*\n\s*", " ", game.words.about.strip())  # a sentence goes on in the next line
    parts = [game.title, "", about, "", f"Board: {game.board} (it can be {sizes})."]
    for ruling in game.definition.rulings:
        parts += ["", *_ruling(game, ruling)]
    return "\n".join(parts)


def _ruling(game: Game, ruling: Ruling) -> list[str]:
    value = game.rulings[ruling.name]
    lines = [f"{ruling.name}: {ruling.about}"]
    if not ruling.meanings:
        return [*lines, f"  {value} (it can be {min(ruling.values)} to {max(ruling.values)})"]
    return lines + [f"{'*' if each == value else ' '} {each}: {ruling.meanings[each]}" for each in ruling.values]
