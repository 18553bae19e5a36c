"""DepthFirst: the values of all positions in one pass, without their moves: for games in which none comes again."""

from collections.abc import Callable
from typing import Any

from gridduels.engine.kernels import depth_first, hash_tables
from gridduels.engine.kernels.compiler import compiled, doubled, plain
from gridduels.engine.kernels.depth_first import (
    ANY_DRAWN,
    BROKE,
    BROKEN_KEY,
    DEPTH,
    FAULT,
    FORBIDDEN,
    FOUND,
    LIMIT,
    RETURNED,
    STOP,
    TOO_FAR,
    WAITING,
    Line,
)
from gridduels.engine.kernels.hash_tables import CodeMap
from gridduels.engine.kernels.layout import MAX_ACTIONS
from gridduels.engine.progress import Progress, watch
from gridduels.engine.solvers.enumerator import CAPACITY, Enumerator, as_arrays
from gridduels.engine.solvers.limits import unstated_draw
from gridduels.engine.solvers.rules_check import forbidden_actions
from gridduels.game import Game

__all__ = ["DepthFirst", "Returned"]


class Returned(Exception):
    """A position has come about from itself, so that this way is not for the game."""


class DepthFirst(Enumerator):
    """Looks at each position once, after all that follows from it; see `kernels.depth_first`."""

    BYTES_PER_POSITION = 36
    """A slot of the map takes 9 bytes, three of four are taken when it grows, and then there are three times as
    many."""

    def __init__(self, game: Game, positions: list[Any], canonical: bool, limit: int) -> None:
        super().__init__(game, positions, canonical, limit)
        self._known = self._empty(4 * CAPACITY)
        children = self._zeros(CAPACITY)
        children[: len(self._roots)] = self._roots
        self._line = Line(self._zeros(MAX_ACTIONS), self._zeros(MAX_ACTIONS), children)
        self._control = self._zeros(9)
        self._control[FORBIDDEN] = forbidden_actions(game)
        self._control[WAITING], self._control[LIMIT] = len(self._roots), limit

    def _empty(self, slots: int) -> CodeMap:
        return CodeMap(self._zeros(slots), self._zeros(slots, "int8"))

    def keys(self) -> Any:
        keys = self._zeros(int(self._control[FOUND]))
        self._kernels(hash_tables).list_keys(self._known, keys)
        return keys

    def values(self) -> tuple[Any, Any]:
        keys, codes = self.keys(), self._zeros(int(self._control[FOUND]), "int8")
        keys.sort()
        self._kernels(hash_tables).codes_of(self._known, keys, codes)
        return (keys, codes) if self._fast else as_arrays(keys, codes)

    def run(self, progress: Progress) -> None:
        """Returned where a position has come about from itself."""
        control, rules = self._control, self._game.rules
        bound = compiled if self._fast else plain
        kernels = bound(self._game.definition, hash_tables, depth_first)

        def report() -> None:
            found = int(control[FOUND])
            progress(*self._stage(found, None if control[WAITING] else found))

        def watched(task: Callable[[], None]) -> None:
            watch(task, report, lambda: control.__setitem__(STOP, 1))

        while control[WAITING] and not control[FAULT] and control[FOUND] <= control[LIMIT]:
            self._reserve(watched)
            watched(
                lambda: kernels.search_all(rules, self._canonical, self._template, self._known, self._line, control)
            )
        report()
        self._check()

    def _check(self) -> None:
        """Raises what there is to say about how it ended."""
        if self._control[FAULT] == BROKE:
            raise self._broken(self._control[BROKEN_KEY])
        if self._control[FOUND] > self._control[LIMIT]:
            raise self._too_many()
        if self._control[FAULT] == RETURNED:
            raise Returned
        if self._control[FAULT] == TOO_FAR:
            raise self._too_far()
        if self._control[ANY_DRAWN] and not self._game.definition.draws:
            raise unstated_draw(self._game)

    def _reserve(self, watched: Callable[[Callable[[], None]], None]) -> None:
        """Doubles the arrays that have no space for one more position."""
        best, first, children = self._line
        if self._control[DEPTH] + 1 >= len(first):
            best, first = doubled(best), doubled(first)
        if self._control[WAITING] + MAX_ACTIONS > len(children):
            children = doubled(children)
        self._line = Line(best, first, children)
        if 4 * (self._control[FOUND] + 1) > 3 * len(self._known.keys):
            larger = self._empty(2 * len(self._known.keys))
            watched(lambda: self._kernels(hash_tables).move_all(self._known, larger))
            self._known = larger
