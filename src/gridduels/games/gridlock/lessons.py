"""How GridLock is learned, on a board that is not too large."""

from gridduels.lesson import Lesson

_SIZE = 5
_POCKET = "left2 down2 right4 up3"

LESSONS = (
    Lesson(
        "You both move one token. Slide it two cells up.",
        answers=("up2",),
        keys="Press the up arrow key twice, then enter. Or click the cell.",
        wrong={"": "A token slides as far as you like. This time two cells up."},
        praise="The cells it left and passed have a dot now: they are used up.",
        size=_SIZE,
    ),
    Lesson(
        "Nobody can slide over a dot or stop on one. Try it: go back right.",
        "up2 left2",
        refused="right1",
        wrong={"": "That way is free. Try to go back right."},
        size=_SIZE,
    ),
    Lesson(
        "Whoever cannot move loses. Slide the token where there is no way out.",
        "left2 up2 right4 down1",
        answers=("left3",),
        wins=True,
        wrong={"": "From there it can still move. On the left is a pocket with dots all around."},
        praise="The token is stuck, and it is Player 2's turn: you win.",
        size=_SIZE,
    ),
    Lesson(
        "Think one move further: leave Player 2 one way only, and a bad one.",
        _POCKET,
        answers=("left4",),
        wins=True,
        wrong={"": "Then Player 2 gets the last move. What if the token goes all the way to the edge?"},
        praise="Right: only one move is left to Player 2, up into the corner.",
        size=_SIZE,
    ),
    Lesson(
        "Player 2 had to go up. Now end it.",
        f"{_POCKET} left4 up1",
        answers=("right4",),
        wins=True,
        wrong={"": "From there Player 2 can still move. Where does the token get stuck?"},
        praise="The token is stuck again: you win.",
        size=_SIZE,
    ),
    Lesson("Make the last move. That is the whole game, and it is usually played on 7x7."),
)
