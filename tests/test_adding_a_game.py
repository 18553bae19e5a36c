"""docs/adding-a-game.md is correct: everything works with exactly the code it shows."""

import json
import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.documents import ADDING_A_GAME, blocks, environment, install, play, write_files
from tests.skips import require

OWN = ["light-cycle", "pathway", "grid-runner", "gridlock", "blockade"]
GAME = "1 2\n1 2\n3 1\n3 3\nthere\n1 3\n"
"""A complete game on 3x3 that contains each kind of mistake."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the document's package; return its folder."""
    folder = tmp_path_factory.mktemp("domineering")
    write_files(ADDING_A_GAME, folder)
    install(folder)
    return folder


def test_the_rules_take_fewer_than_sixty_lines() -> None:
    rules = next(block for block in blocks(ADDING_A_GAME) if block.file.endswith("rules.py"))
    assert len(rules.text.splitlines()) < 60


def test_the_game_is_listed_after_our_own(folder: Path) -> None:
    games = json.loads(play(folder, "games", "--json").stdout)
    assert [game["id"] for game in games] == [*OWN, "domineering"]


def test_its_rules_are_explained(folder: Path) -> None:
    shown = play(folder, "rules", "domineering")
    assert shown.returncode == 0
    assert shown.stdout.startswith("Domineering\n\nPlayer 1 places dominoes upright (|), ")
    assert shown.stdout.endswith("Board: 5x5 (it can be 3x3, 4x4, 5x5).\n")


def test_its_move_sequences_are_counted(folder: Path) -> None:
    # six upright dominoes fit; the two in the middle column leave 2 places for a flat one, the others 4
    assert play(folder, "perft", "domineering", "2", "--size", "3").stdout == "1 6\n2 20\n"


def test_it_is_played_to_its_end_recorded_and_replayed(folder: Path, tmp_path: Path) -> None:
    record = str(tmp_path / "game.txt")
    played = play(folder, "play", "domineering", "--size", "3", "--rounds", "1", "--record", record, typed=GAME)
    assert (played.returncode, played.stderr) == (0, "")
    for slip in (
        "Player 2, place a flat domino (row column): 1 2\nNo room at (1,2): (1,2) is blocked.\n",
        "Player 1, place an upright domino (row column): 3 3\nNo room at (3,3): that is off the grid.\n",
        "(row column): there\n'there' is not a cell: type its row and column, such as 2 3.\n",
    ):
        assert slip in played.stdout
    assert ". | |\n. | |\n= = .\n\nPlayer 2 has no valid moves.\nPlayer 1 wins!\n" in played.stdout
    replayed = json.loads(play(folder, "replay", record, "--json").stdout)
    assert replayed[0]["moves"] == ["1,2", "3,1", "1,3"]
    assert replayed[0]["positions"][-1] == ".||/.||/==. 2"


def test_an_unfinished_game_is_resumed(folder: Path, tmp_path: Path) -> None:
    record = str(tmp_path / "game.txt")
    broken_off = play(folder, "play", "domineering", "--record", record, typed="1 2\n")
    assert broken_off.returncode == 3
    resumed = play(folder, "play", "--resume", record, typed="4 4\n")
    assert "Resuming Domineering after 1 move." in resumed.stdout


def test_the_computer_plays_it_too(folder: Path) -> None:
    played = play(folder, "play", "domineering", "--p1", "random", "--p2", "random", "--seed", "1")
    assert (played.returncode, played.stderr) == (0, "")
    assert "wins!" in played.stdout


def test_a_position_is_checked_on_reading(folder: Path) -> None:
    code = (
        "from gridduels import PositionError, load_game\n"
        "try: load_game('domineering', size=3).position('|.=/.../... 1')\n"
        "except PositionError as error: print(*error.reasons, sep='\\n')"
    )
    assert python(folder, "-c", code).stdout.splitlines() == [
        "the cells '|' are not made of dominoes",
        "the cells '=' are not made of dominoes",
    ]


@pytest.mark.heavy
def test_its_own_tests_with_check_game_pass(folder: Path) -> None:
    run = python(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder / "tests"))
    assert run.returncode == 0, run.stdout
    assert "2 passed" in run.stdout


@pytest.mark.heavy
def test_its_rules_are_right(folder: Path) -> None:
    """The winner is known: the first player on 3x3 and 4x4, the second player on 5x5."""
    code = (
        "from functools import cache\n"
        "from gridduels import load_game\n"
        "from gridduels.board import each\n"
        "for size in (3, 4, 5):\n"
        "    game = load_game('domineering', size=size)\n"
        "    @cache\n"
        "    def wins(position):\n"
        "        actions = (bit.bit_length() - 1 for bit in each(game.legal(position)))\n"
        "        return any(not wins(game.play(position, action)) for action in actions)\n"
        "    print(size, 'first' if wins(game.start()) else 'second')\n"
    )
    assert python(folder, "-c", code).stdout.splitlines() == ["3 first", "4 first", "5 second"]


def test_a_package_that_cannot_be_loaded_breaks_nothing_else(tmp_path: Path) -> None:
    write_files(ADDING_A_GAME, tmp_path)
    install(tmp_path)
    (tmp_path / "gridduels_domineering" / "rules.py").write_text("import no_such_module\n")
    listed = play(tmp_path, "games", "--json")
    assert [game["id"] for game in json.loads(listed.stdout)] == OWN
    assert listed.returncode == 0
    assert listed.stderr == (
        "gridduels: the game domineering is omitted: gridduels_domineering:GAME cannot be loaded: "
        "ModuleNotFoundError: No module named 'no_such_module'\n"
    )
    assert play(tmp_path, "perft", "light-cycle", "1").stderr == ""
    asked_for = play(tmp_path, "rules", "domineering")
    assert (asked_for.returncode, asked_for.stdout) == (2, "")
    assert "No module named 'no_such_module'" in asked_for.stderr


def test_a_package_that_states_something_wrong_is_left_out_with_a_sentence(tmp_path: Path) -> None:
    write_files(ADDING_A_GAME, tmp_path)
    install(tmp_path)
    facts = tmp_path / "gridduels_domineering" / "__init__.py"
    facts.write_text(facts.read_text(encoding="utf-8").replace('Places("upright", "flat"', 'Places("upright", "flatt"'))
    listed = play(tmp_path, "games", "--json")
    assert [game["id"] for game in json.loads(listed.stdout)] == OWN
    sentence = (
        "gridduels_domineering:GAME cannot be loaded: the game 'domineering' has a faulty Definition: "
        "Places('flatt') is not a Cells(...) field of its Position: its Cells fields are upright, flat\n"
    )
    assert listed.stderr == f"gridduels: the game domineering is omitted: {sentence}"
    asked_for = play(tmp_path, "rules", "domineering")
    assert (asked_for.returncode, asked_for.stdout) == (2, "")
    assert sentence in asked_for.stderr


def test_its_wheel_works_as_well(folder: Path, tmp_path: Path) -> None:
    require(find_spec("hatchling"), "hatchling is not installed")
    write_files(ADDING_A_GAME, tmp_path)
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", "out"],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    assert built.returncode == 0, built.stderr
    (wheel,) = (tmp_path / "out").glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    assert play(tmp_path / "site", "rules", "domineering").stdout == play(folder, "rules", "domineering").stdout


def python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
