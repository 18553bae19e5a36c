"""A gallery of invented duels as one HTML page: each with its board, its rules in three lines and its measures."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.invent import definition
from gridduels.invent.search import Screened
from gridduels.pictures.templates import templates

MARKS: Final = (b"<!doctype html>", b'<meta name="generator" content="gridduels invent">')
"""The bytes a gallery page starts with, and others it contains."""
_FOLDER: Final = Path(__file__).parent / "page"


def gallery_page(duels: Sequence[Screened]) -> str:
    """Return a gallery of these duels, best first."""
    from markupsafe import Markup

    shown = []
    for each in duels:
        game = Game(definition(each.code))
        assert each.measures is not None
        gauges = [(name, getattr(each.measures, name)) for name in ("fair", "deep", "sharp")]
        picture = Markup(Duel(game)._repr_svg_())
        shown.append((game.title, str(each.code), game.words.gist, picture, gauges, each.measures))
    return templates(_FOLDER).get_template("gallery.html").render(duels=shown) + "\n"
