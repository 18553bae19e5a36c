"""The player that searches."""

from __future__ import annotations

import random
import time

import pytest

from gridduels import Duel, Game, SetupError, load_game
from gridduels.engine import solve
from gridduels.engine.kernels.mcts import CHILDREN, FIRST_CHILD, USED, VISITS
from gridduels.players import make_player
from gridduels.players.limits import Limits
from gridduels.players.mcts import MctsPlayer, SearchTree
from tests.helpers import heavy_but, name_of
from tests.players.table import SOLVED, computer, play_on, random_duels


@pytest.fixture(autouse=True)
def _own_cache_folder() -> None:
    """Share compiled code and tables with all tests."""


@pytest.mark.parametrize("game", heavy_but([SOLVED[0], SOLVED[4]], SOLVED), ids=name_of)
def test_the_table_confirms_its_proofs(game: Game) -> None:
    values, proofs = solve(game), 0
    for duel in random_duels(game, 60):
        if duel.legal_actions != game.legal(duel.position):
            continue  # values ignore the history, which bars a move here
        tree = SearchTree(duel, seed=7)
        tree.grow(2000)
        worth = values.move_values(duel.position)
        for tried in tree.tried():
            if tried.proof:
                proofs += 1
                value = worth[tried.move]
                assert value.outcome == ("win" if tried.proof > 0 else "loss"), duel
                assert value.plies is not None
                assert value.plies <= abs(tried.proof)
        if tree.proof:
            assert values.value(duel.position).outcome == ("win" if tree.proof > 0 else "loss")
    assert proofs > 15


@pytest.mark.parametrize("game", heavy_but([SOLVED[0], SOLVED[4]], SOLVED), ids=name_of)
def test_it_finds_short_wins_and_proves_them(game: Game) -> None:
    values, found = solve(game), 0
    for duel in random_duels(game, 400, most=30):
        value = values.value(duel.position)
        if value.outcome == "win" and value.plies in (1, 3):
            found += 1
            tree = SearchTree(duel, seed=3)
            tree.grow(20_000)
            assert tree.proof > 0, duel
            assert {values.move_values(duel.position)[move].outcome for move in tree.best_moves()} == {"win"}
    assert found > 20


@pytest.mark.parametrize(
    "id", heavy_but(["light-cycle", "blockade"], ["light-cycle", "grid-runner", "gridlock", "blockade"])
)
def test_the_same_seed_plays_the_same_game(id: str) -> None:
    game = load_game(id)
    first, again, other = (
        play_on(Duel(game), computer("mcts:300", seed), computer("mcts:300", seed + 1)) for seed in (4, 4, 9)
    )
    assert first == again
    assert other.outcome


def test_without_a_number_it_is_as_repeatable() -> None:
    duel = Duel(load_game("light-cycle"))
    computer("mcts:1").choose(duel)  # compiling first would use up the thinking time
    assert len({computer("mcts", 5, think=0.2).choose(duel) for _ in range(3)}) == 1


@pytest.mark.parametrize("game", heavy_but([SOLVED[0], SOLVED[4]], SOLVED), ids=name_of)
def test_a_tree_that_is_kept_gives_legal_moves(game: Game) -> None:
    player, rng = MctsPlayer(random.Random(1), 10, 200), random.Random(2)
    for _ in range(10):
        duel = Duel(game)
        while duel.outcome is None:
            word = player.choose(duel)
            assert word in duel.legal_moves
            duel = duel.play(word if rng.random() < 0.7 else rng.choice(duel.legal_moves))


@pytest.mark.heavy
def test_the_tree_is_kept_when_the_duel_continues() -> None:
    duel = Duel(load_game("gridlock"))
    tree = SearchTree(duel, seed=1)
    tree.grow(5000)
    best = tree.best_moves()[0]
    visits = next(tried.visits for tried in tree.tried() if tried.move == best)
    after = duel.play(best)
    assert tree.follow(after)
    assert sum(tried.visits for tried in tree.tried()) == visits - 1
    assert {tried.move for tried in tree.tried()} == set(after.legal_moves)
    assert tree.follow(after)


def test_another_duel_is_not_followed() -> None:
    game = load_game("gridlock")
    duel = Duel(game, "up1")
    tree = SearchTree(duel, seed=1)
    tree.grow(100)
    assert not tree.follow(Duel(game))
    assert not tree.follow(Duel(game, "up2 left1"))
    assert not tree.follow(Duel(load_game("gridlock", 5), "up1"))
    assert not tree.follow(Duel(game, "up1", start=game.start(2)))
    assert not SearchTree(duel, seed=1).follow(duel.play("left1"))


