"""What kernels call and read by these names is bound to each game's own before they run: see `binding`."""

from gridduels.engine.kernels.protocols import Position, Rules

kinds: tuple[int, ...] = ()
"""What each field of a Position is: see `layout`."""
irreversible: tuple[int, ...] = ()
"""1 for each field that a move changes for good or not at all."""
layered = False
"""Whether the game is solved layer by layer."""
symmetries = 1
"""How many symmetries `apply_symmetry` knows by their numbers; number 0 leaves a position as it is."""


def start(rules: Rules) -> Position:
    raise NotImplementedError


def legal(rules: Rules, position: Position) -> int:
    raise NotImplementedError


def play(rules: Rules, position: Position, action: int) -> Position:
    raise NotImplementedError


def winner(rules: Rules, position: Position) -> int:
    raise NotImplementedError


def canonicalize(rules: Rules, position: Position) -> Position:
    raise NotImplementedError


def apply_symmetry(rules: Rules, position: Position, symmetry: int) -> Position:
    raise NotImplementedError
