"""The models compared with the worked examples of the rule books, including the books' slips."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice, takewhile
from typing import Any, TypeVar

import pytest

from . import MODELS, Model
from .blockade import Blockade
from .grid_runner import GridRunner
from .gridlock import Gridlock
from .light_cycle import LightCycle
from .pathway import Pathway
from .perft import PERFT_FILE, RULINGS, SIZES, combinations, levels, perft, reachable, rulings_text
from .symmetry import SYMMETRIES, Symmetry, text_image

M = TypeVar("M", bound=Model)

STARTS = {
    "light-cycle": "...../...../1...2/...../..... 1",
    "pathway": "1..../...../...../...../....2 1",
    "grid-runner": "1..../...../...../...../....2 1",
    "gridlock": "...../...../..o../...../..... 1",
    "blockade": "1..../...../...../...../....2 1 3 3",
}


def after(model: M, moves: str) -> M:
    """Return the position after the moves, given as words separated by spaces."""
    for move in moves.split():
        model = model.play(move)
    return model


def texts(model: Model, moves: str) -> Iterator[str]:
    """Return the position's text after each of the moves."""
    for move in moves.split():
        model = model.play(move)
        yield model.text()


def steps(model: Model) -> set[str]:
    """Return the legal moves that are not placements."""
    return {move for move in model.moves() if not move.startswith("@")}


def walks(model: Model, depth: int) -> int:
    """Count perft without merging positions: every sequence is walked."""
    if depth == 0:
        return 1
    return sum(walks(model.play(move), depth - 1) for move in model.moves())


def near(model: Model, depth: int) -> Iterator[Model]:
    """Return the positions at most this many moves away."""
    for level in islice(levels(model), depth + 1):
        yield from level


def every_start(sizes: Iterable[int]) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """Yield game, size and rulings of every combination on these boards."""
    for game, boards in SIZES.items():
        for size in set(sizes) & set(boards):
            for rulings in combinations(game):
                yield game, size, rulings


@pytest.mark.parametrize("game", MODELS)
def test_the_start_is_that_of_the_book(game: str) -> None:
    assert MODELS[game].start(5).text() == STARTS[game]


@pytest.mark.parametrize("game", MODELS)
def test_either_player_can_be_first(game: str) -> None:
    board, _, *reserves = STARTS[game].split()
    assert MODELS[game].start(5, 2).text() == " ".join([board, "2", *reserves])


@pytest.mark.parametrize("game", MODELS)
def test_an_illegal_move_is_refused(game: str) -> None:
    for move in ("", "pass", "north", "up0", "up9", "@0,0", "@9,9", "left7"):
        with pytest.raises(ValueError, match="is not legal in"):
            MODELS[game].start(5).play(move)
    with pytest.raises(ValueError, match="size must be one of"):
        MODELS[game].start(2)
    with pytest.raises(ValueError, match="first must be one of"):
        MODELS[game].start(5, 0)


@pytest.mark.parametrize("game", [game for game in MODELS if RULINGS[game]])
def test_a_ruling_takes_only_its_own_values(game: str) -> None:
    for name in RULINGS[game]:
        wrong: dict[str, Any] = {name: "sometimes"}
        with pytest.raises(ValueError, match=f"{name} must be one of"):
            MODELS[game].start(5, **wrong)


def test_light_cycle_plays_the_book_s_example() -> None:
    assert list(texts(LightCycle.start(5), "right left up down up")) == [
        "...../...../#1..2/...../..... 2",
        "...../...../#1.2#/...../..... 1",
        "...../.1.../##.2#/...../..... 2",
        "...../.1.../##.##/...2./..... 1",
        ".1.../.#.../##.##/...2./..... 2",
    ]


def test_light_cycle_is_lost_by_a_player_who_cannot_move() -> None:
    lost = after(LightCycle.start(3), "up up right")
    assert lost.text() == "#12/#.#/... 2"
    assert lost.moves() == []
    assert lost.winner() == 1


