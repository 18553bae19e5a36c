"""How Pathway Duel is learned."""

from gridduels.lesson import Lesson

LESSONS = (
    Lesson(
        "You are A. You want to get to B's corner, and B to yours. Step right.",
        answers=("right",),
        wrong={"": "That is a move, too. This time step right."},
        praise="The cell you left is blocked from now on.",
    ),
    Lesson(
        "Nobody can enter a blocked cell. Try it: step back left.",
        "right left",
        refused="left",
        wrong={"": "That way is free. Step back left, onto the cell you came from."},
    ),
    Lesson(
        "Your goal is the corner below you; it stays open for you. B is as near to its own: be first.",
        "right left right left right left right left down up down up down up",
        answers=("down",),
        wins=True,
        wrong={"": "Then B steps into your corner and wins. Your goal is right beside you."},
        praise="You are there: you win.",
    ),
    Lesson(
        "There is a second way to win: leave B without a move.",
        "right left down left down left left left",
        answers=("down",),
        wins=True,
        wrong={"up": "There you would be stuck yourself. Take the one free cell beside B."},
        praise="B cannot move: you win.",
    ),
    Lesson(
        "B wants to slip past you. One step shuts B into the corner, the other one shuts you in.",
        "right up right up right up",
        answers=("down",),
        wins=True,
        wrong={"right": "Then B turns left, and it is you who sits in the corner."},
        praise="Right: B can only go up, into the corner.",
    ),
    Lesson("Get to the far corner, or leave the other one no way. That is the whole game."),
)
