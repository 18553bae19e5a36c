"""Draws boards.svg, the five games after a few moves each: python docs/pictures/draw.py > docs/pictures/boards.svg"""

from collections.abc import Iterator
from typing import Final

from gridduels import Duel, load_game
from gridduels.pictures.scene import BOARD, board_shapes, turn_shapes
from gridduels.pictures.shapes import Label
from gridduels.pictures.svg import shapes_svg, style_sheet

GAMES: Final = {
    "light-cycle": "right left up down up",
    "pathway": "right left down up right",
    "grid-runner": "down up right left",
    "gridlock": "up3 left3",
    "blockade": "right @2,0 down left @3,3 left",
}
SIDE, CARD, GAP, TOP, HEIGHT = 150, 170, 10, 46, 238
CARDS: Final = """
.card { fill: #ffffff; stroke: #d9d7cf }
@media (prefers-color-scheme: dark) { .card { fill: #1a2029; stroke: #39424f } }
"""


def card(number: int, duel: Duel) -> Iterator[str]:
    left = 1 + number * (CARD + GAP)
    inside = left + (CARD - SIDE) / 2
    yield f'<rect class="card" x="{left}" y="1" width="{CARD}" height="{HEIGHT - 2}" rx="8"/>'
    yield from shapes_svg([Label("title", left + 12, 24, 14, duel.game.title, "start")])
    yield f'<g transform="translate({inside:g} {TOP}) scale({SIDE / BOARD:.4g})">'
    yield from shapes_svg(board_shapes(duel, 0, 0, BOARD, legal=True))
    yield "</g>"
    yield from shapes_svg(turn_shapes(duel, left + 12, TOP + SIDE + 24, 12))


def picture() -> str:
    width = 2 + len(GAMES) * (CARD + GAP) - GAP
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" width="{width}" role="img">',
        "<title>The five games, each after a few moves</title>",
        f"<style>{style_sheet()}{CARDS}</style>",
    ]
    for number, (id, moves) in enumerate(GAMES.items()):
        lines += card(number, Duel(load_game(id), moves))
    return "\n".join([*lines, "</svg>"])


if __name__ == "__main__":
    print(picture())
