"""Positions as keys and state indices: packed and unpacked again, each with a number of its own."""

from typing import Any

import pytest
from hypothesis import given

from gridduels import Duel, Game, load_game
from gridduels.engine.kernels.binding import plain
from gridduels.engine.kernels.layout import MAX_KEY_BITS
from tests.helpers import ALL, GAMES, SMALL, duels, name_of, reachable


def keys_of(game: Game, positions: set[Any], irreversible_only: bool = False) -> set[int]:
    return {plain(game.definition).pack(game.rules, position, irreversible_only) for position in positions}


@given(duels())
def test_a_key_unpacks_to_its_position(duel: Duel) -> None:
    kernels, rules = plain(duel.game.definition), duel.game.rules
    key = kernels.pack(rules, duel.position, False)
    assert 0 <= key < 1 << MAX_KEY_BITS
    assert kernels.unpack(rules, key, duel.game.start(), False) == duel.position


@given(duels("blockade"))
def test_a_layer_and_a_state_index_make_the_position(duel: Duel) -> None:
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


@pytest.mark.parametrize("id", GAMES)
def test_every_game_of_ours_fits_a_key_at_every_size(id: str) -> None:
    assert max(plain(game.definition).key_width(game.rules) for game in ALL[id]) <= MAX_KEY_BITS


def test_only_blockade_is_solved_layer_by_layer() -> None:
    assert [id for id in GAMES if load_game(id).definition.is_layered] == ["blockade"]
    statement = load_game("blockade").statement
    names = [statement.fields[number].name for number in statement.irreversible]
    assert names == ["obstacles", "reserve_one", "reserve_two"]
