"""A document as one HTML page and its PDF: parts, figures, and the files next to it."""

import csv
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from io import StringIO
from typing import Final

from gridduels.duel import Duel
from gridduels.pictures.raster import film_of
from gridduels.pictures.scene import scene_of
from gridduels.pictures.svg import write_svg
from gridduels.record import Record, dumps

_FEW: Final = 2
_MOST_IN_A_ROW: Final = 4
"""So many boards are drawn larger, and more than so many smaller."""
_SHORT: Final = 12
"""A table with at most so many rows stays on one page."""
_AMOUNT: Final = re.compile(r"(nearly )?\d[\d,]*(\.\d+)?%?( of \d[\d,]*)?")
Row = Sequence[object]
Shown = tuple[str, Duel, dict[str, str] | None, str]
"""A board in a figure: its name, a duel, labels for its moves, and words below it."""


@dataclass
class Book:
    """What has been written so far. Figures and tables are numbered as they come."""

    choice: str
    """The options that chose the boards."""
    parts: list[str] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    contents: list[tuple[str, str]] = field(default_factory=list)
    """The id and the heading of every chapter."""
    figures: int = 0
    tables: int = 0

    def chapter(self, id: str, title: str) -> None:
        self.contents.append((id, title))
        self.parts.append(f'<h2 id="{id}">{len(self.contents)}. {escape(title)}</h2>')

    def heading(self, title: str) -> None:
        self.parts.append(f"<h3>{escape(title)}</h3>")

    def say(self, *sentences: str) -> None:
        """A paragraph, in HTML; empty sentences are left out."""
        text = " ".join(filter(None, sentences))
        if text:
            self.parts.append(f"<p>{text}</p>")

    def plot(self, name: str, svg: str, caption: str, data: str, remade: str, beside: bool = False) -> None:
        """A plot with its caption below or beside it, the file its numbers are in, and the command that makes it
        again."""
        self.files[f"figures/{name}.svg"] = svg.encode()
        image = f'<div class="plot"><img src="figures/{name}.svg" alt="{escape(caption)}"></div>'
        said = f'{caption} <small>Data: <a href="data/{data}">data/{data}</a>.</small>'
        self._figure(image, said, remade, kind="beside" if beside else "")

    def boards(self, shown: Sequence[Shown], caption: str, remade: str) -> None:
        """Boards side by side, each with its words below; one alone has all words beside it."""
        if len(shown) == 1:
            name, duel, labels, words = shown[0]
            said = f"{caption} {escape(words)}" if words else caption
            self._figure(f'<div class="boards">{self._board(name, duel, labels)}</div>', said, remade, kind="beside")
            return
        kind = "many" if len(shown) > _MOST_IN_A_ROW else "few" if len(shown) <= _FEW else "some"
        cells = "".join(self._board(*each) for each in shown)
        self._figure(f'<div class="boards {kind}">{cells}</div>', caption, remade)

    def film(
        self, name: str, duel: Duel, stills: Sequence[int], caption: str, *, labels: dict[str, str] | None = None
    ) -> None:
        """A whole line: a film on a screen, boards of some of its plies in print, and its record. With labels for the
        moves of its beginning, that board is shown on a screen as well."""
        self.files[f"films/{name}.gif"] = film_of(duel)
        self.files[f"films/{name}.txt"] = dumps(Record(duel, players=("perfect", "perfect"))).encode()
        alt = escape(f"{duel.game.title}, {len(duel.moves)} plies from {duel.game.text(duel.history()[0])}")
        plies = [Duel(duel.game, duel.moves[:ply], start=duel.start) for ply in stills]
        cells = [self._board(f"{name}-{each.ply}", each, None if index else labels) for index, each in enumerate(plies)]
        moving = f'<div><img src="films/{name}.gif" alt="{alt}"></div>'
        shown = f'<div class="boards few screen">{cells[0] if labels else ""}{moving}</div>'
        shown += f'<div class="boards print">{"".join(cells)}</div>'
        record = f'<small>Record: <a href="films/{name}.txt">films/{name}.txt</a>.</small>'
        self._figure(shown, f"{caption} {record}", f"gridduels picture films/{name}.txt -o {name}.gif")

    def _board(self, name: str, duel: Duel, labels: dict[str, str] | None, words: str = "") -> str:
        """A board as a picture, with words below it."""
        self.files[f"figures/{name}.svg"] = write_svg(scene_of(duel, values=labels)).encode()
        alt = escape(f"{duel.game.title}: {duel.game.text(duel.position)}")
        said = f"<span>{escape(words)}</span>" if words else ""
        return f'<div><img src="figures/{name}.svg" alt="{alt}">{said}</div>'

    def table(self, head: Sequence[str], rows: Iterable[Row], caption: str, data: str = "") -> None:
        """A table; its first column are headings, columns with numbers stand to the right."""
        self.tables += 1
        rows = list(rows)
        columns = [[row[index] for row in rows] for index in range(1, len(head))]
        kinds = ["", *(' class="number"' if any(map(_is_number, each)) else "" for each in columns)]
        source = f' <small>Data: <a href="data/{data}">data/{data}</a>.</small>' if data else ""
        top = "".join(f'<th scope="col"{kind}>{escape(each)}</th>' for each, kind in zip(head, kinds, strict=True))
        body = "".join(f"<tr>{_cells(row, kinds)}</tr>" for row in rows)
        short = " short" if len(rows) <= _SHORT else ""
        self.parts.append(
            f'<div class="scroll{short}"><table><caption><b>Table {self.tables}.</b> {caption}{source}</caption>'
            f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
        )

    def _figure(self, content: str, caption: str, remade: str, kind: str = "") -> None:
        self.figures += 1
        begin = f'<figure class="{kind}">' if kind else "<figure>"
        self.parts.append(
            f"{begin}{content}<figcaption><b>Figure {self.figures}.</b> {caption} "
            f"<small>Made again by <code>{escape(remade)}</code>.</small></figcaption></figure>"
        )

    def remade(self, game: str) -> str:
        """The command that makes the figures of a game again."""
        return f"python -m book --game {game} {self.choice}".rstrip()


