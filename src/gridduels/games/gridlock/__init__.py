"""GridLock: the players share one token; the last to slide it wins."""

from gridduels.game import Definition
from gridduels.games.gridlock import rules
from gridduels.games.gridlock.words import LESSONS, GridLockWords
from gridduels.statement import Slides
from gridduels.symmetry import Symmetry

GAME = Definition(
    module=__name__,
    order=4,
    id="gridlock",
    title="GridLock",
    summary="You share one token. Make the last slide.",
    sizes=(3, 5, 7, 9),
    size=7,
    rules=rules,
    words=GridLockWords(),
    action_space=(Slides(),),
    canonicalize=rules.canonicalize,
    board_symmetries=(Symmetry.FLIP, Symmetry.TRANSPOSE, Symmetry.EXCHANGE),
    uncounted_sizes=(7,),
    on_demand_sizes=(9,),
    max_plies=lambda size, rulings: size * size - 1,
    players_choose_first=True,
    lessons=LESSONS,
)
