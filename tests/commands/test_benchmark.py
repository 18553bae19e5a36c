"""`gridduels benchmark` draws duels, checks results and shows them."""

import subprocess
import sys
from pathlib import Path

import pytest

from gridduels.cli import main
from gridduels.language.benchmark import PRACTICE_DUELS
from tests.documents import ROOT, blocks

EXAMPLE = "results/nearest.json"


def run(command: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    arguments = [sys.executable, "-m", *command.split()]
    return subprocess.run(arguments, capture_output=True, encoding="utf-8", cwd=folder)


def test_every_figure_for_evaluators_is_printed_by_the_command_next_to_it() -> None:
    shown = [block.text for block in blocks(ROOT / "docs" / "evaluators.md") if block.text.startswith("$ ")]
    assert len(shown) == 3
    for text in shown:
        command, output = text.removeprefix("$ ").split("\n", 1)
        assert run(command).stdout == output


def test_a_forged_file_is_refused_in_one_sentence(tmp_path: Path) -> None:
    text = (ROOT / EXAMPLE).read_text(encoding="utf-8")
    forged = tmp_path / "forged.json"
    forged.write_text(text.replace('"skill": 0.', '"skill": 0.9'), encoding="utf-8")
    assert forged.read_text() != text
    page = tmp_path / "page.md"
    for command in (f"check {forged}", f"page {forged} -o {page}"):
        done = run(f"gridduels benchmark {command}")
        assert (done.returncode, done.stdout) == (2, "")
        assert "skill is given as 0.9" in done.stderr
    assert not page.exists()


def test_pages_are_written_and_other_files_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    for _ in range(2):
        assert main(["benchmark", "page", str(ROOT / EXAMPLE), "-o", str(page)]) == 0
    assert "Nearest neighbour" in page.read_text(encoding="utf-8")
    page.write_text("mine")
    assert main(["benchmark", "page", str(ROOT / EXAMPLE), "-o", str(page)]) == 2
    assert "did not write it" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("check", "benchmark check needs files of results"),
        ("check nowhere.json", "there is no file or folder nowhere.json"),
        ("page results", "benchmark page needs -o FILE"),
        ("page results -o page.pdf", "end the name with .md or .html"),
        ("add log.eval -o model.json", "benchmark add needs --name"),
        ("add log.eval --name Model -o model.json", "there is no file or folder log.eval"),
        ("draw one two", "benchmark draw takes one seed."),
        ("draw --name Model", "--name cannot be used with benchmark draw"),
    ],
)
def test_mistakes_are_refused(
    command: str, complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["benchmark", *command.split()]) == 2
    assert complaint in capsys.readouterr().err


def test_draw_prints_the_practice_duels(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["benchmark", "draw"]) == 0
    printed = capsys.readouterr().out
    assert [line.split()[0] for line in printed.splitlines()[:10]] == list(PRACTICE_DUELS)
    assert "is not the official seed" in printed
