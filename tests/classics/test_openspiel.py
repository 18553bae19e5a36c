"""The games of examples/games compared with OpenSpiel's: the same legal moves, turns and results.

OpenSpiel does not include Domineering, Isolation or Konane; `test_models.py` compares these with naive models.
"""

import random
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from classic_duels.amazons import GAME as AMAZONS
from classic_duels.breakthrough import GAME as BREAKTHROUGH
from classic_duels.clobber import GAME as CLOBBER
from classic_duels.connect_four import GAME as CONNECT_FOUR
from classic_duels.dots_and_boxes import GAME as DOTS_AND_BOXES
from classic_duels.tic_tac_toe import GAME as TIC_TAC_TOE

from gridduels import Game
from gridduels.game import perft

pyspiel = pytest.importorskip("pyspiel")


class Case(NamedTuple):
    """A game, OpenSpiel's name for it, and a function from OpenSpiel's action strings to our words."""

    game: Game
    theirs: str
    word: Callable[[Game, str], str]


def cell(row: int, column: int) -> str:
    return f"{row},{column}"


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def of_tic_tac_toe(game: Game, text: str) -> str:
    row, column = numbers(text)
    return cell(row + 1, column + 1)


def of_connect_four(game: Game, text: str) -> str:
    return str(numbers(text)[0] + 1)


def of_squares(text: str) -> list[tuple[int, int]]:
    """Return `b4c3` as rows, counted from the bottom, and columns."""
    return [(int(rank), ord(file) - ord("a") + 1) for file, rank in re.findall(r"([a-z])(\d)", text)]


def of_breakthrough(game: Game, text: str) -> str:
    """OpenSpiel's first player moves down and ours moves up, so rows are counted from the other side."""
    (row, column), (_, below) = sorted(of_squares(text))
    return f"{cell(row, column)}-{('left', 'down', 'right')[below - column + 1]}"


def of_clobber(game: Game, text: str) -> str:
    first, second = sorted((game.rows + 1 - rank, column) for rank, column in of_squares(text))
    return f"{cell(*first)}-{'right' if first[0] == second[0] else 'down'}"


def of_dots_and_boxes(game: Game, text: str) -> str:
    _, row, column = numbers(text)
    return cell(2 * row + 1, 2 * column + 2) if "h" in text else cell(2 * row + 2, 2 * column + 1)


def of_amazons(game: Game, text: str) -> str:
    return cell(*numbers(text))


CASES = [
    Case(Game(TIC_TAC_TOE), "tic_tac_toe", of_tic_tac_toe),
    Case(Game(CONNECT_FOUR), "connect_four", of_connect_four),
    Case(Game(CONNECT_FOUR, "4x5"), "connect_four(rows=4,columns=5)", of_connect_four),
    Case(Game(BREAKTHROUGH, 5, {"ranks": 1}), "breakthrough(rows=5,columns=5)", of_breakthrough),
    Case(Game(BREAKTHROUGH, "5x4", {"ranks": 1}), "breakthrough(rows=5,columns=4)", of_breakthrough),
    Case(Game(CLOBBER, "4x5"), "clobber(rows=4,columns=5)", of_clobber),
    Case(Game(CLOBBER, "5x6"), "clobber(rows=5,columns=6)", of_clobber),
    Case(Game(DOTS_AND_BOXES, 5), "dots_and_boxes(num_rows=2,num_cols=2)", of_dots_and_boxes),
    Case(Game(DOTS_AND_BOXES, "5x7"), "dots_and_boxes(num_rows=2,num_cols=3)", of_dots_and_boxes),
    Case(Game(AMAZONS, 6), "amazons(board_size=6)", of_amazons),
]


def play_alike(case: Case, rng: random.Random) -> int:
    """Play the same random game in both; return its number of plies."""
    game, position = case.game, case.game.start()
    theirs = pyspiel.load_game(case.theirs).new_initial_state()
    plies = 0
    while not theirs.is_terminal():
        actions = {case.word(game, theirs.action_to_string(action)): action for action in theirs.legal_actions()}
        assert sorted(actions) == sorted(game.words_of(game.legal(position))), theirs
        assert theirs.current_player() == position.turn - 1
        word = rng.choice(sorted(actions))
        theirs.apply_action(actions[word])
        position, plies = game.play(position, game.action(word)), plies + 1
    assert game.legal(position) == 0
    assert [0.0, 1.0, -1.0, 0.0][game.winner(position)] == theirs.returns()[0]
    return plies


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.theirs)
def test_random_games_agree(case: Case) -> None:
    rng = random.Random(case.theirs)
    assert sum(play_alike(case, rng) for _ in range(40)) > 200


@pytest.mark.heavy
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.theirs)
def test_thousands_of_random_games_agree(case: Case) -> None:
    rng = random.Random(f"heavy {case.theirs}")
    assert sum(play_alike(case, rng) for _ in range(3000)) > 15_000


def their_perft(state: Any, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(their_perft(state.child(action), depth - 1) for action in state.legal_actions())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.theirs)
def test_the_numbers_of_move_sequences_agree(case: Case) -> None:
    start = pyspiel.load_game(case.theirs).new_initial_state()
    assert perft(case.game, 3) == [their_perft(start, depth) for depth in (1, 2, 3)]
