"""Matches and tournaments from Python: players, results and early stops."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from gridduels import Duel, SetupError, load_game
from gridduels.arena import match, tournament
from tests.documents import ROOT, blocks
from tests.skips import require

GAME = load_game("light-cycle")


def first(duel: Duel) -> str:
    return duel.legal_moves[0]


class Last:
    """A custom player with a name and a version."""

    name, version = "last", "1"

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, duel: Duel) -> str:
        self.asked += 1
        return duel.legal_moves[-1]

    def close(self) -> None:
        raise AssertionError("it is not the arena's to close")


def test_players_are_names_objects_or_functions() -> None:
    last = Last()
    found = match(first, last, GAME, pairs=4)
    assert [each.title for each in found.players] == ["first", "last"]
    assert sum(found.wins()) == 8
    assert last.asked > 8
    assert match("perfect", first, "light-cycle", pairs=2).wins() == (4, 0)


def test_a_function_may_play_itself() -> None:
    found = match(first, first, GAME, pairs=3)
    assert [each.name for each in found.players] == ["first", "first (2)"]
    assert found.wins() == (3, 3)


def test_a_result_has_rows_text_and_exact_measures() -> None:
    found = match("perfect", first, GAME, pairs=3, seed=2)
    rows = found.rows()
    assert len(rows) == 6
    assert {row["winner"] for row in rows} == {"perfect"}
    assert all(Duel(GAME, row["moves"], start=row["opening"]).ply == row["plies"] for row in rows)
    measures = found.measures()
    assert measures
    assert measures[0].share_kept == 1
    assert str(found).startswith(
        "Light Cycle Duel 5x5: perfect against first\n3 pairs of games from 3 different openings"
    )


def test_rows_become_a_data_frame() -> None:
    require(find_spec("pandas"), "pandas is not installed")
    frame = match("perfect", first, GAME, pairs=2).to_frame()
    assert list(frame["player1"]) == ["perfect", "first"] * 2
    standings = tournament(["random", first], [GAME], pairs=2).to_frame()
    assert set(standings["player"]) == {"random", "first"}


def test_without_pandas_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(SetupError, match="a data frame needs pandas"):
        match("random", first, GAME, pairs=1).to_frame()


def test_a_watcher_sees_the_match_so_far_and_may_end_it() -> None:
    seen: list[int] = []

    def watch(found: Any) -> bool:
        seen.append(found.played)
        return len(found.scores()) == 3

    found = match("random", "greedy", GAME, pairs=50, watch=watch)
    assert (seen, found.played) == ([1, 2, 3, 4, 5, 6], 6)


def test_openings_and_a_sequential_test_may_be_given() -> None:
    opening = "...../.1.../##.##/...2./..... 1"
    found = match("random", "random", GAME, pairs=2, openings=[opening])
    assert {row["opening"] for row in found.rows()} == {opening}
    decided = match("perfect", "random", GAME, pairs=400, sprt=(0, 200))
    assert decided.sprt
    assert decided.sprt.accepted == 1


def test_a_results_file_keeps_games_of_players_with_a_version(tmp_path: Path) -> None:
    path = tmp_path / "results"
    assert match("random", Last(), GAME, pairs=2, results=path).from_file == 0
    assert match("random", Last(), GAME, pairs=2, results=path).from_file == 4
    with pytest.raises(SetupError, match="first needs a version"):
        match("random", first, GAME, pairs=2, results=path)


def test_a_tournament_rates_all_players() -> None:
    found = tournament(["perfect", "random", first], [GAME, "grid-runner"], pairs=2)
    rows = found.rows()
    assert rows[0]["name"] == "perfect"
    assert {row["wins"] + row["losses"] for row in rows} == {16}
    assert "Wins of the row player" in str(found)


def test_an_error_in_a_custom_player_is_not_swallowed() -> None:
    def broken(duel: Duel) -> str:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        match(broken, "random", GAME, pairs=1)


def test_a_player_that_raises_stop_iteration_is_named() -> None:
    def exhausted(duel: Duel) -> str:
        return next(iter([]))

    with pytest.raises(RuntimeError, match=r"^the player exhausted raised StopIteration instead of choosing a move$"):
        match(exhausted, "random", GAME, pairs=1)


def test_an_object_that_cannot_play_is_refused() -> None:
    with pytest.raises(
        SetupError, match="7 is not a player: use a name, an object with a choose method, or a function"
    ):
        match(7, "random", GAME)  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="first is an object in this process: leave workers at 1"):
        match(first, "random", GAME, workers=2)
    with pytest.raises(SetupError, match="may never end"):
        match("random", "random", load_game("grid-runner", repetition="endless"))


@pytest.mark.heavy
def test_the_network_in_the_guide_is_measured_against_the_levels(tmp_path: Path) -> None:
    require(find_spec("torch"), "torch is not installed")
    (example,) = [block for block in blocks(ROOT / "docs" / "arena.md") if block.file == "evaluate.py"]
    assert len([line for line in example.text.splitlines() if line and "import" not in line]) <= 10
    (tmp_path / example.file).write_text(example.text, encoding="utf-8")
    command = [sys.executable, "-W", "error::DeprecationWarning:gridduels", example.file]
    printed = subprocess.check_output(command, cwd=tmp_path, encoding="utf-8", timeout=300).splitlines()
    found = [re.fullmatch(r"(\w+): wins (\d+) of 20, keeps ([\d.]+)%", line) for line in printed]
    assert [each and each[1] for each in found] == ["easy", "medium", "hard", "perfect"]
    assert all(each and 50 < float(each[3]) <= 100 for each in found)
    assert found[-1]
    assert int(found[-1][2]) < 20


def test_a_match_and_a_tournament_print_their_results_and_are_tables_in_a_notebook() -> None:
    found = match("perfect", first, "light-cycle", pairs=2)
    assert repr(found) == "<Encounter in Light Cycle Duel 5x5: perfect 4, first 0>"
    assert str(found).startswith("Light Cycle Duel 5x5: perfect against first\n")
    assert found._repr_html_().count("<table>") == 1
    standings = tournament(["perfect", first, "random"], ["light-cycle"], pairs=2)
    assert repr(standings) == "<Tournament of first, perfect, random in Light Cycle Duel 5x5>"
    assert 'src="data:image/svg+xml;base64,' in standings._repr_html_()
    assert "<html" not in standings._repr_html_()
