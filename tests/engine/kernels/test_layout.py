"""Positions as keys and state indices: packing is reversible and unique."""

from typing import Any

import pytest
from hypothesis import given

from gridduels import Duel, Game, load_game
from gridduels.engine.kernels.compiler import is_wide, plain
from tests.helpers import ALL, GAMES, SMALL, duels, name_of, reachable


def keys_of(game: Game, positions: set[Any], irreversible_only: bool = False) -> set[int]:
    return {plain(game.definition).pack(game.rules, position, irreversible_only) for position in positions}


@given(duels())
def test_a_key_unpacks_to_its_position(duel: Duel) -> None:
    kernels, rules = plain(duel.game.definition), duel.game.rules
    key = kernels.pack(rules, duel.position, False)
    assert 0 <= key < 1 << kernels.key_width(rules)
    assert kernels.unpack(rules, key, duel.game.start(), False) == duel.position


@given(duels("blockade"))
def test_a_layer_and_a_state_index_determine_the_position(duel: Duel) -> None:
    kernels, rules = plain(duel.game.definition), duel.game.rules
    state = kernels.state_index(rules, duel.position)
    assert 0 <= state < kernels.state_count(rules)
    base = kernels.unpack(rules, kernels.pack(rules, duel.position, True), duel.game.start(), True)
    assert kernels.with_state(rules, state, base) == duel.position


@pytest.mark.heavy
@pytest.mark.parametrize("game", SMALL, ids=name_of)
def test_no_two_positions_share_a_key(game: Game) -> None:
    positions = reachable(game)
    assert len(keys_of(game, positions)) == len(positions)


def test_no_two_positions_share_a_layer_and_a_state_index() -> None:
    game = load_game("blockade", 3)
    kernels, positions = plain(game.definition), reachable(game)
    pairs = {(kernels.pack(game.rules, each, True), kernels.state_index(game.rules, each)) for each in positions}
    assert len(pairs) == len(positions)
    assert len({layer for layer, _ in pairs}) == len(keys_of(game, positions, irreversible_only=True))


def test_a_state_index_has_a_digit_for_each_reversible_field() -> None:
    game = load_game("blockade", 4)
    kernels = plain(game.definition)
    position = game.position("...1/..../2.../.... 2 3 3")
    state = kernels.state_index(game.rules, position)
    fields = position._fields
    digits = [kernels.digit_of(game.rules, state, fields.index(name)) for name in ("turn", "one", "two")]
    assert digits == [1, 3, 8]


def test_every_board_but_gridlock_9x9_fits_a_machine_word() -> None:
    assert [game for id in GAMES for game in ALL[id] if is_wide(game)] == [load_game("gridlock", 9)]


def test_only_blockade_is_solved_layer_by_layer() -> None:
    assert [id for id in GAMES if load_game(id).definition.is_layered] == ["blockade"]
    statement = load_game("blockade").statement
    names = [statement.fields[number].name for number in statement.irreversible]
    assert names == ["obstacles", "reserve_one", "reserve_two"]
