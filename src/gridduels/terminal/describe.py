"""A game's facts and rules as text, and as data."""

import textwrap
from typing import Any, Final

from gridduels.board import size_text
from gridduels.game import Definition, Game, Ruling

__all__ = ["WIDTH", "describe_games", "describe_rules", "facts"]

WIDTH: Final = 79
"""No line we wrap is longer: it fits a terminal of 80 columns."""


def describe_games(definitions: list[Definition]) -> str:
    """A line or two a game."""
    width = max(len(each.id) for each in definitions)
    return "\n".join(_wrap(f"{each.title}: {each.summary}", f"  {each.id:<{width}}  ") for each in definitions)


def describe_rules(game: Game) -> str:
    """The rules in our own words, with the rulings in force."""
    sizes = ", ".join(map(size_text, game.definition.sizes))
    lines = [game.title, "", _wrap(game.words.about), "", f"Board: {game.board} (it can be {sizes})."]
    if game.definition.rulings:
        lines += ["", "Rulings, where the rule book leaves a choice (set one with --rule name=value):"]
        lines += [line for ruling in game.definition.rulings for line in _ruling(game, ruling)]
    return "\n".join(lines)


def _ruling(game: Game, ruling: Ruling) -> list[str]:
    value = game.rulings[ruling.name]
    lines = [_wrap(f"{ruling.name}={value}: {ruling.about}", "  ")]
    if not ruling.meanings:
        return [*lines, f"      {min(ruling.values)} to {max(ruling.values)}"]
    marks = {True: "    * ", False: "      "}
    return lines + [_wrap(f"{each}: {ruling.meanings[each]}", marks[each == value]) for each in ruling.values]


def _wrap(text: str, margin: str = "") -> str:
    """A paragraph, set in from what stands in its margin."""
    return textwrap.fill(" ".join(text.split()), WIDTH, initial_indent=margin, subsequent_indent=" " * len(margin))


def facts(game: Game) -> dict[str, Any]:
    """The facts of a game, for --json."""
    definition = game.definition
    return {
        "id": game.id,
        "title": game.title,
        "summary": definition.summary,
        "size": game.size,
        "sizes": list(definition.sizes),
        "rules": dict(game.rulings),
        "rulings": [
            {"name": each.name, "about": each.about, "default": each.values[0], "values": list(each.values)}
            for each in definition.rulings
        ],
        "actions": game.actions,
        "longest": game.max_plies,
    }
