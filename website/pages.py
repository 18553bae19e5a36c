"""Site pages generated from the package: one per game, with boards to click through, and the reference."""

import argparse
import re
from collections.abc import Iterator, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import quote

from gridduels import Duel, Game, definitions, load_game
from gridduels.board import size_text
from gridduels.cli import GROUPS, command_line
from gridduels.engine import solve
from gridduels.errors import IllegalMove
from gridduels.pictures.document import PDF
from gridduels.pictures.svg import svg_of
from gridduels.pictures.templates import templates

if TYPE_CHECKING:
    from jinja2 import Template

TUTORIAL: Final = Path(__file__).resolve().parents[1] / "docs" / "tutorial.md"
BOOK: Final = "five-duels"
"""The folder of the book."""
SCORES: Final = "scores.html"
"""The benchmark results with bars and intervals."""
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
    "gridduels.invent",
    "gridduels.analysis.dataset",
    "gridduels.agents.pettingzoo",
    "gridduels.agents.gymnasium",
    "gridduels.agents.openspiel",
    "gridduels.agents.vector",
)
"""The public modules, as docs/stability.md lists them."""


_BOARDS: Final = re.compile(r"<!-- boards: (?P<game>\S+) (?P<moves>.+?) -->")


class _Door(NamedTuple):
    """One of the three entry points to the docs, with a board as its picture."""

    title: str
    text: str
    character: str
    board: str
    links: tuple[tuple[str, str], ...]


def landing(source: str) -> str:
    """Return the top of the docs index: three entry points, a notebook and the tutorial."""
    moves, refused = "right left down up", "up"
    duel = Duel(load_game("pathway"), moves)
    doors = (
        _Door(
            "Play.",
            "In the browser, in a terminal, with a friend.",
            "light",
            _image(Duel(load_game("light-cycle"), "up up right left down left")),
            (
                ("Play in the browser", "../play/"),
                ("Play in a terminal", "arcade.html"),
                ("Puzzle of the day", "../play/puzzles"),
                ("Duel of the day", "../play/day"),
            ),
        ),
        _Door(
            "Study.",
            "Every move has an exact value. Ask for it.",
            "ink",
            _image(duel, {move: value.label for move, value in duel.values().items()}),
            (
                ("Solve a board", "solving.html#solve"),
                ("Explore a position", "solving.html#explore"),
                ("Test a model", "evaluators.html"),
                ("Get a dataset", "dataset.html"),
            ),
        ),
        _Door(
            "Build.",
            "Write a player, or a game of your own.",
            "plum",
            _image(Duel(load_game("duel1-5x5-k1-t1-r1-gn-l-sc"), "down-right up-left 2,4 left")),
            (
                ("Write a bot", "bot-protocol.html"),
                ("Add a game", "adding-a-game.html"),
                ("Invent a duel", "invented-duels.html"),
                ("Host a server", "serving.html"),
            ),
        ),
    )
    html = _template("landing.html").render(
        moves=moves,
        board=_image(duel),
        refused=refused,
        refusal=_refusal(duel, refused),
        doors=doors,
        tour=_tour(),
        book=BOOK,
        source=source,
    )
    return f"```{{raw}} html\n{html}\n```\n"


def _image(duel: Duel, values: Mapping[str, str] | None = None) -> str:
    """Return a picture as a data URL, so that its styles don't affect the page."""
    return f"data:image/svg+xml,{quote(svg_of(duel, values))}"


def _refusal(duel: Duel, move: str) -> str:
    """Return the sentence that refuses an illegal move."""
    try:
        duel.play(move)
    except IllegalMove as error:
        return str(error)
    raise AssertionError(f"{move} is legal")


def _tour() -> list[tuple[str, str]]:
    """Return the tutorial's steps with their links."""
    titles = re.findall(r"^## (\d)\. (.+)$", TUTORIAL.read_text(encoding="utf-8"), re.MULTILINE)
    return [(title, f"tutorial.html#{number}-{title.lower().replace(' ', '-')}") for number, title in titles]


def _template(name: str) -> "Template":
    return templates(Path(__file__).parent / "templates").get_template(name)


def games_index() -> str:
    """Return the list of the games."""
    lines = ["# The games", "", '<a href="../play/">Play them in this browser</a>, without a server.', ""]
    lines += [f"- [{each.title}]({each.id}.md): {each.summary}" for each in definitions()]
    return "\n".join([*lines, "", _toctree([each.id for each in definitions()])])


def game_page(id: str) -> str:
    """Return a game's page: its rules and rulings, and best play to click through."""
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
            f"On the {size_text(game.size)} board, the player who goes first has a {value} with best play on both "
            "sides. Click through one such game:",
            replay(Duel(game, moves)),
            f"`gridduels explore {id}` shows the value of every move, and `gridduels play {id}` starts a game. "
            f'<a href="../play/#play={id}">Play it in this browser</a>, without a server.',
        ]
    )


