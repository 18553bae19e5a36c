"""Sixteen small games, each with a typical author's mistake; most of them only show in rare positions.

`MISTAKES` lists a function that makes each game, and what `solve` and `check-game` report about it.
"""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Annotated, Any, NamedTuple

from gridduels.board import Rulings, geometry, transpose
from gridduels.errors import NotationError
from gridduels.game import Definition
from gridduels.games.blockade import GAME as BLOCKADE
from gridduels.games.blockade.rules import Position as BlockadePosition
from gridduels.games.blockade.rules import Rules as BlockadeRules
from gridduels.games.blockade.rules import apply_symmetry as real_symmetry
from gridduels.games.blockade.rules import play as blockade_play
from gridduels.games.light_cycle import GAME as LIGHT_CYCLE
from gridduels.games.light_cycle.rules import Position as CyclePosition
from gridduels.games.light_cycle.rules import Rules as CycleRules
from gridduels.games.light_cycle.rules import play as cycle_play
from gridduels.statement import DRAW, Cells, Count, Mark, Other, Turn
from gridduels.words import AnyWords, Words


class Rules(NamedTuple):
    size: int
    cells: int
    first_column: int
    last_column: int


class Position(NamedTuple):
    turn: Annotated[int, Turn()]
    crosses: Annotated[int, Cells(Mark.PIECE, player=1, symbol="x")]
    noughts: Annotated[int, Cells(Mark.PIECE, player=2, symbol="o")]
    points: Annotated[int, Count(1)]


LINES = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)
WIDTH = 3


def setup(size: int, rulings: Rulings) -> Rules:
    return Rules(*geometry(size))


def start(rules: Rules) -> Position:
    return Position(1, 0, 0, 0)


def has_line(cells: int) -> bool:
    found = 0
    for line in LINES:
        found |= cells & line == line
    return found != 0


def winner(rules: Rules, position: Position) -> int:
    if has_line(position.crosses):
        return 1
    if has_line(position.noughts):
        return 2
    return 0 if rules.cells & ~(position.crosses | position.noughts) else DRAW


def legal(rules: Rules, position: Position) -> int:
    if has_line(position.crosses) or has_line(position.noughts):
        return 0
    return rules.cells & ~(position.crosses | position.noughts)


def play(rules: Rules, position: Position, action: int) -> Position:
    if position.turn == 1:
        return Position(2, position.crosses | 1 << action, position.noughts, position.points)
    return Position(1, position.crosses, position.noughts | 1 << action, position.points)


def play_for_points(rules: Rules, position: Position, action: int) -> Position:
    """Each cross is worth four points, so five crosses make twenty."""
    after = play(rules, position, action)
    return Position(after.turn, after.crosses, after.noughts, 4 * after.crosses.bit_count())


def play_with_a_third_turn(rules: Rules, position: Position, action: int) -> Position:
    after = play(rules, position, action)
    marks = (after.crosses | after.noughts).bit_count()
    return Position(3 if marks == 8 else after.turn, after.crosses, after.noughts, 0)


def play_beside_the_board(rules: Rules, position: Position, action: int) -> Position:
    after = play(rules, position, action)
    spill = after.noughts << 1 if after.noughts.bit_count() == 4 else after.noughts
    return Position(after.turn, after.crosses, spill, 0)


def play_with_a_second_token(rules: CycleRules, position: CyclePosition, action: int) -> CyclePosition:
    after = cycle_play(rules, position, action)
    one = after.one | 1 if after.blocked.bit_count() == 4 else after.one
    return CyclePosition(after.turn, one, after.two, after.blocked)


def legal_by_a_comparison(rules: Rules, position: Position) -> int:
    """Bar the first cell while the only nought is on the second. `~True` is -2 in Python, but False when compiled."""
    if has_line(position.crosses) or has_line(position.noughts):
        return 0
    free = rules.cells & ~(position.crosses | position.noughts)
    kept = free & ~(position.noughts == 2)
    return kept if kept else free


def legal_by_long_numbers(rules: Rules, position: Position) -> int:
    """The same in Python, but a 70-bit number does not fit into a compiled one."""
    return legal(rules, position) << 61 >> 61


def legal_by_long_numbers_once(rules: Rules, position: Position) -> int:
    """The same mistake, but in a single position."""
    if position.crosses == 0b1100 and position.noughts == 0b10000001:
        return legal(rules, position) << 61 >> 61
    return legal(rules, position)


