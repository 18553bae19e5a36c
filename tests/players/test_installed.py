"""A player from another package, the one in docs/players.md, is available everywhere once installed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.documents import ROOT, environment, install, play, write_files

DOCUMENT = ROOT / "docs" / "players.md"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the document's package; return its folder."""
    folder = tmp_path_factory.mktemp("players")
    write_files(DOCUMENT, folder)
    install(folder / "cautious")
    return folder / "cautious"


def test_it_is_listed_after_ours(folder: Path) -> None:
    *_, ours, last = play(folder, "players").stdout.splitlines()
    assert ours.split()[0] == "cmd:COMMAND"
    assert last.split()[0] == "cautious"
    assert "a package's own player, leaves you few moves" in last


def test_it_plays_a_game_in_line_mode(folder: Path) -> None:
    done = play(folder, "play", "light-cycle", "--p1", "cautious", "--p2", "random", "--seed", "1", "--rounds", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert " wins!" in done.stdout


def test_it_plays_a_match_with_the_version_of_its_package(folder: Path, tmp_path: Path) -> None:
    results = str(tmp_path / "results")
    command = ["match", "light-cycle", "cautious", "random", "--pairs", "2", "--json", "--results", results]
    done = play(folder, *command)
    assert done.returncode == 0, done.stderr
    one, two = json.loads(done.stdout)["players"]
    assert (one["name"], one["version"]) == ("cautious", "cautious-player 1.2")
    assert two["version"].startswith("gridduels ")


def test_a_failure_is_reported_in_one_sentence_wherever_it_plays(tmp_path: Path) -> None:
    write_files(DOCUMENT, tmp_path)
    folder = tmp_path / "cautious"
    code = folder / "cautious.py"
    code.write_text(re.sub(r"(def choose\(.*\n)", r"\1        raise StopIteration\n", code.read_text()))
    install(folder)
    results = ("--results", str(tmp_path / "results"), "--pairs", "1", "--workers", "2")
    for command in (
        ("play", "light-cycle", "--p1", "cautious", "--p2", "random", "--plain"),
        ("match", "light-cycle", "cautious", "random", *results),
    ):
        done = play(folder, *command)
        why = "RuntimeError: the player cautious raised StopIteration instead of choosing a move"
        assert (done.returncode, done.stderr) == (
            1,
            f"gridduels: internal error: {why} (GRIDDUELS_DEBUG=1 shows where)\n",
        )


def offered_by_a_server(folder: Path) -> list[str]:
    code = "from gridduels.web.new_duel import web_players; print(*web_players())"
    command = [sys.executable, "-c", code]
    return subprocess.check_output(command, env=environment(folder), encoding="utf-8", timeout=60).split()


def test_a_server_offers_it_only_if_it_allows_that(folder: Path, tmp_path: Path) -> None:
    assert offered_by_a_server(folder)[-1] == "cautious"
    write_files(DOCUMENT, tmp_path)
    code = tmp_path / "cautious" / "cautious.py"
    code.write_text(code.read_text().replace(", web=True", ""))
    install(tmp_path / "cautious")
    assert "cautious" not in offered_by_a_server(tmp_path / "cautious")


def test_one_that_cannot_be_loaded_is_left_out_with_a_warning(tmp_path: Path) -> None:
    write_files(DOCUMENT, tmp_path)
    (tmp_path / "cautious" / "cautious.py").write_text("import no_such_module")
    install(tmp_path / "cautious")
    done = play(tmp_path / "cautious", "players")
    assert "cautious" not in done.stdout
    why = "cautious:PLAYER cannot be used: No module named 'no_such_module'"
    assert f"the player cautious is left out: {why}" in done.stderr
    refused = play(tmp_path / "cautious", "play", "light-cycle", "--p1", "cautious", "--plain")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "there is no player 'cautious'" in refused.stderr


def test_one_with_a_name_of_ours_does_not_replace_it(tmp_path: Path) -> None:
    write_files(DOCUMENT, tmp_path)
    project = tmp_path / "cautious" / "pyproject.toml"
    project.write_text(project.read_text().replace("cautious = ", "random = "))
    install(tmp_path / "cautious")
    done = play(tmp_path / "cautious", "players")
    assert "the player random is left out: cautious:PLAYER cannot be used: its name is taken" in done.stderr
    assert "few moves" not in done.stdout
