"""Isolation: a player acts twice per turn."""

from classic_duels.isolation import rules
from classic_duels.isolation.words import IsolationWords
from gridduels import Definition
from gridduels.statement import Moves, Places
from gridduels.symmetry import Symmetry

GAME = Definition(
    module=__name__,
    id="isolation",
    title="Isolation",
    summary="Step, then remove a cell.",
    sizes=(3, 4, 5),
    size=4,
    rules=rules,
    words=IsolationWords(),
    action_space=(Moves(rules.STEPS), Places("gone")),
    max_plies=lambda size, rulings: 2 * (size * size - 2),
    board_symmetries=(Symmetry.FLIP, Symmetry.TRANSPOSE, Symmetry.EXCHANGE),
)
