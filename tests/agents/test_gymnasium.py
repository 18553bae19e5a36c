"""Gymnasium environments: its own checks pass, the opponent replies, and the Duel decides."""

import copy
import pickle
import random
import subprocess
import sys
from functools import partial
from importlib.util import find_spec
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from gridduels import Duel, IllegalMove, SetupError, definitions
from gridduels.agents.gymnasium import DuelEnv, register
from gridduels.agents.turns import environment_id
from gridduels.engine.observation import observe
from gridduels.errors import Forfeit
from tests.helpers import GAMES
from tests.skips import require

NAMES = ("LightCycle", "Pathway", "GridRunner", "GridLock", "Blockade")


def play_out(env: DuelEnv, seed: int | None = None) -> tuple[float, dict[str, Any], Duel]:
    """Play a random episode; return the last reward, the last info and the duel."""
    _, info = env.reset(seed=seed)
    rng = random.Random(seed)
    while True:
        action = rng.choice(np.flatnonzero(env.action_masks()).tolist())
        _, reward, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            return reward, info, env.duel


def test_every_game_is_registered() -> None:
    assert [environment_id(each) for each in definitions()] == [f"gridduels/{name}-v0" for name in NAMES]
    register()
    for name in NAMES:
        assert f"gridduels/{name}-v0" in gymnasium.registry


@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_finds_nothing_wrong(name: str) -> None:
    for seat in (1, 2):
        check_env(gymnasium.make(f"gridduels/{name}-v0", size=3, seat=seat).unwrapped)


