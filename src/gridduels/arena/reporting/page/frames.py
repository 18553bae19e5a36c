"""Boards as frames: what the positions of many games have in common is written once.

A drawing is a list of SVG elements. Every element is a part, known by its number; the parts that all drawings of a
board begin with, its empty cells, are its base. So a frame is a handful of numbers.
"""

from typing import Any

from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.pictures.scene import bare_scene
from gridduels.pictures.svg import shapes_svg

__all__ = ["Frames"]


class Frames:
    """The drawings of some games."""

    def __init__(self) -> None:
        self._parts: dict[str, int] = {}
        self._boards: dict[Game, dict[str, Any]] = {}

    def as_data(self) -> dict[str, Any]:
        """The parts by their numbers, and the base and the measures of each board."""
        return {"parts": list(self._parts), "boards": list(self._boards.values())}

    def board(self, game: Game) -> int:
        """The number of a game's board."""
        if game not in self._boards:
            scene = bare_scene(Duel(game))
            base = self._numbers(scene.shapes[: 1 + game.rules.cells.bit_count()])
            self._boards[game] = {"base": base, "width": round(scene.width, 2), "height": round(scene.height, 2)}
        return list(self._boards).index(game)

    def of(self, duel: Duel) -> list[list[int]]:
        """A frame for each position of a duel, without what all of its board have."""
        self.board(duel.game)
        skipped = len(self._boards[duel.game]["base"])
        steps = [Duel(duel.game, duel.moves[:ply], start=duel.start) for ply in range(duel.ply + 1)]
        return [self._numbers(bare_scene(step).shapes[skipped:]) for step in steps]

    def _numbers(self, shapes: Any) -> list[int]:
        return [self._parts.setdefault(element, len(self._parts)) for element in shapes_svg(shapes)]
