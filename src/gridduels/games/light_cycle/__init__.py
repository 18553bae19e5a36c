"""Light Cycle Duel: leave a wall behind you; last one moving wins."""

from gridduels.game import Definition
from gridduels.games.light_cycle import rules
from gridduels.games.light_cycle.words import LESSONS, LightCycleWords
from gridduels.statement import Steps
from gridduels.symmetry import Symmetry

GAME = Definition(
    module=__name__,
    order=1,
    id="light-cycle",
    title="Light Cycle Duel",
    summary="Leave walls behind you. The last to move wins.",
    sizes=(3, 5, 7),
    size=5,
    rules=rules,
    words=LightCycleWords(),
    action_space=(Steps(),),
    max_plies=lambda size, rulings: size * size - 2,
    canonicalize=rules.canonicalize,
    board_symmetries=(Symmetry.FLIP, Symmetry.TRANSPOSE, Symmetry.EXCHANGE),
    on_demand_sizes=(7,),
    lessons=LESSONS,
)
