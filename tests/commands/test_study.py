"""`gridduels study` measures a person, and continues where it stopped."""

import subprocess
import sys
from pathlib import Path

import pytest

from gridduels.commands.study import POSITIONS
from gridduels.language.results import PERSON_PROMPTS, asked, check, read


def study(file: Path, *lines: str, more: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "gridduels", "study", "-o", str(file), *more]
    return subprocess.run(command, input="".join(f"{line}\n" for line in lines), capture_output=True, text=True)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "study.json"


def test_without_consent_nothing_is_written(file: Path) -> None:
    done = study(file, "no")
    assert (done.returncode, file.exists()) == (0, False)
    assert "Nothing is sent anywhere." in done.stdout
    assert study(file).returncode == 3


def test_a_study_is_kept_after_every_answer_and_continues(file: Path) -> None:
    done = study(file, "yes", "sideways", "up", "quit", more=("--name", "Participant 7"))
    assert done.returncode == 3
    assert "is not a move" in done.stdout
    assert "ANSWER:" not in done.stdout  # a person types just the move
    assert "Stopped after 1 position." in done.stdout
    (run,) = read(file).runs
    assert list(run.replies.values()) == ["up"]

    done = study(file, "yes")  # input ends at once: nothing is lost
    assert (done.returncode, read(file).runs[0].replies) == (3, run.replies)
    done = study(file, "yes", *["up1" if number % 5 == 2 else "up" for number in range(29)])
    found = read(file)
    check(found)
    assert "Your score is" in done.stdout
    assert len(found.runs[0].replies) == POSITIONS == PERSON_PROMPTS
    assert (found.kind, found.name) == ("person", "Participant 7")  # kept when a study continues
    games = [asked("A", "plain")[sample].presentation.duel.game.id for sample in found.runs[0].replies]
    assert {game: games.count(game) for game in games} == dict.fromkeys(dict.fromkeys(games), 6)


def test_another_file_is_not_overwritten(file: Path) -> None:
    file.write_text("{}")
    done = study(file, "yes")
    assert done.returncode == 2
    assert "this command did not write it" in done.stderr
    assert study(file.with_suffix(".txt"), "yes").returncode == 2


def test_a_name_that_the_page_cannot_show_is_refused_before_the_study(file: Path) -> None:
    done = study(file, "yes", more=("--name", "<b>Ann</b>"))
    assert (done.returncode, done.stdout, file.exists()) == (2, "", False)
    assert done.stderr.count("\n") == 1
