"""A document as a single HTML page, with its figures and data in separate files."""

import csv
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gridduels.duel import Duel
from gridduels.errors import SetupError
from gridduels.extras import MissingExtra
from gridduels.pictures.raster import film_of
from gridduels.pictures.scene import scene_of
from gridduels.pictures.svg import write_svg
from gridduels.pictures.templates import templates
from gridduels.record import Record, dumps

if TYPE_CHECKING:
    from markupsafe import Markup

PDF: Final = "book.pdf"
"""The file name of the printed book."""
_FEW: Final = 2
_MOST_IN_A_ROW: Final = 4
"""Up to `_FEW` boards in a figure are drawn larger; more than `_MOST_IN_A_ROW` are drawn smaller."""
_SHORT: Final = 12
"""A table with at most this many rows is kept on one page."""
_AMOUNT: Final = re.compile(r"(nearly )?\d[\d,]*(\.\d+)?%?( of \d[\d,]*)?")
Row = Sequence[object]
Shown = tuple[str, Duel, dict[str, str] | None, str]
"""A board in a figure: its name, its duel, labels for moves, and the text below it."""


@dataclass
class Book:
    """A document being built. Figures and tables are numbered in order. Sentences and captions are HTML."""

    choice: str
    """The options that selected the boards."""
    parts: list[str] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    contents: list[tuple[str, str]] = field(default_factory=list)
    """Each chapter's ID and heading."""
    figures: int = 0
    tables: int = 0
    theorems: int = 0

    def chapter(self, id: str, title: str) -> None:
        self.contents.append((id, title))
        self.parts.append(_html("chapter", id, len(self.contents), title))

    def heading(self, title: str) -> None:
        self.parts.append(_html("heading", title))

    def say(self, *sentences: str) -> None:
        """Add a paragraph, omitting empty sentences."""
        if text := " ".join(filter(None, sentences)):
            self.parts.append(f"<p>{text}</p>")

    def theorem(self, statement: str, proof: str) -> None:
        """Add a numbered theorem and its proof, which ends with a square."""
        self.theorems += 1
        self.parts.append(_html("theorem", self.theorems, _markup(statement), _markup(proof)))

    def conjectures(self, texts: Sequence[str]) -> None:
        self.parts.append(_html("conjectures", list(map(_markup, texts))))

    def card(self, title: str, name: str, duel: Duel, labels: dict[str, str] | None, advice: Sequence[str]) -> None:
        """Add a strategy card: a board with the values of its moves, and a few sentences worth remembering."""
        self.parts.append(_html("card", title, self._board(name, duel, labels), list(map(_markup, advice))))

    def commands(self, lines: Sequence[str]) -> None:
        """Add commands to copy, one per line."""
        self.parts.append(_html("commands", lines))

    def references(self, texts: Sequence[str]) -> None:
        self.parts.append(_html("references", list(map(_markup, texts))))

    def plot(self, name: str, svg: str, caption: str, data: str, remade: str, beside: bool = False) -> None:
        """Add a plot with its data file and the command that recreates it; the caption goes below or next to it."""
        self.files[f"figures/{name}.svg"] = svg.encode()
        said = _markup(caption) + _html("source", data)
        self._figure(_html("plot", name, caption), said, remade, kind="beside" if beside else "")

    def boards(self, shown: Sequence[Shown], caption: str, remade: str) -> None:
        """Add boards side by side, each with its text below. If there is only one board, its text goes next to it."""
        if len(shown) == 1:
            name, duel, labels, words = shown[0]
            said = _markup(caption) + (f" {words}" if words else "")
            self._figure(_html("boards", [self._board(name, duel, labels)], ""), said, remade, kind="beside")
            return
        kind = "many" if len(shown) > _MOST_IN_A_ROW else "few" if len(shown) <= _FEW else "some"
        self._figure(_html("boards", [self._board(*each) for each in shown], kind), _markup(caption), remade)

    def film(
        self, name: str, duel: Duel, stills: Sequence[int], caption: str, *, labels: dict[str, str] | None = None
    ) -> None:
        """Add a complete line of play with its record: an animation on screen, in light and dark colours, and boards
        after selected plies in print.

        If `labels` are given for the first board's moves, that board is also shown on screen.
        """
        self.files[f"films/{name}.gif"] = film_of(duel)
        self.files[f"films/{name}-dark.gif"] = film_of(duel, dark=True)
        self.files[f"films/{name}.txt"] = dumps(Record(duel, players=("perfect", "perfect"))).encode()
        alt = f"{duel.game.title}, {len(duel.moves)} plies from {duel.game.text(duel.history()[0])}"
        plies = [Duel(duel.game, duel.moves[:ply], start=duel.start) for ply in stills]
        cells = [self._board(f"{name}-{each.ply}", each, None if index else labels) for index, each in enumerate(plies)]
        shown = _html("film", name, alt, cells[0] if labels else "", cells)
        said = _markup(f"{caption} ") + _html("record", name)
        self._figure(shown, said, f"gridduels picture films/{name}.txt -o {name}.gif")

    def _board(self, name: str, duel: Duel, labels: dict[str, str] | None, words: str = "") -> "Markup":
        self.files[f"figures/{name}.svg"] = write_svg(scene_of(duel, values=labels)).encode()
        return _html("board", name, f"{duel.game.title}: {duel.game.text(duel.position)}", words)

    def table(self, head: Sequence[str], rows: Iterable[Row], caption: str, data: str = "") -> None:
        """Add a table whose first column holds the row headings; numeric columns are right-aligned."""
        self.tables += 1
        rows = list(rows)
        columns = [[row[index] for row in rows] for index in range(1, len(head))]
        numeric = [False, *(any(map(_is_number, each)) for each in columns)]
        cells = [list(map(_cell, row)) for row in rows]
        short = len(rows) <= _SHORT
        self.parts.append(_html("table", self.tables, head, cells, numeric, _markup(caption), data, short))

    def _figure(self, content: "Markup", caption: "Markup", remade: str, kind: str = "") -> None:
        self.figures += 1
        self.parts.append(_html("figure", self.figures, content, caption, remade, kind))

    def page(self, title: str, subtitle: str, source: str, style: str) -> str:
        """Return the complete page."""
        parts = list(map(_markup, self.parts))
        return f"{_html('page', title, subtitle, source, _markup(style), self.contents, parts)}"

    def remade(self, game: str) -> str:
        """Return the command that reproduces a game's figures."""
        return f"python -m book --game {game} {self.choice}".rstrip()