def test_pathway_offers_the_book_s_first_moves() -> None:
    assert set(Pathway.start(5).moves()) == {"right", "down"}


def test_pathway_plays_the_book_s_first_five_turns() -> None:
    assert list(texts(Pathway.start(5), "right left down up right")) == [
        "#1.../...../...../...../....2 2",
        "#1.../...../...../...../...2# 1",
        "##.../.1.../...../...../...2# 2",
        "##.../.1.../...../...2./...## 1",
        "##.../.#1../...../...2./...## 2",
    ]


def test_pathway_turn_6_blocks_the_cell_that_was_left_not_the_one_the_book_marks() -> None:
    turn6 = after(Pathway.start(5), "right left down up right up")
    assert (3, 3) in turn6.blocked
    assert (3, 2) not in turn6.blocked
    assert turn6.text() == "##.../.#1../...2./...#./...## 1"


def test_pathway_turn_8_is_not_the_end() -> None:
    turn8 = after(Pathway.start(5), "right left down up right up down")
    assert turn8.text() == "##.../.##../..12./...#./...## 2"
    assert set(turn8.moves()) == {"up", "right"}
    assert turn8.winner() == 0
    as_drawn = replace(turn8, blocked=turn8.blocked - {(3, 3)} | {(3, 2)})
    assert set(as_drawn.moves()) == {"up", "right", "down"}


def test_pathway_open_lets_a_player_win_on_the_blocked_goal() -> None:
    moves = "right left right left down up"
    before = after(Pathway.start(3), moves)
    assert before.text() == "###/2.1/### 1"
    won = before.play("down")
    assert won.text() == "###/2.#/##1 2"
    assert won.winner() == 1
    assert won.moves() == []
    assert after(Pathway.start(3, goal="sealed"), moves).moves() == ["left"]


def test_pathway_open_keeps_a_player_off_the_goal_the_opponent_stands_on() -> None:
    assert Pathway(3, (1, 2), (2, 2), frozenset({(0, 2)}), 1, "open").moves() == ["left"]


def test_pathway_sealed_never_sees_a_goal_reached() -> None:
    for size in (3, 4):
        for position in reachable(Pathway.start(size, goal="sealed")):
            assert position.token1 != (size - 1, size - 1)
            assert position.token2 != (0, 0)


def test_grid_runner_plays_the_book_s_four_turns() -> None:
    assert list(texts(GridRunner.start(5), "down up right left")) == [
        "...../1..../...../...../....2 2",
        "...../1..../...../....2/..... 1",
        "...../.1.../...../....2/..... 2",
        "...../.1.../...../...2./..... 1",
    ]


def test_grid_runner_is_won_on_the_goal() -> None:
    won = after(GridRunner.start(3), "down up down up right left right")
    assert won.text() == ".2./.../..1 2"
    assert won.moves() == []
    assert won.winner() == 1


def test_grid_runner_can_go_on_forever() -> None:
    start = GridRunner.start(5)
    assert after(start, "down up up down") == start


def test_grid_runner_never_leaves_a_player_without_a_move() -> None:
    for size in (3, 4, 5):
        for position in reachable(GridRunner.start(size)):
            over = position.token1 == (size - 1, size - 1) or position.token2 == (0, 0)
            assert bool(position.moves()) != over


def test_gridlock_plays_the_book_s_first_two_turns() -> None:
    turn1 = Gridlock.start(7).play("up3")
    assert turn1.text() == "...o.../...#.../...#.../...#.../......./......./....... 2"
    assert set(turn1.moves()) == {"left1", "left2", "left3", "right1", "right2", "right3"}
    turn2 = turn1.play("left3")
    assert turn2.text() == "o###.../...#.../...#.../...#.../......./......./....... 1"


def test_gridlock_turn_3_can_go_down_and_not_right() -> None:
    turn3 = after(Gridlock.start(7), "up3 left3")
    assert set(turn3.moves()) == {"down1", "down2", "down3", "down4", "down5", "down6"}
    with pytest.raises(ValueError, match="'right6' is not legal"):
        turn3.play("right6")


