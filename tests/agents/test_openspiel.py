"""OpenSpiel games: its own test passes, its algorithms run, and what they find agrees with our exact values."""

import copy
import pickle
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import get_all_states, mcts, minimax
from open_spiel.python.observation import make_observation

from gridduels import SetupError, load_game
from gridduels.agents.openspiel import labels, register
from gridduels.engine import solve
from gridduels.engine.observation import PLANES, observe
from tests.helpers import GAMES

register()


def name_of(id: str) -> str:
    return f"gridduels_{id.replace('-', '_')}"


def after(game: Any, moves: str) -> Any:
    """Return the state after the given moves."""
    state = game.new_initial_state()
    for word in moves.split():
        state.apply_action(game.duel_game.action(word))
    return state


@pytest.mark.parametrize("id", GAMES)
def test_openspiel_finds_nothing_wrong(id: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(f"{name_of(id)}(size=3)"), num_sims=5, serialize=True, verbose=False)
    pyspiel.random_sim_test(pyspiel.load_game(name_of(id)), num_sims=1, serialize=True, verbose=False)


def test_size_and_rulings_are_parameters() -> None:
    assert pyspiel.load_game("gridduels_gridlock(size=7)").num_distinct_actions() == 24
    game = pyspiel.load_game("gridduels_blockade(size=4,obstacles=2,paths=opponent)")
    assert game.duel_game == load_game("blockade", 4, obstacles=2, paths="opponent")
    assert pyspiel.load_game("gridduels_gridlock(first=2)").new_initial_state().current_player() == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("gridduels_pathway(size=9)", "pathway has no size 9. Choose 3, 4, 5, 6 or 7."),
        ("gridduels_pathway(goal=ajar)", "ruling 'goal' cannot be 'ajar'. Choose open or sealed."),
        ("gridduels_pathway(first=3)", "player 3 cannot go first. Choose 1 or 2."),
        (
            "gridduels_pathway(truncate_at=1)",
            "truncate_at=1 is invalid: use at least 2 plies, or 0 for never",
        ),
        (
            "gridduels_grid_runner(repetition=endless,truncate_at=0)",
            "grid-runner may never end under these rulings: set truncate_at to a number of plies",
        ),
    ],
)
def test_a_wrong_parameter_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(SetupError) as caught:
        pyspiel.load_game(text)
    assert str(caught.value) == sentence


def test_a_clone_is_independent() -> None:
    state = after(pyspiel.load_game("gridduels_light_cycle"), "right left")
    for other in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert other.duel == state.duel
        other.apply_action(0)
        assert (other.duel.ply, state.duel.ply) == (3, 2)


def test_a_state_is_read_back_as_it_was_written() -> None:
    game = pyspiel.load_game("gridduels_blockade(size=3,obstacles=1)")
    state = after(game, "@1,1 left")
    text = pyspiel.serialize_game_and_state(game, state)
    read_game, read = pyspiel.deserialize_game_and_state(text)
    assert str(read_game) == str(game)
    assert read.duel == state.duel
    assert str(read) == str(state)
    assert read.observation_tensor(0) == state.observation_tensor(0)


def test_observations_are_the_planes_of_every_interface() -> None:
    game = pyspiel.load_game("gridduels_pathway")
    state = after(game, "right left down")
    for player in (0, 1):
        planes = observe(game.duel_game, state.duel.position, player + 1)
        assert state.observation_tensor(player) == planes.astype(float).reshape(-1).tolist()
        observation = make_observation(game)
        observation.set_from(state, player)
        assert (observation.dict["observation"] == planes).all()
        assert observation.string_from(state, player) == "##.../.1.../...../...../...2# 2"
    assert game.observation_tensor_shape() == [len(PLANES), 5, 5]


def test_an_information_state_is_the_moves_so_far() -> None:
    state = after(pyspiel.load_game("gridduels_light_cycle"), "right left up")
    assert state.information_state_string(0) == state.information_state_string(1) == "3, 2, 0"
    assert state.action_to_string(1, 0) == "up"


def test_the_end_is_worth_plus_and_minus_one() -> None:
    state = after(pyspiel.load_game("gridduels_light_cycle(size=3)"), "up up right")
    assert state.is_terminal()
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert state.returns() == [1.0, -1.0]
    assert str(state) == "# 1 2\n# . #\n. . .\nPlayer 2 has no valid moves.\nPlayer 1 wins!"


def test_a_truncated_game_is_a_draw() -> None:
    game = pyspiel.load_game("gridduels_grid_runner(repetition=endless,truncate_at=4)")
    assert game.max_game_length() == 4
    assert not after(game, "right left left").is_terminal()
    state = after(game, "right left left right")
    assert state.is_terminal()
    assert state.returns() == [0.0, 0.0]
    assert not state.legal_actions()


def test_no_game_is_longer_than_the_rules_allow() -> None:
    assert pyspiel.load_game("gridduels_light_cycle(size=5)").max_game_length() == 23
    assert pyspiel.load_game("gridduels_grid_runner(size=3,truncate_at=0)").max_game_length() == 288


@pytest.mark.parametrize("id", ["light-cycle", "pathway", "gridlock"])
def test_alpha_beta_finds_our_exact_value_in_every_position_near_the_start(id: str) -> None:
    game = pyspiel.load_game(f"{name_of(id)}(size=3)")
    values, waiting, seen = solve(game.duel_game), [game.new_initial_state()], 0
    while waiting and seen < 60:
        state = waiting.pop(0)
        if state.is_terminal():
            continue
        found, action = minimax.alpha_beta_search(game, state=state)
        exact = values.value(state.duel.position)
        assert found == {"win": 1.0, "loss": -1.0}[exact.outcome]
        if exact.outcome == "win":
            worth = values.move_values(state.duel.position)
            assert worth[state.action_to_string(state.current_player(), action)].outcome == "win"
        seen += 1
        waiting += [state.child(action) for action in state.legal_actions()]
    assert seen > 10


