"""Rules of thumb, advice as people give it, and signs of who stands better; each with its number in the kernel."""

from typing import Final, NamedTuple

from gridduels.report.statistics import advice

__all__ = ["SIGNS", "THUMBS", "Sign", "Thumb"]


class Thumb(NamedTuple):
    """A piece of advice: its number in the kernel, the advice, and which moves it names."""

    number: int
    advice: str
    meaning: str


MIDDLE: Final = Thumb(advice.MIDDLE, "Keep the middle", "the moves that end nearest to the centre of the board")
WALLS: Final = Thumb(advice.WALLS, "Hug the walls", "the moves to cells with the fewest free neighbours")
FEW_REPLIES: Final = Thumb(
    advice.FEW_REPLIES, "Leave the fewest replies", "the moves after which the opponent has the fewest moves"
)
FREEDOM: Final = Thumb(advice.FREEDOM, "Keep your freedom", "the moves after which you would have the most moves")
ROOM: Final = Thumb(advice.ROOM, "Keep the larger room", "the moves after which the most free cells are within reach")
TERRITORY: Final = Thumb(
    advice.TERRITORY, "Count who gets there first", "the moves after which you get to the most cells before the other"
)
SHORTEST_WAY: Final = Thumb(
    advice.SHORTEST_WAY, "Take the shortest way", "the moves after which your way to the goal is shortest"
)
LEAD: Final = Thumb(
    advice.LEAD, "Mind both ways", "the moves after which your way is shortest compared with the opponent's"
)
TOWARDS: Final = Thumb(advice.TOWARDS, "Go towards the opponent", "the moves that end nearest to the other token")
RUN: Final = Thumb(advice.RUN, "Run", "the steps, none of the obstacles")
OBSTRUCT: Final = Thumb(advice.OBSTRUCT, "Build", "the obstacles, none of the steps")
FAR: Final = Thumb(advice.FAR, "Slide as far as you can", "the longest slides")
NEAR: Final = Thumb(advice.NEAR, "Slide one cell", "the shortest slides")
EVEN_ROOM: Final = Thumb(
    advice.EVEN_ROOM, "Leave an even room", "the moves after which an even number of free cells is within reach"
)

THUMBS: Final[dict[str, tuple[Thumb, ...]]] = {
    "light-cycle": (MIDDLE, WALLS, FEW_REPLIES, FREEDOM, ROOM, TERRITORY, TOWARDS),
    "pathway": (MIDDLE, WALLS, FEW_REPLIES, FREEDOM, TERRITORY, SHORTEST_WAY, LEAD, TOWARDS),
    "grid-runner": (MIDDLE, FEW_REPLIES, FREEDOM, SHORTEST_WAY, LEAD, TOWARDS),
    "gridlock": (MIDDLE, WALLS, FEW_REPLIES, EVEN_ROOM, FAR, NEAR),
    "blockade": (MIDDLE, FEW_REPLIES, SHORTEST_WAY, LEAD, TOWARDS, RUN, OBSTRUCT),
}
"""What is tested in each game."""


class Sign(NamedTuple):
    """Something that is said to tell who stands better: its number in the kernel, and what it is."""

    number: int
    claim: str


MORE_TERRITORY: Final = Sign(advice.MORE_TERRITORY, "gets to more cells before the other does")
SHORTER_WAY: Final = Sign(advice.SHORTER_WAY, "has the shorter way to the goal")
MORE_MOVES: Final = Sign(advice.MORE_MOVES, "has more moves")
MORE_ROOM_CUT_OFF: Final = Sign(
    advice.MORE_ROOM_CUT_OFF, "has the larger room, once the two are cut off from each other"
)
LARGER_RESERVE: Final = Sign(advice.LARGER_RESERVE, "has more obstacles left")
ODD_ROOM: Final = Sign(advice.ODD_ROOM, "is to move while an odd number of cells is within reach")

SIGNS: Final[dict[str, tuple[Sign, ...]]] = {
    "light-cycle": (MORE_ROOM_CUT_OFF, MORE_TERRITORY, MORE_MOVES),
    "pathway": (SHORTER_WAY, MORE_TERRITORY, MORE_MOVES),
    "grid-runner": (SHORTER_WAY, MORE_MOVES),
    "gridlock": (ODD_ROOM,),
    "blockade": (SHORTER_WAY, LARGER_RESERVE, MORE_MOVES),
}
"""What is tested in each game."""
