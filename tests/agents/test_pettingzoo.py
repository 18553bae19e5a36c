"""PettingZoo environments: its own tests pass, copies are copies, and the Duel decides."""

import copy
import pickle
import warnings
from typing import Any

import numpy as np
import pettingzoo
import pytest

from gridduels import Duel, IllegalMove, SetupError, load_game
from gridduels.agents.pettingzoo import AGENTS, env, raw_env, register
from gridduels.engine.observation import observe
from gridduels.pictures.raster import paint
from gridduels.pictures.scene import scene_of
from tests.helpers import GAMES

with warnings.catch_warnings():  # PettingZoo's tests import its games in a way that PettingZoo has deprecated
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

dictionaries = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
)
"""PettingZoo's test warns about observations that contain a mask, although that is PettingZoo's own convention."""


def started(game: str, actions: str = "", **options: Any) -> raw_env:
    """Return an environment after the given moves."""
    duel = raw_env(game, **options)
    duel.reset(seed=0)
    for word in actions.split():
        duel.step(duel.game.action(word))
    return duel


@dictionaries
@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_finds_nothing_wrong(game: str) -> None:
    api_test(env(game, size=3), num_cycles=40)
    api_test(raw_env(game), num_cycles=40)
    seed_test(lambda: env(game, size=3, illegal="random"), num_cycles=20)


@pytest.mark.parametrize("game", GAMES)
def test_every_render_mode_works(game: str) -> None:
    render_test(lambda render_mode: env(game, size=3, render_mode=render_mode))


def test_every_game_is_registered() -> None:
    register()
    duel = pettingzoo.make("aec", "gridduels/GridLock-v0", size=5)
    duel.reset(seed=0)
    assert duel.unwrapped.game == load_game("gridlock", 5)


@dictionaries
def test_labels_break_nothing() -> None:
    api_test(env("pathway", size=3, labels=True), num_cycles=40)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda duel: pickle.loads(pickle.dumps(duel))])
def test_a_copy_starts_in_the_same_state_and_is_independent(copied: Any) -> None:
    duel = env("blockade", size=4, obstacles=2)
    duel.reset(seed=0)
    for word in ("right", "@1,1"):
        duel.step(duel.unwrapped.game.action(word))
    other = copied(duel)
    assert other.unwrapped.duel == duel.unwrapped.duel
    assert (other.last()[0]["observation"] == duel.last()[0]["observation"]).all()
    other.step(other.unwrapped.game.action("right"))
    assert other.unwrapped.duel.moves == ("right", "@1,1", "right")
    assert duel.unwrapped.duel.moves == ("right", "@1,1")
    assert duel.agent_selection == "player_1"
    duel.step(duel.unwrapped.game.action("left"))
    assert duel.unwrapped.duel.moves == ("right", "@1,1", "left")


def test_the_mask_is_in_the_observation_and_the_info_of_the_player_to_move() -> None:
    duel = started("light-cycle", "right left")
    observation, *_, info = duel.last()
    assert observation["action_mask"].tolist() == info["action_mask"].tolist() == [1, 1, 0, 1]
    assert not duel.observe("player_2")["action_mask"].any()
    assert not duel.infos["player_2"]["action_mask"].any()


def test_each_agent_sees_the_planes_of_its_player() -> None:
    duel = started("pathway", "right left down")
    for player, agent in enumerate(AGENTS, 1):
        assert (duel.observe(agent)["observation"] == observe(duel.game, duel.duel.position, player)).all()


@pytest.mark.parametrize("game", GAMES)
def test_random_games_end_with_one_winner(game: str) -> None:
    duel, rng = env(game, size=3), np.random.default_rng(0)
    for _ in range(5):
        duel.reset()
        totals = dict.fromkeys(AGENTS, 0.0)
        for agent in duel.agent_iter():
            observation, reward, terminated, truncated, info = duel.last()
            totals[agent] += reward
            over = terminated or truncated
            duel.step(None if over else rng.choice(np.flatnonzero(observation["action_mask"])))
        outcome = duel.unwrapped.duel.ended
        assert totals == {agent: 1.0 if agent == AGENTS[outcome.winner - 1] else -1.0 for agent in AGENTS}
        assert (info["winner"], info["reason"]) == (AGENTS[outcome.winner - 1], outcome.reason)


def test_the_first_player_can_be_chosen() -> None:
    assert started("gridlock", size=3, first=2).agent_selection == "player_2"


def test_an_illegal_action_loses_the_game() -> None:
    duel = started("light-cycle", "right")
    duel.step(3)
    assert duel.terminations == dict.fromkeys(AGENTS, True)
    assert duel.rewards == {"player_1": 1.0, "player_2": -1.0}
    assert duel.infos["player_1"]["reason"] == "forfeit"


