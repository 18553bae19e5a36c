"""Pathway Duel: reach the far corner, or wall your opponent in."""

from gridduels.game import Definition, Ruling
from gridduels.games.pathway import rules
from gridduels.games.pathway.words import LESSONS, PathwayWords
from gridduels.statement import Steps
from gridduels.symmetry import Symmetry

GAME = Definition(
    module=__name__,
    order=2,
    id="pathway",
    title="Pathway Duel",
    summary="Reach the far corner, or trap your opponent.",
    sizes=(3, 4, 5, 6, 7),
    size=5,
    rules=rules,
    words=PathwayWords(),
    action_space=(Steps(),),
    goals=("goal_one", "goal_two"),
    goals_when="goal_open",
    canonicalize=rules.canonicalize,
    board_symmetries=(Symmetry.TRANSPOSE, Symmetry.FLIP | Symmetry.MIRROR | Symmetry.EXCHANGE),
    on_demand_sizes=(7,),
    max_plies=lambda size, rulings: size * size - 2 + (rulings["goal"] == "open"),
    rulings=(
        Ruling(
            "goal",
            "may a player enter the opponent's start cell even if it is blocked?",
            ("open", "sealed"),
            {"open": "yes, and wins there", "sealed": "no, so no one can win by reaching it"},
        ),
    ),
    lessons=LESSONS,
)
