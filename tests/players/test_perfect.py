"""The player that never gives up value."""

from __future__ import annotations

import random

import pytest

from gridduels import Duel, Game, load_game
from gridduels.engine import Value, Values, solve
from gridduels.engine.progress import silent
from gridduels.players import Prepares
from gridduels.players.perfect import GUESSED, SEARCHED, PerfectPlayer
from tests.helpers import name_of
from tests.players.table import OTHERS, SOLVED, computer, play_on, random_duels

BIGGER = [*SOLVED, load_game("gridlock")]


@pytest.fixture(autouse=True)
def _own_cache_folder() -> None:
    """Share compiled code and tables with all tests."""


def once_played(values: Values, duel: Duel) -> dict[str, Value]:
    """Return the value of each move, counting its own effect on repetition."""
    return {word: values.value_of(duel.play(word)).before() for word in duel.legal_moves}


@pytest.mark.heavy
@pytest.mark.parametrize("game", BIGGER, ids=name_of)
def test_no_move_gives_up_value(game: Game) -> None:
    values, player = solve(game), PerfectPlayer(random.Random(1))
    for duel in random_duels(game, 600):
        worth = once_played(values, duel)
        assert worth[player.choose(duel)].rank == max(value.rank for value in worth.values()), duel
        assert player.note == ""


@pytest.mark.heavy
@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("game", SOLVED, ids=name_of)
def test_won_positions_are_won_in_time(game: Game, other: str) -> None:
    values = solve(game)
    for number, duel in enumerate(random_duels(game, 60, seed=5)):
        value = values.value(duel.position)
        if value.outcome == "win" and len(set(duel.history())) == duel.ply + 1:
            seats = [computer("perfect", number), computer(other, number)]
            end = play_on(duel, *(seats if duel.turn == 1 else reversed(seats)))
            assert end.ended.winner == duel.turn, duel
            assert value.plies is not None
            assert end.ply - duel.ply <= value.plies


@pytest.mark.parametrize("game", SOLVED, ids=name_of)
def test_a_lost_position_is_held_as_long_as_possible(game: Game) -> None:
    values, seen = solve(game), 0
    for number, duel in enumerate(random_duels(game, 200, seed=6)):
        value = values.value(duel.position)
        if value.outcome == "loss" and len(set(duel.history())) == duel.ply + 1:
            seen += 1
            end = play_on(duel, computer("perfect", number), computer("perfect", number + 1))
            assert end.ended.winner == 3 - duel.turn
            assert end.ply - duel.ply == value.plies or end.ended.reason == "repetition"
    assert seen > 20


def replies_that_hold(values: Values, duel: Duel) -> int:
    evaluation = values.evaluate(duel)
    return sum(value.outcome == evaluation.value.outcome for value in evaluation.moves.values())


@pytest.mark.parametrize("game", SOLVED, ids=name_of)
def test_if_it_cannot_win_it_picks_a_new_position_with_the_fewest_right_replies(game: Game) -> None:
    values, player = solve(game), PerfectPlayer(random.Random(1))
    for duel in random_duels(game, 100, seed=8):
        worth, word = once_played(values, duel), player.choose(duel)
        best = {each: duel.play(each) for each, value in worth.items() if value.rank == worth[word].rank}
        if worth[word].outcome != "win":
            new = {each: after for each, after in best.items() if after.position not in duel.history()}
            held = {each: replies_that_hold(values, after) for each, after in (new or best).items()}
            assert held[word] == min(held.values()), duel


@pytest.mark.parametrize("order", [("right", "left", "down", "up"), ("left", "down", "right", "up")])
@pytest.mark.parametrize("seed", [0, 1])
def test_when_lost_it_does_not_walk_into_the_repetition_rule(order: tuple[str, ...], seed: int) -> None:
    duel, player = Duel(load_game("blockade")), PerfectPlayer(random.Random(seed))
    assert solve(duel.game).value(duel.position).outcome == "win"
    while not duel.outcome:
        shuffle = next((word for word in order if word in duel.legal_moves), duel.legal_moves[0])
        duel = duel.play(shuffle if duel.turn == 1 else player.choose(duel))
    assert duel.outcome == (2, "goal")


def test_a_perpetual_position_is_kept() -> None:
    game = load_game("blockade", 4, repetition="endless", paths="opponent")
    values, player, seen = solve(game), PerfectPlayer(random.Random(1)), 0
    for duel in random_duels(game, 600):
        if values.value(duel.position).outcome == "perpetual":
            seen += 1
            assert values.value(duel.play(player.choose(duel)).position).outcome == "perpetual"
    assert seen > 20


def test_when_the_best_move_is_barred_it_plays_the_best_that_is_allowed() -> None:
    game = load_game("grid-runner")
    values, seen = solve(game), 0
    for duel in random_duels(game, 3000, seed=11, most=60):
        barred = set(game.words_of(game.legal(duel.position))) - set(duel.legal_moves)
        if barred & set(values.best_moves(duel.position)):
            seen += 1
            word, worth = PerfectPlayer(random.Random(1)).choose(duel), once_played(values, duel)
            assert worth[word].rank == max(value.rank for value in worth.values())
    assert seen > 0


def test_equal_moves_are_varied_by_the_seed() -> None:
    duel = Duel(load_game("gridlock"))
    best = solve(duel.game).best_moves(duel.position)
    chosen = {PerfectPlayer(random.Random(seed)).choose(duel) for seed in range(40)}
    assert len(chosen) > 1
    assert chosen <= set(best) or solve(duel.game).value(duel.position).outcome != "win"
    assert len({PerfectPlayer(random.Random(7)).choose(duel) for _ in range(5)}) == 1


def test_without_a_table_it_searches_to_the_end_where_it_can() -> None:
    game = load_game("light-cycle", 7)
    duel = next(duel for duel in random_duels(game, 100, most=45) if duel.ply > 30 and len(duel.legal_moves) > 1)
    player = PerfectPlayer(random.Random(1), think=20)
    assert player.choose(duel) in duel.legal_moves
    assert player.note == SEARCHED


@pytest.mark.heavy
def test_without_a_table_it_falls_back_on_tree_search() -> None:
    duel = Duel(load_game("pathway", 7))
    player = PerfectPlayer(random.Random(1), think=0.4)
    assert player.choose(duel) in duel.legal_moves
    assert player.note == GUESSED


@pytest.mark.heavy
def test_a_game_too_big_to_be_solved_is_played_by_tree_search() -> None:
    duel = Duel(load_game("blockade", 6, obstacles=5))
    player = PerfectPlayer(random.Random(1), think=0.2)
    assert isinstance(player, Prepares)
    player.prepare(duel.game, silent)
    assert player.choose(duel) in duel.legal_moves
    assert player.note == GUESSED
