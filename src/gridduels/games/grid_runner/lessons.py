"""How Grid Runner Duel is learned."""

from gridduels.lesson import Lesson

_RACE = "right left right left right left right left down up down up down up"

LESSONS = (
    Lesson(
        "You are 1. Be the first in the corner where 2 stands; 2 wants yours. Step right.",
        answers=("right",),
        wrong={"": "That is a move, too. This time step right."},
        praise="You must move in every turn, one square at a time.",
    ),
    Lesson(
        "Only a token is ever in the way. For once you are 2: try to walk up, through 1.",
        "right left right left down up down",
        refused="up",
        wrong={"": "That way is free. Try to walk up, where 1 stands."},
    ),
    Lesson(
        "You are 1 again. Your goal is the corner below you, and 2 is as near to its own. Be first.",
        _RACE,
        answers=("down",),
        wins=True,
        wrong={"": "Then 2 is home first. Your goal is right beside you."},
        praise="You are there: you win.",
    ),
    Lesson(
        "2 wants to run up the left edge. Get in its way.",
        "down left down left right left left left",
        answers=("down",),
        wins=True,
        wrong={"": "Then 2 runs past you. Step down: it must go round, and you are ahead."},
        praise="Right: 2 has to turn away, and you are ahead.",
    ),
    Lesson("No position may come about a third time, so a race always ends. That is the whole game."),
)