@pytest.mark.heavy
def test_it_never_plays_a_move_that_repetition_bars() -> None:
    duel = Duel(load_game("grid-runner"), "down up up down down up up")
    tree = SearchTree(duel.undo(), seed=1)
    tree.grow(5000)
    assert tree.follow(duel)
    tree.grow(500)
    assert {tried.move for tried in tree.tried()} == set(duel.legal_moves) == {"up", "left"}


def test_a_tree_that_runs_full_gets_more_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridduels.players.mcts._NODES", 256)
    duel = Duel(load_game("gridlock"))
    small = SearchTree(duel, seed=1)
    small.grow(4000)
    monkeypatch.undo()
    big = SearchTree(duel, seed=1)
    big.grow(4000)
    assert small.simulations == big.simulations == 4000
    assert small.tried() == big.tried()


def test_a_tree_that_may_not_grow_is_searched_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridduels.players.mcts._NODES", 256)
    monkeypatch.setattr("gridduels.players.mcts._MAX_NODES", 1024)
    tree = SearchTree(Duel(load_game("gridlock")), seed=1)
    tree.grow(20_000)
    assert tree.simulations == 20_000
    assert len(tree._tree.nodes) == 1024
    assert tree._tree.control[USED] <= 1024


def test_time_ends_a_search() -> None:
    duel = Duel(load_game("blockade"))
    assert MctsPlayer(random.Random(1), 0.2, 10**9).choose(duel) in duel.legal_moves
    tree = SearchTree(duel, seed=1)
    tree.grow(10**9, until=time.monotonic() - 1)
    assert 0 < tree.simulations < 10**6


def test_more_simulations_play_better() -> None:
    game, wins = load_game("gridlock"), 0
    for number in range(10):
        wins += play_on(Duel(game), computer("mcts:2000", number), computer("mcts:10", number)).ended.winner == 1
        wins += play_on(Duel(game), computer("mcts:10", number), computer("mcts:2000", number)).ended.winner == 2
    assert wins >= 15


def test_its_name_says_how_many_simulations_it_runs() -> None:
    assert computer("mcts").name == "mcts"
    assert computer("mcts:50").name == "mcts:50"


@pytest.mark.parametrize("text", ["", "0", "-1", "many", "1e3", "²", "1" * 10, "9" * 5000])
def test_an_invalid_number_of_simulations_is_refused(text: str) -> None:
    with pytest.raises(SetupError, match="mcts cannot run"):
        make_player(f"mcts:{text}", random.Random())


def test_a_search_looks_no_deeper_than_it_may() -> None:
    def depth(tree: SearchTree, node: int = 0) -> int:
        children = range(tree._tree.nodes[node, FIRST_CHILD], tree._tree.nodes[node, FIRST_CHILD] + _count(tree, node))
        return 1 + max((depth(tree, child) for child in children if tree._tree.nodes[child, VISITS]), default=-1)

    def _count(tree: SearchTree, node: int) -> int:
        return int(tree._tree.nodes[node, CHILDREN])

    found = []
    for limit in (1, 2, 4, None):
        tree = SearchTree(Duel(load_game("light-cycle")), seed=5)
        tree.grow(3000, depth=limit)
        found.append(depth(tree))
    assert found[:3] == [1, 2, 4]
    assert found[3] > 4


def test_a_player_heeds_nodes_and_depth() -> None:
    player = MctsPlayer(random.Random(1), 10, 20_000)
    player.limits = Limits(10, nodes=300)
    player.choose(Duel(load_game("light-cycle")))
    assert player.info
    assert player.info.nodes == 300
    proven = []
    for depth in (1, None):
        player.limits = Limits(10, depth=depth)
        player.choose(Duel(load_game("light-cycle"), "right left right"))
        proven.append(player.info.score.startswith(("win", "loss")))
        player.close()
    assert proven == [False, True]


def test_a_board_of_more_cells_than_a_machine_word_has_bits_is_played_to_its_end() -> None:
    duel = Duel(load_game("gridlock", 9))
    player = MctsPlayer(random.Random(1), simulations=40)
    while not duel.outcome:
        duel = duel.play(player.choose(duel))
    assert duel.outcome.reason == "no moves"
