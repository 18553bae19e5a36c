"""The player `net`: it plays on boards of any size, refuses other games, and computes what PyTorch computes."""

import random
from importlib.util import find_spec

import numpy as np
import pytest

from gridduels import Duel, SetupError, load_game
from gridduels.engine.observation import observe
from gridduels.errors import Forfeit
from gridduels.players import make_player
from gridduels.players.net import action_cells, check_game, forward, trained_games
from tests.helpers import GAMES
from tests.skips import require

BOARDS = [("light-cycle", 5), ("light-cycle", 7), ("pathway", 6), ("grid-runner", 4), ("gridlock", 9), ("blockade", 6)]


def test_it_was_trained_on_the_five_games() -> None:
    assert set(trained_games()) == set(GAMES)


@pytest.mark.parametrize(("id", "size"), BOARDS)
def test_it_plays_legal_moves_on_boards_of_any_size(id: str, size: int) -> None:
    player = make_player("net", random.Random(1))
    assert player is not None
    duel, other = Duel(load_game(id, size)), random.Random(2)
    for ply in range(12):
        if not duel.outcome:
            duel = duel.play(player.choose(duel) if ply % 2 else other.choice(duel.legal_moves))


@pytest.mark.parametrize("id", GAMES)
def test_it_beats_a_random_player(id: str) -> None:
    won = 0
    for number in range(10):
        net, other = make_player("net", random.Random(number)), make_player("random", random.Random(number))
        assert net is not None
        assert other is not None
        duel, seat = Duel(load_game(id)), 1 + number % 2
        while not duel.outcome:
            duel = duel.play((net if duel.turn == seat else other).choose(duel))
        won += duel.outcome.winner == seat
    assert won >= 8


def test_a_score_belongs_to_the_cell_that_an_action_reaches() -> None:
    cells = action_cells(load_game("blockade", 3))
    assert cells.base.tolist() == [-3, 3, -1, 1, *range(9, 18)]
    assert cells.moves.tolist() == [1] * 4 + [0] * 9
    assert action_cells(load_game("gridlock", 3)).base.tolist() == [-3, -6, 3, 6, -1, -2, 1, 2]


def test_a_board_with_other_actions_is_refused_by_name() -> None:
    with pytest.raises(SetupError, match=r"net cannot play Blockade Runner 5x5 \(stuck=passes\): it only knows"):
        check_game(load_game("blockade", stuck="passes"))


def test_a_game_it_was_not_trained_on_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridduels.players.net.trained_games", lambda: ("pathway",))
    with pytest.raises(SetupError, match="net cannot play gridlock: it was trained on pathway"):
        check_game(load_game("gridlock"))
    player = make_player("net", random.Random(1))
    assert player is not None
    with pytest.raises(Forfeit, match="net cannot play gridlock"):
        player.choose(Duel(load_game("gridlock")))


@pytest.mark.heavy
@pytest.mark.parametrize("id", GAMES)
def test_numpy_computes_what_torch_computes(id: str) -> None:
    require(find_spec("torch"), "torch is not installed")
    import torch

    from examples.baselines.network import Network, cells_of

    game, rng = load_game(id), random.Random(1)
    torch.manual_seed(1)
    network = Network(game, width=16, blocks=2)
    for module in network.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            for numbers in (module.running_mean, module.bias.data):
                numbers.normal_()
            for numbers in (module.running_var, module.weight.data):
                numbers.uniform_(0.5, 2)
    network.eval()
    duel = Duel(game)
    while not duel.outcome:
        planes = observe(game, duel.position, duel.turn)
        legal = np.array([duel.legal_actions >> action & 1 == 1 for action in range(game.actions)])
        with torch.no_grad():
            chances, value = network(
                torch.tensor(planes[None], dtype=torch.float32), torch.tensor(legal[None]), *cells_of(game, "cpu")
            )
        scores, own_value = forward(network.arrays(), planes, action_cells(game))
        logarithms = scores[legal] - np.log(np.exp(scores[legal]).sum())
        assert np.allclose(logarithms, chances[0].numpy()[legal], atol=1e-4)
        assert abs(float(value[0]) - own_value) < 1e-4
        duel = duel.play(rng.choice(duel.legal_moves))
