"""Pages of the site that come from the product: each game with boards to click through, and the reference."""

import re
import sys
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Final

from gridduels import Duel, Game, definitions, load_game
from gridduels.board import size_text
from gridduels.engine import solve
from gridduels.pictures.svg import svg_of

sys.path.append(str(Path(__file__).parents[1]))  # the book is next to this folder, in no package
from book.page import PDF

__all__ = [
    "BOOK",
    "MODULES",
    "book_page",
    "game_page",
    "games_index",
    "reference_index",
    "reference_page",
    "with_boards",
]

BOOK: Final = "five-duels"
"""The folder of the report."""
MODULES: Final = (
    "gridduels",
    "gridduels.board",
    "gridduels.record",
    "gridduels.statement",
    "gridduels.words",
    "gridduels.testing",
    "gridduels.engine",
    "gridduels.engine.batch",
    "gridduels.engine.observation",
    "gridduels.players",
    "gridduels.arena",
    "gridduels.analysis.dataset",
    "gridduels.agents.pettingzoo",
    "gridduels.agents.gymnasium",
    "gridduels.agents.openspiel",
    "gridduels.agents.vector",
)
"""The public modules, as docs/stability.md lists them."""


_BOARDS: Final = re.compile(r"<!-- boards: (?P<game>\S+) (?P<moves>.+?) -->")


def games_index() -> str:
    """The list of the games."""
    lines = ["# The games", "", '<a href="../play/">Play them in this browser</a>: they need no server.', ""]
    lines += [f"- [{each.title}]({each.id}.md): {each.summary}" for each in definitions()]
    return "\n".join([*lines, "", _toctree([each.id for each in definitions()])])


def game_page(id: str) -> str:
    """A game in our words, its rulings, and best play from the start to click through."""
    game = load_game(id)
    table = solve(game)
    value = table.value(game.start())
    moves = table.principal_variation(game.start())
    return "\n\n".join(
        [
            f"# {game.title}",
            game.definition.summary,
            "## The rules",
            " ".join(game.words.about.split()),
            _rulings(game),
            "## Best play",
            f"From the start of the {size_text(game.size)} board Player 1, who begins, has a {value} when both play "
            "their best. One such game, to click through:",
            replay(Duel(game, moves)),
            f"`gridduels explore {id}` shows what every move is worth, `gridduels play {id}` plays. "
            f'<a href="../play/#play={id}">Play it in this browser</a>: it needs no server.',
        ]
    )


def book_page() -> str:
    """Where the report is, which is no document: it is made of the tables."""
    link = f'<p><a href="{BOOK}/index.html">Read it here</a>, or <a href="{BOOK}/{PDF}">as a PDF</a>.</p>'
    return "\n\n".join(
        [
            "# Five duels, solved",
            "The report of the solver: who wins every game on every board that is solved here, and "
            "what a person can learn from them.",
            f"```{{raw}} html\n{link}\n```",
            "[The book of the five duels](docs/report.md) tells how it is made.",
        ]
    )


def replay(duel: Duel) -> str:
    """The boards of a game, of which one is shown at a time."""
    boards = [
        f'<div class="board" data-caption="{escape(_caption(duel, ply))}"{" hidden" if ply else ""}>'
        f"{svg_of(Duel(duel.game, duel.moves[:ply]))}</div>"
        for ply in range(len(duel.moves) + 1)
    ]
    controls = (
        '<div class="controls"><button class="first" aria-label="First">|&lt;</button>'
        '<button class="back" aria-label="Back">&lt;</button><output></output>'
        '<button class="on" aria-label="On">&gt;</button><button class="last" aria-label="Last">&gt;|</button></div>'
    )
    figure = "".join(each.replace("\n", "") for each in boards)
    return f'```{{raw}} html\n<figure class="replay">{figure}{controls}</figure>\n```'


def with_boards(document: str) -> str:
    """A document, in which a comment such as `boards: gridlock up3 left3` has become boards to click through."""

    def boards(found: re.Match[str]) -> str:
        return replay(Duel(load_game(found["game"]), found["moves"]))

    return _BOARDS.sub(boards, document)


def reference_page(module: str) -> str:
    """A module's public names with their docstrings."""
    names = import_module(module).__all__
    shown = ", ".join(names)
    return f"# `{module}`\n\n```{{eval-rst}}\n.. automodule:: {module}\n   :members: {shown}\n```\n"


def reference_index() -> str:
    return "\n".join(["# Reference", "", "The public modules.", "", _toctree([*MODULES])])


def _caption(duel: Duel, ply: int) -> str:
    if ply == 0:
        return "The start"
    mover = Duel(duel.game, duel.moves[: ply - 1]).turn
    return f"{ply} of {len(duel.moves)}: Player {mover} {duel.moves[ply - 1]}"


def _rulings(game: Game) -> str:
    if not game.definition.rulings:
        return ""
    lines = ["| ruling | default | about |", "| --- | --- | --- |"]
    lines += [f"| `{each.name}` | `{game.rulings[each.name]}` | {each.about} |" for each in game.definition.rulings]
    return "\n".join(lines)


def _toctree(names: list[str]) -> str:
    return "\n".join(["```{toctree}", ":hidden:", "", *names, "```", ""])
