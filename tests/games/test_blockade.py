"""Blockade Runner, rule by rule, under every value of its rulings. Cells are (x, y): the column comes first."""

from itertools import pairwise

import pytest

from gridduels import Duel, NotationError, SetupError, load_game
from gridduels.board import each
from tests.helpers import after, boards, field_of, reachable, refused

BLOCKADE = load_game("blockade")
SMALL = load_game("blockade", 3)


def steps(duel: Duel) -> set[str]:
    """Return the legal steps."""
    return {move for move in duel.legal_moves if not move.startswith("@")}


def placements(duel: Duel) -> set[str]:
    """Return the legal placements."""
    return {move for move in duel.legal_moves if move.startswith("@")}


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (3, "1../.../..2 1 3 3"),
        (4, "1.../..../..../...2 1 3 3"),
        (5, "1..../...../...../...../....2 1 3 3"),
        (6, "1...../....../....../....../....../.....2 1 3 3"),
    ],
)
def test_the_players_start_in_opposite_corners_with_three_obstacles_each(size: int, text: str) -> None:
    game = load_game("blockade", size)
    assert game.text(game.start()) == text


def test_each_players_goal_is_the_others_start() -> None:
    start = BLOCKADE.start()
    assert BLOCKADE.goal(1) == field_of(start, "two") == 1 << 24
    assert BLOCKADE.goal(2) == field_of(start, "one") == 1


def test_the_defaults_are_five_rows_three_obstacles_both_paths_no_repetition_and_losing_when_stuck() -> None:
    same = load_game("blockade", 5, obstacles=3, paths="both", repetition="barred", stuck="loses")
    assert same == BLOCKADE


@pytest.mark.parametrize("size", [2, 7])
def test_there_is_no_grid_of_another_size(size: int) -> None:
    with pytest.raises(SetupError, match=f"blockade has no size {size}. Choose 3, 4, 5 or 6."):
        load_game("blockade", size)


@pytest.mark.parametrize(
    ("name", "value", "choices"),
    [
        ("obstacles", 10, "0, 1, 2, 3, 4, 5, 6, 7, 8 or 9"),
        ("obstacles", "-1", "0, 1, 2, 3, 4, 5, 6, 7, 8 or 9"),
        ("paths", "none", "both or opponent"),
        ("repetition", "draw", "barred or endless"),
        ("stuck", "wins", "loses or passes"),
    ],
)
def test_a_ruling_takes_its_own_values_only(name: str, value: str | int, choices: str) -> None:
    with pytest.raises(SetupError) as caught:
        load_game("blockade", None, **{name: value})
    assert str(caught.value) == f"ruling {name!r} cannot be {str(value)!r}. Choose {choices}."


def test_a_ruling_of_another_game_is_refused() -> None:
    with pytest.raises(SetupError, match="no ruling 'goal': its rulings are obstacles, paths, repetition, stuck"):
        load_game("blockade", goal="open")


def test_the_players_take_turns_and_player_1_begins() -> None:
    assert [position.turn for position in after(BLOCKADE, "right @2,0 @3,3").history()] == [1, 2, 1, 2]


def test_player_2_can_begin_from_the_same_start() -> None:
    assert boards(after(BLOCKADE, "up @2,2", first=2)) == [
        "1..../...../...../....2/..... 1 3 3",
        "1..../...../..#../....2/..... 2 2 3",
    ]


@pytest.mark.parametrize(
    ("move", "text"),
    [
        ("up", ".1.../...../...../...2./..... 2 3 3"),
        ("down", "...../...../.1.../...2./..... 2 3 3"),
        ("left", "...../1..../...../...2./..... 2 3 3"),
        ("right", "...../..1../...../...2./..... 2 3 3"),
    ],
)
def test_a_step_leaves_nothing_behind_and_costs_no_obstacle(move: str, text: str) -> None:
    assert boards(after(BLOCKADE, f"down up right left {move}"))[-1] == text


@pytest.mark.parametrize(("moves", "move"), [("", "up"), ("", "left"), ("down", "down"), ("down", "right")])
def test_the_edge_stops_a_piece(moves: str, move: str) -> None:
    assert refused(after(BLOCKADE, moves), move) == ("edge", f"You cannot move {move}: that is off the grid.")


