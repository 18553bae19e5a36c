"""The code of an invented duel: its rules in one short word.

    duel1-3x5-k1-t1-r1-gn-l-sc

is a duel on a board of 3 rows and 5 columns with king steps of one cell, in which the cell that a token leaves is
blocked, each player has one obstacle, there is no goal, a player without a move loses, and Player 1 starts in the
corner. The parts, in order (the grammar is `_FORM`):

| part | meaning |
| --- | --- |
| `duel1` | the version of the family |
| `3x5` | rows and columns |
| `o` `d` `k` `n` and a number | orthogonal, diagonal, king or knight steps; the maximum number of steps in a move; `j`:
a move may also jump over one adjacent cell that is blocked or occupied |
| `t0` `t1` `t2` | a move leaves nothing, blocks the cell it leaves, or blocks every cell it passes as well |
| `r2` | obstacles per player, to place instead of moving; `r2t`: after a move; `po` or `pb` at the end: an
obstacle must leave the opponent, or both players, a way to the goal |
| `gn` `gs` `gc` `ge` `gr` | no goal, the opponent's start, the last corner, the last row, the last column; `o` at the
end: a player may enter its goal even if it is blocked |
| `l` `w` | a player without a move loses or wins |
| `sc` `sm` `sx` `s7` | Player 1's start: the first corner, the middle of the first column, the centre, or a cell by its
number; `u` instead of `s`: both players move the same token, which starts there |
| `b5` | cells blocked from the start, as a hexadecimal set of cells in the first half of the board |

Player 2's start and goal and the other half of the blocked cells follow from rotating the board by 180 degrees. Equal
duels have equal codes: the smallest code among all reflections is used, and parts without effect are omitted or
reduced.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from gridduels.board import Size, read_size
from gridduels.errors import SetupError
from gridduels.symmetry import Symmetry, cell_numbers

VERSION: Final = 1
PREFIX: Final = f"duel{VERSION}-"
MAX_SIDE: Final = 9
MAX_CELLS: Final = 49
"""The maximum number of cells on a board: a position of a duel with two tokens and a trail must fit into 63 bits."""
MAX_OBSTACLES: Final = 9
MAX_ACTIONS: Final = 63
MAX_LENGTH: Final = 60
"""The maximum length of a code."""
_SEARCHED: Final = 500
"""The number of characters to search for a code in other text."""

ORTHOGONAL: Final = ((-1, 0), (1, 0), (0, -1), (0, 1))
DIAGONAL: Final = ((-1, -1), (-1, 1), (1, -1), (1, 1))
KNIGHT: Final = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
VECTORS: Final = {"o": ORTHOGONAL, "d": DIAGONAL, "k": ORTHOGONAL + DIAGONAL, "n": KNIGHT}
"""The directions for each kind of step, as (rows down, columns right)."""
PATHS: Final = ("", "po", "pb")
_GOALS: Final = ("n", "s", "c", "e", "r")

_FORM: Final = re.compile(
    r"(?P<version>duel\d+)-(?P<rows>\d+)x(?P<columns>\d+)-(?P<steps>[a-z])(?P<reach>\d+)(?P<jumps>j?)-t(?P<trail>\d)"
    r"(?:-r(?P<obstacles>\d+)(?P<then>t?)(?P<paths>(?:p[ob])?))?-g(?P<goal>[a-z])(?P<open>o?)-(?P<stuck>[lw])"
    r"-(?P<kind>[su])(?P<start>[cmx]|\d{1,2})(?:-b(?P<blocked>[0-9a-f]{1,7}))?",
    re.ASCII,
)


@dataclass(frozen=True, order=True)
class Code:
    """The elements of an invented duel. Every Code is valid and in canonical form, so equal duels are equal.

    >>> Code(5, 3, steps="k", trail=1, obstacles=1)
    Code(rows=3, columns=5, steps='k', reach=1, jumps=False, trail=1, obstacles=1, then=False, paths=0, goal='n', \
open=False, wins=False, shared=False, start=0, blocked=0)
    >>> print(Code(5, 3, steps="k", trail=1, obstacles=1))
    duel1-3x5-k1-t1-r1-gn-l-sc
    """

    rows: int
    columns: int
    steps: str = "o"
    """The kind of step, a key of VECTORS."""
    reach: int = 1
    """The maximum number of steps in one move, all in the same direction over free cells."""
    jumps: bool = False
    """Whether a move may also jump over one adjacent cell that is blocked or occupied, onto the free cell behind."""
    trail: int = 0
    """What a move blocks: 0 nothing, 1 the cell it leaves, 2 every cell it passes as well."""
    obstacles: int = 0
    """The number of obstacles each player can place."""
    then: bool = False
    """Whether obstacles are placed after a move instead of in place of one."""
    paths: int = 0
    """Whose way to the goal an obstacle must leave open: 0 no one's, 1 the opponent's, 2 both players'."""
    goal: str = "n"
    """Player 1's goal: `n` none, `s` the opponent's start, `c` the last corner, `e` the last row, `r` the last
    column."""
    open: bool = False
    """Whether a player may enter its goal even if it is blocked."""
    wins: bool = False
    """Whether a player without a move wins instead of losing."""
    shared: bool = False
    """Whether both players move the same token."""
    start: int = 0
    """The number of Player 1's starting cell, counted row by row from the top left."""
    blocked: int = 0
    """The cells blocked from the start, as a set."""

    def __post_init__(self) -> None:
        for fault in _faults(self):
            raise SetupError(fault)
        for name, value in _canonical(self).items():
            object.__setattr__(self, name, value)

    @property
    def cells(self) -> int:
        """The number of cells on the board."""
        return self.rows * self.columns

    @property
    def size(self) -> Size:
        """The size of the board."""
        return read_size(f"{self.rows}x{self.columns}")

    @property
    def vectors(self) -> tuple[tuple[int, int], ...]:
        """The directions of the steps, as (rows down, columns right)."""
        return VECTORS[self.steps]

    @property
    def distance(self) -> int:
        """The maximum distance of a move, in steps."""
        return max(self.reach, 2) if self.jumps else self.reach

    @property
    def blocks(self) -> bool:
        """Whether a cell can be blocked."""
        return bool(self.trail or self.obstacles or self.blocked)

    @property
    def is_reversible(self) -> bool:
        """Whether positions can repeat, in which case the duel needs a repetition rule."""
        return not self.trail

    @property
    def start_two(self) -> int:
        """The number of Player 2's starting cell."""
        return self.start if self.shared else self.cells - 1 - self.start

    def goal_cells(self, player: int) -> int:
        """Return a player's goal as a set of cells; 0 if there is none."""
        return _goal_cells(self, player)

    def without(self) -> "Iterator[tuple[str, Code]]":
        """Yield each simpler duel obtained by dropping one element, with the element's name."""
        simpler: dict[str, dict[str, Any]] = {
            "reach": {"reach": 1},
            "jumps": {"jumps": False},
            "trail": {"trail": 0},
            "obstacles": {"obstacles": 0, "then": False, "paths": 0},
            "then": {"then": False},
            "paths": {"paths": 0},
            "goal": {"goal": "n", "open": False, "paths": 0},
            "open": {"open": False},
            "wins": {"wins": False},
            "blocked": {"blocked": 0},
        }
        for name, elements in simpler.items():
            try:
                code = replace(self, **elements)
            except SetupError:
                continue
            if code != self:
                yield name, code

    def __str__(self) -> str:
        return _text(self)