@pytest.mark.parametrize("name", ["LightCycle", "Blockade"])
def test_gymnasium_finds_nothing_wrong_with_labels_except_nan(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    alike = partial(np.allclose, equal_nan=True)
    monkeypatch.setattr("gymnasium.utils.env_checker.data_equivalence", lambda one, two, **_: _alike(one, two, alike))
    check_env(gymnasium.make(f"gridduels/{name}-v0", size=3, labels=True).unwrapped)


def _alike(one: Any, two: Any, close: Any) -> bool:
    if isinstance(one, dict):
        return one.keys() == two.keys() and all(_alike(one[name], two[name], close) for name in one)
    return bool(close(one, two)) if isinstance(one, np.ndarray) else bool(one == two)


@pytest.mark.heavy
def test_an_environment_can_be_made_without_importing_anything_of_ours() -> None:
    script = (
        "import gymnasium\n"
        "env = gymnasium.make('gridduels.agents.gymnasium:gridduels/LightCycle-v0', opponent='random', size=3)\n"
        "print(env.reset(seed=0)[0].shape)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "(9, 3, 3)\n"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", [1, 2])
def test_random_episodes_end_as_the_duel_says(game: str, seat: int) -> None:
    env = DuelEnv(game, size=3, seat=seat)  # type: ignore[arg-type]
    for seed in range(5):
        reward, info, duel = play_out(env, seed)
        assert reward == (1.0 if duel.ended.winner == seat else -1.0)
        assert (info["winner"], info["reason"], info["player"]) == (*duel.ended, seat)


def test_the_agent_sees_its_own_planes_when_it_is_to_move() -> None:
    env = DuelEnv("pathway", seat=2)
    seen, info = env.reset(seed=3)
    assert env.duel.ply == 1
    assert (seen == observe(env.game, env.duel.position, 2)).all()
    assert info["action_mask"].tolist() == env.action_masks().astype(int).tolist()
    assert env.action_masks().dtype == np.bool_


@pytest.mark.heavy
@pytest.mark.parametrize("opponent", ["random", "greedy", "easy", "hard", "perfect", "mcts:5"])
def test_a_seed_gives_the_same_episode_again(opponent: str) -> None:
    env, other = (DuelEnv("light-cycle", opponent=opponent, seat="random") for _ in range(2))
    assert play_out(env, 7)[2] == play_out(env, 7)[2] == play_out(other, 7)[2]


def test_episodes_differ_without_a_seed() -> None:
    env = DuelEnv("gridlock")
    env.reset(seed=0)
    assert len({play_out(env)[2].moves for _ in range(5)}) > 1


def test_seats_alternate_from_the_first_episode_after_a_seed() -> None:
    env = DuelEnv("light-cycle", seat="alternate")
    seats = [env.reset(seed=1)[1]["player"]] + [env.reset()[1]["player"] for _ in range(3)]
    assert seats == [1, 2, 1, 2]
    assert env.reset(seed=2)[1]["player"] == 1


def test_both_seats_are_drawn() -> None:
    env = DuelEnv("light-cycle", seat="random")
    env.reset(seed=0)
    assert {env.reset()[1]["player"] for _ in range(20)} == {1, 2}


def test_a_perfect_opponent_wins_won_positions() -> None:
    env = DuelEnv("light-cycle", opponent="perfect", seat=2)
    assert [play_out(env, seed)[0] for seed in range(5)] == [-1.0] * 5


class Stubborn:
    """A player from outside the package: always plays the first legal move, or the same move, or none at all."""

    name = "stubborn"

    def __init__(self, move: str | None = None, gives_up: bool = False) -> None:
        self._move, self._gives_up = move, gives_up

    def choose(self, duel: Duel) -> str:
        if self._gives_up:
            raise Forfeit("it went home")
        return self._move or duel.legal_moves[0]

    def close(self) -> None:
        """Do nothing; there is nothing to release."""


def test_any_player_can_be_the_opponent() -> None:
    env = DuelEnv("light-cycle", opponent=Stubborn())
    env.reset(seed=0)
    env.step(3)
    assert env.duel.moves == ("right", "up")


@pytest.mark.parametrize(
    ("opponent", "why"),
    [
        (Stubborn(gives_up=True), "it went home"),
        (Stubborn("right"), "You cannot move right: that is off the grid."),
        (Stubborn("fly"), "'fly' is not a move of light-cycle: a move is up, down, left or right"),
    ],
)
def test_an_opponent_that_gives_no_legal_move_loses(opponent: Stubborn, why: str) -> None:
    env = DuelEnv("light-cycle", opponent=opponent)
    env.reset(seed=0)
    _, reward, terminated, _, info = env.step(3)
    assert (reward, terminated, info["reason"], info["forfeit"]) == (1.0, True, "forfeit", why)


def test_an_external_bot_can_be_the_opponent() -> None:
    command = f"cmd:{sys.executable} -m gridduels bot random"
    _, info, duel = play_out(DuelEnv("light-cycle", size=3, opponent=command, think=20), 0)
    assert "forfeit" not in info
    assert duel.outcome


def test_an_illegal_action_loses_the_game() -> None:
    env = DuelEnv("light-cycle")
    env.reset(seed=0)
    _, reward, terminated, truncated, info = env.step(2)
    assert (reward, terminated, truncated, info["reason"]) == (-1.0, True, False, "forfeit")
    with pytest.raises(SetupError, match=r"the episode is over: call reset\(\) first"):
        env.step(0)


def test_an_illegal_action_may_be_replaced_by_a_random_one() -> None:
    env = DuelEnv("light-cycle", illegal="random")
    env.reset(seed=0)
    env.step(2)
    assert env.duel.ply == 2


def test_an_illegal_action_may_be_an_error_that_changes_nothing() -> None:
    env = DuelEnv("light-cycle", illegal="raise")
    env.reset(seed=0)
    with pytest.raises(IllegalMove):
        env.step(2)
    assert env.duel.ply == 0


def test_a_game_is_truncated_at_the_given_length() -> None:
    env = DuelEnv("grid-runner", opponent=Stubborn(), truncate_at=3, repetition="endless")
    env.reset(seed=0)
    assert env.step(3)[2:4] == (False, False)
    _, reward, terminated, truncated, info = env.step(2)
    assert (reward, terminated, truncated, env.duel.ply) == (0.0, False, True, 3)
    assert not info["action_mask"].any()


def test_labels_judge_the_agents_own_move() -> None:
    env = DuelEnv("light-cycle", opponent=Stubborn(), labels=True)
    _, info = env.reset(seed=0)
    assert (info["labels"]["value"], info["labels"]["plies"], "kept" in info["labels"]) == ("win", 15, False)
    _, _, _, _, info = env.step(0)
    assert env.duel.moves == ("up", "up")
    assert info["labels"]["kept"] is False
    env.reset(seed=0)
    assert env.step(3)[4]["labels"]["kept"] is True


@pytest.mark.heavy
@pytest.mark.parametrize("name", ["LightCycle", "Pathway", "GridRunner", "GridLock", "Blockade"])
def test_stable_baselines_finds_nothing_wrong(name: str) -> None:
    require(find_spec("stable_baselines3"), "stable_baselines3 is not installed")
    from stable_baselines3.common.env_checker import check_env as check

    check(gymnasium.make(f"gridduels/{name}-v0", size=3, labels=True), warn=False)


def test_labels_come_through_gymnasiums_vector_environments() -> None:
    options: dict[str, Any] = {"size": 3, "labels": True, "repetition": "endless", "truncate_at": 20}
    env = gymnasium.make_vec("gridduels/GridRunner-v0", 3, "sync", **options)
    _, infos = env.reset(seed=0)
    rng, lost = np.random.default_rng(0), set()
    for _ in range(40):
        masks = np.array(env.call("action_masks"))  # type: ignore[attr-defined]
        _, _, _, _, infos = env.step(np.argmax(rng.random(masks.shape) * masks, axis=1))
        labels = infos["labels"]
        if "plies_lost" in labels:
            lost |= set(zip(labels["_kept"].tolist(), labels["_plies_lost"].tolist(), strict=True))
    assert lost == {(True, True), (True, False), (False, False)}


@pytest.mark.parametrize("opponent", ["hard", "perfect", "mcts:50"])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_starts_in_the_same_state_and_is_independent(copied: Any, opponent: str) -> None:
    env = DuelEnv("light-cycle", opponent=opponent)
    env.reset(seed=0)
    env.step(3)
    other = copied(env)
    other.step(int(np.flatnonzero(other.action_masks())[0]))
    assert (env.duel.ply, other.duel.ply) == (2, 4)
    env.step(int(np.flatnonzero(env.action_masks())[0]))
    assert env.duel == other.duel


def test_a_copy_has_its_own_external_bot() -> None:
    env = DuelEnv("light-cycle", size=3, opponent=f"cmd:{sys.executable} -m gridduels bot greedy", think=20)
    env.reset(seed=0)
    env.step(3)
    other = copy.deepcopy(env)
    env.close()
    _, _, _, _, info = other.step(int(np.flatnonzero(other.action_masks())[0]))
    assert "forfeit" not in info
    other.close()


def test_nothing_is_played_before_the_first_reset() -> None:
    env = DuelEnv("light-cycle")
    for use in (lambda: env.step(0), env.action_masks, lambda: env.duel):
        with pytest.raises(SetupError, match=r"no episode has started: call reset\(\) first"):
            use()


@pytest.mark.parametrize("action", [1.0, "up", None, np.array([1, 2])])
def test_an_invalid_action_is_refused_in_a_sentence(action: Any) -> None:
    env = DuelEnv("light-cycle")
    env.reset(seed=0)
    with pytest.raises(SetupError, match="an action is a number from 0 to 3, not "):
        env.step(action)
    assert env.duel.ply == 0


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"opponent": "human"}, "an environment cannot ask a person for a move"),
        ({"opponent": "wizard"}, "there is no player 'wizard'"),
        ({"opponent": None}, "opponent=None is invalid: use a name, or an object with choose(duel) and close()"),
        ({"opponent": Stubborn}, "opponent=<class '"),
        ({"think": -1}, "think=-1 is invalid: use a positive number of seconds"),
        ({"truncate_at": 2.5}, "truncate_at=2.5 is invalid: use at least 2 plies, or None"),
        ({"seat": 3}, "seat=3 is invalid: use 1, 2, alternate or random"),
        ({"speed": 3}, "unexpected keyword argument 'speed': light-cycle has no such ruling; it has no rulings"),
    ],
)
def test_a_wrong_option_is_refused_in_a_sentence(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SetupError) as caught:
        gymnasium.make("gridduels/LightCycle-v0", **options)
    assert str(caught.value).startswith(sentence)


def test_a_game_too_big_for_labels_is_refused_in_a_sentence() -> None:
    with pytest.raises(SetupError, match="blockade 6x6 obstacles=9 cannot be solved here"):
        DuelEnv("blockade", size=6, obstacles=9, labels=True)
    assert DuelEnv("blockade", size=6, obstacles=9).reset()[1]["action_mask"].shape == (40,)