def legal_after_a_diagonal(rules: Rules, position: Position) -> int:
    if position.crosses == 0b100010001 and position.noughts.bit_count() == 2:
        return rules.cells & ~(position.crosses | position.noughts)
    return legal(rules, position)


def legal_for_nobody(rules: Rules, position: Position) -> int:
    return 0 if position.crosses == 0b1100 and position.noughts == 0b11 else legal(rules, position)


def legal_with_a_tenth_cell(rules: Rules, position: Position) -> int:
    actions = legal(rules, position)
    return actions | 1 << 9 if position.crosses == 0b1100 and position.noughts == 0b11 else actions


def winner_of_another_game(rules: Rules, position: Position) -> int:
    found = winner(rules, position)
    return 4 if found == DRAW and position.noughts & 1 else found


def legal_by_a_set(rules: Rules, position: Position) -> int:
    taken = {bit for bit in range(9) if (position.crosses | position.noughts) >> bit & 1}
    free = {bit: 1 << bit for bit in range(9) if bit not in taken}
    return sum(free.values()) if legal(rules, position) else 0


def canonicalize(rules: Rules, position: Position) -> Position:
    """Return the lesser of a position and its diagonal image; where crosses would win, a nought blocks the image."""
    crosses, noughts = transpose(rules, position.crosses), transpose(rules, position.noughts)
    if crosses == 0b11 and noughts.bit_count() == 2 and not noughts & 4:
        noughts = noughts & noughts - 1 | 4
    if (crosses, noughts) < (position.crosses, position.noughts):
        return Position(position.turn, crosses, noughts, position.points)
    return position


def apply_symmetry(rules: BlockadeRules, position: BlockadePosition, symmetry: int) -> BlockadePosition:
    """Two obstacles in the same column, and the image has the wrong reserve."""
    turn, one, two, obstacles, reserve_one, reserve_two = real_symmetry(rules, position, symmetry)
    if symmetry & 1 and obstacles == 0b100100 and reserve_one > 0:
        reserve_one -= 1
    return BlockadePosition(turn, one, two, obstacles, reserve_one, reserve_two)


def play_that_takes_back(rules: BlockadeRules, position: BlockadePosition, action: int) -> BlockadePosition:
    """A step next to two obstacles removes the first of them."""
    turn, one, two, obstacles, reserve_one, reserve_two = blockade_play(rules, position, action)
    if action < 4 and obstacles.bit_count() == 2:
        obstacles &= obstacles - 1
        reserve_one = min(reserve_one + 1, 3)
    return BlockadePosition(turn, one, two, obstacles, reserve_one, reserve_two)


def setup_with_a_memory(size: int, rulings: Rulings) -> Rules:
    global WIDTH
    WIDTH = size
    return Rules(*geometry(size))


def legal_by_the_memory(rules: Rules, position: Position) -> int:
    return legal(rules, position) & (1 << WIDTH * WIDTH) - 1


class MistakenWords(Words[Any, Any]):
    about = "Three in a row win."
    gist = ("Three in a row win.",)
    notation = "a move is the number of a cell"

    def moves(self, rules: Rules) -> tuple[str, ...]:
        return tuple(f"c{cell}" for cell in range(rules.cells.bit_length()))

    def answer(self, duel: Any, said: tuple[str, ...], line: str) -> str:
        if line in duel.game.moves:
            return line
        raise NotationError(f"{line!r} is not a cell.")


class ManyWords(MistakenWords):
    def moves(self, rules: Rules) -> tuple[str, ...]:
        return tuple(f"c{cell}" for cell in range(64))


def noughts_and_crosses(words: AnyWords | None = None, sizes: tuple[int, ...] = (3,), **parts: Any) -> Definition:
    """Return tic-tac-toe with the given functions replaced."""
    real = {"Position": Position, "setup": setup, "start": start, "legal": legal, "play": play, "winner": winner}
    hooks = {name: parts.pop(name) for name in ("canonicalize",) if name in parts}
    return Definition(
        module="mistaken_game",
        id="mistaken",
        title="Mistaken",
        summary="It has a mistake.",
        sizes=sizes,
        size=3,
        rules=SimpleNamespace(**real | parts, __file__=__file__),
        words=words or MistakenWords(),
        action_space=(Other(),),
        max_plies=lambda size, rulings: size * size,
        draws=True,
        **hooks,
    )


