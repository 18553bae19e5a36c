"""Shared text helpers: counts, quoted input, suggestions, safe output, and game descriptions in paragraphs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from gridduels.board import size_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridduels.game import Definition, Game, Ruling

WIDTH: Final = 79
"""The maximum width of wrapped lines, to fit an 80-column terminal."""


def count(number: int, thing: str) -> str:
    """Return a number with its noun, pluralised if needed.

    >>> count(1, "move"), count(2, "move")
    ('1 move', '2 moves')
    """
    return f"{number} {thing if number == 1 else thing + 's'}"


def minutes_text(seconds: float) -> str:
    """Return the time left on a clock.

    >>> minutes_text(65.9)
    '1:05'
    """
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def shorten(line: str) -> str:
    """Quote user input, truncated to at most 40 characters.

    >>> shorten("  north \\n west ")
    "'north west'"
    """
    text = re.sub(r"\s+", " ", line.strip())
    return repr(text if len(text) <= 40 else text[:37] + "...")


def did_you_mean(typed: str, known: Iterable[str]) -> str:
    """Return a suggestion to append to an error message; empty if no known word is close.

    >>> did_you_mean("hnit", ["help", "hint", "undo"]), did_you_mean("xyz", ["hint"])
    (' Did you mean hint?', '')
    """
    import difflib  # only needed after a typo

    close = difflib.get_close_matches(typed.strip().lower(), list(known), 1)
    return f" Did you mean {close[0]}?" if close else ""


def printable(text: str) -> str:
    r"""Replace control characters, which a terminal would obey instead of showing. Newlines are preserved.

    >>> printable("up\x1b[31m")
    'up�[31m'
    """
    return "".join(character if character.isprintable() or character == "\n" else "�" for character in text)


def describe_games(definitions: list[Definition]) -> str:
    """List games in a line or two each: id, title and summary."""
    width = max(len(each.id) for each in definitions)
    return "\n".join(_wrap(f"{each.title}: {each.summary}", f"  {each.id:<{width}}  ") for each in definitions)


def describe_rules(game: Game) -> str:
    """Return a game's rules in our own words, with the rulings in force."""
    sizes = ", ".join(map(size_text, game.definition.sizes))
    other = f" (it can be {sizes})" if len(game.definition.sizes) > 1 else ""
    lines = [game.title, "", _wrap(game.words.about), "", f"Board: {game.board}{other}."]
    if game.definition.rulings:
        lines += ["", "Rulings on points the rule book leaves open (set one with --rule name=value):"]
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
    """Wrap a paragraph with a hanging indent; `margin` begins the first line."""
    import textwrap

    return textwrap.fill(" ".join(text.split()), WIDTH, initial_indent=margin, subsequent_indent=" " * len(margin))
