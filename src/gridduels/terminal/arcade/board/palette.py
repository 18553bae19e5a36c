"""The colours: paper and ink, one accent for each player, a pair that colour-blind people tell apart.

A terminal with sixteen colours has its own two themes, made of colours that it has: what is rounded looks alike.
"""

from functools import lru_cache
from typing import Final

from rich.style import Style
from textual.theme import Theme

__all__ = ["THEMES", "board_styles", "theme_name"]

_SIXTEEN: Final = "-16"

_COLOURS: Final = {
    "ink": {
        "background": "#12161c",
        "cell": "#1a1f27",
        "text": "#e8e6df",
        "quiet": "#8b93a1",
        "one": "#56b4e9",
        "two": "#f28c3a",
        "trail_one": "#1f4d66",
        "trail_two": "#6b3a16",
        "obstacle": "#8d96a5",
    },
    "paper": {
        "background": "#f6f5f1",
        "cell": "#ffffff",
        "text": "#1b2230",
        "quiet": "#6b7280",
        "one": "#0072b2",
        "two": "#c84a0c",
        "trail_one": "#a8d3ea",
        "trail_two": "#f5c3a1",
        "obstacle": "#3a4250",
    },
    "ink-16": {
        "background": "#000000",
        "cell": "#000000",
        "text": "#ffffff",
        "quiet": "#aaaaaa",
        "one": "#55ffff",
        "two": "#ff5555",
        "trail_one": "#0000aa",
        "trail_two": "#aa0000",
        "on_trail": "#ffffff",
        "obstacle": "#aaaaaa",
    },
    "paper-16": {
        "background": "#ffffff",
        "cell": "#ffffff",
        "text": "#000000",
        "quiet": "#555555",
        "one": "#0000aa",
        "two": "#aa0000",
        "trail_one": "#55ffff",
        "trail_two": "#ffff55",
        "on_trail": "#000000",
        "obstacle": "#555555",
    },
}


def theme_name(light: bool, few_colours: bool) -> str:
    """The theme for a terminal.

    >>> theme_name(light=False, few_colours=True)
    'ink-16'
    """
    return ("paper" if light else "ink") + (_SIXTEEN if few_colours else "")


def _theme(name: str) -> Theme:
    colours = _COLOURS[name]
    return Theme(
        name=name,
        primary=colours["one"],
        secondary=colours["two"],
        accent=colours["one"],
        foreground=colours["text"],
        background=colours["background"],
        surface=colours["cell"],
        panel=colours["cell"],
        dark=name.startswith("ink"),
        variables={"quiet": colours["quiet"], "scrollbar": colours["quiet"]},
    )


THEMES: Final = {name: _theme(name) for name in _COLOURS}


@lru_cache
def board_styles(theme: str) -> dict[str, Style]:
    """The style behind each name that a painted board uses."""
    c = _COLOURS.get(theme, _COLOURS["ink"])
    ground, on_one, on_two = c["cell"], c.get("on_trail", c["one"]), c.get("on_trail", c["two"])
    return {
        "cell": Style(color=c["text"], bgcolor=ground),
        "grid": Style(color=c["quiet"], bgcolor=ground),
        "one": Style(color=c["one"], bgcolor=ground, bold=True),
        "two": Style(color=c["two"], bgcolor=ground, bold=True),
        "one-letter": Style(color=ground, bgcolor=c["one"], bold=True),
        "two-letter": Style(color=ground, bgcolor=c["two"], bold=True),
        "shared": Style(color=c["text"], bgcolor=ground, bold=True),
        "trail-one": Style(color=on_one, bgcolor=c["trail_one"]),
        "trail-two": Style(color=on_two, bgcolor=c["trail_two"]),
        "goal-one": Style(color=c["one"], bgcolor=ground),
        "goal-two": Style(color=c["two"], bgcolor=ground),
        "goal-one-trail-one": Style(color=on_one, bgcolor=c["trail_one"]),
        "goal-one-trail-two": Style(color=on_one, bgcolor=c["trail_two"], bold=True),
        "goal-two-trail-one": Style(color=on_two, bgcolor=c["trail_one"], bold=True),
        "goal-two-trail-two": Style(color=on_two, bgcolor=c["trail_two"]),
        "obstacle": Style(color=c["obstacle"], bgcolor=ground),
        "obstacle-mark": Style(color=ground, bgcolor=c["obstacle"], bold=True),
        "visited": Style(color=c["text"], bgcolor=ground),
        "path": Style(color=c["text"], bgcolor=ground),
        "legal": Style(color=c["text"], bgcolor=ground),
        "selected": Style(color=c["text"], bgcolor=ground, bold=True),
        "refused": Style(color=c["two"], bgcolor=ground, bold=True),
        "last": Style(color=c["text"], bgcolor=ground, bold=True),
        "winning": Style(color=c["text"], bgcolor=ground, bold=True),
        "losing": Style(color=c["text"], bgcolor=ground),
        "even": Style(color=c["text"], bgcolor=ground),
    }
