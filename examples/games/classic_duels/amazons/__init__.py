"""The Game of the Amazons: a turn consists of three actions."""

from math import prod

from classic_duels.amazons import rules
from classic_duels.amazons.words import AmazonsWords
from gridduels import Definition
from gridduels.board import shape
from gridduels.statement import Other

GAME = Definition(
    module=__name__,
    id="amazons",
    title="Game of the Amazons",
    summary="Go like a queen, shoot like a queen.",
    sizes=("3x4", 4, 6),
    size=4,
    rules=rules,
    words=AmazonsWords(),
    action_space=(Other(),),
    max_plies=lambda size, rulings: 3 * (prod(shape(size)) - 4),
)
