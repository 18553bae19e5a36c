"""Published values and numbers of positions, from the literature and from OpenSpiel's states.

- Connect Four: the numbers of reachable positions match John Tromp's table (4x4: 161,029; 5 rows of 4:
  1,706,255; 4 rows of 5: 3,945,711), and on all boards up to 5x5 best play is a draw, by the same author.
- Domineering: the first player wins on 2x2 to 4x4, the second player on 5x5 (Breuker, Uiterwijk and van den Herik,
  "Solving 8x8 Domineering", Theoretical Computer Science 230, 2000).
- Tic-tac-toe is a draw, with 5,478 positions.
"""

from typing import Any

import pytest
from classic_duels.breakthrough import GAME as BREAKTHROUGH
from classic_duels.clobber import GAME as CLOBBER
from classic_duels.connect_four import GAME as CONNECT_FOUR
from classic_duels.domineering import GAME as DOMINEERING
from classic_duels.dots_and_boxes import GAME as DOTS_AND_BOXES
from classic_duels.tic_tac_toe import GAME as TIC_TAC_TOE

from gridduels import Game
from gridduels.engine import solve


def outcome(game: Game) -> str:
    return solve(game).value(game.start()).outcome


def positions(game: Game) -> int:
    counts = solve(game).counts
    assert counts is not None
    return sum(counts.values())


def test_tic_tac_toe_is_a_draw_with_5478_positions() -> None:
    assert (outcome(Game(TIC_TAC_TOE)), positions(Game(TIC_TAC_TOE))) == ("draw", 5_478)


@pytest.mark.parametrize(
    ("size", "count"),
    [
        (4, 161_029),
        pytest.param("5x4", 1_706_255, marks=pytest.mark.heavy),
        pytest.param("4x5", 3_945_711, marks=pytest.mark.heavy),
    ],
)
def test_connect_four_on_small_boards_is_a_draw_with_the_known_number_of_positions(size: Any, count: int) -> None:
    assert (outcome(Game(CONNECT_FOUR, size)), positions(Game(CONNECT_FOUR, size))) == ("draw", count)


@pytest.mark.heavy
def test_connect_four_on_5x5_is_a_draw() -> None:
    assert outcome(Game(CONNECT_FOUR, 5)) == "draw"


@pytest.mark.heavy
@pytest.mark.parametrize(("size", "value"), [(3, "win"), (4, "win"), (5, "loss")])
def test_domineering_has_the_known_winner(size: int, value: str) -> None:
    assert outcome(Game(DOMINEERING, size)) == value


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("game", "theirs"),
    [
        (Game(CLOBBER, "2x3"), "clobber(rows=2,columns=3)"),
        (Game(CLOBBER, 3), "clobber(rows=3,columns=3)"),
        (Game(CLOBBER, "3x4"), "clobber(rows=3,columns=4)"),
        (Game(DOTS_AND_BOXES, "3x5"), "dots_and_boxes(num_rows=1,num_cols=2)"),
        (Game(DOTS_AND_BOXES, 5), "dots_and_boxes(num_rows=2,num_cols=2)"),
        (Game(BREAKTHROUGH, "4x3", {"ranks": 1}), "breakthrough(rows=4,columns=3)"),
        (Game(TIC_TAC_TOE), "tic_tac_toe"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_values_match_minimax_over_the_states_of_openspiel(game: Game, theirs: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    start = pyspiel.load_game(theirs).new_initial_state()
    known: dict[str, float] = {}

    def best(state: Any) -> float:
        """Return the outcome for the first player."""
        if state.is_terminal():
            return float(state.returns()[0])
        key = f"{state.current_player()} {state}"
        if key not in known:
            choose = max if state.current_player() == 0 else min
            known[key] = choose(best(state.child(action)) for action in state.legal_actions())
        return known[key]

    assert {"win": 1.0, "draw": 0.0, "loss": -1.0}[outcome(game)] == best(start)
