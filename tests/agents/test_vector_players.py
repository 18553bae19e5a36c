"""The vector environment against our players, with labels, seats and starts, in both of Gymnasium's modes."""

import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import gridduels.agents.gymnasium  # noqa: F401 (registers)
from gridduels import Duel, SetupError, load_game
from gridduels.agents.turns import label
from gridduels.agents.vector import VectorDuelEnv
from gridduels.engine import VALUES
from gridduels.engine.observation import observe
from gridduels.players.perfect import best_moves

COUNT = 12


def random_actions(masks: Any, rng: np.random.Generator) -> Any:
    return np.argmax(rng.random(masks.shape) * masks, axis=1)


class Follower:
    """Plays any legal move and records the duels it is asked about."""

    name = "follower"

    def __init__(self) -> None:
        self.asked: list[Duel] = []
        self._rng = random.Random(1)

    def choose(self, duel: Duel) -> str:
        self.asked.append(duel)
        return self._rng.choice(duel.legal_moves)

    def close(self) -> None:
        """Do nothing; there is nothing to release."""


def replay(env: VectorDuelEnv, duels: list[Duel], steps: int, seed: int = 1) -> Any:
    """Step an environment without an opponent and Duels in parallel; yield its results and the duels before and
    after."""
    rng = np.random.default_rng(seed)
    _, infos = env.reset(seed=seed)
    for _ in range(steps):
        actions = random_actions(infos["action_mask"], rng)
        before = list(duels)
        duels[:] = [duel.play(int(action)) for duel, action in zip(duels, actions, strict=True)]
        told = env.step(actions)
        infos = told[4]
        yield told, before, list(duels)
        duels[:] = [Duel(env.game) if duel.outcome else duel for duel in duels]


def row_of(labels: dict[str, Any], number: int) -> dict[str, Any]:
    """Return the results for one game."""
    return {name: labels[name][number] for name in labels if f"_{name}" in labels and labels[f"_{name}"][number]}


def assert_same_labels(found: dict[str, Any], expected: Any) -> None:
    expected = {name: value for name, value in expected.items() if name != "best_moves"}
    assert set(found) == set(expected)
    for name, value in expected.items():
        np.testing.assert_array_equal(found[name], value)


@pytest.mark.parametrize("id", ["light-cycle", pytest.param("grid-runner", marks=pytest.mark.heavy)])
def test_labels_in_bulk_are_those_of_every_duel(id: str) -> None:
    """History matters where repetition is barred, so play a hundred moves of a small game."""
    env = VectorDuelEnv(id, 3, num_envs=COUNT, opponent="self", labels=True)
    judged = ended = repeated = 0
    duels = [Duel(env.game) for _ in range(COUNT)]
    for (_, _, over, _, infos), before, after in replay(env, duels, 12 if id == "light-cycle" else 100):
        for number in range(COUNT):
            expected = label(after[number], before[number])
            repeated += bool(before[number].repeated)
            if over[number]:
                ended += 1
                assert_same_labels(row_of(infos["final_info"]["labels"], number), expected)
                expected = label(Duel(env.game))
            judged += "kept" in expected
            assert_same_labels(row_of(infos["labels"], number), expected)
    assert min(judged, ended) > COUNT
    assert (repeated > 0) == env.game.bars_repetition


def test_an_illegal_action_is_not_judged() -> None:
    env = VectorDuelEnv("light-cycle", 3, num_envs=2, labels=True)
    env.reset(seed=1)
    *_, infos = env.step(np.array([2, 3]))
    assert infos["labels"]["_kept"].tolist() == [False, True]
    assert not infos["final_info"]["labels"]["_kept"][0]


def test_perfect_plays_in_bulk_what_it_plays_alone() -> None:
    env, rng = VectorDuelEnv("light-cycle", 3, num_envs=COUNT, opponent="perfect"), np.random.default_rng(1)
    _, infos = env.reset(seed=1)
    replies = 0
    for _ in range(8):
        before = [env.batch.position(number) for number in range(COUNT)]
        actions = random_actions(infos["action_mask"], rng)
        _, _, ended, _, infos = env.step(actions)
        for number in np.flatnonzero(~ended).tolist():
            duel = Duel(env.game, start=before[number]).play(int(actions[number]))
            with VALUES.open(env.game) as values:
                expected = {duel.play(word).position for word in best_moves(values, duel)}
            assert env.batch.position(number) in expected
            replies += 1
    assert replies > COUNT


