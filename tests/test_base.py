"""A plain install, without numpy and numba, can play and study everything on the book boards."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest

from tests.documents import ROOT
from tests.helpers import GAMES

SOURCE = ROOT / "src" / "gridduels"
ENGINE = {"numba", "numpy", "scipy"}


def required() -> dict[str, Distribution]:
    """Return the packages in a plain install: the project's requirements and their own."""
    found: dict[str, Distribution] = {}
    waiting: list[str] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    while waiting:
        requirement = waiting.pop()
        name = re.split(r"[^\w.-]", requirement)[0].lower()
        if "extra ==" not in requirement and name not in found:
            found[name] = distribution(name)
            waiting += found[name].requires or []
    return found


def parts_of(package: Distribution) -> Iterator[Path]:
    """Return a distribution's top-level folders and modules."""
    names = {file.parts[0] for file in package.files or () if file.parts[0] not in ("..", "__pycache__")}
    yield from (Path(str(package.locate_file(name))) for name in sorted(names))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the packages of a plain install and no others."""
    folder = tmp_path_factory.mktemp("site")
    for package in required().values():
        for part in parts_of(package):
            (folder / part.name).symlink_to(part)
    (folder / "gridduels").symlink_to(SOURCE)
    return folder


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


class Plain:
    """A fresh process with a plain install and the standard library only."""

    def __init__(self, site: Path, cache: Path, folder: Path) -> None:
        kept = {name: text for name, text in os.environ.items() if not name.startswith(("PYTHON", "GRIDDUELS"))}
        self._environment = kept | {
            "PYTHONPATH": str(site),
            "GRIDDUELS_CACHE": str(cache),
            "GRIDDUELS_CONFIG": str(folder),
        }
        self._folder = folder

    def run(self, *arguments: str, typed: str = "", code: int = 0) -> str:
        """Run a command; return its output."""
        return self._done(["-m", "gridduels", *arguments], typed, code)

    def script(self, text: str) -> str:
        """Run a program; return its output."""
        return self._done(["-c", text], "", 0)

    def _done(self, arguments: list[str], typed: str, code: int) -> str:
        command = [sys.executable, "-S", *arguments]
        done = subprocess.run(
            command, cwd=self._folder, env=self._environment, input=typed, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr


@pytest.fixture
def plain(site: Path, cache: Path, tmp_path: Path) -> Plain:
    return Plain(site, cache, tmp_path)


def test_a_plain_install_brings_neither_numba_nor_numpy_and_is_small() -> None:
    packages = required()
    assert not ENGINE & set(packages)
    outside = sum(
        Path(str(each.locate_file(file))).stat().st_size
        for each in packages.values()
        for file in each.files or ()
        if file.suffix != ".pyc" and Path(str(each.locate_file(file))).exists()
    )
    own = sum(path.stat().st_size for path in SOURCE.rglob("*") if path.is_file() and path.suffix != ".pyc")
    assert outside + own < 40_000_000


def test_the_engine_is_really_not_there(plain: Plain) -> None:
    assert plain.script("from gridduels.extras import has_engine; print(has_engine())") == "False\n"
    with pytest.raises(AssertionError, match="No module named 'numpy'"):
        plain.script("import numpy")


@pytest.mark.parametrize("game", GAMES)
def test_whole_games_of_every_level_on_every_book_board(game: str, plain: Plain) -> None:
    for first, second in (("easy", "perfect"), ("hard", "medium"), ("greedy", "random")):
        said = plain.run("play", game, "--p1", first, "--p2", second, "--seed", "1", "--record", f"{first}.duel")
        assert " wins" in said or "You win!" in said
        analysed = plain.run("analyse", f"{first}.duel")
        assert "moves accurately" in analysed


@pytest.mark.parametrize("game", GAMES)
def test_hints_values_and_exploring(game: str, plain: Plain) -> None:
    said = plain.run("play", game, typed="hint\nhint\nhint\neval\nquit\n")
    assert "Best is " in said
    assert "Values for you:" in said
    assert " wins in " in plain.run("explore", game)
    assert "positions" in plain.run("solve", game)


BARRED = "right left left right right left left"


@pytest.mark.parametrize("game", ["grid-runner", "blockade"])
def test_values_with_history(game: str, plain: Plain) -> None:
    """In a line with repeated positions, the current layer is solved again by the plain functions."""
    assert "value     " in plain.run("explore", game, *BARRED.split())


PUZZLES = """
from itertools import islice
from gridduels import definitions, load_game
from gridduels.analysis.puzzles import answer, puzzles
from gridduels.duel import Duel
from gridduels.engine import VALUES
for definition in definitions():
    with VALUES.open(load_game(definition.id)) as values:
        for puzzle in islice(puzzles(values, "1"), 2):
            print(definition.id, puzzle.plies)
"""


def test_puzzles_of_every_game(plain: Plain) -> None:
    assert {line.split()[0] for line in plain.script(PUZZLES).splitlines()} == set(GAMES)


ARCADE = """
import asyncio
from gridduels import Match, load_game
from gridduels.terminal.arcade.app import Arcade
from gridduels.terminal.live_match import Computers
from gridduels.terminal.live_match import LiveMatch

async def play():
    match = Match.begin(load_game("light-cycle"), ("human", "perfect"), 1)
    arcade = Arcade(LiveMatch(match, Computers(match.players, 1)))
    async with arcade.run_test(size=(100, 30)) as pilot:
        await pilot.press("right")
        while arcade.screen.duel.ply < 2:
            await pilot.pause(0.02)
        print(arcade.screen.duel.moves[0], arcade.screen.duel.ply)

asyncio.run(play())
"""


def test_the_arcade_plays(plain: Plain) -> None:
    assert plain.script(ARCADE).endswith("right 2\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "light-cycle", "--size", "7"],
        ["solve", "blockade", "--size", "6"],
        ["solve", "pathway", "--size", "6"],
        ["play", "pathway", "--p1", "mcts", "--p2", "random"],
        ["verify", "pathway"],
        ["dataset", "pathway", "--size", "3", "--positions", "9"],
        ["match", "pathway", "random", "greedy"],
    ],
    ids=" ".join,
)
def test_commands_that_need_the_engine_say_how_to_install_it(arguments: list[str], plain: Plain) -> None:
    said = plain.run(*arguments, code=2)
    assert re.search(r"^gridduels: .* needs the extra 'engine': .* install .*\[engine\]\S*\n\Z", said, re.MULTILINE), (
        said
    )


SMALL = f"""
import sys
sys.path.append({str(ROOT)!r})
from gridduels import load_game
from gridduels.engine import solve
from tools.tables import made_now
for size in (3, 4):
    game = load_game("pathway", size)
    print(solve(game).file.path.read_bytes() == made_now(game), solve(game, rebuild=True).value(game.start()))
"""


def test_a_small_board_is_solved_by_the_plain_functions_into_the_same_table(plain: Plain) -> None:
    assert [line.split()[0] for line in plain.script(SMALL).splitlines()] == ["True", "True"]


ELSEWHERE = "1.2/.../... 1"


def test_an_unreachable_position_is_solved_by_the_plain_functions(plain: Plain) -> None:
    assert "value     " in plain.run("explore", "grid-runner", "--size", "3", "--position", ELSEWHERE)
