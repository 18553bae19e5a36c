"""Writes the report: gathers the facts game by game, makes page, PDF and data, and puts a whole folder in its place."""

import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gridduels.engine import solve
from gridduels.engine.solving.memory import memory_limit
from gridduels.engine.tables.table import Table
from gridduels.engine.tables.verify import verify
from gridduels.errors import SetupError
from gridduels.extras import MissingExtra
from gridduels.game import Definition, Game
from gridduels.report.statistics.boards import Extent, book_board, chosen_definitions
from gridduels.report.statistics.facts import GameFacts, Watch, game_facts
from gridduels.report.statistics.keeping import keep
from gridduels.report.writing.page import Making, make_book

if TYPE_CHECKING:
    from gridduels.engine.progress import Progress

__all__ = ["PDF", "check_folder", "check_libraries", "write_report"]

PAGE: Final = "index.html"
PDF: Final = "five-duels-solved.pdf"
_FILES: Final = (PAGE, PDF, "checksums.txt")
_FOLDERS: Final = ("data", "figures", "films")
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


def check_folder(folder: Path, force: bool = False) -> None:
    """Raise SetupError unless a folder is new, empty or a report, or `force` allows to add a report to it."""
    if folder.exists() and not folder.is_dir():
        raise SetupError(f"{folder} is a file: name a folder with -o")
    if not force and folder.is_dir() and any(folder.iterdir()) and not _is_report(folder):
        raise SetupError(
            f"{folder} holds something else than a report: name another folder with -o, or add to it with --force"
        )


def _is_report(folder: Path) -> bool:
    """Return whether a folder holds a report and nothing else."""
    files = [path.relative_to(folder) for path in folder.rglob("*") if not path.is_dir()]
    ours = (path.parts[0] in _FOLDERS if len(path.parts) > 1 else path.name in _FILES for path in files)
    return (folder / PDF).exists() and all(ours)


def write_report(
    definitions: Sequence[Definition], folder: Path, extent: Extent, watch: Watch, force: bool = False
) -> list[str]:
    """Make the report and put it in its place, whole or not at all; return the paths of its files."""
    check_folder(folder, force)
    check_libraries()
    games = [game_facts(definition, extent, watch) for definition in definitions]
    checked = [_verify(game, extent, watch) for game in games]
    seconds = sum(each for _, each in checked) + sum(
        game.seconds + sum(board.seconds for board in game.boards) for game in games
    )
    verified = {game.definition.title: told for game, (told, _) in zip(games, checked, strict=True)}
    choice = _choice(extent)
    making = Making(_command(definitions, choice), choice, seconds, os.cpu_count() or 1, verified)
    files = make_book(games, making)
    try:
        _put(folder, files)
    except OSError as error:
        raise SetupError(f"cannot write {folder} ({error.strerror})") from None
    return sorted([*files, PDF])


def _choice(extent: Extent) -> str:
    """The options that choose the boards."""
    if extent is Extent.ALL:
        return f"--all --memory {memory_limit() / 1e9:.3g}"
    return "--quick" if extent is Extent.QUICK else ""


def _command(definitions: Sequence[Definition], choice: str) -> str:
    """The command that makes the same report again."""
    named = (
        ""
        if len(definitions) == len(chosen_definitions([]))
        else f" --game {' '.join(each.id for each in definitions)}"
    )
    return f"gridduels report{named} {choice}".rstrip()


def _verify(facts: GameFacts, extent: Extent, watch: Watch) -> tuple[tuple[str, ...], float]:
    """What a check of the book board's table said, and how long it took; a quick report leaves a large one out."""
    game = book_board(facts.definition)
    if extent is Extent.QUICK and facts.book.entries > _QUICKLY_VERIFIED:
        return (f"left to `gridduels verify {game.id}` in a quick report, for it takes minutes",), 0.0
    return keep("verify", game, facts.book.sha256, lambda: _checked(game, watch(game)))


def _checked(game: Game, progress: "Progress") -> tuple[str, ...]:
    table = solve(game, progress)
    assert isinstance(table, Table)
    report = verify(table, _VERIFIED_GAMES, progress=progress)
    if report.faults:
        raise SetupError(f"the table of {game.title} is wrong: {report.faults[0]}")
    return report.checked


def _put(folder: Path, files: dict[str, bytes]) -> None:
    """Write everything next to the folder, then exchange the two; keep a folder that holds other files, too."""
    folder = folder.absolute()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.") as beside:
        new, old = Path(beside) / "new", Path(beside) / "old"
        for name, content in files.items():
            path = new / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        (new / PDF).write_bytes(_pdf(new / PAGE))
        if folder.exists() and not _is_report(folder):
            shutil.copytree(new, folder, dirs_exist_ok=True)
            return
        if folder.exists():
            shutil.move(folder, old)
        shutil.move(new, folder)


def _pdf(page: Path) -> bytes:
    """The page in print."""
    from weasyprint import HTML

    pdf: bytes = HTML(filename=page).write_pdf()
    return pdf