def test_an_illegal_action_may_be_replaced_by_a_random_one() -> None:
    games = []
    for seed in (5, 5):
        duel = raw_env("gridlock", size=3, illegal="random")
        duel.reset(seed=seed)
        while not any(duel.terminations.values()):
            duel.step(7)
        games.append(duel.duel.moves)
    assert games[0] == games[1]
    assert duel.infos["player_1"]["reason"] == "no moves"


def test_an_illegal_action_may_be_an_error_that_changes_nothing() -> None:
    duel = started("light-cycle", "right", illegal="raise")
    before = duel.duel
    with pytest.raises(IllegalMove, match="You cannot move right: that is off the grid"):
        duel.step(3)
    assert duel.duel is before
    assert duel.agent_selection == "player_2"


def test_a_move_that_repetition_bars_is_masked_out() -> None:
    duel = started("grid-runner", "right left left right right left left right")
    assert duel.last()[0]["action_mask"][3] == 0
    assert started("grid-runner", "right left left right right left left right", repetition="endless").last()[0][
        "action_mask"
    ][3]


def test_a_game_is_truncated_at_the_given_length() -> None:
    duel = started("grid-runner", "right left left right", repetition="endless", truncate_at=5)
    assert not any(duel.truncations.values())
    duel.step(3)
    assert duel.truncations == dict.fromkeys(AGENTS, True)
    assert duel.terminations == dict.fromkeys(AGENTS, False)
    assert duel.rewards == dict.fromkeys(AGENTS, 0.0)
    assert not duel.last()[0]["action_mask"].any()
    for _ in AGENTS:
        duel.step(None)
    assert not duel.agents


def test_a_game_that_ends_with_its_last_allowed_ply_is_not_truncated() -> None:
    duel = started("light-cycle", "up up right", size=3, truncate_at=3)
    assert duel.terminations == dict.fromkeys(AGENTS, True)
    assert duel.truncations == dict.fromkeys(AGENTS, False)


def test_labels_tell_the_truth() -> None:
    duel = started("light-cycle", "right left", labels=True)
    labels = duel.last()[4]["labels"]
    assert (labels["value"], labels["plies"], labels["best_moves"]) == ("win", 9, ("right",))
    assert labels["best_actions"].tolist() == [0, 0, 0, 1]
    assert (labels["kept"], labels["plies_lost"]) == (True, 4)
    duel.step(0)
    labels = duel.infos["player_1"]["labels"]
    assert (labels["value"], labels["kept"], "plies_lost" in labels) == ("win", False, False)
    duel.step(3)
    assert duel.infos["player_1"]["reason"] == "forfeit"
    assert "kept" not in duel.infos["player_1"]["labels"]


def test_text_and_picture_show_the_board() -> None:
    assert started("light-cycle", "right", render_mode="ansi").render() == (
        ". . . . .\n. . . . .\n# 1 . . 2\n. . . . .\n. . . . .\nPlayer 2 to move\n"
    )
    picture = started("light-cycle", "right", render_mode="rgb_array").render()
    expected = paint(scene_of(Duel(load_game("light-cycle"), "right")))
    assert np.array_equal(np.asarray(picture), np.asarray(expected))


@pytest.mark.parametrize("game", GAMES)
def test_a_picture_has_the_same_size_throughout_a_game(game: str) -> None:
    duel = started(game, size=3, render_mode="rgb_array", illegal="random")
    shapes = {np.asarray(duel.render()).shape}
    while not any(duel.terminations.values()):
        duel.step(0)
        shapes.add(np.asarray(duel.render()).shape)
    assert len(shapes) == 1


def test_the_human_mode_prints_every_board(capsys: pytest.CaptureFixture[str]) -> None:
    duel = started("light-cycle", "up up right", size=3, render_mode="human")
    assert duel.render() is None
    printed = capsys.readouterr().out
    assert printed.count("to move") == 3
    assert printed.endswith("# 1 2\n# . #\n. . .\nPlayer 2 has no valid moves.\nPlayer 1 wins!\n\n")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"game": "pathway", "size": 9}, "pathway has no size 9"),
        ({"game": "pathway", "walls": 3}, "unexpected keyword argument 'walls': pathway has no such ruling"),
        ({"game": "pathway", "illegal": "ignore"}, "illegal='ignore' is invalid: use lose, random or raise"),
        ({"game": "pathway", "truncate_at": 1}, "truncate_at=1 is invalid"),
        ({"game": "pathway", "render_mode": "3d"}, "render_mode='3d' is unknown: use human, ansi, rgb_array or None"),
        ({"game": "pathway", "first": 3}, "player 3 cannot go first"),
    ],
)
def test_a_wrong_option_is_refused_in_a_sentence(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SetupError) as caught:
        env(**options)
    assert str(caught.value).startswith(sentence)