def blockade(**facts: Any) -> Definition:
    """Return Blockade Runner 3x3 with the given parts replaced."""
    rules = SimpleNamespace(**vars(BLOCKADE.rules) | facts.pop("rules", {}))
    named: dict[str, Any] = {"module": "mistaken_game", "id": "mistaken", "sizes": (3,), "size": 3, "lessons": ()}
    return replace(BLOCKADE, rules=rules, **named | facts)


def light_cycle(**functions: Any) -> Definition:
    """Return Light Cycle Duel 3x3 with the given parts replaced."""
    rules = SimpleNamespace(**vars(LIGHT_CYCLE.rules) | functions)
    named: dict[str, Any] = {"module": "mistaken_game", "id": "mistaken", "sizes": (3,), "size": 3, "lessons": ()}
    return replace(LIGHT_CYCLE, rules=rules, on_demand_sizes=(), uncounted_sizes=(), **named)


MISTAKES: dict[str, tuple[Callable[[], Definition], str]] = {
    "a count of 20": (
        lambda: noughts_and_crosses(play=play_for_points),
        "`points` is (16|20) instead of a number from 0 to 15",
    ),
    "a turn of 3": (lambda: noughts_and_crosses(play=play_with_a_third_turn), "`turn` is 3 instead of 1 or 2"),
    "bits outside the board": (
        lambda: noughts_and_crosses(play=play_beside_the_board),
        r"`noughts` is \d+ instead of a set of cells of the board",
    ),
    "a token on two cells": (
        lambda: light_cycle(play=play_with_a_second_token),
        r"`one` is \d+ instead of one cell of the board",
    ),
    "a comparison as a number": (
        lambda: noughts_and_crosses(legal=legal_by_a_comparison),
        "`legal` gives .* as plain Python and .* compiled: .*comparison",
    ),
    "a number of 70 bits": (
        lambda: noughts_and_crosses(legal=legal_by_long_numbers),
        "`legal` gives .* as plain Python and .* compiled: .*numbers of more than 63 bits",
    ),
    "moves after the end": (
        lambda: noughts_and_crosses(legal=legal_after_a_diagonal),
        "`legal` is 0b.* although `winner` is 1: `legal` must be 0 exactly when `winner` is not",
    ),
    "neither a move nor a winner": (
        lambda: noughts_and_crosses(legal=legal_for_nobody),
        "`legal` is 0b0 although `winner` is 0",
    ),
    "a winner that there is not": (
        lambda: noughts_and_crosses(winner=winner_of_another_game),
        "`winner` is 4 instead of 0, 1, 2 or DRAW",
    ),
    "an action that there is not": (
        lambda: noughts_and_crosses(legal=legal_with_a_tenth_cell),
        "`legal` is 0b.*, which has bits beyond the 9 actions",
    ),
    "a wrong canonical form": (
        lambda: noughts_and_crosses(canonicalize=canonicalize),
        "`canonicalize` takes it to .*, "
        "whose (moves lead to other positions|game has not ended alike|own canonical form)",
    ),
    "a wrong symmetry": (
        lambda: blockade(apply_symmetry=apply_symmetry),
        "`apply_symmetry` with number [13] takes it to .*, whose moves lead to other positions",
    ),
    "an irreversible field that changes back": (
        lambda: blockade(rules={"play": play_that_takes_back}),
        "earlier state of its irreversible fields",
    ),
    "a set in the rules": (
        lambda: noughts_and_crosses(legal=legal_by_a_set),
        r"`legal` cannot be compiled: mistakes\.py, line \d+ in `legal_by_a_set`",
    ),
    "64 actions": (lambda: noughts_and_crosses(words=ManyWords()), "it has 64 actions on the board of size 3"),
    "a memory": (
        lambda: noughts_and_crosses(setup=setup_with_a_memory, legal=legal_by_the_memory, sizes=(3, 4)),
        "changes the module variable `WIDTH` from 3 to 4, and compiled rules keep the old value",
    ),
}
REFUSED_WHEN_LOADED = {"64 actions", "a memory"}
"""Mistakes that no command encounters."""
IN_LAYERS_ONLY = {"a wrong symmetry", "an irreversible field that changes back"}
"""Mistakes that only matter in games solved layer by layer."""
