"""Gymnasium's vector interface: the games are right, and it follows the library's conventions."""

from typing import Any, Literal

import gymnasium
import numpy as np
import pytest

from gridduels import Duel, SetupError, load_game
from gridduels.agents.vector import VectorDuelEnv
from gridduels.engine.observation import observe

COUNT = 40


def random_actions(masks: Any, rng: np.random.Generator) -> Any:
    return np.argmax(rng.random(masks.shape) * masks, axis=1)


@pytest.mark.heavy
def test_the_spaces_contain_all_observations() -> None:
    env = VectorDuelEnv("light-cycle", 3, num_envs=3)
    observations, infos = env.reset(seed=1)
    assert env.num_envs == 3
    assert env.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    assert observations in env.observation_space
    assert observations[0] in env.single_observation_space
    assert env.single_action_space == gymnasium.spaces.Discrete(4)
    env.action_space.seed(1)
    observations, rewards, terminated, truncated, infos = env.step(env.action_space.sample())
    assert observations in env.observation_space
    assert [array.dtype.name for array in (rewards, terminated, truncated)] == ["float64", "bool", "bool"]
    np.testing.assert_array_equal(infos["action_mask"], env.action_masks())
    env.close()


@pytest.mark.heavy
def test_against_itself_every_step_is_one_move_of_a_duel() -> None:
    env, rng = VectorDuelEnv("grid-runner", 3, num_envs=COUNT, opponent="self"), np.random.default_rng(1)
    duels = [Duel(env.game) for _ in range(COUNT)]
    observations, infos = env.reset(seed=1)
    ended = 0
    for _ in range(60):
        expected = [observe(env.game, duel.position, duel.turn) for duel in duels]
        np.testing.assert_array_equal(observations, expected)
        actions = random_actions(infos["action_mask"], rng)
        observations, rewards, terminated, truncated, infos = env.step(actions)
        for number, action in enumerate(actions):
            duel = duels[number].play(int(action))
            assert terminated[number] == (duel.outcome is not None)
            assert rewards[number] == (1.0 if duel.outcome and duel.outcome.winner == duels[number].turn else 0.0)
            if duel.outcome:
                ended += 1
                assert infos["_final_obs"][number]
                assert infos["final_info"]["winner"][number] == duel.outcome.winner
                final = observe(env.game, duel.position, duel.turn)
                np.testing.assert_array_equal(infos["final_obs"][number], final)
            duels[number] = Duel(env.game) if duel.outcome else duel
        assert not truncated.any()
    assert ended > COUNT


@pytest.mark.parametrize(("seat", "first"), [(1, 1), (2, 1), pytest.param(1, 2, marks=pytest.mark.heavy)])
def test_against_random_it_is_always_the_agents_turn(seat: Literal[1, 2], first: int) -> None:
    env = VectorDuelEnv("light-cycle", 3, num_envs=COUNT, seat=seat, first=first)
    rng = np.random.default_rng(1)
    observations, infos = env.reset(seed=1)
    wins = losses = 0
    for _ in range(20):
        assert (observations[:, 7] == seat - 1).all()
        assert (env.batch.turns == seat).all()
        assert infos["action_mask"].any(axis=1).all()
        observations, rewards, terminated, _, infos = env.step(random_actions(infos["action_mask"], rng))
        assert set(rewards[terminated]) <= {-1.0, 1.0}
        assert not rewards[~terminated].any()
        winners = infos["final_info"]["winner"] if terminated.any() else np.zeros(COUNT)
        np.testing.assert_array_equal(rewards == 1, winners == seat)
        wins, losses = wins + int((rewards > 0).sum()), losses + int((rewards < 0).sum())
    assert min(wins, losses) > COUNT // 2


