"""Konane: a turn consists of one or more jumps."""

from math import prod

from classic_duels.konane import rules
from classic_duels.konane.words import KonaneWords
from gridduels import Definition
from gridduels.board import shape
from gridduels.statement import Other

GAME = Definition(
    module=__name__,
    id="konane",
    title="Konane",
    summary="Jump, then jump again.",
    sizes=(4, "4x5", 5, 6),
    size=6,
    rules=rules,
    words=KonaneWords(),
    action_space=(Other(),),
    max_plies=lambda size, rulings: 2 * prod(shape(size)),
)
