"""The palettes as themes of the arcade, and as the styles of a painted board."""

from functools import lru_cache
from typing import Final

from rich.style import Style
from textual.theme import Theme

from gridduels.look import themes
from gridduels.look.palette import DARK, DARK_16, LIGHT_16

__all__ = ["THEMES", "board_styles", "theme_name"]

_SIXTEEN: Final = "-16"
_PALETTES: Final = {
    **{name: theme.palette for name, theme in themes.THEMES.items()},
    f"ink{_SIXTEEN}": DARK_16,
    f"paper{_SIXTEEN}": LIGHT_16,
}
_LIGHT: Final = tuple(name for name, theme in themes.THEMES.items() if not theme.dark)


def theme_name(chosen: str, few_colours: bool) -> str:
    """The theme for a terminal; one with few colours has the nearest of two.

    >>> theme_name("sepia", few_colours=False), theme_name("sepia", few_colours=True)
    ('sepia', 'paper-16')
    """
    return ("paper" if chosen in _LIGHT else "ink") + _SIXTEEN if few_colours else chosen


def _theme(name: str) -> Theme:
    palette = _PALETTES[name]
    return Theme(
        name=name,
        primary=palette.one,
        secondary=palette.two,
        accent=palette.one,
        foreground=palette.ink,
        background=palette.paper,
        surface=palette.sheet,
        panel=palette.sheet,
        dark=name.removesuffix(_SIXTEEN) not in _LIGHT,
        variables={"muted": palette.muted, "scrollbar": palette.muted, "scrollbar-background": palette.paper},
    )


THEMES: Final = {name: _theme(name) for name in _PALETTES}


@lru_cache
def board_styles(theme: str) -> dict[str, Style]:
    """The style behind each name that a painted board uses."""
    palette = _PALETTES.get(theme, DARK)
    ink, ground, one, two = palette.ink, palette.sheet, palette.one, palette.two
    tint_one, tint_two = palette.tint_one, palette.tint_two
    on_one, on_two = (ink, ink) if theme.endswith(_SIXTEEN) else (one, two)
    return {
        "cell": Style(color=ink, bgcolor=ground),
        "coordinate": Style(color=palette.muted, bgcolor=palette.paper),
        "grid": Style(color=palette.muted, bgcolor=ground),
        "one": Style(color=one, bgcolor=ground, bold=True),
        "two": Style(color=two, bgcolor=ground, bold=True),
        "one-letter": Style(color=palette.on_colour, bgcolor=one, bold=True),
        "two-letter": Style(color=palette.on_colour, bgcolor=two, bold=True),
        "shared": Style(color=ink, bgcolor=ground, bold=True),
        "trail-one": Style(color=on_one, bgcolor=tint_one),
        "trail-two": Style(color=on_two, bgcolor=tint_two),
        "goal-one": Style(color=one, bgcolor=ground),
        "goal-two": Style(color=two, bgcolor=ground),
        "goal-one-trail-one": Style(color=on_one, bgcolor=tint_one),
        "goal-one-trail-two": Style(color=on_one, bgcolor=tint_two, bold=True),
        "goal-two-trail-one": Style(color=on_two, bgcolor=tint_one, bold=True),
        "goal-two-trail-two": Style(color=on_two, bgcolor=tint_two),
        "obstacle": Style(color=palette.block, bgcolor=ground),
        "obstacle-mark": Style(color=palette.on_block, bgcolor=palette.block, bold=True),
        "visited": Style(color=ink, bgcolor=ground),
        "path": Style(color=ink, bgcolor=ground),
        "legal": Style(color=ink, bgcolor=ground),
        "selected": Style(color=ink, bgcolor=ground, bold=True),
        "refused": Style(color=two, bgcolor=ground, bold=True),
        "last": Style(color=ink, bgcolor=ground, bold=True),
        "winning": Style(color=ink, bgcolor=ground, bold=True),
        "losing": Style(color=ink, bgcolor=ground),
        "even": Style(color=ink, bgcolor=ground),
    }
