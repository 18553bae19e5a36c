"""Book: the parts of the page as they are written, and the files beside it that they show or stand on."""

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from io import StringIO
from typing import Final

from gridduels.duel import Duel
from gridduels.pictures.film import film_of
from gridduels.pictures.scene import scene_of
from gridduels.pictures.svg import write_svg
from gridduels.record import Record, dumps

__all__ = ["Book", "Row", "Shown", "csv_text", "number", "percent", "times", "words_list"]

_NUMBER: Final = ' class="number"'
_FEW: Final = 2
_MOST_IN_A_ROW: Final = 4
"""So many boards are drawn larger, and more than so many smaller."""
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

    def chapter(self, id: str, title: str, apart: bool = False) -> None:
        """A chapter begins; in print on a page of its own where it stands apart."""
        self.contents.append((id, title))
        kind = ' class="apart"' if apart else ""
        self.parts.append(f'<h2 id="{id}"{kind}>{len(self.contents)}. {escape(title)}</h2>')

    def heading(self, title: str) -> None:
        self.parts.append(f"<h3>{escape(title)}</h3>")

    def say(self, *sentences: str) -> None:
        """A paragraph, in HTML; empty sentences are left out."""
        text = " ".join(filter(None, sentences))
        if text:
            self.parts.append(f"<p>{text}</p>")

    def plot(self, name: str, svg: str, caption: str, data: str, remade: str) -> None:
        """A plot with its caption, the file its numbers are in, and the command that makes it again."""
        self.files[f"figures/{name}.svg"] = svg.encode()
        image = f'<img src="figures/{name}.svg" alt="{escape(caption)}">'
        self._figure(image, f'{caption} <small>Data: <a href="data/{data}">data/{data}</a>.</small>', remade)

    def boards(self, shown: Iterable[Shown], caption: str, remade: str) -> None:
        """Boards side by side."""
        cells, shown = [], list(shown)
        for name, duel, labels, words in shown:
            self.files[f"figures/{name}.svg"] = write_svg(scene_of(duel, values=labels)).encode()
            alt = escape(f"{duel.game.title}: {duel.game.text(duel.position)}")
            said = f"<span>{escape(words)}</span>" if words else ""
            cells.append(f'<div><img src="figures/{name}.svg" alt="{alt}">{said}</div>')
        kind = "many" if len(shown) > _MOST_IN_A_ROW else "few" if len(shown) <= _FEW else "some"
        self._figure(f'<div class="boards {kind}">{"".join(cells)}</div>', caption, remade)

    def film(self, name: str, duel: Duel, stills: Sequence[int], caption: str) -> None:
        """A whole line: a film on a screen, boards of some of its plies in print, and its record."""
        self.files[f"films/{name}.gif"] = film_of(duel)
        self.files[f"films/{name}.txt"] = dumps(Record(duel, players=("perfect", "perfect"))).encode()
        remade = f"gridduels picture films/{name}.txt -o {name}.gif"
        alt = escape(f"{duel.game.title}, {len(duel.moves)} plies from {duel.game.text(duel.history()[0])}")
        cells = []
        for ply in stills:
            self.files[f"figures/{name}-{ply}.svg"] = write_svg(
                scene_of(Duel(duel.game, duel.moves[:ply], start=duel.start))
            ).encode()
            cells.append(f'<div><img src="figures/{name}-{ply}.svg" alt="after {ply} plies"></div>')
        shown = f'<img class="film" src="films/{name}.gif" alt="{alt}"><div class="boards print">{"".join(cells)}</div>'
        self._figure(
            shown, f'{caption} <small>Record: <a href="films/{name}.txt">films/{name}.txt</a>.</small>', remade
        )

    def table(self, head: Sequence[str], rows: Iterable[Row], caption: str, data: str = "") -> None:
        """A table; its first column are headings, numbers stand to the right."""
        self.tables += 1
        rows = list(rows)
        numbers = [_is_number(each) for each in rows[0]] if rows else [False] * len(head)
        source = f' <small>Data: <a href="data/{data}">data/{data}</a>.</small>' if data else ""
        top = "".join(
            f'<th scope="col"{_NUMBER if right else ""}>{escape(each)}</th>'
            for each, right in zip(head, [False, *numbers[1:]], strict=True)
        )
        body = "".join(f"<tr>{_cells(row)}</tr>" for row in rows)
        self.parts.append(
            f'<div class="scroll"><table><caption><b>Table {self.tables}.</b> {caption}{source}</caption>'
            f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
        )

    def _figure(self, content: str, caption: str, remade: str) -> None:
        self.figures += 1
        self.parts.append(
            f"<figure>{content}<figcaption><b>Figure {self.figures}.</b> {caption} "
            f"<small>Made again by <code>{escape(remade)}</code>.</small></figcaption></figure>"
        )

    def remade(self, game: str) -> str:
        """The command that makes the figures of a game again."""
        return f"gridduels report --games {game} {self.choice}"


def _cells(row: Row) -> str:
    first, *others = row
    cells = [f"<td{_NUMBER}>{_text(each)}</td>" if _is_number(each) else f"<td>{_text(each)}</td>" for each in others]
    return f'<th scope="row">{_text(first)}</th>{"".join(cells)}'


def _is_number(each: object) -> bool:
    return isinstance(each, int | float) or str(each)[:1].isdigit()


def _text(each: object) -> str:
    return f"{each:,}" if isinstance(each, int) else escape(str(each))


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
