"""What a position promises at first sight."""

from __future__ import annotations

from gridduels import Duel, load_game
from gridduels.targets import NO_WAY, distance, fills_up, reserve, rooms


def test_a_goal_that_is_walled_off_is_far_away() -> None:
    game = load_game("blockade", 3)
    open_way, longer_way = game.position("1../.../..2 1 3 3"), game.position("1#./.#./..2 1 2 2")
    assert distance(game, open_way, 1) == 4
    assert distance(game, longer_way, 1) == 4
    walled = longer_way._replace(obstacles=longer_way.obstacles | 1 << 7 | 1 << 3)
    assert distance(game, walled, 1) == NO_WAY


def test_a_game_without_a_goal_has_no_way_to_it() -> None:
    game = load_game("light-cycle")
    assert distance(game, game.start(), 1) == 0


def test_room_is_what_one_gets_to_first() -> None:
    game = load_game("light-cycle", 3)
    assert sum(rooms(game, game.start())) == 7


def test_a_shared_token_has_one_room_for_both() -> None:
    game = load_game("gridlock", 5)
    assert rooms(game, game.start()) == (24, 24)


def test_room_runs_out_only_where_tokens_leave_something_behind() -> None:
    filling = {
        id for id in ("light-cycle", "pathway", "grid-runner", "gridlock", "blockade") if fills_up(load_game(id))
    }
    assert filling == {"light-cycle", "pathway", "gridlock"}


def test_a_reserve_is_what_is_left_to_place() -> None:
    duel = Duel(load_game("blockade"), "@2,2 left")
    assert [reserve(duel.game, duel.position, player) for player in (1, 2)] == [2, 3]