def test_gridlock_is_not_over_where_the_book_ends() -> None:
    top = {(0, column) for column in range(7)}
    stem = {(row, 3) for row in range(4)}
    corner = Gridlock(7, (0, 6), frozenset(top | stem), 2)
    assert corner.text() == "######o/...#.../...#.../...#.../......./......./....... 2"
    end = after(corner, "down6 left6")
    assert end.text() == "#######/...#..#/...#..#/...#..#/......#/......#/o###### 2"
    assert set(end.moves()) == {"up1", "up2", "up3", "up4", "up5"}
    assert end.winner() == 0


def test_gridlock_is_lost_by_a_player_who_cannot_move() -> None:
    lost = after(Gridlock.start(3), "up1 left1 down2 right2 up2")
    assert lost.text() == "##o/###/### 2"
    assert lost.winner() == 1


def book_board(rows: str, turn: int, reserve1: int, reserve2: int) -> Blockade:
    """Return a board drawn as in the Blockade Runner book, in our characters."""
    cells = {(row, column): mark for row, line in enumerate(rows.split("/")) for column, mark in enumerate(line)}
    obstacles = frozenset(cell for cell, mark in cells.items() if mark == "#")
    token1, token2 = (next(cell for cell in cells if cells[cell] == player) for player in "12")
    return Blockade(5, token1, token2, obstacles, reserve1, reserve2, turn, "both", "loses")


def test_blockade_turns_1_to_5_keep_the_obstacle_the_book_forgets_to_draw() -> None:
    assert list(texts(Blockade.start(5), "right @2,0 down left @3,3")) == [
        ".1.../...../...../...../....2 2 3 3",
        ".1#../...../...../...../....2 1 3 2",
        "..#../.1.../...../...../....2 2 3 2",
        "..#../.1.../...../...../...2. 1 3 2",
        "..#../.1.../...../...#./...2. 2 2 2",
    ]


def test_blockade_turn_5_cannot_place_on_a_piece() -> None:
    assert "@3,4" not in after(Blockade.start(5), "right @2,0 down left").moves()


def test_blockade_turn_6_cannot_jump_the_obstacle() -> None:
    assert steps(after(Blockade.start(5), "right @2,0 down left @3,3")) == {"left", "right"}


def test_blockade_turns_7_to_9_hold_on_the_book_s_board() -> None:
    turn6 = book_board("..#../.1.../...2./...#./.....", 1, 2, 2)
    turn7 = turn6.play("right")
    assert turn7.text() == "..#../..1../...2./...#./..... 2 2 2"
    assert "@2,1" not in turn7.moves()
    turn8 = turn7.play("@2,2")
    assert turn8.text() == "..#../..1../..#2./...#./..... 1 2 1"
    assert steps(turn8) == {"left", "right"}
    assert turn8.play("left").text() == "..#../.1.../..#2./...#./..... 2 2 1"


def test_blockade_turn_10_cannot_step_down_onto_the_obstacle() -> None:
    turn9 = book_board("..#../.1.../..#2./...#./.....", 2, 2, 1)
    assert steps(turn9) == {"up", "right"}


def test_blockade_turns_11_to_13_hold_on_the_book_s_board() -> None:
    turn10 = book_board("..#../.1.../..#../..2#./.....", 1, 2, 1)
    turn11 = turn10.play("down")
    assert turn11.text() == "..#../...../.1#../..2#./..... 2 2 1"
    assert steps(turn11) == {"left", "down"}
    assert "@1,2" not in turn11.moves()
    turn13 = after(turn11, "@1,3 left")
    assert turn13.text() == "..#../...../1.#../.#2#./..... 2 2 0"


def test_blockade_turn_14_can_only_go_down() -> None:
    turn13 = book_board("..#../...../1.#../.#2#./.....", 2, 2, 0)
    assert turn13.moves() == ["down"]
    assert turn13.play("down").text() == "..#../...../1.#../.#.#./..2.. 1 2 0"


