"""Table, search, compiled and interpreted rules and a plain solver on naive models: independent ways to one number."""

import random
from typing import Any

import pytest

from gridduels import Game, load_game
from gridduels.engine import Table, Value, solve
from gridduels.engine.kernels import traits_of
from gridduels.engine.searched import SearchedTable
from gridduels.engine.verify import verify
from tests.engine.plain_solver import plain_values, value_from_moves
from tests.helpers import GAMES, model_of, name_of, variants

EVERY_SMALL = [
    game
    for id in GAMES
    for game in variants(id, [3, 4], repetition=["barred"], obstacles=[0, 1, 2, 3])
    if not (game.id == "blockade" and game.size == 4 and game.rulings["obstacles"] != 0)
    if not (game.id == "blockade" and game.size == 3 and game.rulings["obstacles"] == 2)
]
"""Sizes 3 and 4 under every ruling; naive Blockade on 16 cells is too slow to list with obstacles."""
FULL = [load_game(id) for id in GAMES]
OTHER_RULINGS = [load_game("pathway", goal="sealed"), load_game("blockade", 4, paths="opponent", stuck="passes")]


def as_pair(value: Value) -> tuple[str, int | None]:
    return value.outcome, value.plies


@pytest.mark.parametrize("game", EVERY_SMALL, ids=name_of)
def test_every_value_and_every_count_is_the_plain_solvers(game: Game) -> None:
    values = solve(game)
    counts: dict[tuple[str, int | None], int] = {}
    for state, expected in plain_values([model_of(game, 1)]).items():
        assert as_pair(values.value(game.position(state.text()))) == expected, state.text()
        counts[expected] = counts.get(expected, 0) + 1
    assert values.counts is not None
    assert {as_pair(value): number for value, number in values.counts.items()} == counts


@pytest.mark.parametrize("id", GAMES)
def test_every_value_is_the_plain_solvers_when_player_2_opens(id: str) -> None:
    game = load_game(id, 3)
    values = solve(game)
    for state, expected in plain_values([model_of(game, 2)]).items():
        assert as_pair(values.value(game.position(state.text()))) == expected, state.text()


@pytest.mark.parametrize("game", FULL + OTHER_RULINGS, ids=name_of)
def test_sampled_values_follow_from_the_models_moves(game: Game) -> None:
    values, chance = solve(game), random.Random(name_of(game))
    checked = 0
    while checked < 300:
        state = model_of(game, chance.choice((1, 2)))
        for _ in range(chance.randrange(2 * game.size)):
            if moves := state.moves():
                state = state.play(chance.choice(moves))
        if moves := state.moves():
            after = [values.value(game.position(state.play(move).text())) for move in moves]
            value = values.value(game.position(state.text()))
            assert as_pair(value) == value_from_moves(map(as_pair, after)), state.text()
            checked += 1


@pytest.mark.parametrize(
    "game", [load_game("light-cycle"), load_game("pathway"), load_game("gridlock", 5)], ids=name_of
)
def test_late_positions_are_worth_what_a_memoised_search_of_the_model_says(game: Game) -> None:
    values, chance = solve(game), random.Random(game.id)
    known: dict[Any, tuple[str, int | None]] = {}

    def search(state: Any) -> tuple[str, int | None]:
        if state not in known:
            moves = state.moves()
            known[state] = value_from_moves(search(state.play(move)) for move in moves) if moves else ("loss", 0)
        return known[state]

    for _ in range(400):
        state = model_of(game)
        for _ in range(11):
            if moves := state.moves():
                state = state.play(chance.choice(moves))
        assert as_pair(values.value(game.position(state.text()))) == search(state), state.text()


@pytest.mark.parametrize("id", GAMES)
def test_a_reduced_position_is_worth_the_same(id: str) -> None:
    game = load_game(id, 4 if 4 in load_game(id).definition.sizes else 5)
    traits, chance = traits_of(game.definition), random.Random(id)
    plain = plain_values([model_of(load_game(id, 3))]) if id != "blockade" else None
    small = load_game(id, 3)
    for state, expected in (plain or {}).items():
        reduced = traits.reduce(small.rules, small.position(state.text()))
        assert as_pair(solve(small).value(reduced)) == expected
    values = solve(game)
    for _ in range(300):
        position = game.start(chance.choice((1, 2)))
        for _ in range(chance.randrange(12)):
            if words := game.words_of(game.legal(position)):
                position = game.play(position, game.action(chance.choice(words)))
        images = [traits.reduce(game.rules, position)]
        images += [traits.turned(game.rules, position, symmetry) for symmetry in traits.symmetries]
        assert {values.value(image) for image in images} == {values.value(position)}


@pytest.mark.parametrize(
    "game",
    [load_game("light-cycle", 3), load_game("light-cycle"), load_game("pathway"), load_game("pathway", goal="sealed")],
    ids=name_of,
)
def test_search_and_table_agree(game: Game) -> None:
    table, searched, chance = solve(game), SearchedTable(game), random.Random(0)
    for _ in range(1000):
        position = game.start(chance.choice((1, 2)))
        for _ in range(chance.randrange(14)):
            if words := game.words_of(game.legal(position)):
                position = game.play(position, game.action(chance.choice(words)))
        assert searched.value(position) == table.value(position), game.text(position)


@pytest.mark.parametrize("game", [load_game("blockade", 4), *OTHER_RULINGS, load_game("gridlock", 5)], ids=name_of)
def test_a_table_verifies(game: Game) -> None:
    table = solve(game)
    assert isinstance(table, Table)
    report = verify(table, games=500)
    assert report.faults == ()
    assert len(report.checked) >= 3


@pytest.mark.parametrize("game", FULL, ids=name_of)
def test_best_play_of_the_table_ends_when_it_says(game: Game) -> None:
    values = solve(game)
    value = values.value(game.start())
    assert len(values.line(game.start())) == value.plies
