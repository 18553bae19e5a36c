"""Connect Four: a game on a board that isn't square."""

from math import prod

from classic_duels.connect_four import rules
from classic_duels.connect_four.words import ConnectFourWords
from gridduels import Definition
from gridduels.board import shape
from gridduels.statement import Other
from gridduels.symmetry import Symmetry

GAME = Definition(
    module=__name__,
    id="connect-four",
    title="Connect Four",
    summary="Drop discs. Four in a row wins.",
    sizes=(4, "4x5", "5x4", 5, "5x6", "6x5", 6, "6x7"),
    size="6x7",
    rules=rules,
    words=ConnectFourWords(),
    action_space=(Other(),),
    max_plies=lambda size, rulings: prod(shape(size)),
    canonicalize=rules.canonicalize,
    board_symmetries=(Symmetry.MIRROR, Symmetry.EXCHANGE),
    on_demand_sizes=(5, "5x6", "6x5"),
    draws=True,
    reasons={"line": "{winner} has four in a row."},
)
