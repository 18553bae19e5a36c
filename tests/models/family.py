"""A second implementation of invented duels: sets of coordinates, read from the text of a code, without the package."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property

Cell = tuple[int, int]
ORTHOGONAL = [(-1, 0), (1, 0), (0, -1), (0, 1)]
DIAGONAL = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
KNIGHT = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]
NAMES = {(-1, 0): "up", (1, 0): "down", (0, -1): "left", (0, 1): "right"}


@dataclass(frozen=True)
class Duel:
    """The rules of a duel."""

    rows: int
    columns: int
    vectors: tuple[Cell, ...]
    reach: int
    jumps: bool
    trail: int
    obstacles: int
    then: bool
    paths: str
    goals: tuple[frozenset[Cell], frozenset[Cell]]
    open: bool
    wins: bool
    shared: bool
    starts: tuple[Cell, Cell]
    blocked: frozenset[Cell]

    def inside(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.columns


def read(text: str) -> State:
    """Return the start of the duel with a code."""
    found = re.fullmatch(
        r"duel1-(\d)x(\d)-([odkn])(\d)-t(\d)(?:-r(\d)(t?)(p[ob])?)?-g(.)(o?)-([lw])-([su])([cmx]|\d+)(?:-b(.+))?",
        text.replace("j-", "-"),
    )
    assert found, text
    rows, columns = int(found[1]), int(found[2])
    cells = [(row, column) for row in range(rows) for column in range(columns)]

    def half_turn(cell: Cell) -> Cell:
        return rows - 1 - cell[0], columns - 1 - cell[1]

    named = {"c": (0, 0), "m": (rows // 2, 0), "x": (rows // 2, columns // 2)}
    first = named[found[13]] if found[13] in named else cells[int(found[13])]
    half = int(found[14] or "0", 16)
    blocked = {cell for number, cell in enumerate(cells) if half >> number & 1}
    blocked |= {half_turn(cell) for cell in blocked}
    goal = {
        "n": set[Cell](),
        "s": {half_turn(first)},
        "c": {(rows - 1, columns - 1)},
        "e": {(rows - 1, column) for column in range(columns)},
        "r": {(row, columns - 1) for row in range(rows)},
    }[found[9]] - blocked
    vectors = {"o": ORTHOGONAL, "d": DIAGONAL, "k": ORTHOGONAL + DIAGONAL, "n": KNIGHT}[found[3]]
    shared = found[12] == "u"
    duel = Duel(
        rows=rows,
        columns=columns,
        vectors=tuple(vectors),
        reach=int(found[4]),
        jumps="j-t" in text,
        trail=int(found[5]),
        obstacles=int(found[6] or 0),
        then=bool(found[7]),
        paths=found[8] or "",
        goals=(frozenset(goal), frozenset(map(half_turn, goal))),
        open=bool(found[10]),
        wins=found[11] == "w",
        shared=shared,
        starts=(first, first if shared else half_turn(first)),
        blocked=frozenset(blocked),
    )
    return State(duel, 1, duel.starts, duel.blocked, (duel.obstacles, duel.obstacles))


@dataclass(frozen=True)
class State:
    """A position."""

    duel: Duel
    turn: int
    tokens: tuple[Cell, Cell]
    blocked: frozenset[Cell]
    reserves: tuple[int, int]
    placing: bool = False

    @cached_property
    def at_home(self) -> int:
        """Return the player whose goal has been reached, or 0."""
        for player in (1, 2):
            if self.tokens[player - 1] in self.duel.goals[player - 1]:
                return player
        return 0

    @cached_property
    def children(self) -> dict[str, State]:
        """Return the position after each legal move, by the move's word."""
        if self.at_home:
            return {}
        if self.placing:
            return self.placements()
        places = not self.duel.then and self.reserves[self.turn - 1] > 0
        return {**self.moves(), **(self.placements() if places else {})}

    def winner(self) -> int:
        if self.at_home or self.children:
            return self.at_home
        return self.turn if self.duel.wins else 3 - self.turn

    def moves(self) -> dict[str, State]:
        duel, here, found = self.duel, self.tokens[self.turn - 1], {}
        walls = self.blocked - (duel.goals[self.turn - 1] if duel.open else frozenset())
        for down, right in duel.vectors:
            way = [here]
            for distance in range(1, duel.reach + 1):
                target = here[0] + down * distance, here[1] + right * distance
                if not duel.inside(target) or target in walls or target in self.tokens:
                    break
                way.append(target)
                word = name_of((down, right)) + (str(distance) if duel.reach > 1 or duel.jumps else "")
                found[word] = self.moved(way)
            near, far = [(here[0] + down * distance, here[1] + right * distance) for distance in (1, 2)]
            landing = duel.inside(far) and far not in walls and far not in self.tokens
            if duel.jumps and landing and (near in self.blocked or near in self.tokens):
                found[f"{name_of((down, right))}2"] = self.moved([here, far])
        return found

    def moved(self, way: list[Cell]) -> State:
        left = {0: set[Cell](), 1: {way[0]}, 2: set(way[:-1])}[self.duel.trail]
        tokens = list(self.tokens)
        tokens[self.turn - 1] = way[-1]
        if self.duel.shared:
            tokens = [way[-1], way[-1]]
        after = replace(self, tokens=(tokens[0], tokens[1]), blocked=(self.blocked | left) - {way[-1]})
        if self.duel.then and self.reserves[self.turn - 1] and not after.at_home and after.placements():
            return replace(after, placing=True)
        return replace(after, turn=3 - self.turn)

    def placements(self) -> dict[str, State]:
        duel, found = self.duel, {}
        reserves = list(self.reserves)
        reserves[self.turn - 1] -= 1
        for row in range(duel.rows):
            for column in range(duel.columns):
                cell = (row, column)
                if cell in self.tokens or cell in self.blocked:
                    continue
                protected = {"": [], "po": [3 - self.turn], "pb": [1, 2]}[duel.paths]
                if all(self.has_way(player, self.blocked | {cell}) for player in protected):
                    found[f"{row + 1},{column + 1}"] = State(
                        duel, 3 - self.turn, self.tokens, self.blocked | {cell}, (reserves[0], reserves[1])
                    )
        return found

    def has_way(self, player: int, blocked: frozenset[Cell]) -> bool:
        duel, goal = self.duel, self.duel.goals[player - 1]
        walls = blocked - goal if duel.open else blocked
        seen, waiting = {self.tokens[player - 1]}, [self.tokens[player - 1]]
        while waiting:
            row, column = waiting.pop()
            if (row, column) in goal:
                return True
            for down, right in duel.vectors:
                cell, behind = (row + down, column + right), (row + 2 * down, column + 2 * right)
                if duel.jumps and cell in walls:
                    cell = behind
                if duel.inside(cell) and cell not in walls and cell not in seen:
                    seen.add(cell)
                    waiting.append(cell)
        return False


