"""`python -m book` writes a complete folder: a page without broken links, a PDF, and consistent data."""

import csv
import hashlib
import html
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from book import page
from book.__main__ import command_line
from book.boards import Extent, boards_of, chosen_definitions
from gridduels import load_game
from gridduels.cli import main
from gridduels.engine import solve
from gridduels.engine.proofs import read_proof, verify_proof
from gridduels.engine.solvers.limits import allow_memory
from gridduels.errors import SetupError
from gridduels.extras import MissingExtra, install_command
from gridduels.pictures.document import PDF
from gridduels.record import load
from tests.engine.script import values_by_the_script
from tests.skips import require_package

WIDEST_COMMAND = 118
"""The number of characters that fit on a line of the printed book; longer commands would wrap."""
LINK = re.compile(r'(?:src|href)="([^"#]+)"')


@pytest.fixture(autouse=True)
def in_an_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def require_printing() -> None:
    problem = ""
    try:
        page.check_libraries()
    except SetupError as error:
        problem = str(error)
    require_package(not problem, problem)


def text_of(pdf: Path) -> str:
    """Return the text of a PDF as a reader copies it."""
    return subprocess.run(["pdftotext", str(pdf), "-"], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.heavy
def test_a_book_is_whole_and_its_data_are_those_of_the_tables(capsys: pytest.CaptureFixture[str]) -> None:
    require_printing()
    require_package(shutil.which("pdftotext"), "pdftotext is not installed")
    assert main(["--quick", "--game", "grid-runner", "--game", "pathway", "-o", "book"], command_line) == 0
    book = Path("book")
    text = (book / "index.html").read_text(encoding="utf-8")
    assert {link for link in LINK.findall(text) if not (book / link).exists()} == set()
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(re.findall(r'id="([^"]+)"', text))
    assert "nan" not in text.lower().split()
    assert (
        "python -m book --game pathway --game grid-runner --quick</" in text.partition("This command makes the book")[2]
    )
    assert "<title>Pathway Duel and Grid Runner Duel, solved</title>" in text
    assert "The solver agrees on 3x3, 4x4, 5x5, 6x6 and 7x7." in text
    assert text.count("How narrow the wins are.") == text.count("What helps a person.") == 1
    commands = [html.unescape(each) for each in re.findall('<pre class="command">(.*?)</pre>', text, re.DOTALL)]
    assert len(commands) >= text.count("<figure")
    assert max(len(line) for each in commands for line in each.split("\n")) <= WIDEST_COMMAND
    assert not set("“”‘’\xad\xa0") & set("".join(commands))
    printed = {line.strip() for line in text_of(book / PDF).splitlines()}
    assert {line for each in commands for line in each.split("\n")} - printed == set()
    proved = verify_proof(read_proof(book / "proofs/pathway-7.proof"))
    assert (proved.faults, proved.value.plies) == ((), 39)
    for path in (book / "proofs").iterdir():
        assert values_by_the_script(path.read_bytes()) == verify_proof(read_proof(path)).moves
    assert (book / PDF).read_bytes().startswith(b"%PDF")
    game = load_game("pathway")
    table = solve(game)
    board = next(row for row in rows(book / "data/boards.csv") if row["game"] == "pathway" and row["size"] == "5")
    assert (board["value"], int(board["plies"]), int(board["reachable"])) == (
        *table.value(game.start()),
        sum((table.counts or {}).values()),
    )
    moves = [row for row in rows(book / "data/first-moves.csv") if row["game"] == "pathway" and row["size"] == "5"]
    plain = {row["move"]: (row["value"], int(row["plies"])) for row in moves if not row["rulings"]}
    assert plain == table.move_values(game.start())
    named = dict(line.split("  ")[::-1] for line in (book / "checksums.txt").read_text(encoding="utf-8").splitlines())
    assert named == {
        f"{folder}/{each.name}": hashlib.sha256(each.read_bytes()).hexdigest()
        for folder in ("data", "proofs")
        for each in (book / folder).iterdir()
    }
    assert (book / "films/pathway-longest-dark.gif").exists()
    assert 'srcset="films/pathway-longest-dark.gif"' in text
    (record,) = load(book / "films/pathway-longest.txt")
    assert record.duel.outcome
    assert "The book is in book" in capsys.readouterr().out
    assert not list(Path().glob(".book*"))


def test_a_folder_of_something_else_is_refused_before_any_work(capsys: pytest.CaptureFixture[str]) -> None:
    Path("photos").mkdir()
    Path("photos/cat.txt").write_text("a cat", encoding="utf-8")
    assert main(["--quick", "-o", "photos"], command_line) == 2
    assert "photos contains something other than a book" in capsys.readouterr().err
    assert [each.name for each in Path("photos").iterdir()] == ["cat.txt"]


def test_an_interrupted_run_leaves_the_old_book_unchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("book").mkdir()
    Path("book", PDF).write_bytes(b"%PDF old")

    def interrupted(page: str, folder: Path) -> bytes:
        assert page == "new"
        raise KeyboardInterrupt

    monkeypatch.setattr(page, "pdf_of", interrupted)
    with pytest.raises(KeyboardInterrupt):
        page._put(Path("book"), {"index.html": b"new"})
    assert [(each.name, each.read_bytes()) for each in Path("book").iterdir()] == [(PDF, b"%PDF old")]
    assert [each.name for each in Path().iterdir()] == ["book"]


def test_without_the_extra_a_sentence_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtra, match=re.escape(install_command("report"))):
        page.check_libraries()


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--game", "chess"], command_line) == 2
    assert "chess" in capsys.readouterr().err


def test_the_quick_boards_are_those_whose_tables_came_with_the_package() -> None:
    names = {each.id: len(boards_of(each, Extent.QUICK)) for each in chosen_definitions([])}
    assert (names["grid-runner"], names["gridlock"], names["pathway"]) == (5, 3, 6)
    assert boards_of(chosen_definitions(["gridlock"])[0], Extent.QUICK)[0] == load_game("gridlock")


def test_the_usual_boards_are_those_that_are_solved_within_minutes() -> None:
    (blockade,) = chosen_definitions(["blockade"])
    usual = set(boards_of(blockade, Extent.USUAL))
    assert set(boards_of(blockade, Extent.QUICK)) < usual
    for rulings in ({}, {"paths": "opponent"}, {"stuck": "passes"}):
        assert load_game("blockade", 5, **rulings) in usual
        assert load_game("blockade", 6, obstacles=2, **rulings) in usual
    assert load_game("blockade", 6) not in usual
    assert load_game("blockade", 5, obstacles=4) not in usual
    with allow_memory(2_000_000_000):
        every = set(boards_of(blockade, Extent.ALL))
    assert usual < every
    assert load_game("blockade", 6) in every
