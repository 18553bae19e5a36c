"""Tic-tac-toe: a game with draws."""

from classic_duels.tic_tac_toe import rules
from classic_duels.tic_tac_toe.words import TicTacToeWords
from gridduels import Definition
from gridduels.statement import Places
from gridduels.symmetry import Symmetry

GAME = Definition(
    module=__name__,
    id="tic-tac-toe",
    title="Tic-tac-toe",
    summary="Three in a row.",
    sizes=(3,),
    size=3,
    rules=rules,
    words=TicTacToeWords(),
    action_space=(Places("crosses", "noughts"),),
    max_plies=lambda size, rulings: size * size,
    board_symmetries=(Symmetry.FLIP, Symmetry.TRANSPOSE, Symmetry.EXCHANGE),
    draws=True,
    reasons={"line": "{winner} has three in a row."},
)