@pytest.mark.parametrize(
    ("moves", "move", "why"),
    [
        ("right @2,0", "right", "(2, 0) contains an obstacle."),
        ("@0,1 up", "down", "(0, 1) contains an obstacle."),
        ("@4,3", "up", "(4, 3) contains an obstacle."),
        ("@3,4", "left", "(3, 4) contains an obstacle."),
    ],
)
def test_an_obstacle_of_either_player_stops_a_piece(moves: str, move: str, why: str) -> None:
    assert refused(after(BLOCKADE, moves), move) == ("blocked", f"You cannot move {move}: {why}")


@pytest.mark.parametrize(
    ("first", "moves", "move", "why"),
    [
        (1, "down up right", "left", "(1, 1) is occupied by Player 1."),
        (2, "up down left", "right", "(1, 1) is occupied by Player 2."),
    ],
)
def test_the_opponent_stops_a_piece(first: int, moves: str, move: str, why: str) -> None:
    assert refused(after(SMALL, moves, first), move) == ("occupied", f"You cannot move {move}: {why}")


@pytest.mark.parametrize("word", ["pass", "", "@5,0", "@0,5", "@-1,0", "@1", "@1 2", "@1,2,3", "2,0", "UP", "up1"])
def test_nothing_but_a_step_or_a_placement_on_the_grid_is_a_move(word: str) -> None:
    with pytest.raises(NotationError, match="is not a move of blockade: a move is up, down, left, right, or @x,y"):
        Duel(BLOCKADE).play(word)


def test_an_obstacle_can_go_on_any_empty_cell() -> None:
    corners = {"@0,0", "@4,4"}
    cells = {f"@{x},{y}" for x in range(5) for y in range(5)}
    assert placements(Duel(BLOCKADE)) == cells - corners


@pytest.mark.parametrize("turn", [1, 2])
def test_a_placement_takes_one_obstacle_from_the_own_reserve_and_moves_nothing(turn: int) -> None:
    start = BLOCKADE.start(turn)
    after = Duel(BLOCKADE, "@2,1", start=start).position
    assert after.turn == 3 - turn
    assert all(field_of(after, token) == field_of(start, token) for token in ("one", "two"))
    assert field_of(after, "obstacles") == 1 << 1 * 5 + 2
    assert (field_of(after, "reserve_one"), field_of(after, "reserve_two")) == ((2, 3) if turn == 1 else (3, 2))


def test_obstacles_stay_for_the_rest_of_the_game() -> None:
    obstacles = [field_of(position, "obstacles") for position in after(BLOCKADE, "@1,1 @3,3 right left @2,1").history()]
    assert all(earlier & later == earlier for earlier, later in pairwise(obstacles))
    assert [cells.bit_count() for cells in obstacles] == [0, 1, 2, 2, 2, 3]


@pytest.mark.parametrize(
    ("moves", "move", "code", "why"),
    [
        ("@1,1 up", "@1,1", "blocked", "(1, 1) contains an obstacle."),
        ("right up", "@1,0", "occupied", "(1, 0) is occupied by Player 1."),
        ("right up", "@4,3", "occupied", "(4, 3) is occupied by Player 2."),
        ("", "@0,0", "occupied", "(0, 0) is occupied by Player 1."),
    ],
)
def test_an_obstacle_cannot_go_on_a_cell_that_is_taken(moves: str, move: str, code: str, why: str) -> None:
    x, y = move[1:].split(",")
    assert refused(after(BLOCKADE, moves), move) == (code, f"You cannot place an obstacle at ({x}, {y}): {why}")


@pytest.mark.parametrize("reserve", range(10))
def test_each_player_has_as_many_obstacles_as_the_ruling_says_and_no_more(reserve: int) -> None:
    game = load_game("blockade", 6, obstacles=reserve)
    cells = [f"@{x},{y}" for y in (1, 3, 5) for x in range(5)] + [f"@{x},{y}" for y in (0, 2, 4) for x in (3, 4)]
    duel = Duel(game)
    for number in range(2 * reserve):
        duel = duel.play(next(cell for cell in cells if cell in duel.legal_moves))
        assert field_of(duel.position, "obstacles").bit_count() == number + 1
    assert not placements(duel)
    assert refused(duel, "@5,0") == (
        "no-obstacles",
        "You cannot place an obstacle at (5, 0): you have no obstacles left.",
    )


