"""Episodes with a chosen start, values of all actions, and moves by players other than the agent."""

from collections.abc import Callable

import numpy as np
import pytest

from gridduels import Duel, GridDuelsError, SetupError, load_game
from gridduels.agents.gymnasium import DuelEnv
from gridduels.agents.pettingzoo import env as pettingzoo_env
from gridduels.agents.turns import label
from gridduels.agents.vector import VectorDuelEnv
from gridduels.analysis.dataset import draw_dataset
from gridduels.engine import Table, solve
from gridduels.engine.batch.batch import Batch
from gridduels.engine.kernels.compiler import plain
from tests.helpers import changed

GAME = load_game("grid-runner", 3)


def table() -> Table:
    found = solve(GAME)
    assert isinstance(found, Table)
    return found


def test_labels_give_the_value_of_each_action() -> None:
    duel = Duel(GAME, "right left")
    values = label(duel)["values"]
    expected = {word: value.number for word, value in table().evaluate(duel).moves.items()}
    assert {GAME.moves[action]: value for action, value in enumerate(values) if not np.isnan(value)} == expected


def test_before_the_agents_first_move_no_move_is_judged() -> None:
    env = DuelEnv("grid-runner", 3, seat=2, labels=True)
    _, info = env.reset(seed=1)
    assert env.duel.ply == 1
    assert "value" in info["labels"]
    assert not {"kept", "plies_lost"} & set(info["labels"])


def test_a_substitute_for_an_illegal_move_is_reported_and_not_judged() -> None:
    env = DuelEnv("grid-runner", 3, illegal="random", labels=True)
    env.reset(seed=1)
    _, _, _, _, info = env.step(GAME.action("up"))
    assert info["substituted"] == env.duel.moves[0]
    assert "kept" not in info["labels"]
    _, _, _, _, info = env.step(int(np.flatnonzero(env.action_masks())[0]))
    assert "substituted" not in info
    assert "kept" in info["labels"]
    duel = pettingzoo_env("grid-runner", size=3, illegal="random", labels=True)
    duel.reset(seed=1)
    duel.step(GAME.action("up"))
    assert all("substituted" in info and "kept" not in info["labels"] for info in duel.unwrapped.infos.values())


def test_an_episode_begins_with_a_position_and_moves() -> None:
    start = GAME.text(Duel(GAME, "right left").position)
    env = DuelEnv("grid-runner", 3)
    env.reset(options={"position": start, "moves": ["right", "left"]})
    assert (GAME.text(env.duel.start), env.duel.moves) == (start, ("right", "left"))
    duel = pettingzoo_env("grid-runner", size=3, labels=True)
    duel.reset(options={"moves": "right left right"})
    assert duel.agent_selection == "player_2"
    assert "kept" not in duel.unwrapped.infos["player_2"]["labels"]


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"position": "12/.. 1"}, "it has 2 rows instead of 3"),
        ({"moves": "up"}, "off the grid"),
        ({"position": "..2/.../..1 2"}, "the game is over"),
    ],
)
def test_an_impossible_start_is_refused(options: dict[str, str], complaint: str) -> None:
    with pytest.raises(Exception, match=complaint):
        DuelEnv("grid-runner", 3).reset(options=options)


@pytest.mark.parametrize("make", [DuelEnv, VectorDuelEnv, pettingzoo_env])
def test_an_unknown_argument_is_a_type_error(make: object) -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'frameskip': grid-runner has no such ruling"):
        make("grid-runner", frameskip=1)  # type: ignore[operator]


@pytest.mark.heavy
def test_a_batch_knows_the_values_of_all_actions() -> None:
    batch = Batch(GAME, 20, "python", seed=2)
    for _ in range(7):
        batch.step(batch.random_actions())
    for number, values in enumerate(batch.values(table())):
        worth = table().move_values(batch.position(number))
        for action, value in enumerate(values):
            if int(batch.legal_masks[number]) >> action & 1:
                assert value == worth[GAME.moves[action]].number
            else:
                assert np.isnan(value)