def name_of(vector: Cell) -> str:
    """Return the name of a direction: its rows first, then its columns."""
    rows = [NAMES[vector[0] // abs(vector[0]), 0]] * abs(vector[0]) if vector[0] else []
    columns = [NAMES[0, vector[1] // abs(vector[1])]] * abs(vector[1]) if vector[1] else []
    return "-".join(rows + columns)


def perft(state: State, depth: int) -> list[int]:
    """Return the number of move sequences of each length."""
    level, counts = {state: 1}, []
    for _ in range(depth):
        following: dict[State, int] = {}
        for each, ways in level.items():
            for child in each.children.values():
                following[child] = following.get(child, 0) + ways
        level = following
        counts.append(sum(level.values()))
    return counts


def values(start: State, most: int) -> dict[State, tuple[int, int] | None] | None:
    """Return the winner and the plies to the end of every reachable position, or None if no one can force a win.

    Return None instead if there are more than `most` positions. Every round looks at all positions again, and a round
    is a ply.
    """
    found, waiting = {start}, [start]
    while waiting:
        for child in waiting.pop().children.values():
            if child not in found:
                if len(found) == most:
                    return None
                found.add(child)
                waiting.append(child)
    known: dict[State, tuple[int, int] | None] = {
        state: (state.winner(), 0) if not state.children else None for state in found
    }
    open_states = [state for state in found if state.children]
    plies = 0
    while True:
        plies += 1
        new = {}
        for state in open_states:
            ends = [known[child] for child in state.children.values()]
            if any(end == (state.turn, plies - 1) for end in ends):
                new[state] = state.turn, plies
            elif all(end and end[0] != state.turn for end in ends):
                new[state] = 3 - state.turn, plies
        if not new and plies > max((end[1] for end in known.values() if end), default=0):
            return known
        known.update(new)
        open_states = [state for state in open_states if state not in new]
