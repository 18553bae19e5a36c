"""Domineering: vertical dominoes against horizontal ones."""

from math import prod

from classic_duels.domineering import rules
from classic_duels.domineering.words import DomineeringWords
from gridduels import Definition
from gridduels.board import shape
from gridduels.statement import Places
from gridduels.symmetry import Symmetry

GAME = Definition(
    module=__name__,
    id="domineering",
    title="Domineering",
    summary="Upright dominoes against flat ones.",
    sizes=("2x3", 3, "3x4", 4, "4x5", 5, "5x6"),
    size=5,
    rules=rules,
    words=DomineeringWords(),
    action_space=(Places("upright", "flat", cells=2),),
    max_plies=lambda size, rulings: prod(shape(size)) // 2,
    canonicalize=rules.canonicalize,
    board_symmetries=(Symmetry.FLIP, Symmetry.MIRROR, Symmetry.TRANSPOSE | Symmetry.EXCHANGE),
    uncounted_sizes=(5, "5x6"),
)