@pytest.mark.heavy
def test_a_batch_has_the_values_of_an_unreachable_position() -> None:
    game = load_game("light-cycle", 3)
    batch, values = Batch(game, 2, "python"), solve(game)
    assert isinstance(values, Table)
    position = changed(game.start(), one=1, two=4)
    batch.set_keys(np.full(2, plain(game.definition).pack(game.rules, position, False)), np.array([False, True]))
    assert batch.position(1) == position
    expected = {word: value.number for word, value in values.move_values(position).items()}
    found = batch.values(values)[1]
    assert {game.moves[action]: number for action, number in enumerate(found) if not np.isnan(number)} == expected


def test_a_batch_refuses_a_table_of_another_game() -> None:
    with pytest.raises(SetupError, match="This table is for"):
        Batch(load_game("light-cycle", 3), 1, "python").values(table())


def test_a_game_of_a_batch_continues_from_a_position() -> None:
    batch = Batch(GAME, 3, "python", seed=2)
    before = [batch.position(number) for number in range(3)]
    position = Duel(GAME, "right left down").position
    batch.place(1, GAME.text(position))
    assert [batch.position(number) for number in range(3)] == [before[0], position, before[2]]
    assert int(batch.turns[1]) == 2
    assert int(batch.legal_masks[1]) == GAME.legal(position)
    duel = Duel(GAME, start=position)
    for _ in range(12):
        actions = batch.random_actions().copy()
        duel = duel.play(int(actions[1]))
        batch.step(actions)
        if duel.outcome:
            break
        assert batch.position(1) == duel.position
        assert int(batch.legal_masks[1]) == duel.legal_actions


def test_all_games_of_a_batch_continue_from_the_positions_of_another() -> None:
    one, other = (Batch(GAME, 8, "python", seed=seed) for seed in (1, 2))
    for _ in range(5):
        one.step(one.random_actions())
    other.set_keys(one.keys)
    assert [other.position(number) for number in range(8)] == [one.position(number) for number in range(8)]
    assert (other.turns == one.turns).all()
    assert not other.plies.any()
    other.place(None, GAME.start())
    assert (other.keys == Batch(GAME, 8, "python").keys).all()
    some = np.arange(8) < 3
    other.set_keys(one.keys, some)
    assert (other.keys == np.where(some, one.keys, Batch(GAME, 8, "python").keys)).all()


def test_only_chosen_games_restart_and_only_chosen_players_move() -> None:
    batch = Batch(GAME, 6, "python", seed=1)
    players = np.array([1, 1, 1, 2, 2, 2], np.int8)
    batch.step(batch.random_actions(), player=players)
    assert batch.plies.tolist() == [1, 1, 1, 0, 0, 0]
    batch.step(np.full(6, -1), restart=False)
    assert not batch.legal_masks.any()
    batch.restart(players == 1)
    assert (batch.legal_masks != 0).tolist() == [True, True, True, False, False, False]


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (lambda batch: batch.step(np.zeros(3, np.int64), player=3), "There is no player 3"),
        (lambda batch: batch.restart(np.array([1, 0, 1])), "Choose games with an array of 3 booleans"),
        (
            lambda batch: batch.set_keys(np.zeros(2, np.int64)),
            r"Pass 3 int64 keys, not int64 of shape \(2,\)",
        ),
        (lambda batch: batch.place(0, "1.2/.../... 3"), "3"),
    ],
)
def test_impossible_requests_to_a_batch_are_refused_in_a_sentence(
    wrong: Callable[[Batch], None], complaint: str
) -> None:
    with pytest.raises(GridDuelsError, match=complaint):
        wrong(Batch(GAME, 3, "python"))


@pytest.mark.parametrize(("number", "text", "complaint"), [(9, "1../.../..2 1", "no game 9"), (0, "x", "row")])
def test_a_batch_refuses_an_impossible_position(number: int, text: str, complaint: str) -> None:
    with pytest.raises(Exception, match=complaint):
        Batch(GAME, 3, "python").place(number, text)


@pytest.mark.heavy
def test_a_dataset_has_the_values_of_all_actions() -> None:
    columns = draw_dataset(GAME, 60).columns
    for text, values, legal in zip(columns["position"], columns["values"], columns["legal"], strict=True):
        worth = table().move_values(GAME.position(str(text)))
        assert (np.isnan(values) == (legal == 0)).all()
        assert {GAME.moves[action]: int(value) for action, value in enumerate(values) if legal[action]} == {
            word: value.number for word, value in worth.items()
        }