def test_blockade_turn_16_cannot_cross_the_board() -> None:
    turn15 = book_board("..#../...../1.#../.#.#./..2..", 1, 2, 0).play("down")
    assert turn15.text() == "..#../...../..#../1#.#./..2.. 2 2 0"
    assert [turn15.play(move).token2 for move in turn15.moves()] == [(3, 2), (4, 1), (4, 3)]


def test_blockade_turn_17_is_not_a_win() -> None:
    turn17 = book_board("..#2./...../..#../1#.#./.....", 1, 2, 0).play("down")
    assert turn17.text() == "..#2./...../..#../.#.#./1.... 2 2 0"
    assert turn17.winner() == 0
    assert turn17.moves()


def test_blockade_paths_decides_who_must_keep_a_path() -> None:
    away = "right left"
    assert not {"@0,0", "@2,2"} & set(after(Blockade.start(3), away).moves())
    letter = after(Blockade.start(3, paths="opponent"), away)
    assert {"@0,0", "@2,2"} & set(letter.moves()) == {"@2,2"}


def test_blockade_against_a_walled_in_opponent_allows_no_placement() -> None:
    walled = after(Blockade.start(3, paths="opponent"), "right left @2,2")
    assert walled.reserve2 == 3
    assert set(walled.moves()) == {"up", "left"}


def test_blockade_stuck_decides_between_losing_and_passing() -> None:
    for stuck, moves, winner in (("loses", [], 2), ("passes", ["pass"], 0)):
        cornered = Blockade(3, (0, 0), (1, 0), frozenset({(0, 1)}), 0, 0, 1, "both", stuck)
        assert cornered.moves() == moves
        assert cornered.winner() == winner
    passed = cornered.play("pass")
    assert passed.text() == "1#./2../... 2 0 0"
    assert "pass" not in passed.moves()


def test_a_position_is_determined_by_its_text() -> None:
    for game, size, rulings in every_start([3]):
        positions = set(near(MODELS[game].start(size, **rulings), 4))
        assert len({position.text() for position in positions}) == len(positions)


def test_either_there_are_moves_or_there_is_a_winner() -> None:
    for game, size, rulings in every_start([3]):
        for position in near(MODELS[game].start(size, **rulings), 3 if game == "blockade" else 9):
            assert bool(position.moves()) == (position.winner() == 0)


@pytest.mark.heavy
def test_symmetries_keep_the_rules() -> None:
    for game, size, rulings in every_start([3, 4]):
        depth = 5 - size if game == "blockade" else 4
        for symmetry in SYMMETRIES[game]:
            start = MODELS[game].start(size, 1, **rulings)
            image = MODELS[game].start(size, 2 if symmetry.swaps_players else 1, **rulings)
            assert_images(symmetry, size, start, image, depth)


def assert_images(symmetry: Symmetry, size: int, position: Model, image: Model, depth: int) -> None:
    """Assert that the second position is the image of the first, and so is everything that follows."""
    assert image.text() == text_image(symmetry, position.text())
    moves = {move: symmetry.move(size, move) for move in position.moves()}
    assert sorted(moves.values()) == sorted(image.moves())
    for move in moves if depth else ():
        assert_images(symmetry, size, position.play(move), image.play(moves[move]), depth - 1)


def test_perft_counts_every_walk() -> None:
    for game, size, rulings in every_start([3]):
        start = MODELS[game].start(size, **rulings)
        assert perft(start, 3) == [walks(start, depth) for depth in (1, 2, 3)]


def test_the_perft_file_is_complete_and_holds() -> None:
    stored = json.loads(PERFT_FILE.read_text(encoding="utf-8"))
    for game, size, rulings in every_start(range(8)):
        counts = stored[game][str(size)][rulings_text(rulings)]
        shallow = list(takewhile(lambda count: count < 300, counts))
        assert perft(MODELS[game].start(size, **rulings), len(shallow)) == shallow
