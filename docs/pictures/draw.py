"""Draws boards.svg, the five games after a few moves each: python docs/pictures/draw.py > docs/pictures/boards.svg"""

from collections.abc import Iterator
from typing import Any, Final

from gridduels import Duel, load_game
from gridduels.board import each, where

GAMES: Final = {
    "light-cycle": "right left up down up",
    "pathway": "right left down up right",
    "grid-runner": "down up right left",
    "gridlock": "up3 left3",
    "blockade": "right @2,0 down left @3,3 left",
}
BOARD, CARD, GAP, TOP, HEIGHT = 150, 170, 10, 46, 238

STYLE: Final = """
  text { font-family: system-ui, "Segoe UI", "DejaVu Sans", sans-serif; fill: #1b2430 }
  .card { fill: #ffffff; stroke: #d9d7cf }
  .cell { fill: #efede6 }
  .title { font-size: 14px; font-weight: 700 }
  .turn { font-size: 12px }
  .number { font-weight: 700; fill: #ffffff; text-anchor: middle; dominant-baseline: central }
  .one { fill: #0072b2 } .two { fill: #c84e00 }
  .trail1 { fill: #a9d4ec } .trail2 { fill: #f5c3a2 }
  .line1, .line2, .goal1, .goal2, .ring, .legal, .last, .cross { fill: none; stroke-width: 2 }
  .line1, .goal1 { stroke: #0072b2 } .line2, .goal2 { stroke: #c84e00 }
  .goal1, .goal2 { stroke-dasharray: 4 3 }
  .block { fill: #3a4250 } .cross { stroke: #ffffff }
  .visited { fill: #5d6673 }
  .ring { stroke: #1b2430; stroke-width: 5 }
  .legal { stroke: #1b2430; stroke-width: 1.5; stroke-dasharray: 2 2.5 }
  .last { stroke: #1b2430; stroke-width: 2.5 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0eee8 }
    .card { fill: #1a2029; stroke: #39424f }
    .cell { fill: #2b3441 }
    .number { fill: #11161d }
    .one { fill: #56b4e9 } .two { fill: #f28c3c }
    .trail1 { fill: #1f4e6b } .trail2 { fill: #6b3a17 }
    .line1, .goal1 { stroke: #56b4e9 } .line2, .goal2 { stroke: #f28c3c }
    .block { fill: #98a2b3 } .cross { stroke: #1a2029 }
    .visited { fill: #a8b0bd }
    .ring, .legal, .last { stroke: #f0eee8 }
  }
"""


class Board:
    """One game's board; `size` and `middle` are those of a cell."""

    def __init__(self, duel: Duel, left: float, top: float) -> None:
        self.duel, self.left, self.top = duel, left, top
        self.pitch = BOARD / duel.game.size
        self.size = self.pitch - 4

    def middle(self, cell: int) -> tuple[float, float]:
        row, column = where(self.duel.game.size, cell)
        return self.left + (column + 0.5) * self.pitch, self.top + (row + 0.5) * self.pitch

    def draw(self) -> Iterator[str]:
        duel, position = self.duel, self.duel.position
        for cell in each(duel.game.rules.cells):
            yield self.square(cell, "cell")
        if hasattr(position, "blocked"):
            yield from self.trails()
        for cell in each(getattr(position, "visited", 0)):
            yield self.disc(cell, "visited", 0.1)
        for cell in each(getattr(position, "obstacles", 0)):
            yield self.square(cell, "block")
            yield self.cross(cell, "cross")
        yield self.disc(duel.game.goal(1), "goal1", 0.4) if duel.game.goal(1) else ""
        yield self.diamond(duel.game.goal(2), "goal2", 0.46) if duel.game.goal(2) else ""
        yield from self.tokens()
        for cell in sorted(self.landings()):
            yield self.square(cell, "legal")
        yield self.square(changed(duel.history()[-2], position), "last", grow=2)

    def trails(self) -> Iterator[str]:
        """Every cell a token has left, marked as its owner's."""
        for before in self.duel.history()[:-1]:
            cell = before.one if before.turn == 1 else before.two
            yield self.square(cell, f"trail{before.turn}")
            if before.turn == 2:
                yield self.cross(cell, "line2")
            else:
                x, y = self.middle(cell)
                yield f'<path class="line1" d="M{x - 7:g} {y:g}h14"/>'

    def tokens(self) -> Iterator[str]:
        position = self.duel.position
        if hasattr(position, "token"):
            yield self.disc(position.token, "ring", 0.24)
            return
        yield self.disc(position.one, "one", 0.36)
        yield self.diamond(position.two, "two", 0.48)
        for number, cell in ((1, position.one), (2, position.two)):
            x, y = self.middle(cell)
            yield f'<text class="number" x="{x:g}" y="{y:g}" font-size="{self.size * 0.46:g}">{number}</text>'

    def landings(self) -> set[int]:
        """The cells the legal moves of a token lead to."""
        duel = self.duel
        after = [duel.play(word).position for word in duel.legal_moves if not word.startswith("@")]
        return {changed(duel.position, position) for position in after}

    def square(self, cell: int, kind: str, grow: float = 0) -> str:
        x, y = self.middle(cell)
        side = self.size + 2 * grow
        corner = f'x="{x - side / 2:g}" y="{y - side / 2:g}"'
        return f'<rect class="{kind}" {corner} width="{side:g}" height="{side:g}" rx="4"/>'

    def disc(self, cell: int, kind: str, radius: float) -> str:
        x, y = self.middle(cell)
        return f'<circle class="{kind}" cx="{x:g}" cy="{y:g}" r="{radius * self.size:g}"/>'

    def diamond(self, cell: int, kind: str, radius: float) -> str:
        (x, y), r = self.middle(cell), radius * self.size
        return f'<path class="{kind}" d="M{x:g} {y - r:g}l{r:g} {r:g}l{-r:g} {r:g}l{-r:g} {-r:g}z"/>'

    def cross(self, cell: int, kind: str) -> str:
        x, y = self.middle(cell)
        return f'<path class="{kind}" d="M{x - 5:g} {y - 5:g}l10 10m0 -10l-10 10"/>'


def changed(before: Any, after: Any) -> int:
    """Where a move led to: a token's new cell, or the obstacle that was placed."""
    for name in ("token", "one", "two", "obstacles"):
        if fresh := int(getattr(after, name, 0)) & ~int(getattr(before, name, 0)):
            return fresh
    return 0


def card(number: int, duel: Duel) -> Iterator[str]:
    left = 1 + number * (CARD + GAP)
    yield f'<rect class="card" x="{left}" y="1" width="{CARD}" height="{HEIGHT - 2}" rx="8"/>'
    yield f'<text class="title" x="{left + 12}" y="28">{duel.game.title}</text>'
    yield from Board(duel, left + (CARD - BOARD) / 2, TOP).draw()
    sign = "●◆"[duel.turn - 1]
    yield f'<text class="turn" x="{left + 12}" y="{TOP + BOARD + 28}">'
    yield f'<tspan class="{("one", "two")[duel.turn - 1]}">{sign}</tspan> Player {duel.turn} to move</text>'


def picture() -> str:
    width = 2 + len(GAMES) * (CARD + GAP) - GAP
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" width="{width}" role="img">',
        "<title>The five games, each after a few moves</title>",
        f"<style>{STYLE}</style>",
    ]
    for number, (id, moves) in enumerate(GAMES.items()):
        lines += card(number, Duel(load_game(id), moves))
    return "\n".join([line for line in lines if line] + ["</svg>"])


if __name__ == "__main__":
    print(picture())