@pytest.mark.parametrize("id", ["grid-runner", pytest.param("blockade", marks=pytest.mark.heavy)])
def test_a_player_is_asked_about_the_duels_that_the_batch_plays(id: str) -> None:
    player, rng = Follower(), np.random.default_rng(1)
    env = VectorDuelEnv(id, 3, num_envs=COUNT, opponent=player, seat="alternate")
    _, infos = env.reset(seed=1)
    for _ in range(30):
        player.asked.clear()
        _, _, _, _, infos = env.step(random_actions(infos["action_mask"], rng))
        assert all(not duel.outcome for duel in player.asked)
        masks = [sum(1 << action for action in np.flatnonzero(mask)) for mask in infos["action_mask"]]
        duels = env._duels
        assert duels
        assert [duel.position for duel in duels.all] == [env.batch.position(number) for number in range(COUNT)]
        assert [duel.legal_actions for duel in duels.all] == masks
        assert [duel.turn for duel in duels.all] == infos["player"].tolist()


@pytest.mark.heavy
@pytest.mark.parametrize("opponent", ["easy", "level:10", "mcts:20", "greedy"])
def test_every_player_can_be_the_opponent(opponent: str) -> None:
    env, rng = VectorDuelEnv("grid-runner", 3, num_envs=4, opponent=opponent), np.random.default_rng(1)
    _, infos = env.reset(seed=1)
    ended = 0
    for _ in range(30):
        _, rewards, terminated, _, infos = env.step(random_actions(infos["action_mask"], rng))
        ended += int(terminated.sum())
        assert set(rewards[terminated]) <= {-1.0, 1.0}
    assert ended


class Silent(Follower):
    """Names a move that does not exist."""

    def choose(self, duel: Duel) -> str:
        return "nowhere"


def test_an_opponent_without_a_legal_move_loses() -> None:
    env = VectorDuelEnv("light-cycle", 3, num_envs=2, opponent=Silent())
    env.reset(seed=1)
    _, rewards, terminated, _, _ = env.step(np.array([3, 3]))
    assert (rewards.tolist(), terminated.tolist()) == ([1.0, 1.0], [True, True])


def test_seats_alternate_from_game_to_game() -> None:
    env, rng = VectorDuelEnv("light-cycle", 3, num_envs=COUNT, seat="alternate"), np.random.default_rng(1)
    observations, infos = env.reset(seed=1)
    seats = np.ones(COUNT)
    for _ in range(12):
        np.testing.assert_array_equal(infos["player"], seats)
        np.testing.assert_array_equal(observations[:, 7, 0, 0], seats - 1)
        observations, rewards, ended, _, infos = env.step(random_actions(infos["action_mask"], rng))
        if ended.any():
            winners = infos["final_info"]["winner"]
            np.testing.assert_array_equal(rewards[ended] == 1, winners[ended] == seats[ended])
        seats = np.where(ended, 3 - seats, seats)
    assert set(seats.tolist()) == {1, 2}


def test_seats_are_drawn_by_the_seed() -> None:
    env = VectorDuelEnv("light-cycle", 3, num_envs=64, seat="random")
    first, again, other = (env.reset(seed=seed)[1]["player"].tolist() for seed in (1, 1, 2))
    assert first == again != other
    assert set(first) == {1, 2}


def test_in_the_next_step_mode_a_game_ends_before_it_restarts() -> None:
    env = VectorDuelEnv("light-cycle", 3, num_envs=COUNT, autoreset_mode="NextStep", seat=2, labels=True)
    rng, over = np.random.default_rng(1), np.zeros(COUNT, np.bool_)
    observations, infos = env.reset(seed=1)
    begins = 0
    for _ in range(20):
        observations, rewards, ended, broken_off, infos = env.step(random_actions(infos["action_mask"], rng))
        assert not broken_off.any()
        assert not ended[over].any()
        assert not rewards[over].any()
        assert (env.batch.plies[over] == 1).all()
        assert not infos["labels"]["_kept"][over].any()
        for number in range(COUNT):
            np.testing.assert_array_equal(observations[number], observe(env.game, env.batch.position(number), 2))
        np.testing.assert_array_equal(infos["_winner"], ended)
        np.testing.assert_array_equal(rewards == 1, infos["winner"] == 2)
        assert not infos["action_mask"][ended].any()
        begins, over = begins + int(over.sum()), ended
    assert begins > COUNT


