"""Blockade Runner: run, or place one of your obstacles."""

from gridduels.board import Rulings
from gridduels.game import REPETITION, Definition, Ruling
from gridduels.games.blockade import rules
from gridduels.games.blockade.words import LESSONS, BlockadeWords
from gridduels.statement import Passes, Places, Steps
from gridduels.symmetry import Symmetry


def _max_plies(size: int, rulings: Rulings) -> int | None:
    """Return the maximum game length: between placements, each position except the last occurs at most twice."""
    cells = size * size
    placements = min(2 * int(rulings["obstacles"]), cells - 2)
    runs = sum(2 * 2 * (cells - placed) * (cells - placed - 1) for placed in range(placements + 1))
    return runs + placements if rulings["repetition"] == "barred" else None


GAME = Definition(
    module=__name__,
    order=5,
    id="blockade",
    title="Blockade Runner",
    summary="Run to the far corner, or put an obstacle in the way.",
    sizes=(3, 4, 5, 6),
    size=5,
    rules=rules,
    words=BlockadeWords(),
    action_space=(Steps(), Places("obstacles"), Passes(when="stuck_passes")),
    goals=("goal_one", "goal_two"),
    symmetries=4,
    apply_symmetry=rules.apply_symmetry,
    board_symmetries=(Symmetry.TRANSPOSE, Symmetry.FLIP | Symmetry.MIRROR | Symmetry.EXCHANGE),
    max_layers=rules.max_layers,
    max_plies=_max_plies,
    rulings=(
        Ruling("obstacles", "how many obstacles does each player have?", (3, 0, 1, 2, 4, 5, 6, 7, 8, 9)),
        Ruling(
            "paths",
            "whose path to the goal must an obstacle leave open?",
            ("both", "opponent"),
            {"both": "each player's", "opponent": "only the opponent's, so players may wall themselves in"},
        ),
        REPETITION,
        Ruling(
            "stuck",
            "what happens to a player without a legal action?",
            ("loses", "passes"),
            {"loses": "the player loses", "passes": "the player passes"},
        ),
    ),
    lessons=LESSONS,
)
