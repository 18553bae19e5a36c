"""TextArena: every game by its registered name, played through the library's own interface."""

import random
from typing import Any

import pytest

from gridduels import load_game
from gridduels.analysis.split import is_test
from tests.helpers import GAMES

pytestmark = [pytest.mark.heavy, pytest.mark.filterwarnings("ignore")]  # the library's dependencies emit warnings


@pytest.fixture(scope="module")
def textarena() -> Any:
    library = pytest.importorskip("textarena")
    from gridduels.agents.textarena import register_games

    assert register_games() == register_games() == [f"GridDuels-{id}-v0" for id in GAMES]
    return library


def played(environment: Any, answer: Any, seed: int) -> tuple[dict[int, int], dict[int, Any]]:
    environment.reset(num_players=2, seed=seed)
    done = False
    while not done:
        player, observation = environment.get_observation()
        assert player == environment.duel.turn - 1
        done, info = environment.step(action=answer(environment, player, observation))
        assert isinstance(info, dict)
    rewards, about = environment.close()
    return rewards, about


def by_lot(environment: Any, player: int, observation: Any) -> str:
    return f"ANSWER: {random.choice(environment.duel.legal_moves)}"


@pytest.mark.parametrize("id", GAMES)
def test_every_game_is_registered_and_plays_to_its_end(textarena: Any, id: str) -> None:
    textarena.envs.registration.check_env_exists(f"GridDuels-{id}-v0")
    for seed in range(3):
        environment = textarena.make(f"GridDuels-{id}-v0", size=3, split=None)
        rewards, about = played(environment, by_lot, seed)
        winner = environment.duel.ended.winner
        assert rewards == {winner - 1: 1, 2 - winner: -1}
        assert about[0]["reason"] == environment.duel.game.words.why(environment.duel)


@pytest.mark.parametrize("id", GAMES)
def test_games_begin_on_the_test_side_unless_asked_otherwise(textarena: Any, id: str) -> None:
    for options, test in (({}, True), ({"split": "train"}, False)):
        environment = textarena.make(f"GridDuels-{id}-v0", **options)
        for seed in range(2):
            environment.reset(num_players=2, seed=seed)
            assert is_test(environment.duel.game, environment.duel.position) is test


def test_both_players_get_the_rules_and_the_player_to_move_the_position(textarena: Any) -> None:
    environment = textarena.make("GridDuels-pathway-v0", split=None)
    environment.reset(num_players=2, seed=1)
    player, observation = environment.get_observation()
    texts = [message for _, message, _ in observation]
    assert player == 0
    assert texts[0].startswith("You are Player A.")
    assert "Your legal moves: down, right." in texts[-1]


def test_too_many_answers_without_a_legal_move_lose(textarena: Any) -> None:
    environment = textarena.make("GridDuels-light-cycle-v0", error_allowance=1, split=None)
    rewards, about = played(environment, lambda *_: "ANSWER: left", 1)
    assert rewards == {0: -1, 1: 1}
    assert about[0]["invalid_move"]


def test_a_refusal_is_shown_and_can_be_corrected(textarena: Any) -> None:
    environment = textarena.make("GridDuels-light-cycle-v0", split=None)
    environment.reset(num_players=2, seed=1)
    environment.get_observation()
    done, _ = environment.step(action="ANSWER: left")
    player, observation = environment.get_observation()
    assert (done, player) == (False, 0)
    assert any("You cannot move left: that is off the grid." in message for _, message, _ in observation)
    environment.step(action="ANSWER: right")
    assert environment.duel.moves == ("right",)
    assert environment.duel.game == load_game("light-cycle")
