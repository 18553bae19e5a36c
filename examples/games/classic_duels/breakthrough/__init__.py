"""Breakthrough: many pieces, which move and capture."""

from classic_duels.breakthrough import rules
from classic_duels.breakthrough.words import BreakthroughWords
from gridduels import Definition, Ruling
from gridduels.board import shape
from gridduels.statement import Other
from gridduels.symmetry import Symmetry


def _max_plies(size: int | str, rulings: object) -> int:
    """Return the maximum game length: every move advances a piece until one reaches the far row."""
    rows, columns = shape(size)
    return 2 * columns * (rows - 1 + rows - 2)


GAME = Definition(
    module=__name__,
    id="breakthrough",
    title="Breakthrough",
    summary="Get one piece through.",
    sizes=("4x3", 4, "5x4", 5),
    size=5,
    rules=rules,
    words=BreakthroughWords(),
    action_space=(Other(),),
    max_plies=_max_plies,
    canonicalize=rules.canonicalize,
    board_symmetries=(Symmetry.MIRROR, Symmetry.FLIP | Symmetry.EXCHANGE),
    on_demand_sizes=("5x4", 5),
    rulings=(Ruling("ranks", "how many rows of pieces does each player have?", (2, 1)),),
    reasons={"far side": "{winner} has broken through.", "captured": "{loser} has no pieces left."},
    reason=rules.reason,
)