@pytest.mark.heavy
@pytest.mark.parametrize(("seat", "truncate_at"), [(1, 4), (1, 5), (2, 4), (2, 5)])
def test_the_agent_sees_the_end_from_its_own_seat(
    seat: Literal[1, 2], truncate_at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The player who would move next: the opponent if the agent's own move ended the game."""
    env = VectorDuelEnv("blockade", 3, num_envs=COUNT, seat=seat, truncate_at=truncate_at, copy=False)
    rng, seen = np.random.default_rng(1), 0
    positions: list[Any] = []
    restart = env.batch.restart

    def noting_restart(games: Any) -> None:
        positions[:] = map(env.batch.position, range(COUNT))
        restart(games)

    monkeypatch.setattr(env.batch, "restart", noting_restart)
    _, infos = env.reset(seed=1)
    for _ in range(6):
        _, _, terminated, truncated, infos = env.step(random_actions(infos["action_mask"], rng))
        for number in np.flatnonzero(terminated | truncated):
            expected = observe(env.game, positions[number], seat)
            np.testing.assert_array_equal(infos["final_obs"][number], expected)
            seen += 1
    assert seen > COUNT


def test_nothing_is_played_before_the_first_reset() -> None:
    with pytest.raises(SetupError, match=r"no episode has started: call reset\(\) first"):
        VectorDuelEnv("light-cycle", 3, num_envs=2, seat=2).step(np.array([0, 0]))


def test_an_illegal_action_loses() -> None:
    env = VectorDuelEnv("light-cycle", 3, num_envs=2)
    env.reset(seed=1)
    _, rewards, terminated, _, infos = env.step(np.array([2, 0]))
    assert (rewards.tolist(), terminated.tolist()) == ([-1.0, 0.0], [True, False])
    assert infos["final_info"]["winner"].tolist()[0] == 2


def test_a_game_is_truncated_after_the_given_plies() -> None:
    env = VectorDuelEnv("light-cycle", 3, num_envs=2, opponent="self", truncate_at=2)
    _, infos = env.reset(seed=1)
    for expected in (False, True):
        actions = random_actions(infos["action_mask"], np.random.default_rng(1))
        _, rewards, terminated, truncated, infos = env.step(actions)
        assert bool(truncated.all()) == expected
        assert not terminated.any()
        assert not rewards.any()
    assert infos["final_obs"].any()


def test_one_seed_gives_the_same_games_again() -> None:
    def games(seed: int) -> list[Any]:
        env, rng = VectorDuelEnv("light-cycle", 3, num_envs=COUNT), np.random.default_rng(1)
        observations, infos = env.reset(seed=seed)
        for _ in range(4):
            observations, _, _, _, infos = env.step(random_actions(infos["action_mask"], rng))
        found: list[Any] = observations.tolist()
        return found

    assert games(1) == games(1) != games(2)


@pytest.mark.parametrize("copy", [True, False])
def test_arrays_are_copies_by_default(copy: bool) -> None:
    env = VectorDuelEnv("light-cycle", 3, num_envs=2, copy=copy)
    before, _ = env.reset(seed=1)
    kept = before.copy()
    env.step(np.array([0, 0]))
    assert np.array_equal(before, kept) == copy


def test_gymnasium_wraps_it() -> None:
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(VectorDuelEnv("light-cycle", 3, num_envs=COUNT))
    _, infos = env.reset(seed=1)
    lengths: list[int] = []
    for _ in range(10):
        _, _, _, _, infos = env.step(random_actions(infos["action_mask"], np.random.default_rng(1)))
        if "episode" in infos:
            lengths += infos["episode"]["l"][infos["_episode"]].tolist()
    assert lengths
    assert max(lengths) <= load_game("light-cycle", 3).max_plies  # type: ignore[operator]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"truncate_at": 1}, "truncate_at=1 is invalid: use at least 2 plies, or None"),
        ({"num_envs": 0}, "A batch has 1 to 4294967296 games, not 0."),
    ],
)
def test_what_cannot_be_set_up_is_refused_in_a_sentence(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SetupError) as refused:
        VectorDuelEnv("light-cycle", **{"num_envs": 2, **options})
    assert str(refused.value) == sentence


def test_a_list_of_seeds_is_refused() -> None:
    with pytest.raises(SetupError, match="all games share one seed"):
        VectorDuelEnv("light-cycle", 3, num_envs=2).reset(seed=[1, 2])