def test_a_held_out_board_has_no_labels() -> None:
    with pytest.raises(SetupError, match="held out for evaluation"):
        labels(pyspiel.load_game("gridduels_pathway(size=6)").new_initial_state())


@pytest.mark.heavy
@pytest.mark.parametrize("id", ["grid-runner", "blockade"])
def test_alpha_beta_sees_a_win_at_its_exact_depth_and_not_before(id: str) -> None:
    game = pyspiel.load_game(f"{name_of(id)}(size=3)")
    value = labels(game.new_initial_state())
    assert value["value"] == "win"
    for depth, found in ((value["plies"], 1.0), (value["plies"] - 1, 0.0)):
        assert minimax.alpha_beta_search(game, value_function=lambda state: 0.0, maximum_depth=depth)[0] == found


def test_tree_search_finds_the_only_move_that_wins() -> None:
    game = pyspiel.load_game("gridduels_light_cycle")
    state = after(game, "right left right up")
    exact = labels(state)
    rng = np.random.RandomState(0)
    bot = mcts.MCTSBot(game, 2.0, 400, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    assert state.action_to_string(state.current_player(), bot.step(state)) in exact["best_moves"]


def test_the_bot_that_would_crash_says_what_to_use_instead() -> None:
    register()  # a second time, which changes nothing
    arguments = pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 20, 10, True, 1, False
    with pytest.raises(
        SetupError, match=r"crashes on games written in Python: use MCTSBot of open_spiel.python.algori"
    ):
        pyspiel.MCTSBot(pyspiel.load_game("gridduels_light_cycle"), *arguments)
    game = pyspiel.load_game("tic_tac_toe")
    bot = pyspiel.MCTSBot(game, *arguments)
    assert isinstance(bot, pyspiel.Bot)
    assert bot.step(game.new_initial_state()) in range(9)


@pytest.mark.heavy
def test_values_kept_by_the_text_of_states_are_right_in_every_history() -> None:
    """Do as value iteration does: keep one value for all states with the same text, computed from their successors."""
    game = pyspiel.load_game("gridduels_grid_runner(size=3,truncate_at=9)")
    exact: dict[str, set[float]] = {}

    def search(state: Any) -> float:
        sign = 1 if state.current_player() == 0 else -1
        below = [sign * search(state.child(action)) for action in state.legal_actions()]
        value: float = sign * max(below) if below else state.returns()[0]
        exact.setdefault(str(state), set()).add(value)
        return value

    search(game.new_initial_state())
    assert len(exact) > 1000
    assert all(len(values) == 1 for values in exact.values())
    states = get_all_states.get_all_states(game, -1, True, False, to_string=str)
    values = dict.fromkeys(states, 0.0)
    for _ in range(10):
        for text, state in states.items():
            sign = 1 if state.current_player() == 0 else -1
            below = [sign * values[str(state.child(action))] for action in state.legal_actions()]
            values[text] = sign * max(below) if below else state.returns()[0]
    assert {text: {value} for text, value in values.items()} == exact


def test_an_observation_is_what_openspiel_makes_of_it() -> None:
    state = after(pyspiel.load_game("gridduels_blockade"), "@2,0 left")
    for player in (0, 1):
        assert state.observation_tensor(player) == pyspiel.State.observation_tensor(state, player)
    assert state.observation_tensor() == state.observation_tensor(0)
    with pytest.raises(pyspiel.SpielError):
        state.observation_tensor(2)


def test_labels_are_those_of_every_interface() -> None:
    found = labels(after(pyspiel.load_game("gridduels_light_cycle"), "right left"))
    assert (found["value"], found["plies"], found["best_moves"], found["plies_lost"]) == ("win", 9, ("right",), 4)


def test_games_and_states_can_be_pickled_into_a_fresh_process() -> None:
    game = pyspiel.load_game("gridduels_gridlock(size=3)")
    data = pickle.dumps((game, after(game, "up1 left1")))
    script = "import pickle, sys; game, state = pickle.loads(sys.stdin.buffer.read()); print(game, state.duel.moves)"
    done = subprocess.run([sys.executable, "-c", script], input=data, capture_output=True, check=True)
    assert done.stdout.decode() == "gridduels_gridlock(first=1,size=3,truncate_at=200) ('up1', 'left1')\n"
    assert not done.stderr


@pytest.mark.heavy
@pytest.mark.parametrize("name", ["grid_runner(size=3)", "grid_runner(size=3,truncate_at=6)", "blockade(size=3)"])
def test_states_with_the_same_text_are_the_same_game_from_there_on(name: str) -> None:
    """Code that stores values by a state's text, such as value iteration, must not confuse two games."""
    game, rng = pyspiel.load_game(f"gridduels_{name}"), random.Random(1)
    seen: dict[str, tuple[list[int], list[float], list[str]]] = {}
    met_again = 0
    for _ in range(300):
        state = game.new_initial_state()
        for _ in range(9):
            following = [str(state.child(action)) for action in state.legal_actions()]
            facts = (state.legal_actions(), state.returns(), following)
            met_again += str(state) in seen
            assert seen.setdefault(str(state), facts) == facts
            if state.is_terminal():
                break
            state.apply_action(rng.choice(state.legal_actions()))
    assert met_again > 100