class Code(str):
    """A text that is for machines, such as a checksum."""


def _cells(row: Row, kinds: Sequence[str]) -> str:
    first, *others = row
    cells = [f"<td{kind}>{_text(each)}</td>" for each, kind in zip(others, kinds[1:], strict=True)]
    return f'<th scope="row">{_text(first)}</th>{"".join(cells)}'


def _is_number(each: object) -> bool:
    """Whether a cell tells an amount.

    >>> [_is_number(each) for each in (7, "12.3%", "nearly 100%", "2 of 25", "3x3", Code("4e2f"), Code("4"))]
    [True, True, True, True, False, False, False]
    """
    if isinstance(each, Code):
        return False
    return isinstance(each, int | float) or _AMOUNT.fullmatch(str(each)) is not None


def _text(each: object) -> str:
    text = f"{each:,}" if isinstance(each, int) else escape(str(each))
    return f"<code>{text}</code>" if isinstance(each, Code) else text


def csv_text(head: Sequence[str], rows: Iterable[Row]) -> bytes:
    """Rows as a file of comma-separated values."""
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return file.getvalue().encode()


def number(amount: int) -> str:
    """An amount as people read it.

    >>> number(1234567)
    '1,234,567'
    """
    return f"{amount:,}"


def percent(share: float) -> str:
    """A share, as exactly as it is of use.

    >>> percent(0.12345), percent(0.00123), percent(1.0), percent(0.99999)
    ('12.3%', '0.12%', '100%', 'nearly 100%')
    """
    if share == 1:
        return "100%"
    if share >= 0.9995:
        return "nearly 100%"
    return f"{100 * share:.1f}%" if share >= 0.01 or share == 0 else f"{100 * share:.2g}%"


def times(amount: int) -> str:
    """How often.

    >>> times(0), times(1), times(2), times(3)
    ('never', 'once', 'twice', '3 times')
    """
    return {0: "never", 1: "once", 2: "twice"}.get(amount, f"{amount:,} times")


def words_list(words: Sequence[str]) -> str:
    """Words as a sentence lists them.

    >>> words_list(["up", "down", "left"])
    'up, down and left'
    """
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
