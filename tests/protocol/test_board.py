"""The board in a message matches the duel."""

from itertools import pairwise

import pytest
from hypothesis import given

from gridduels import Duel, load_game
from gridduels.board import where
from gridduels.match import fair_starts
from gridduels.protocol.state import Goal, Legal, board_of, boards_of, legal_of
from tests.helpers import GAMES, duels


@given(duels())
def test_the_board_matches_the_position_text(duel: Duel) -> None:
    board, size = board_of(duel), duel.game.columns
    cells = ["."] * (size * size)
    for token in board.tokens:
        cells[token.cell] = token.kind
    for mark in board.marks:
        assert cells[mark.cell] == "."
        cells[mark.cell] = "#"
    rows = ["".join(cells[row * size : (row + 1) * size]) for row in range(size)]
    assert "/".join(rows) == duel.game.text(duel.position).split()[0]


@given(duels())
def test_the_boards_of_a_duel_follow_its_history(duel: Duel) -> None:
    boards = boards_of(duel)
    assert len(boards) == duel.ply + 1
    assert boards[-1] == board_of(duel)
    assert boards[0] == board_of(Duel(duel.game, start=duel.start))


@given(duels())
def test_the_last_move_of_the_board_was_among_the_legal_ones_before(duel: Duel) -> None:
    last = board_of(duel).last
    if not duel.ply:
        assert last is None
        return
    assert last is not None
    move = next(each for each in legal_of(duel.undo()) if each.move == duel.moves[-1])
    assert (last.kind, last.cell) == (move.kind, move.cell)
    assert (last.origin is not None) == (last.kind == "move")


@given(duels())
def test_the_path_of_a_move_goes_step_by_step_from_the_token_to_the_cell(duel: Duel) -> None:
    moves, size = legal_of(duel), duel.game.columns
    assert [move.move for move in moves] == list(duel.legal_moves)
    for move in moves:
        if move.kind != "move":
            assert move.path == []
            continue
        last = board_of(duel.play(move.move)).last
        assert last is not None
        assert last.origin is not None
        assert move.path[-1] == move.cell
        steps = [where(size, 1 << cell) for cell in (last.origin, *move.path)]
        assert all(abs(row - down) + abs(column - right) == 1 for (row, column), (down, right) in pairwise(steps))


def test_a_slide_names_every_cell_it_passes() -> None:
    moves = {legal.move: legal for legal in legal_of(Duel(load_game("gridlock")))}
    assert moves["up3"] == Legal(move="up3", kind="move", cell=3, path=[17, 10, 3])
    assert moves["left2"].path == [23, 22]


def test_goals_are_the_games_own() -> None:
    goals = [Goal(player=1, cells=[24]), Goal(player=2, cells=[0])]
    assert board_of(Duel(load_game("grid-runner"))).goals == goals
    assert board_of(Duel(load_game("light-cycle"))).goals == []


@pytest.mark.parametrize("id", GAMES)
def test_a_balanced_start_is_drawn_with_the_trails_of_its_opening(id: str) -> None:
    game = load_game(id)
    for moves in fair_starts(game):
        opened = Duel(game, moves)
        duel = Duel(game, start=opened.position)
        move = duel.legal_moves[0]
        assert board_of(duel) == board_of(opened)
        assert boards_of(duel.play(move)) == boards_of(opened.play(move))[opened.ply :]
        assert "blocked" not in {mark.kind for mark in board_of(duel).marks}
