"""The targets of moves depend only on positions."""

from __future__ import annotations

import pytest
from hypothesis import given

from gridduels import Duel, load_game
from gridduels.board import DIRECTIONS, each
from gridduels.targets import (
    BLOCKED,
    MOVE,
    NO_WAY,
    OBSTACLE,
    PLACE,
    TRAIL,
    VISITED,
    distance,
    fills_up,
    kind_of_marks,
    placements,
    reserve,
    targets,
    territories,
    token_of,
    word_towards,
)
from tests.helpers import GAMES, changed, duels, faults, field_of


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


def test_trails_belong_to_the_player_who_left_them() -> None:
    duel = Duel(load_game("light-cycle", size=3), "up up")
    assert kind_of_marks(duel) == {field_of(duel.start, "one"): TRAIL[0], field_of(duel.start, "two"): TRAIL[1]}


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
def test_every_direction_has_its_word_whether_legal_or_not(game: str) -> None:
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
    assert token_of(duel) == field_of(duel.position, "two")
    assert token_of(Duel(load_game("gridlock"))) == 1 << 24


# --- Distances, territories and reserves: estimates from the position alone.


def test_a_goal_that_is_walled_off_is_far_away() -> None:
    game = load_game("blockade", 3)
    open_way, longer_way = game.position("1../.../..2 1 3 3"), game.position("1#./.#./..2 1 2 2")
    assert distance(game, open_way, 1) == 4
    assert distance(game, longer_way, 1) == 4
    walled = changed(longer_way, obstacles=field_of(longer_way, "obstacles") | 1 << 7 | 1 << 3)
    assert distance(game, walled, 1) == NO_WAY


def test_a_game_without_a_goal_has_no_distance_to_it() -> None:
    game = load_game("light-cycle")
    assert distance(game, game.start(), 1) == 0


def test_room_counts_the_cells_a_player_reaches_first() -> None:
    game = load_game("light-cycle", 3)
    assert sum(territories(game, game.start())) == 7


def test_a_shared_token_has_one_room_for_both() -> None:
    game = load_game("gridlock", 5)
    assert territories(game, game.start()) == (24, 24)


def test_room_runs_out_only_where_tokens_leave_something_behind() -> None:
    filling = {
        id for id in ("light-cycle", "pathway", "grid-runner", "gridlock", "blockade") if fills_up(load_game(id))
    }
    assert filling == {"light-cycle", "pathway", "gridlock"}


def test_a_reserve_counts_the_remaining_placements() -> None:
    duel = Duel(load_game("blockade"), "@2,2 left")
    assert [reserve(duel.game, duel.position, player) for player in (1, 2)] == [2, 3]


# --- Faults of positions: the trails that tokens leave behind.


LIGHT_CYCLE = load_game("light-cycle", 5)
SMALL = load_game("light-cycle", 3)
PATHWAY = load_game("pathway", 3)


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        (".../.12/... 2", ("Player 1 has left (2,1), so that cell must be blocked",)),
        (".../12./... 1", ("Player 2 has left (2,3), so that cell must be blocked",)),
        (
            ".1./.../.2. 1",
            (
                "Player 1 has left (2,1), so that cell must be blocked",
                "Player 2 has left (2,3), so that cell must be blocked",
            ),
        ),
    ],
)
def test_a_start_that_was_left_is_blocked(text: str, reasons: tuple[str, ...]) -> None:
    assert faults(SMALL, text) == reasons


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("#..../...../1...2/...../..... 1", ("no trail leads to the blocked (1,1)",)),
        ("#...#/...../1...2/...../..... 1", ("no trail leads to the blocked (1,1), (1,5)",)),
        (
            "#..../...../.1..2/...../..... 1",
            (
                "Player 1 has left (3,1), so that cell must be blocked",
                "no trail leads to the blocked (1,1)",
            ),
        ),
    ],
)
def test_a_blocked_cell_is_connected_to_a_start(text: str, reasons: tuple[str, ...]) -> None:
    assert faults(LIGHT_CYCLE, text) == reasons


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        (
            "1../#.2/... 1",
            (
                "Player 1 cannot stand on (1,1) after 0 moves of its own",
                "Player 2 cannot stand on (2,3) after 1 move of its own",
            ),
        ),
        ("#../1.2/... 1", ("Player 2 cannot stand on (2,3) after 1 move of its own",)),
        ("#../1.2/... 2", ("Player 1 cannot stand on (2,1) after 1 move of its own",)),
        ("1../#.#/.2. 1", ("Player 2 cannot stand on (3,2) after 1 move of its own",)),
        (
            "##1/#.2/... 2",
            (
                "Player 1 cannot stand on (1,3) after 2 moves of its own",
                "Player 2 cannot stand on (2,3) after 1 move of its own",
            ),
        ),
        (
            ".1./###/..2 1",
            (
                "Player 1 cannot stand on (1,2) after 1 move of its own",
                "Player 2 cannot stand on (3,3) after 2 moves of its own",
            ),
        ),
    ],
)
def test_a_token_is_where_the_moves_implied_by_the_trails_can_lead(text: str, reasons: tuple[str, ...]) -> None:
    assert faults(SMALL, text) == reasons


def test_a_token_is_no_farther_away_than_its_moves_lead() -> None:
    """The number of moves is odd, like the distance, but too small."""
    text = "...1./...../#...2/...../..... 2"
    assert faults(LIGHT_CYCLE, text) == ("Player 1 cannot stand on (1,4) after 1 move of its own",)


@pytest.mark.parametrize(
    "text",
    [
        ".../1.2/... 1",
        ".../1.2/... 2",
        "1../#.2/... 2",
        "..2/1.#/... 1",
        "1.2/#.#/... 1",
        "1.2/#.#/... 2",
        "#12/#.#/... 2",
    ],
)
def test_positions_of_real_games_are_read_for_either_first_player(text: str) -> None:
    assert SMALL.text(SMALL.position(text)) == text


def test_an_entered_goal_counts_as_a_move_although_nothing_is_blocked_there() -> None:
    assert PATHWAY.text(PATHWAY.position("###/2.#/##1 2")) == "###/2.#/##1 2"
    assert faults(PATHWAY, "###/2../##1 2") == ("Player 1 cannot stand on (2,2) after 3 moves of its own",)