def test_a_player_without_obstacles_does_not_keep_the_other_from_placing() -> None:
    duel = after(BLOCKADE, "@1,1 up @2,2 down @3,3 up")
    assert (field_of(duel.position, "reserve_one"), field_of(duel.position, "reserve_two")) == (0, 3)
    assert not placements(duel)
    assert placements(duel.play("right"))


@pytest.mark.parametrize(
    ("first", "moves", "move", "victim"),
    [
        (1, "right up", "@0,0", "Player 2"),
        (1, "right up", "@2,2", "Player 1"),
        (2, "up right", "@0,0", "Player 2"),
        (2, "up right", "@2,2", "Player 1"),
    ],
)
def test_an_obstacle_must_leave_each_player_a_path(first: int, moves: str, move: str, victim: str) -> None:
    duel = after(SMALL, moves, first)
    x, y = move[1:].split(",")
    sentence = f"You cannot place an obstacle at ({x}, {y}): it would cut off the last path of {victim}."
    assert refused(duel, move) == ("cut-off", sentence)


@pytest.mark.parametrize(
    ("moves", "move", "opponent"),
    [
        ("@0,1 up", "@1,0", "Player 2"),
        ("@0,1", "@1,0", "Player 1"),
        ("@2,1", "@1,2", "Player 1"),
        ("@2,1 @0,1", "@1,2", "Player 2"),
        ("@1,0 @1,1", "@1,2", "Player 2"),
    ],
)
def test_an_obstacle_that_would_cut_off_both_is_refused_for_the_opponents_sake(
    moves: str, move: str, opponent: str
) -> None:
    code, sentence = refused(after(SMALL, moves), move)
    assert code == "cut-off"
    assert sentence.endswith(f": it would cut off the last path of {opponent}.")


def test_pieces_do_not_count_as_walls() -> None:
    """Player 2 stands in the only gap on Player 1's path, which still counts as a path."""
    duel = Duel(SMALL, start="1#./2.#/... 1 2 2")
    assert placements(duel) == {"@2,0", "@1,1", "@0,2"}


@pytest.mark.parametrize(("paths", "allowed"), [("both", set()), ("opponent", {"@2,2"})])
def test_only_opponent_lets_a_player_close_its_own_last_path(paths: str, allowed: set[str]) -> None:
    duel = after(load_game("blockade", 3, paths=paths), "right left")
    assert placements(duel) & {"@0,0", "@2,2"} == allowed


def test_opponent_still_protects_the_opponents_path() -> None:
    duel = after(load_game("blockade", 3, paths="opponent"), "@2,1 @0,1")
    assert refused(duel, "@1,2")[0] == "cut-off"


def test_against_a_walled_in_opponent_nothing_can_be_placed_under_opponent() -> None:
    duel = after(load_game("blockade", 3, paths="opponent"), "right left @2,2")
    assert field_of(duel.position, "reserve_two") == 3
    assert placements(duel) == set()
    assert refused(duel, "@0,2") == (
        "cut-off",
        "You cannot place an obstacle at (0, 2): it would cut off the last path of Player 1.",
    )


@pytest.mark.parametrize(
    ("first", "moves", "text", "winner"),
    [
        (1, "down up down up right left right", ".2./.../..1 2 3 3", 1),
        (2, "up down up down left right left", "2../.../.1. 1 3 3", 2),
    ],
)
def test_the_first_player_on_the_others_start_wins(first: int, moves: str, text: str, winner: int) -> None:
    duel = after(SMALL, moves, first)
    assert SMALL.text(duel.position) == text
    assert duel.outcome == (winner, "goal")
    assert SMALL.winner(duel.position) == winner
    assert duel.legal_moves == ()
    assert refused(duel, "up") == ("over", "The game is over.")
    assert refused(duel, "@1,1") == ("over", "The game is over.")


def test_an_obstacle_never_stands_on_a_goal() -> None:
    goals = BLOCKADE.goal(1) | BLOCKADE.goal(2)
    duel = after(BLOCKADE, "right left")
    for cell in each(goals):
        assert not duel.legal_actions >> 4 & cell