def parse(text: str) -> Code:
    """Parse a string into a Code in canonical form. Raise SetupError, with a one-sentence message, if it is invalid.

    >>> str(parse("duel1-5x3-o9-t2-gn-l-ux"))
    'duel1-3x5-o4-t2-gn-l-ux'
    >>> parse("duel1-50x50-o1-t1-gn-l-sc")
    Traceback (most recent call last):
    gridduels.errors.SetupError: A duel's board has 2 to 9 rows and columns, not 50x50.
    """
    found = _FORM.fullmatch(text) if len(text) <= MAX_LENGTH else None
    if found is None:
        shown = text if len(text) <= MAX_LENGTH else text[:MAX_LENGTH] + "..."
        inside = _code_in(text)
        hint = f". Did you mean {inside}?" if inside else ", such as duel1-3x5-k1-t1-r1-gn-l-sc."
        raise SetupError(f"{shown!r} is not the code of a duel{hint}")
    if found["version"] != PREFIX[:-1]:
        raise SetupError(f"This version only supports {PREFIX[:-1]} duels, not {found['version']}.")
    rows, columns = int(found["rows"]), int(found["columns"])
    for fault in _board_faults(rows, columns):
        raise SetupError(fault)
    half, cells = int(found["blocked"] or "0", 16), rows * columns
    if half >> (cells + 1) // 2:
        raise SetupError("Blocked cells are given for the first half of the board, but some are beyond it.")
    named = {"c": 0, "m": rows // 2 * columns, "x": rows // 2 * columns + columns // 2}
    return Code(
        rows=rows,
        columns=columns,
        steps=found["steps"],
        reach=int(found["reach"]),
        jumps=bool(found["jumps"]),
        trail=int(found["trail"]),
        obstacles=int(found["obstacles"] or 0),
        then=bool(found["then"]),
        paths=PATHS.index(found["paths"] or ""),
        goal=found["goal"],
        open=bool(found["open"]),
        wins=found["stuck"] == "w",
        shared=found["kind"] == "u",
        start=named[found["start"]] if found["start"] in named else int(found["start"]),
        blocked=half | _turned(half, cells),
    )


def _code_in(text: str) -> str:
    """Return the code contained in a text such as a link, ignoring case; "" if there is none."""
    found = _FORM.search(text[:_SEARCHED].lower())
    try:
        return str(parse(found[0])) if found else ""
    except SetupError:
        return ""


def _text(code: Code) -> str:
    rows, columns = code.rows, code.columns
    named = {0: "c", rows // 2 * columns: "m", rows // 2 * columns + columns // 2: "x"}
    parts = [f"{PREFIX}{rows}x{columns}", f"{code.steps}{code.reach}{'j' if code.jumps else ''}", f"t{code.trail}"]
    if code.obstacles:
        parts.append(f"r{code.obstacles}{'t' if code.then else ''}{PATHS[code.paths]}")
    parts.append(f"g{code.goal}{'o' if code.open else ''}")
    parts.append("w" if code.wins else "l")
    parts.append(f"{'u' if code.shared else 's'}{named.get(code.start, code.start)}")
    if code.blocked:
        parts.append(f"b{code.blocked & (1 << (code.cells + 1) // 2) - 1:x}")
    return "-".join(parts)


# --- Validity: one sentence per mistake, checked before anything is computed from the board


def _board_faults(rows: int, columns: int) -> Iterator[str]:
    if not (2 <= rows <= MAX_SIDE and 2 <= columns <= MAX_SIDE):
        yield f"A duel's board has 2 to {MAX_SIDE} rows and columns, not {rows}x{columns}."
    if rows * columns > MAX_CELLS:
        yield f"A duel's board has at most {MAX_CELLS} cells, but {rows}x{columns} has {rows * columns}."


def _faults(code: Code) -> Iterator[str]:
    yield from _board_faults(code.rows, code.columns)
    if code.steps not in VECTORS:
        yield f"Steps are o (orthogonal), d (diagonal), k (king) or n (knight), not {code.steps}."
    if not 1 <= code.reach <= MAX_SIDE:
        yield f"A move goes 1 to {MAX_SIDE} steps, not {code.reach}."
    if code.steps == "n" and code.reach > 1:
        yield f"A knight moves one step at a time: write n1, not n{code.reach}."
    if code.steps == "n" and code.jumps:
        yield "A knight's step already leaps over other cells: write n1, not n1j."
    if code.trail not in (0, 1, 2):
        yield f"A trail is t0, t1 or t2, not t{code.trail}."
    if not 0 <= code.obstacles <= MAX_OBSTACLES:
        yield f"Each player has at most {MAX_OBSTACLES} obstacles, not {code.obstacles}."
    if code.paths not in (0, 1, 2):
        yield f"Protected paths are 0, 1 or 2, not {code.paths}."
    if code.goal not in _GOALS:
        yield f"A goal is one of {', '.join(f'g{goal}' for goal in _GOALS)}, not g{code.goal}."
    if (code.then or code.paths) and not code.obstacles:
        yield "Rules about placing obstacles need at least one obstacle."
    if (code.open or code.paths) and code.goal == "n":
        yield "An open goal and protected paths need a goal."
    if not 0 <= code.start < code.cells:
        yield f"The start is cell {code.start}, but the board's cells run from 0 to {code.cells - 1}."
    if not 0 <= code.blocked < 1 << code.cells or code.blocked != _turned(code.blocked, code.cells):
        yield "Blocked cells must be on the board and look the same after a half turn."
    distance = max(_reach(code), 2 if _jumps(code) else 1)
    actions = len(code.vectors) * distance + (code.cells if code.obstacles else 0)
    if actions > MAX_ACTIONS:
        yield f"The duel has {actions} different moves, but at most {MAX_ACTIONS} are allowed."
    yield from _start_faults(code)


def _start_faults(code: Code) -> Iterator[str]:
    starts = 1 << code.start | 1 << code.start_two
    if not code.shared and code.start == code.start_two:
        yield "Both tokens would start in the centre: choose another start, or a shared token."
    if code.shared and code.goal == "s":
        yield "With a shared token, there is no opponent's start to reach: choose another goal."
    if starts & code.blocked:
        yield "The start is blocked."
    if code.goal == "n":
        if not _reached(code, 1 << code.start, code.blocked | starts):
            yield "The token has no move at the start."
        return
    one, two = code.goal_cells(1), code.goal_cells(2)
    if not one:
        yield "The goal is blocked from the start."
    if 1 << code.start & (one | two if code.shared else one):
        yield "A token would start on its goal."
    if not _reached(code, 1 << code.start, code.blocked | starts):
        yield "The token has no move at the start."
    if not _way(code, one) or (code.shared and not _way(code, two)):
        yield "There is no path from the start to the goal."


def _reached(code: Code, cells: int, blocked: int) -> int:
    """Return the free cells one step or jump from the given cells."""
    found = 0
    for number in range(code.cells):
        if cells >> number & 1:
            row, column = divmod(number, code.columns)
            for down, right in code.vectors:
                found |= _landing(code, row, column, down, right, blocked)
    return found


def _landing(code: Code, row: int, column: int, down: int, right: int, blocked: int) -> int:
    """Return the cell where a step from a cell ends, or a jump if the step is blocked; 0 if both are."""
    for _ in range(2 if code.jumps else 1):
        row, column = row + down, column + right
        if not (0 <= row < code.rows and 0 <= column < code.columns):
            return 0
        cell = 1 << row * code.columns + column
        if not cell & blocked:
            return cell
    return 0


def _way(code: Code, goal: int) -> bool:
    """Return whether Player 1's start is connected to a goal by steps and jumps onto cells that aren't blocked at the
    start."""
    reached, grown = 0, 1 << code.start
    while grown != reached and not grown & goal:
        reached, grown = grown, grown | _reached(code, grown, code.blocked)
    return grown & goal != 0


# --- Canonical form


def _canonical(code: Code) -> dict[str, Any]:
    """Return those elements of the canonical form that may differ from the ones given."""
    reach = _reach(code)
    blockable = bool(code.trail or code.obstacles)
    found: dict[str, Any] = {
        "reach": reach,
        "jumps": _jumps(code),
        "trail": min(code.trail, 1) if reach == 1 else code.trail,
        "open": code.open and blockable,
    }
    images = [image for symmetry in range(8) for image in _image(code, Symmetry(symmetry))]
    rows, columns, goal, start, blocked = min(
        images, key=lambda image: (*image[:2], _GOALS.index(image[2]), *image[3:])
    )
    return {**found, "rows": rows, "columns": columns, "goal": goal, "start": start, "blocked": blocked}


def _reach(code: Code) -> int:
    """Return the reach, limited to what the board allows."""
    return 1 if code.steps == "n" else min(code.reach, _farthest(code))


def _farthest(code: Code) -> int:
    """Return the maximum number of steps in a straight line on the board."""
    return (min if code.steps == "d" else max)(code.rows, code.columns) - 1


def _jumps(code: Code) -> bool:
    """Return whether there can be anything to jump over, and a cell behind it."""
    return code.jumps and _farthest(code) > 1 and (code.blocks or not code.shared)


def _image(code: Code, symmetry: Symmetry) -> Iterator[tuple[int, int, str, int, int]]:
    """Yield the board, goal, start and blocked cells under a symmetry, provided a code can express the goal's image."""
    rows, columns = code.rows, code.columns
    numbers = _numbers(rows, columns, symmetry)
    if symmetry & Symmetry.TRANSPOSE:
        rows, columns = columns, rows
    goal, start, blocked = _moved(code.goal_cells(1), numbers), numbers[code.start], _moved(code.blocked, numbers)
    for kind in _GOALS:
        two = start if code.shared else rows * columns - 1 - start
        if goal == _cells_of_goal(kind, rows, columns, two) & ~blocked and (kind != "s" or not code.shared):
            yield rows, columns, kind, start, blocked
            return


@lru_cache(None)
def _numbers(rows: int, columns: int, symmetry: Symmetry) -> tuple[int, ...]:
    """Return the number of each cell's image; transposing a board swaps its rows and columns."""
    rest = Symmetry(symmetry & ~Symmetry.TRANSPOSE)
    if not symmetry & Symmetry.TRANSPOSE:
        return cell_numbers((rows, columns), rest)
    after = cell_numbers((columns, rows), rest)
    return tuple(after[number % columns * rows + number // columns] for number in range(rows * columns))


def _moved(cells: int, numbers: tuple[int, ...]) -> int:
    return sum(1 << image for number, image in enumerate(numbers) if cells >> number & 1)


def _turned(cells: int, count: int) -> int:
    """Rotate a set of cells by 180 degrees on a board with `count` cells."""
    return sum(1 << count - 1 - number for number in range(count) if cells >> number & 1)


def _goal_cells(code: Code, player: int) -> int:
    one = _cells_of_goal(code.goal, code.rows, code.columns, code.start_two) & ~code.blocked
    return one if player == 1 else _turned(one, code.cells)


def _cells_of_goal(kind: str, rows: int, columns: int, start_two: int) -> int:
    cells = rows * columns
    if kind == "n":
        return 0
    if kind == "s":
        return 1 << start_two
    if kind == "c":
        return 1 << cells - 1
    if kind == "e":
        return (1 << columns) - 1 << cells - columns
    return sum(1 << row * columns + columns - 1 for row in range(rows))
