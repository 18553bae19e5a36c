"""Commands replace an existing file only if they could have written it themselves, or with --force."""

import shlex
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from book.page import check_folder
from gridduels.cli import main
from gridduels.errors import SetupError
from gridduels.files import check_output
from gridduels.pictures.document import PDF

REFUSED = "exists, and this command did not write it. Choose another name, or use --force."
RECORD = '[Game "light-cycle"]\n[Size "3"]\n\n1. up {hm}\n2. up\n3. right\n'
RESULTS = Path(__file__).parents[2] / "results"
FEW = "--size 3 --pairs 1 --think 0.01 --results played.jsonl"
COMMANDS = {
    "analyse game.txt -o out.txt": "out.txt",
    "picture light-cycle right -o out.svg": "out.svg",
    "picture light-cycle right -o out.png": "out.png",
    "picture light-cycle right -o out.gif": "out.gif",
    "solve pathway --size 3 --proof out.proof": "out.proof",
    "dataset pathway --size 3 --positions 5 -o out.npz": "out.npz",
    "dataset pathway --size 3 --positions 5 -o out.npz ": "out.npz.md",
    "dataset pathway --size 3 --positions 5 --form chat -o out.jsonl": "out.jsonl",
    f"match light-cycle random random {FEW} --output out": "out/games.txt",
    f"tournament random easy --game light-cycle {FEW} --output out": "out/tournament.html",
    "new-game my-own -o out": "out/gridduels_my_own/rules.py",
    "invent book duel1-3x5-k1-t1-r1-gn-l-sc -o out.md": "out.md",
    "invent --size 3x3 --codes 32 --seed 4 --workers 1 -o out.html": "out.html",
    f"benchmark page {RESULTS / 'greedy.json'} -o out.md": "out.md",
    f"benchmark page {RESULTS / 'greedy.json'} -o out.html": "out.html",
    "serve --db duels.sqlite --backup out.sqlite": "out.sqlite",
}
"""A command, and a file that it writes."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a record and a database."""
    monkeypatch.chdir(tmp_path)
    Path("game.txt").write_text(RECORD)
    with sqlite3.connect("duels.sqlite") as database:
        columns = "id, game, size, rulings, start, moves, changed, version"
        database.execute(f"CREATE TABLE duels ({columns})")
    database.close()
    return tmp_path


def run(command: str) -> int:
    return main(shlex.split(command))