@pytest.mark.parametrize(
    ("moves", "text", "winner"),
    [
        ("down left @1,1 left @1,2", ".../1#./2#. 2 1 3", 1),
        ("down left down @2,0 @0,1 @2,1", "..#/#.#/12. 1 2 1", 2),
    ],
)
def test_a_player_without_any_action_loses_or_passes_by_the_ruling(moves: str, text: str, winner: int) -> None:
    loses, passes = (after(load_game("blockade", 3, stuck=stuck), moves) for stuck in ("loses", "passes"))
    assert SMALL.text(loses.position) == SMALL.text(passes.position) == text
    assert loses.legal_moves == ()
    assert loses.outcome == (winner, "no moves")
    assert passes.legal_moves == ("pass",)
    assert passes.outcome is None
    after_pass = passes.play("pass")
    assert after_pass.position == passes.position._replace(turn=winner)
    assert "pass" not in after_pass.legal_moves


def test_passing_is_illegal_while_another_action_is_legal() -> None:
    duel = Duel(load_game("blockade", 3, stuck="passes"))
    assert refused(duel, "pass") == ("not-now", "You cannot pass: there is something else you can do.")
    without_steps = Duel(duel.game, start="1#./2../... 1 2 3")
    assert steps(without_steps) == set()
    assert "@2,0" in without_steps.legal_moves
    assert refused(without_steps, "pass")[0] == "not-now"


@pytest.mark.heavy
@pytest.mark.parametrize("paths", ["both", "opponent"])
def test_a_pass_is_legal_exactly_when_nothing_else_is(paths: str) -> None:
    passes, loses = (load_game("blockade", 3, paths=paths, stuck=stuck) for stuck in ("passes", "loses"))
    bit = 1 << passes.action("pass")
    positions = reachable(passes)
    for position in positions:
        arrived = position.one & passes.goal(1) or position.two & passes.goal(2)
        rest = loses.legal(position)
        assert passes.legal(position) == (rest or (0 if arrived else bit))
    assert any(passes.legal(position) == bit for position in positions)


def test_both_players_are_never_stuck_at_once_if_both_keep_a_path() -> None:
    game = load_game("blockade", 3, stuck="passes")
    bit = 1 << game.action("pass")
    stuck = [position for position in reachable(game) if game.legal(position) == bit]
    assert not [position for position in stuck if game.legal(position._replace(turn=3 - position.turn)) == bit]


BOTH_STUCK = "@0,1 up @1,1 up @0,2 left @2,0"


def test_two_stuck_players_pass_until_the_position_would_occur_a_third_time() -> None:
    game = load_game("blockade", 3, obstacles=4, paths="opponent", stuck="passes")
    duel = Duel(game, BOTH_STUCK)
    assert game.text(duel.position) == "12#/##./#.. 2 0 4"
    for _ in range(3):
        assert duel.legal_moves == ("pass",)
        duel = duel.play("pass")
    assert duel.turn == 1
    assert duel.legal_moves == ()
    assert duel.outcome == (2, "repetition")


def test_two_stuck_players_pass_forever_if_repetition_is_endless() -> None:
    game = load_game("blockade", 3, obstacles=4, paths="opponent", stuck="passes", repetition="endless")
    duel = Duel(game, BOTH_STUCK + " pass" * 101)
    assert duel.legal_moves == ("pass",)
    assert duel.outcome is None


ROUND = "right left left right "


def test_barred_refuses_a_move_that_repeats_a_position_for_the_third_time() -> None:
    duel = Duel(BLOCKADE, ROUND + "right left left")
    assert refused(duel, "right") == (
        "repetition",
        "You cannot play right: it would repeat the same position for the third time.",
    )
    assert "up" in duel.legal_moves


def test_an_obstacle_on_the_board_makes_another_position() -> None:
    again = Duel(BLOCKADE, ROUND + "@2,2 @2,1 right left left")
    assert "right" in again.legal_moves
    assert "right" not in again.play("right").play("right").play("left").play("left").legal_moves


def test_endless_allows_any_number_of_repetitions() -> None:
    game = load_game("blockade", repetition="endless")
    assert Duel(game, ROUND * 20).outcome is None
    assert game.max_plies is None


def test_a_player_whose_every_action_is_barred_loses() -> None:
    game = load_game("blockade", 3, obstacles=1)
    duel = Duel(game, "down up down down up up down down", start="1#./.../.#2 1 0 0")
    assert game.text(duel.position) == ".#./.../1#2 1 0 0"
    assert game.words_of(game.legal(duel.position)) == ("up",)
    assert duel.outcome == (2, "repetition")