def book_page() -> str:
    """Return a page that links to the book."""
    link = f'<p><a href="{BOOK}/index.html">Read it here</a>, or <a href="{BOOK}/{PDF}">as a PDF</a>.</p>'
    return "\n\n".join(
        [
            "# Five duels, solved",
            "Who wins each game on every solved board, and what people can learn from it.",
            f"```{{raw}} html\n{link}\n```",
            "[The book of the five duels](docs/book.md) explains how it is made.",
        ]
    )


def with_pictures(results: str) -> str:
    """Link the results document to the page that shows the results as bars."""
    link = f'<p><a href="../{SCORES}">The same results as a page with bars and intervals</a></p>'
    title, rest = results.split("\n", 1)
    return f"{title}\n\n```{{raw}} html\n{link}\n```\n{rest}"


def replay(duel: Duel) -> str:
    """Return the boards of a game, shown one at a time."""
    boards = [(_caption(duel, ply), svg_of(Duel(duel.game, duel.moves[:ply]))) for ply in range(len(duel.moves) + 1)]
    figure = _template("replay.html").render(boards=boards)
    return f"```{{raw}} html\n{figure}\n```"


def with_boards(document: str) -> str:
    """Replace comments such as `boards: gridlock up3 left3` in a document with boards to click through."""

    def boards(found: re.Match[str]) -> str:
        return replay(Duel(load_game(found["game"]), found["moves"]))

    return _BOARDS.sub(boards, document)


def reference_page(module: str) -> str:
    """Return a page with the public names of a module and their docstrings."""
    loaded = import_module(module)
    directives = [f".. automodule:: {module}\n   :members: {', '.join(loaded.__all__)}"]
    # autodoc looks into the module's dictionary, which lacks names that are loaded on first use
    directives += [f".. autofunction:: {module}.{name}" for name in loaded.__all__ if name not in vars(loaded)]
    made = "\n\n".join(directives)
    return f"# `{module}`\n\n```{{eval-rst}}\n{made}\n```\n"


def reference_index() -> str:
    """Return the index of the Python API: every public module, with its public names."""
    lines = ["# Python API", "", "The public names, by module. Everything else may [change](../docs/stability.md).", ""]
    lines += ["| module | about | names |", "| --- | --- | --- |"]
    lines += [f"| [`{name}`]({name}.md) | {_first_sentence(name)} | {_linked_names(name)} |" for name in MODULES]
    return "\n".join([*lines, "", "The {ref}`index of names <genindex>` lists methods too.", "", _toctree([*MODULES])])


def _first_sentence(module: str) -> str:
    return (import_module(module).__doc__ or "").strip().split("\n\n")[0].replace("\n", " ").replace("|", "\\|")


def _linked_names(module: str) -> str:
    return ", ".join(f"{{py:obj}}`{name} <{module}.{name}>`" for name in import_module(module).__all__)


def commands_page() -> str:
    """Return the command-line reference, generated from its parsers."""
    return "\n".join(_commands())


def _commands() -> Iterator[str]:
    line = command_line()
    yield f"# Commands\n\n{line.description} `gridduels help COMMAND` prints what this page says about a command.\n"
    yield f"Exit codes: {_exit_codes()}\n"
    yield "| | |\n| --- | --- |"
    for title, names in GROUPS.items():
        yield f"| {title} | {', '.join(f'[`{name}`](#{name})' for name in names)} |"
    for title, names in GROUPS.items():
        yield f"\n## {title}"
        for name in names:
            yield _command(name, line.commands[name])


def _exit_codes() -> str:
    return (import_module("gridduels.cli").__doc__ or "").partition("Exit codes: ")[2].strip()


def _command(name: str, parser: argparse.ArgumentParser) -> str:
    """Return the section of one command: what it does, examples, and its usage and options."""
    description, examples, extras = parser.description, parser.get_default("examples"), parser.get_default("extras")
    parser.description = parser.epilog = None  # they already appear above the options
    parser.formatter_class = partial(argparse.HelpFormatter, width=96)
    options = re.sub(r"\x1b\[[\d;]*m", "", parser.format_help()).strip()  # Python 3.14 adds colours on a terminal
    shown = "\n".join(f"gridduels {name} {example}".rstrip() for example in examples)
    parts = [f"### {name}", f"{description}", f"```sh\n{shown}\n```", f"```text\n{options}\n```"]
    if extras:
        needed = " and ".join(f"`{extra}`" for extra in extras)
        parts.insert(2, f"Needs the [extra](../docs/README.md#extras) {needed}.")
    return "\n" + "\n\n".join(parts)


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
