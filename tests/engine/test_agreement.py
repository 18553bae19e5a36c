"""Tables, search, compiled and interpreted rules, and a plain solver on naive models all find the same values."""

import os
import random
from typing import Any

import pytest

from gridduels import Game, load_game
from gridduels.engine import Table, Value, solve
from gridduels.engine.kernels import checks
from gridduels.engine.kernels.compiler import compiled, plain
from gridduels.engine.progress import silent
from gridduels.engine.solvers.enumeration import enumerate_values
from gridduels.engine.tables.verification import verify
from tests.engine.plain_solver import plain_values, value_from_moves
from tests.helpers import GAMES, heavy_but, model_of, name_of, variants

THOROUGH = bool(os.environ.get("GRIDDUELS_THOROUGH"))
"""Also Blockade Runner on 4x4 with two and three obstacles, which takes the plain solver minutes."""
EVERY_SMALL = [
    *(game for id in GAMES if id != "blockade" for game in variants(id, [3, 4], repetition=["barred"])),
    *variants("blockade", [3], repetition=["barred"], obstacles=range(10) if THOROUGH else [0, 1, 3]),
    *variants("blockade", [4], repetition=["barred"], obstacles=[0, 1, 2, 3] if THOROUGH else [0]),
    *([] if THOROUGH else [pytest.param(load_game("blockade", 4, obstacles=1), marks=pytest.mark.heavy)]),
]
"""Sizes 3 and 4 under every ruling."""
BLOCKADE_4 = [
    *variants("blockade", [4], repetition=["barred"], obstacles=[3]),
    *(
        pytest.param(game, marks=pytest.mark.heavy)
        for game in variants("blockade", [4], repetition=["barred"], obstacles=[2])
    ),
]
FULL = [load_game(id) for id in GAMES]
OTHER_RULINGS = [
    load_game("pathway", goal="sealed"),
    load_game("blockade", obstacles=2, paths="opponent", stuck="passes"),
]


def as_pair(value: Value) -> tuple[str, int | None]:
    return value.outcome, value.plies


@pytest.mark.heavy
@pytest.mark.parametrize("game", EVERY_SMALL, ids=name_of)
def test_every_value_and_count_matches_the_plain_solver(game: Game) -> None:
    values = solve(game)
    counts: dict[tuple[str, int | None], int] = {}
    for state, expected in plain_values([model_of(game, 1)]).items():
        assert as_pair(values.value(game.position(state.text()))) == expected, state.text()
        counts[expected] = counts.get(expected, 0) + 1
    assert values.counts is not None
    assert {as_pair(value): number for value, number in values.counts.items()} == counts


@pytest.mark.heavy
@pytest.mark.parametrize("game", [*(load_game(id, 3) for id in GAMES), load_game("pathway", 4)], ids=name_of)
def test_every_value_matches_the_plain_solver_when_player_2_opens(game: Game) -> None:
    values = solve(game)
    for state, expected in plain_values([model_of(game, 2)]).items():
        assert as_pair(values.value(game.position(state.text()))) == expected, state.text()


@pytest.mark.heavy
@pytest.mark.parametrize("game", FULL + OTHER_RULINGS + BLOCKADE_4, ids=name_of)
def test_sampled_values_follow_from_the_moves_of_the_model(game: Game) -> None:
    values, rng = solve(game), random.Random(name_of(game))
    checked = 0
    while checked < 500:
        state = model_of(game, rng.choice((1, 2)))
        for _ in range(rng.randrange(2 * game.columns)):
            if moves := state.moves():
                state = state.play(rng.choice(moves))
        if moves := state.moves():  # the models share no code with the engine: a second opinion on every move
            after = [values.value(game.position(state.play(move).text())) for move in moves]
            value = values.value(game.position(state.text()))
            assert as_pair(value) == value_from_moves(map(as_pair, after)), state.text()
            checked += 1


@pytest.mark.heavy
@pytest.mark.parametrize(
    "game", [load_game("light-cycle"), load_game("pathway"), load_game("gridlock", 5)], ids=name_of
)
def test_late_positions_have_the_values_of_a_memoised_search_of_the_model(game: Game) -> None:
    values, rng = solve(game), random.Random(game.id)
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
                state = state.play(rng.choice(moves))
        assert as_pair(values.value(game.position(state.text()))) == search(state), state.text()


REDUCED = [
    *(game for id in GAMES for game in variants(id, [3], repetition=["barred"], obstacles=[0, 1, 2])),
    *variants("pathway", [4]),
    load_game("grid-runner", 4),
]


@pytest.mark.heavy
@pytest.mark.parametrize("game", REDUCED, ids=name_of)
def test_every_position_has_the_value_of_its_canonical_form(game: Game) -> None:
    """Compare the values of all positions, enumerated without canonical forms, with those of their images."""
    definition, kernels = game.definition, plain(game.definition)
    starts = [game.start(1), game.start(2)]
    keys, codes = enumerate_values(game, starts, silent, canonical=False)
    unreduced = dict(zip(keys.tolist(), codes.tolist(), strict=True))
    values = solve(game)
    for key, code in unreduced.items():
        position = kernels.unpack(game.rules, key, starts[0], False)
        assert values.value(position) == Value.of_code(code), game.text(position)
        images = [definition.apply_symmetry(game.rules, position, number) for number in range(definition.symmetries)]
        assert {unreduced[kernels.pack(game.rules, image, False)] for image in images} == {code}
        canonical = definition.canonicalize(game.rules, position)
        assert definition.canonicalize(game.rules, canonical) == canonical
        assert game.legal(canonical).bit_count() == game.legal(position).bit_count()


@pytest.mark.heavy
@pytest.mark.parametrize("game", heavy_but([FULL[1], FULL[4]], FULL + OTHER_RULINGS), ids=name_of)
def test_compiled_and_plain_probes_agree(game: Game) -> None:
    table, rng = solve(game), random.Random(name_of(game))
    assert isinstance(table, Table)
    probes, arrays = compiled(game.definition, checks), table.arrays
    for _ in range(1000):
        position = game.start(rng.choice((1, 2)))
        for _ in range(rng.randrange(3 * game.columns)):
            if words := game.words_of(game.legal(position)):
                position = game.play(position, game.action(rng.choice(words)))
        code = probes.look_up(game.rules, position, arrays)
        assert Value.of_code(code) == table.value(position), game.text(position)
        assert probes.expected_code(game.rules, position, arrays) == code, game.text(position)


@pytest.mark.heavy
@pytest.mark.parametrize(
    "game", [*BLOCKADE_4, *heavy_but([FULL[1]], [OTHER_RULINGS[0], *FULL[:3], load_game("gridlock", 5)])], ids=name_of
)
def test_a_table_verifies(game: Game) -> None:
    table = solve(game)
    assert isinstance(table, Table)
    report = verify(table, games=500)
    assert report.faults == ()
    assert len(report.checked) >= 3


@pytest.mark.parametrize("game", FULL, ids=name_of)
def test_best_play_ends_after_the_promised_plies(game: Game) -> None:
    values = solve(game)
    value = values.value(game.start())
    assert len(values.principal_variation(game.start())) == value.plies
