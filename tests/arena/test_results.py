"""Results files are resumed, repaired or refused."""

from __future__ import annotations

import json
import os
import re
import warnings
from pathlib import Path

import pytest

from gridduels import load_game
from gridduels.arena.entrants import OWN
from gridduels.arena.play import Played, Task
from gridduels.arena.results import Results, ResultsError
from gridduels.arena.statistics import Measure
from gridduels.players.info import Info
from gridduels.players.limits import TimeControl
from tests.arena.helpers import GAME, lines_of
from tests.players.bots.hostile import posix_only
from tests.skips import require

TASK = Task(GAME, "random", "cmd:my bot", 0, False, GAME.text(GAME.start()), versions=(OWN, "b1"))
PLAYED = Played("up down", 2, "forfeit", "the bot said 'ünicode\u2028'", (Measure(1, 1, 1, 0), Measure(1, 0, 0, 0)))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a file with three games."""
    path = tmp_path / "results.jsonl"
    with Results(path) as results:
        for pair in range(3):
            results.add(TASK._replace(pair=pair), PLAYED)
    return path


def test_added_games_are_found_again(path: Path) -> None:
    with Results(path) as results:
        assert len(results) == 3
        assert results.get(TASK) == PLAYED
        assert results.get(TASK._replace(pair=3)) is None


def test_analysis_and_clocks_are_found_again(tmp_path: Path) -> None:
    task = TASK._replace(control=TimeControl(clock=60, increment=0.5, nodes=100))
    played = PLAYED._replace(infos=(None, Info(depth=3, score="win:5", nodes=12, pv=("up", "left"))))
    with Results(tmp_path / "results") as results:
        results.add(task, played)
    with Results(tmp_path / "results") as results:
        assert results.get(task) == played
    assert lines_of(tmp_path / "results")[0]["limits"] == {"clock": 60, "increment": 0.5, "nodes": 100}


@pytest.mark.parametrize(
    "other",
    [
        TASK._replace(a="cmd:my bot", b="random"),
        TASK._replace(swapped=True),
        TASK._replace(seed=1),
        TASK._replace(control=TimeControl(2.0)),
        TASK._replace(control=TimeControl(clock=1.0)),
        TASK._replace(control=TimeControl(depth=3)),
        TASK._replace(versions=(OWN, "b2")),
        TASK._replace(game=load_game("light-cycle", 7)),
    ],
)
def test_a_game_that_differs_in_anything_is_another_game(other: Task, path: Path) -> None:
    with Results(path) as results:
        assert results.get(other) is None


def test_rulings_tell_games_apart(tmp_path: Path) -> None:
    barred, endless = load_game("pathway"), load_game("pathway", goal="sealed")
    with Results(tmp_path / "results") as results:
        results.add(TASK._replace(game=barred), PLAYED)
        assert results.get(TASK._replace(game=endless)) is None
        assert results.get(TASK._replace(game=barred)) == PLAYED


def test_a_game_is_in_the_file_as_soon_as_it_is_added(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    with Results(path) as results:
        results.add(TASK, PLAYED)
        (line,) = lines_of(path)
    assert line["game"] == "light-cycle"
    assert line["why"] == PLAYED.why
    assert line["measures"][0] == {"moves": 1, "kept": 1, "timed": 1, "plies_lost": 0}


def test_games_of_other_versions_are_known_but_not_used(path: Path) -> None:
    changed = TASK._replace(versions=(OWN, "b2"))
    with Results(path) as results:
        assert (results.has(TASK), results.has_other_version(TASK)) == (True, False)
        assert (results.has(changed), results.has_other_version(changed)) == (False, True)
        assert not results.has_other_version(TASK._replace(pair=9))


@pytest.mark.parametrize("kept", [1, 5, 40])
def test_a_broken_last_line_is_reported_and_removed(kept: int, path: Path) -> None:
    whole = path.read_bytes()
    begin = whole.rstrip(b"\n").rindex(b"\n") + 1
    path.write_bytes(whole[: begin + kept])
    with pytest.warns(UserWarning, match=f"the last line of {re.escape(str(path))} is damaged and was removed"):
        results = Results(path)
    with results:
        assert len(results) == 2
        results.add(TASK._replace(pair=2), PLAYED)
    assert path.read_bytes() == whole


def test_a_last_line_of_zeros_is_removed(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole + b"\0" * 100)
    with pytest.warns(UserWarning, match="is damaged"), Results(path) as results:
        assert len(results) == 3
    assert path.read_bytes() == whole


def test_a_truncated_file_can_always_be_resumed(path: Path) -> None:
    whole = path.read_bytes()
    for length in range(0, len(whole) + 1, 7):
        path.write_bytes(whole[:length])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            results = Results(path)
        with results:
            assert len(results) == max(0, whole[:length].count(b"\n") - 1)
            for pair in range(len(results), 3):
                results.add(TASK._replace(pair=pair), PLAYED)
        assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"winner": 3}, "winner is 3"),
        ({"pair": "x"}, "pair is 'x'"),
        ({"measures": [1, 2]}, "measures is [1, 2]"),
        ({"versions": [1, 2]}, "versions is [1, 2]"),
        ({"limits": {"think": "x"}}, "limits is {'think': 'x'}"),
        ({"info": {"depth": 1}}, "info is {'depth': 1}"),
        ({"info": [{"depth": "x"}]}, "depth is 'x' instead of a number"),
        ({"extra": 1}, "fields of a game are missing"),
    ],
)
def test_a_damaged_line_before_the_last_is_refused(change: dict[str, object], problem: str, path: Path) -> None:
    header, first, *others = path.read_text(encoding="utf-8").splitlines()
    lines = [header, json.dumps(json.loads(first) | change), *others]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(ResultsError) as caught:
        Results(path)
    assert str(caught.value) == f"{path}, line 2: it is damaged ({problem})"
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"hello\n", b"\x00\xff" * 50, b'{"a": 1}\n', b"[Game", b"\n"])
def test_a_foreign_file_is_refused_and_left_alone(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(ResultsError, match=r"notes.txt is not a results file, so it was not changed"):
        Results(path)
    assert path.read_bytes() == content


def test_an_unwritable_place_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ResultsError, match=r"cannot write to .*: No such file or directory"):
        Results(tmp_path / "nowhere" / "results")


@posix_only
def test_a_full_disk_is_reported() -> None:
    require(Path("/dev/full").exists(), "there is no /dev/full")
    results = Results.__new__(Results)
    results.path, results._games, results._roughly = Path("/dev/full"), {}, set()
    results._file = open("/dev/full", "wb", buffering=0)  # noqa: SIM115
    with pytest.raises(ResultsError, match="cannot write to /dev/full: No space left on device"):
        results.add(TASK, PLAYED)
    results.close()


@posix_only
def test_two_matches_cannot_write_to_the_same_file(path: Path) -> None:
    with Results(path), pytest.raises(ResultsError, match="is being written by another match"):
        Results(path)
    Results(path).close()


def test_a_game_from_another_opening_is_another_game(path: Path) -> None:
    other = TASK._replace(opening="....2/.1..#/##..#/...../..... 1")
    with Results(path) as results:
        assert (results.has(other), results.get(other)) == (False, None)
        assert results.has(TASK._replace(opening=""))
        results.add(other, PLAYED)
    with Results(path) as results:
        assert results.get(other) == PLAYED
        assert results.has(TASK)


def test_the_file_is_text_with_a_newline_only_at_the_ends_of_lines(path: Path) -> None:
    assert path.read_bytes().count(b"\n") == 4
    assert os.linesep == "\n" or b"\r" not in path.read_bytes()
