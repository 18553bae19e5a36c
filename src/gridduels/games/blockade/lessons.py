"""How Blockade Runner is learned."""

from gridduels.lesson import Lesson

_EVERYWHERE = tuple(f"@{column},{row}" for row in range(5) for column in range(5))

LESSONS = (
    Lesson(
        "You are 1 and run to the corner where 2 stands. Each turn you move or place an obstacle. Move right.",
        answers=("right",),
        wrong={"": "That is allowed, too. This time move right."},
        praise="One step. The way to the far corner has eight.",
    ),
    Lesson(
        "Now hold Player 2 up: place an obstacle.",
        "right left",
        answers=_EVERYWHERE,
        keys="Press p, aim with the arrow keys, and place it with enter.",
        wrong={"": "That was a step. This time place an obstacle."},
        praise="It stays there for the whole game. You have two more.",
    ),
    Lesson(
        "You must not close the last way through. Try it: place an obstacle in the gap.",
        "@0,2 @1,2 @3,2 @4,2",
        refused="@2,2",
        keys="Press p, and aim at the gap.",
        wrong={"": "That is allowed. Aim at the gap in the wall."},
    ),
    Lesson(
        "Your goal is the corner below you, and 2 is as near to its own. Be first.",
        "right left right left right left right left down up down up down up",
        answers=("down",),
        wins=True,
        wrong={"": "Then 2 is home first. Your goal is right beside you."},
        praise="You are there: you win.",
    ),
    Lesson(
        "2 needs two steps, you need three. Place an obstacle right in front of it.",
        "down up @3,4 up right left right up down up right left",
        answers=("@1,0",),
        wins=True,
        wrong={"": "2 is home before you. It runs left along the top row: block the cell before it."},
        praise="Right: 2 has to go round, and now you are faster.",
    ),
    Lesson("Run while you are ahead, block while you are behind. That is the whole game."),
)
