"""The examples run, and their results are good enough to prove that they learned something."""

import json
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.skips import require

FOLDER = Path(__file__).parents[1] / "examples"
PROGRAMS = sorted(FOLDER.glob("*.py"))
NEEDS = {
    "maskable_ppo.py": "sb3_contrib",
    "tiny_language_model.py": "transformers",
    "value_network.py": "torch",
}
HEAVY = pytest.mark.heavy


def run(program: str, *arguments: str) -> str:
    """Run an example; return its output."""
    if program in NEEDS:
        require(find_spec(NEEDS[program]), f"{NEEDS[program]} is not installed")
    command = [sys.executable, "-W", "error::DeprecationWarning:gridduels", str(FOLDER / program), *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def shares(printed: str) -> list[float]:
    """Return the percentages in a text."""
    return [float(number) for number in re.findall(r"([\d.]+)%", printed)]


@pytest.mark.heavy
def test_self_play_learns_to_keep_the_value() -> None:
    before, after = shares(run("self_play_pettingzoo.py", "--games", "1000"))
    assert before < 93
    assert after > 95


@HEAVY
def test_maskable_ppo_gets_better_at_winning_and_at_keeping_the_value() -> None:
    won_before, kept_before, won_after, kept_after = shares(run("maskable_ppo.py", "--steps", "10000"))
    assert won_after > won_before + 10
    assert kept_after > kept_before


@HEAVY
def test_alpha_zero_learns_and_a_saved_run_continues(tmp_path: Path) -> None:
    require(find_spec("torch"), "torch is not installed")
    from examples.baselines.alpha_zero import SMALL, Trainer, load_network, training_game
    from examples.baselines.scoring import Choices, right_moves

    game = training_game("pathway", 4)
    trainer, choices = Trainer(game, SMALL), Choices.of(game)
    before = right_moves(game, trainer.network, choices)
    while trainer.positions < 6_000:
        trainer.train(seconds=1e-9, total=1e9)  # one round
    trainer.save(tmp_path / "run.pt")
    again = Trainer.load(tmp_path / "run.pt")
    assert (again.positions, again.seconds) == (trainer.positions, trainer.seconds)
    assert right_moves(game, load_network(tmp_path / "run.pt"), choices) == right_moves(game, again.network, choices)
    again.train(seconds=1e-9, total=1e9)
    assert again.positions > trainer.positions
    assert right_moves(game, again.network, choices) > before


@HEAVY
def test_the_baselines_print_a_table_and_write_weights_for_the_player(tmp_path: Path) -> None:
    require(find_spec("torch"), "torch is not installed")
    small = ["--game", "pathway", "--size", "4", "--seconds", "1", "--games", "16", "--simulations", "4"]
    command = [sys.executable, "-m", "examples.baselines", *small, "--folder", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300, cwd=FOLDER.parent)
    assert done.returncode == 0, done.stderr
    assert re.search(r"^\| pathway 4x4 \| [\d,]+ \| \d+ \| [\d.]+% of 172 \|", done.stdout, re.MULTILINE)
    found = json.loads((tmp_path / "pathway.json").read_text(encoding="utf-8"))
    assert found["curve"][-1]["positions"] == found["positions"]
    assert (tmp_path / "net.npz").exists()


@HEAVY
def test_a_value_network_beats_the_same_guess_on_unseen_positions() -> None:
    majority, right = shares(run("value_network.py", "--positions", "12000", "--epochs", "4"))
    assert majority < 65
    assert right > majority + 10


@HEAVY
@pytest.mark.parametrize("library", ["torch", "jax"])
def test_streamed_games_teach_who_wins(library: str, tmp_path: Path) -> None:
    require(find_spec(library), f"{library} is not installed")
    folder = str(tmp_path / "games")
    games = ["dataset", "light-cycle", "--size", "3", "--form", "games", "--games", "20000", "--split", "both", "-o"]
    command = [sys.executable, "-m", "gridduels", *games, folder]
    subprocess.run(command, check=True, timeout=300, stdout=subprocess.DEVNULL)
    (right,) = shares(run("stream_games.py", folder, "--library", library))
    assert right > 75


@HEAVY
def test_a_tiny_language_model_learns_to_move_and_is_saved_and_plotted(tmp_path: Path) -> None:
    small = ["--positions", "10000", "--steps", "800", "--count", "20", "--folder", str(tmp_path)]
    printed = shares(run("tiny_language_model.py", *small))
    assert printed[:3] == [0, 0, 0]
    legal_after, kept_after, _ = printed[-3:]
    assert legal_after > 50
    assert kept_after > 25
    assert (tmp_path / "model-800" / "config.json").exists()
    assert "<svg" in (tmp_path / "learning.svg").read_text(encoding="utf-8")


@pytest.mark.heavy
def test_rollouts_run_with_and_without_a_gpu() -> None:
    printed = run("gpu_rollouts.py", "--games", "4096", "--plies", "64")
    assert re.search(r"right: wins [\d.]+% of [\d,]+ random games; exactly, win in 15 plies", printed)
    assert "262,144 moves in" in printed


@pytest.mark.parametrize(
    "program",
    [pytest.param(each, marks=[HEAVY] if each.name in NEEDS else [], id=each.name) for each in PROGRAMS],
)
def test_every_example_is_listed_tested_and_explains_itself(program: Path) -> None:
    assert f"]({program.name})" in (FOLDER / "README.md").read_text(encoding="utf-8")
    assert f'run("{program.name}"' in Path(__file__).read_text(encoding="utf-8")
    assert f"python examples/{program.name}" in run(program.name, "--help")
