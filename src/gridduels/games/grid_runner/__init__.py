"""Grid Runner Duel: first to the opposite corner."""

from gridduels.board import Rulings
from gridduels.game import REPETITION, Definition, Ruling
from gridduels.games.grid_runner import rules
from gridduels.games.grid_runner.words import LESSONS, GridRunnerWords
from gridduels.statement import Steps
from gridduels.symmetry import Symmetry


def _max_plies(size: int, rulings: Rulings) -> int | None:
    """Return the maximum game length: each position except the last occurs at most twice."""
    cells = size * size
    return 2 * 2 * cells * (cells - 1) if rulings["repetition"] == "barred" else None


GAME = Definition(
    module=__name__,
    order=3,
    id="grid-runner",
    title="Grid Runner Duel",
    summary="First to the opposite corner.",
    sizes=(3, 4, 5, 6, 7),
    size=5,
    rules=rules,
    words=GridRunnerWords(),
    action_space=(Steps(),),
    goals=("goal_one", "goal_two"),
    canonicalize=rules.canonicalize,
    board_symmetries=(Symmetry.TRANSPOSE, Symmetry.FLIP | Symmetry.MIRROR | Symmetry.EXCHANGE),
    max_plies=_max_plies,
    rulings=(
        REPETITION,
        Ruling("stuck", "what happens to a player without a legal move?", ("loses",), {"loses": "the player loses"}),
    ),
    lessons=LESSONS,
)
