"""Writes the report: gathers the facts game by game, makes page, PDF and data, and puts a whole folder in its place."""

import os
import shutil
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gridduels.engine import solve
from gridduels.engine.solving.memory import memory_limit
from gridduels.engine.tables.table import Table
from gridduels.engine.tables.verify import verify
from gridduels.errors import SetupError
from gridduels.extras import MissingExtra
from gridduels.game import Definition
from gridduels.report.statistics.boards import book_board, chosen_definitions
from gridduels.report.statistics.facts import Watch, game_facts
from gridduels.report.writing.page import Making, make_book

if TYPE_CHECKING:
    from gridduels.engine.progress import Progress

__all__ = ["PDF", "check_folder", "check_libraries", "write_report"]

PAGE: Final = "index.html"
PDF: Final = "five-duels-solved.pdf"
_VERIFIED_GAMES: Final = 1000
_QUICKLY_VERIFIED: Final = 5_000_000


def check_libraries() -> None:
    """Says at once what is missing."""
    try:
        import matplotlib  # noqa: F401
        import weasyprint  # noqa: F401
    except ImportError:
        raise MissingExtra("the report needs Matplotlib and WeasyPrint", "report") from None
    except OSError:
        raise SetupError(
            "the report needs the library Pango, which WeasyPrint prints with: install libpango-1.0-0 and "
            "libpangoft2-1.0-0 (Debian, Ubuntu) or pango (macOS)"
        ) from None


def check_folder(folder: Path) -> None:
    """Refuses a folder that holds something else than a report."""
    if folder.exists() and not folder.is_dir():
        raise SetupError(f"{folder} is a file: name a folder with -o")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / PDF).exists():
        raise SetupError(f"{folder} holds something else than a report: name another folder with -o")


def write_report(definitions: Sequence[Definition], folder: Path, quick: bool, watch: Watch) -> list[str]:
    """Makes the report and puts it in its place, whole or not at all; the paths of its files."""
    check_folder(folder)
    check_libraries()
    begin = time.perf_counter()
    games = [game_facts(definition, quick, watch) for definition in definitions]
    verified = {each.title: _verify(each, quick, watch) for each in definitions}
    choice = "--quick" if quick else f"--memory {memory_limit() / 1e9:.3g}"
    making = Making(_command(definitions, choice), choice, time.perf_counter() - begin, os.cpu_count() or 1, verified)
    files = make_book(games, making)
    try:
        _put(folder, files)
    except OSError as error:
        raise SetupError(f"cannot write {folder} ({error.strerror})") from None
    return sorted([*files, PDF])


def _command(definitions: Sequence[Definition], choice: str) -> str:
    """The command that makes the same report again."""
    named = (
        ""
        if len(definitions) == len(chosen_definitions([]))
        else f" --games {' '.join(each.id for each in definitions)}"
    )
    return f"gridduels report{named} {choice}"


def _verify(definition: Definition, quick: bool, watch: Watch) -> tuple[str, ...]:
    """What a check of the book board's table says; a quick report leaves a large one out."""
    game = book_board(definition)
    progress: Progress = watch(game)
    table = solve(game, progress)
    assert isinstance(table, Table)
    if quick and table.entries > _QUICKLY_VERIFIED:
        return (f"left to `gridduels verify {game.id}` in a quick report, for it takes minutes",)
    report = verify(table, _VERIFIED_GAMES, progress=progress)
    if report.faults:
        raise SetupError(f"the table of {game.title} is wrong: {report.faults[0]}")
    return report.checked


def _put(folder: Path, files: dict[str, bytes]) -> None:
    """Writes everything beside the folder, then exchanges the two."""
    folder = folder.absolute()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.") as beside:
        new, old = Path(beside) / "new", Path(beside) / "old"
        for name, content in files.items():
            path = new / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        (new / PDF).write_bytes(_pdf(new / PAGE))
        if folder.exists():
            shutil.move(folder, old)
        shutil.move(new, folder)


def _pdf(page: Path) -> bytes:
    """The page in print."""
    from weasyprint import HTML

    pdf: bytes = HTML(filename=page).write_pdf()
    return pdf
