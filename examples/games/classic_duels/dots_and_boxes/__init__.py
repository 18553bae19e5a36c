"""Dots and Boxes: a player who closes a box moves again."""

from math import prod

from classic_duels.dots_and_boxes import rules
from classic_duels.dots_and_boxes.words import DotsAndBoxesWords
from gridduels import Definition
from gridduels.board import shape
from gridduels.statement import Other
from gridduels.symmetry import Symmetry

GAME = Definition(
    module=__name__,
    id="dots-and-boxes",
    title="Dots and Boxes",
    summary="Close boxes. Each box gives you another move.",
    sizes=("3x5", 5, "5x7"),
    size=5,
    rules=rules,
    words=DotsAndBoxesWords(),
    action_space=(Other(),),
    max_plies=lambda size, rulings: prod(shape(size)) // 2,
    board_symmetries=(Symmetry.FLIP, Symmetry.MIRROR, Symmetry.TRANSPOSE),
    draws=True,
    reasons={"boxes": "{winner} has more boxes."},
)