def check_pdf(what: str) -> None:
    """Raise an error that says what is missing if pages can't be converted to PDF."""
    try:
        import weasyprint  # noqa: F401
    except ImportError:
        raise MissingExtra(what, "report") from None
    except OSError:
        raise SetupError(
            f"{what} needs the Pango library, which WeasyPrint uses: install libpango-1.0-0 and "
            "libpangoft2-1.0-0 (Debian, Ubuntu) or pango (macOS)"
        ) from None


def pdf_of(page: str, folder: Path | None = None) -> bytes:
    """Return a page as PDF, resolving relative addresses in a folder."""
    from weasyprint import HTML

    made: bytes = HTML(string=page, base_url=str(folder / "index.html") if folder else None).write_pdf()
    return made


class Code(str):
    """Machine-readable text, such as a checksum."""


def _html(macro: str, *values: Any) -> "Markup":
    """Render a template macro with the given values."""
    made: Markup = getattr(templates(_TEMPLATES).get_template("document.html").module, macro)(*values)
    return made


def _markup(html: str) -> "Markup":
    """Mark text as HTML so it isn't escaped."""
    from markupsafe import Markup

    return Markup(html)


_TEMPLATES: Final = Path(__file__).parent / "templates"


def _is_number(each: object) -> bool:
    """Return whether a table cell contains an amount.

    >>> [_is_number(each) for each in (7, "12.3%", "nearly 100%", "2 of 25", "3x3", Code("4e2f"), Code("4"))]
    [True, True, True, True, False, False, False]
    """
    if isinstance(each, Code):
        return False
    return isinstance(each, int | float) or _AMOUNT.fullmatch(str(each)) is not None


def _cell(each: object) -> "str | Markup":
    if isinstance(each, Code):
        return _markup("<code>{}</code>").format(str(each))
    return f"{each:,}" if isinstance(each, int) else str(each)


def csv_text(head: Sequence[str], rows: Iterable[Row]) -> bytes:
    """Return rows as comma-separated values."""
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return file.getvalue().encode()


def number(amount: int) -> str:
    """Return an amount with thousands separators.

    >>> number(1234567)
    '1,234,567'
    """
    return f"{amount:,}"


def percent(share: float) -> str:
    """Return a share as a percentage with a useful number of digits.

    >>> percent(0.12345), percent(0.00123), percent(1.0), percent(0.99999)
    ('12.3%', '0.12%', '100%', 'nearly 100%')
    """
    if share == 1:
        return "100%"
    if share >= 0.9995:
        return "nearly 100%"
    return f"{100 * share:.1f}%" if share >= 0.01 or share == 0 else f"{100 * share:.2g}%"


def times(amount: int) -> str:
    """Return how often something happens, in words.

    >>> times(0), times(1), times(2), times(3)
    ('never', 'once', 'twice', '3 times')
    """
    return {0: "never", 1: "once", 2: "twice"}.get(amount, f"{amount:,} times")


def words_list(words: Sequence[str]) -> str:
    """Join words into a list for a sentence.

    >>> words_list(["up", "down", "left"])
    'up, down and left'
    """
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