def test_both_modes_play_the_same_games() -> None:
    """Both modes take the same steps, except those in which games begin."""

    def ends(mode: AutoresetMode) -> list[tuple[int, float]]:
        env = VectorDuelEnv("light-cycle", 3, num_envs=1, opponent="self", autoreset_mode=mode)
        rng, found = np.random.default_rng(1), []
        _, infos = env.reset(seed=1)
        for _ in range(60):
            fresh = not infos["action_mask"].any()
            actions = np.zeros(1, np.int64) if fresh else random_actions(infos["action_mask"], rng)
            _, rewards, _, _, infos = env.step(actions)
            found += [(int(actions[0]), float(rewards[0]))] * (not fresh)
        return found

    longer, shorter = ends(AutoresetMode.SAME_STEP), ends(AutoresetMode.NEXT_STEP)
    assert len(longer) > len(shorter) > 40
    assert longer[: len(shorter)] == shorter


def test_gymnasium_makes_it() -> None:
    env = gymnasium.make_vec("gridduels/LightCycle-v0", num_envs=3, size=3, seat=2)
    assert isinstance(env.unwrapped, VectorDuelEnv)
    observations, _ = env.reset(seed=1)
    assert observations.shape == (3, 9, 3, 3)
    assert gymnasium.make_vec("gridduels/LightCycle-v0", num_envs=2, vectorization_mode="sync").reset()[0].shape[0] == 2


@pytest.mark.heavy
def test_all_games_begin_at_the_given_position() -> None:
    env = VectorDuelEnv("grid-runner", 3, num_envs=COUNT, opponent="self", labels=True)
    start = env.game.text(Duel(env.game, "right left").position)
    duel = Duel(env.game, "right left down", start=start)
    observations, infos = env.reset(options={"position": start, "moves": "right left down"})
    assert [env.batch.position(number) for number in range(COUNT)] == [duel.position] * COUNT
    np.testing.assert_array_equal(observations[0], observe(env.game, duel.position, duel.turn))
    assert_same_labels(row_of(infos["labels"], 0), label(duel, judge=False))
    with pytest.raises(Exception, match="it has 2 rows instead of 3"):
        env.reset(options={"position": "12/.. 1"})


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"opponent": "human"}, "an environment cannot ask a person for a move: choose another opponent"),
        ({"seat": 3}, "seat=3 is invalid: use 1, 2, alternate or random"),
        ({"think": 0}, "think=0 is invalid: use a positive number of seconds"),
        ({"size": 7, "labels": True}, "Light Cycle Duel 7x7 is held out for evaluation, so it has no training data"),
        (
            {"autoreset_mode": AutoresetMode.DISABLED},
            "autoreset_mode=<AutoresetMode.DISABLED: 'Disabled'> is not supported: use SameStep or NextStep",
        ),
    ],
)
def test_what_cannot_be_set_up_is_refused_in_a_sentence(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SetupError) as refused:
        VectorDuelEnv("light-cycle", **{"num_envs": 2, **options})
    assert str(refused.value) == sentence


def test_bulk_labels_need_a_table() -> None:
    with pytest.raises(SetupError, match=r"^bulk labels need a table, but pathway 7x7 has none: use DuelEnv instead$"):
        VectorDuelEnv("pathway", num_envs=2, size=7, labels=True)


def test_there_is_no_opponent_of_that_name() -> None:
    with pytest.raises(SetupError, match="there is no player 'nobody'"):
        VectorDuelEnv("light-cycle", 3, num_envs=2, opponent="nobody")


def test_the_games_are_those_of_load_game() -> None:
    assert VectorDuelEnv("pathway", 4, num_envs=1, goal="sealed").game == load_game("pathway", 4, goal="sealed")
