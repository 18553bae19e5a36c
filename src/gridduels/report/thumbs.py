"""Rules of thumb: advice as people give it, each with the number by which the kernel tests it."""

from typing import Final, NamedTuple

from gridduels.report import kernel

__all__ = ["THUMBS", "Thumb"]


class Thumb(NamedTuple):
    """A piece of advice: its number in the kernel, the advice, and which moves it names."""

    number: int
    advice: str
    meaning: str


MIDDLE: Final = Thumb(kernel.MIDDLE, "Keep the middle", "the moves that end nearest to the centre of the board")
WALLS: Final = Thumb(kernel.WALLS, "Hug the walls", "the moves to cells with the fewest free neighbours")
FEW_REPLIES: Final = Thumb(
    kernel.FEW_REPLIES, "Leave the fewest replies", "the moves after which the opponent has the fewest moves"
)
FREEDOM: Final = Thumb(kernel.FREEDOM, "Keep your freedom", "the moves after which you would have the most moves")
ROOM: Final = Thumb(kernel.ROOM, "Keep the larger room", "the moves after which the most free cells are within reach")
TERRITORY: Final = Thumb(
    kernel.TERRITORY, "Count who gets there first", "the moves after which you get to the most cells before the other"
)
SHORTEST_WAY: Final = Thumb(
    kernel.SHORTEST_WAY, "Take the shortest way", "the moves after which your way to the goal is shortest"
)
LEAD: Final = Thumb(
    kernel.LEAD, "Mind both ways", "the moves after which your way is shortest compared with the opponent's"
)
TOWARDS: Final = Thumb(kernel.TOWARDS, "Go towards the opponent", "the moves that end nearest to the other token")
RUN: Final = Thumb(kernel.RUN, "Run", "the steps, none of the obstacles")
OBSTRUCT: Final = Thumb(kernel.OBSTRUCT, "Build", "the obstacles, none of the steps")
FAR: Final = Thumb(kernel.FAR, "Slide as far as you can", "the longest slides")
NEAR: Final = Thumb(kernel.NEAR, "Slide one cell", "the shortest slides")
EVEN_ROOM: Final = Thumb(
    kernel.EVEN_ROOM, "Leave an even room", "the moves after which an even number of free cells is within reach"
)

THUMBS: Final[dict[str, tuple[Thumb, ...]]] = {
    "light-cycle": (MIDDLE, WALLS, FEW_REPLIES, FREEDOM, ROOM, TERRITORY, TOWARDS),
    "pathway": (MIDDLE, WALLS, FEW_REPLIES, FREEDOM, TERRITORY, SHORTEST_WAY, LEAD, TOWARDS),
    "grid-runner": (MIDDLE, FEW_REPLIES, FREEDOM, SHORTEST_WAY, LEAD, TOWARDS),
    "gridlock": (MIDDLE, WALLS, FEW_REPLIES, EVEN_ROOM, FAR, NEAR),
    "blockade": (MIDDLE, FEW_REPLIES, SHORTEST_WAY, LEAD, TOWARDS, RUN, OBSTRUCT),
}
"""What is tested in each game."""
