"""Where moves lead is told from positions alone."""

import pytest
from hypothesis import given

from gridduels import Duel, load_game
from gridduels.board import DIRECTIONS, each
from gridduels.targets import (
    BLOCKED,
    MOVE,
    OBSTACLE,
    PLACE,
    TRAIL,
    VISITED,
    kind_of_marks,
    placements,
    targets,
    token_of,
    word_towards,
)
from tests.helpers import GAMES, duels


@given(duels())
def test_every_allowed_move_has_a_target_of_its_own_kind(duel: Duel) -> None:
    found = targets(duel)
    assert tuple(found) == duel.legal_moves
    for kind in (MOVE, PLACE):
        cells = [target.cell for target in found.values() if target.kind == kind]
        assert len(cells) == len(set(cells))
        assert all(cell.bit_count() == 1 for cell in cells)


@given(duels())
def test_every_marked_cell_has_a_kind_and_no_other_has(duel: Duel) -> None:
    board = duel.game.text(duel.position).split()[0].replace("/", "")
    assert set(kind_of_marks(duel)) == {1 << number for number, symbol in enumerate(board) if symbol == "#"}


def test_trails_belong_to_whoever_left_them() -> None:
    duel = Duel(load_game("light-cycle", size=3), "up up")
    assert kind_of_marks(duel) == {duel.start.one: TRAIL[0], duel.start.two: TRAIL[1]}


def test_a_trail_without_history_is_merely_blocked() -> None:
    game = load_game("light-cycle", size=3)
    duel = Duel(game, start="1.2/#.#/... 1")
    assert set(kind_of_marks(duel).values()) == {BLOCKED}


def test_a_placed_cell_is_an_obstacle_and_a_slid_over_one_is_visited() -> None:
    assert set(kind_of_marks(Duel(load_game("blockade"), "@2,2")).values()) == {OBSTACLE}
    assert set(kind_of_marks(Duel(load_game("gridlock"), "up2")).values()) == {VISITED}


def test_obstacles_that_stood_at_the_start_are_obstacles_too() -> None:
    duel = Duel(load_game("blockade", size=3), start="1.#/.../..2 2 2 3")
    assert kind_of_marks(duel) == {1 << 2: OBSTACLE}


@pytest.mark.parametrize("game", GAMES)
def test_every_way_to_go_has_its_word_allowed_or_not(game: str) -> None:
    for board in load_game(game).definition.sizes:
        bound = load_game(game, board)
        size = bound.columns
        farthest = size - 1 if game == "gridlock" else 1
        for number, direction in enumerate(DIRECTIONS):
            words = [word_towards(bound, number, distance) for distance in range(1, size)]
            expected = [f"{direction}{distance}" for distance in range(1, size)] if farthest > 1 else [direction]
            assert words == expected + [None] * (size - 1 - farthest)


@pytest.mark.parametrize("game", GAMES)
def test_only_blockade_places_and_only_gridlock_slides(game: str) -> None:
    for size in load_game(game).definition.sizes:
        assert bool(placements(load_game(game, size))) == (game == "blockade")
        assert load_game(game, size).statement.slides == (game == "gridlock")


def test_every_cell_has_its_placement_allowed_or_not() -> None:
    game = load_game("blockade")
    assert set(placements(game)) == set(each(game.rules.cells))
    assert placements(game)[1 << 7] == "@2,1"


def test_the_token_is_the_movers_or_the_shared_one() -> None:
    duel = Duel(load_game("light-cycle"), "up")
    assert token_of(duel) == duel.position.two
    assert token_of(Duel(load_game("gridlock"))) == 1 << 24