@pytest.mark.parametrize(("command", "file"), COMMANDS.items())
def test_a_foreign_file_is_not_replaced_without_force(
    command: str, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(file).parent.mkdir(parents=True, exist_ok=True)
    Path(file).write_text("precious")
    assert run(command) == 2
    assert capsys.readouterr().err == f"gridduels: {Path(file)} {REFUSED}\n"
    assert Path(file).read_text() == "precious"
    assert run(f"{command} --force") == 0
    assert Path(file).read_bytes() != b"precious"


@pytest.mark.parametrize(("command", "file"), COMMANDS.items())
def test_a_command_replaces_its_own_output(command: str, file: str) -> None:
    assert run(command) == 0
    first = Path(file).read_bytes()
    assert run(command) == 0
    if not command.startswith(("match", "tournament")):  # they print how many games were in the results file
        assert Path(file).read_bytes() == first


def test_a_study_only_continues_a_study(capsys: pytest.CaptureFixture[str]) -> None:
    for content in (b"precious", (RESULTS / "greedy.json").read_bytes()):
        Path("out.json").write_bytes(content)
        assert run("study -o out.json") == 2
        assert capsys.readouterr().err == f"gridduels: out.json {REFUSED}\n"
        assert Path("out.json").read_bytes() == content


@pytest.mark.parametrize("command", ["picture light-cycle -o no/x.svg", "solve pathway --size 3 --proof no/x.proof"])
def test_a_missing_folder_is_reported_before_any_work(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(command) == 2
    assert "the folder no does not exist\n" in capsys.readouterr().err


def test_analyse_does_not_overwrite_its_own_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("analyse game.txt -o game.txt") == 2
    assert REFUSED in capsys.readouterr().err
    assert Path("game.txt").read_text() == RECORD


def test_annotating_twice_changes_nothing_and_keeps_other_comments() -> None:
    assert run("analyse game.txt -o out.txt") == 0
    once = Path("out.txt").read_text()
    assert once.count("blunder: left the opponent") == 2
    assert "1. up {hm | blunder: " in once
    assert run("analyse out.txt -o out.txt") == 0
    assert Path("out.txt").read_text() == once


def test_a_comment_that_looks_like_a_verdict_does_not_make_a_record_annotated() -> None:
    moves = "1. up {blunder: I slept}\n2. up {best: keeps the cat happy}\n3. right {slower: than me}\n"
    Path("out.txt").write_text(f'[Game "light-cycle"]\n[Size "3"]\n\n{moves}')
    assert run("analyse game.txt -o out.txt") == 2
    assert run("analyse out.txt -o other.txt") == 0
    assert "1. up {blunder: I slept | blunder: left the opponent" in Path("other.txt").read_text()


def test_pictures_by_other_programs_are_not_replaced() -> None:
    from PIL import Image

    Image.new("RGB", (8, 8)).save("photo.png")
    Image.new("RGB", (8, 8)).save("photo.gif")
    Path("drawing.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"></svg>')
    for name in ("photo.png", "photo.gif", "drawing.svg"):
        before = Path(name).read_bytes()
        assert run(f"picture light-cycle -o {name}") == 2
        assert Path(name).read_bytes() == before


def test_a_dataset_that_was_changed_is_not_replaced() -> None:
    assert run("dataset pathway --size 3 --positions 5 -o out.npz") == 0
    Path("out.npz").write_bytes(Path("out.npz").read_bytes() + b"mine")
    assert run("dataset pathway --size 3 --positions 5 -o out.npz") == 2


def test_a_new_game_that_was_changed_is_not_replaced_and_other_files_stay() -> None:
    assert run("new-game my-own -o out") == 0
    Path("out/notes.txt").write_text("mine")
    assert run("new-game my-own -o out") == 0
    rules = Path("out/gridduels_my_own/rules.py")
    rules.write_text(rules.read_text() + "# mine\n")
    assert run("new-game my-own -o out") == 2
    assert rules.read_text().endswith("# mine\n")
    assert Path("out/notes.txt").read_text() == "mine"


def test_a_book_only_replaces_a_folder_that_contains_nothing_but_a_book(folder: Path) -> None:
    for name in ("index.html", PDF, "checksums.txt", "data/a.csv", "films/b.gif"):
        (folder / "out" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "out" / name).write_text("")
    check_folder(folder / "out")
    (folder / "out" / "thesis.tex").write_text("mine")
    with pytest.raises(SetupError, match="contains something other than a book"):
        check_folder(folder / "out")
    check_folder(folder / "out", force=True)


def test_a_report_about_language_models_only_replaces_such_a_report(folder: Path) -> None:
    from gridduels.commands.benchmark import is_report
    from gridduels.language.report import Reading, report_page

    page = folder / "page.html"
    page.write_text(report_page(Reading([], [])), encoding="utf-8")
    check_output(page, is_report)
    page.write_text("<!doctype html><title>Mine</title>")
    with pytest.raises(SetupError, match="did not write it"):
        check_output(page, is_report)


def test_an_unreadable_file_is_not_replaced(folder: Path) -> None:
    (folder / "out").write_bytes(b"\xff")
    with pytest.raises(SetupError, match="did not write it"):
        check_output(folder / "out", lambda path: bool(path.read_text("utf-8")))


def test_a_process_prints_the_refusal_in_one_sentence(folder: Path) -> None:
    command = [sys.executable, "-m", "gridduels", "picture", "gridlock", "-o", "game.txt"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, cwd=folder)
    assert (done.returncode, done.stderr) == (2, f"gridduels: game.txt {REFUSED}\n")
