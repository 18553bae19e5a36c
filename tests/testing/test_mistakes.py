"""`solve` and `check-game` name each typical author's mistake, and our own games pass."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from gridduels import Definition, Game, definitions
from gridduels.engine import solve
from gridduels.engine.progress import silent
from gridduels.engine.solvers.solver import solve_game
from gridduels.errors import SetupError
from gridduels.testing import findings_of
from tests.testing import mistakes
from tests.testing.mistakes import IN_LAYERS_ONLY, MISTAKES, REFUSED_WHEN_LOADED

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.heavy


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Game]:
    """Make a game with a mistake, and install it as a package would be."""

    def install(name: str, on_demand: bool = False) -> Game:
        package = tmp_path / "mistaken_game-1.0.dist-info"
        package.mkdir()
        (package / "METADATA").write_text("Metadata-Version: 2.1\nName: mistaken-game\nVersion: 1.0\n")
        (package / "entry_points.txt").write_text("[gridduels.games]\nmistaken = mistaken_game:GAME\n")
        source = f"from tests.testing.mistakes import MISTAKES\n\nGAME = MISTAKES[{name!r}][0]()\n"
        (tmp_path / "mistaken_game.py").write_text(source)
        monkeypatch.syspath_prepend(tmp_path)
        module = ModuleType("mistaken_game")
        made = MISTAKES[name][0]()
        module.__dict__["GAME"] = replace(made, on_demand_sizes=made.sizes) if on_demand else made
        monkeypatch.setitem(sys.modules, "mistaken_game", module)
        return Game(module.__dict__["GAME"])

    return install


def test_there_are_sixteen_mistakes() -> None:
    assert len(MISTAKES) == 16


@pytest.mark.parametrize("name", sorted(REFUSED_WHEN_LOADED))
def test_a_mistake_is_refused_when_the_game_is_loaded(name: str) -> None:
    make, complaint = MISTAKES[name]
    with pytest.raises(SetupError, match=complaint):
        make()


@pytest.mark.parametrize(
    ("name", "on_demand"),
    [(name, False) for name in MISTAKES if name not in REFUSED_WHEN_LOADED]
    + [(name, True) for name in MISTAKES if name not in REFUSED_WHEN_LOADED | IN_LAYERS_ONLY],
)
def test_a_mistake_is_refused_by_name(name: str, on_demand: bool, install: Callable[..., Game]) -> None:
    complaint, game = MISTAKES[name][1], install(name, on_demand)
    with pytest.raises(SetupError, match=complaint) as caught:
        solve(game).value(game.start()) if on_demand else solve_game(game, silent)
    assert "\n" not in str(caught.value)
    faults = [finding.fault for finding in findings_of(game, games=5) if finding.fault]
    assert any(re.search(complaint, fault) for fault in faults), faults


def test_a_mistake_at_a_single_position_is_found() -> None:
    game = Game(mistakes.noughts_and_crosses(legal=mistakes.legal_by_long_numbers_once))
    faults = [finding.fault for finding in findings_of(game, games=1) if finding.fault]
    assert any("`legal` gives 370 as plain Python and 2 compiled" in fault for fault in faults), faults


def test_the_game_without_a_mistake_keeps_every_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("mistaken_game")
    module.__dict__["GAME"] = mistakes.noughts_and_crosses()
    monkeypatch.setitem(sys.modules, "mistaken_game", module)
    broken = [each for each in findings_of(Game(module.__dict__["GAME"]), games=5) if each.fault]
    assert {each.promise for each in broken} <= {"load game finds it", "a record reads back"}, broken


@pytest.mark.parametrize("definition", definitions(), ids=repr)
def test_our_own_games_keep_every_promise(definition: Definition) -> None:
    assert [finding for finding in findings_of(Game(definition), games=3) if finding.fault] == []


def gridduels(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(folder), str(ROOT / "src"), str(ROOT)])
    return subprocess.run(
        [sys.executable, "-m", "gridduels", *words],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_command_prints_a_line_for_each_promise_and_fails(tmp_path: Path, install: Callable[[str], Game]) -> None:
    install("a count of 20")
    done = gridduels(tmp_path, "check-game", "mistaken", "--games", "3")
    assert done.returncode == 1, done.stderr
    assert "ok      the definition pickles by reference" in done.stdout
    assert "BROKEN  fields stay in range and legal agrees with winner at every position" in done.stdout
    assert re.search(r"\nMistaken breaks \d+ of \d+ promises\.\n$", done.stdout)
    data = json.loads(gridduels(tmp_path, "check-game", "mistaken", "--games", "3", "--json").stdout)
    assert (data["game"], data["kept"]) == ("mistaken", False)
    assert {"promise": "a turn can be shown", "fault": None, "skipped": None} in data["promises"]
    solved = gridduels(tmp_path, "solve", "mistaken")
    assert solved.returncode == 2
    assert "`points` is 16 instead of a number from 0 to 15" in solved.stderr


def test_solve_names_the_function_that_cannot_be_compiled(tmp_path: Path, install: Callable[[str], Game]) -> None:
    install("a set in the rules")
    done = gridduels(tmp_path, "solve", "mistaken")
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert "`legal` cannot be compiled: mistakes.py, line" in done.stderr
