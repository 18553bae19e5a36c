"""Clobber: every move captures a stone."""

from math import prod

from classic_duels.clobber import rules
from classic_duels.clobber.words import ClobberWords
from gridduels import Definition
from gridduels.board import shape
from gridduels.statement import Other
from gridduels.symmetry import Symmetry

GAME = Definition(
    module=__name__,
    id="clobber",
    title="Clobber",
    summary="Every move is a capture.",
    sizes=("2x3", "2x4", 3, "3x4", 4, "4x5", 5, "5x6"),
    size="4x5",
    rules=rules,
    words=ClobberWords(),
    action_space=(Other(),),
    max_plies=lambda size, rulings: prod(shape(size)) - 1,
    board_symmetries=(Symmetry.FLIP, Symmetry.TRANSPOSE, Symmetry.EXCHANGE),
    on_demand_sizes=("4x5", 5, "5x6"),
)
