"""The effects of moves on the board, the marks they leave behind, and simple position metrics."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from gridduels.board import each, spread, where
from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.statement import OWNER_SIGNS, VECTORS, Going, Mark, Passes, Places, Position
from gridduels.text import count

# --- Move targets


MOVE: Final = "move"
PLACE: Final = "place"
OTHER: Final = "other"

TRAIL: Final = ("trail-one", "trail-two")
PIECES: Final = ("piece-one", "piece-two")
VISITED: Final = Mark.VISITED.value
OBSTACLE: Final = Mark.OBSTACLE.value
BLOCKED: Final = Mark.BLOCKED.value

_LATELY: Final = 8
"""The displayed path length for a token that leaves nothing behind and may move in circles."""


class Target(NamedTuple):
    """A move's effect on the board: it moves a token to a cell (`move`), marks a cell (`place`), or does neither."""

    cell: int
    kind: str
    origin: int = 0


def target_of(game: Game, before: Position, after: Position) -> Target:
    """Return what changed on the board between two positions.

    >>> from gridduels import load_game
    >>> game = load_game("light-cycle", size=3)
    >>> target_of(game, game.start(), game.play(game.start(), game.action("up")))
    Target(cell=1, kind='move', origin=8)
    """
    statement = game.statement
    for number in statement.tokens_by_mover[before.turn - 1]:
        if before[number] != after[number]:
            return Target(after[number], MOVE, before[number])
    for number in statement.pieces[before.turn - 1]:
        added, left = after[number] & ~before[number], before[number] & ~after[number]
        if added and left:
            return Target(added & -added, MOVE, left & -left)
    for number in statement.marks:
        added = after[number] & ~before[number]
        if added:
            return Target(added & -added, PLACE)
    return Target(0, OTHER)


def targets(duel: Duel) -> dict[str, Target]:
    """Return each legal move's effect, keyed by its word."""
    game, position = duel.game, duel.position
    return {word: target_of(game, position, game.play(position, game.action(word))) for word in duel.legal_moves}


def moves_or_places(game: Game) -> bool:
    """Return whether moves can either move a token or mark a cell, so the player has to specify which.

    >>> from gridduels import load_game
    >>> moves_or_places(load_game("blockade")), moves_or_places(load_game("pathway"))
    (True, False)
    """
    kinds = {isinstance(kind, Places) for kind, _, _ in game.action_ranges if not isinstance(kind, Passes)}
    return len(kinds) > 1


@lru_cache(64)
def placements(game: Game) -> Mapping[int, str]:
    """Return the word that marks each cell, legal or not, in a game with such moves."""
    return {
        1 << number: game.moves[first + number]
        for kind, first, length in game.action_ranges
        if isinstance(kind, Places)
        for number in range(length)
    }


def word_towards(game: Game, direction: int, distance: int) -> str | None:
    """Return the word for moving a given distance in a direction, legal or not; None if there is no such move.

    >>> from gridduels import load_game
    >>> word_towards(load_game("gridlock"), 0, 2), word_towards(load_game("pathway"), 0, 2)
    ('up2', None)
    """
    for kind, first, _ in game.action_ranges:
        if isinstance(kind, Going) and VECTORS[direction] in kind.vectors and distance <= kind.reach_on(game.rules):
            number = kind.vectors.index(VECTORS[direction]) * kind.reach_on(game.rules)
            return game.moves[first + number + distance - 1]
    return None


def token_of(duel: Duel) -> int:
    """Return the cell of the token that the player to move controls; 0 if there is none."""
    return next((duel.position[number] for number in duel.game.statement.tokens[duel.turn - 1]), 0)


def path_of(game: Game, history: Sequence[Position], number: int) -> list[int]:
    """Return the cells a token has visited, oldest first; only the last few if it leaves nothing behind.

    >>> from gridduels import load_game
    >>> duel = Duel(load_game("light-cycle", size=3), "up up right")
    >>> [path_of(duel.game, duel.history(), number) for number, _ in duel.game.statement.token_signs]
    [[8, 1, 2], [32, 4]]
    """
    leaves = fills_up(game)
    way: list[int] = []
    for position in history if leaves else history[-_LATELY:]:
        if position[number] and way[-1:] != [position[number]]:
            way.append(position[number])
    return way


def ray(columns: int, origin: int, direction: int, cells: list[int]) -> list[int]:
    """Return the given cells that lie straight ahead in a direction, nearest first."""
    if not origin:
        return []
    found = []
    row, column = where(columns, origin)
    for cell in cells:
        down, right = where(columns, cell)[0] - row, where(columns, cell)[1] - column
        ahead = (-down, down, -right, right)[direction]
        aside = (right, right, down, down)[direction]
        if ahead > 0 and aside == 0:
            found.append((ahead, cell))
    return [cell for _, cell in sorted(found)]


def kind_of_marks(duel: Duel) -> dict[int, str]:
    """Return each marked cell's kind: a player's trail, visited, an obstacle, or blocked if unknown."""
    *_, kinds = kinds_by_ply(duel)
    return kinds


def kinds_by_ply(duel: Duel) -> Iterator[dict[int, str]]:
    """Yield the marked cells' kinds at the start and after each move, as one dict that is updated in place."""
    game, history = duel.game, duel.history()
    kinds: dict[int, str] = {}
    for number, mark in game.statement.mark_kinds:
        kind = BLOCKED if mark is Mark.TRAIL else _kind(game, number, mark)
        kinds.update(dict.fromkeys(each(history[0][number]), kind))
    yield kinds
    for before, after in pairwise(history):
        update_kinds(game, before, after, kinds)
        yield kinds


def _kind(game: Game, number: int, mark: Mark) -> str:
    """Return the kind of the cells in a set; for pieces it depends on the owner."""
    player = game.statement.fields[number].kind.player
    return PIECES[player - 1] if mark is Mark.PIECE and player else mark.value


def update_kinds(game: Game, before: Position, after: Position, kinds: dict[int, str]) -> None:
    """Update the marked cells' kinds after a move."""
    marks = game.statement.mark_kinds
    for number, _ in marks:
        for cell in each(before[number] & ~after[number]):
            del kinds[cell]
    for number, mark in marks:
        if added := after[number] & ~before[number]:
            if mark is Mark.BLOCKED and any(isinstance(kind, Going) for kind in game.statement.action_space):
                mark = _cause(game, before, after)
            kind = TRAIL[before.turn - 1] if mark is Mark.TRAIL else _kind(game, number, mark)
            kinds.update(dict.fromkeys(each(added), kind))


def _cause(game: Game, before: Position, after: Position) -> Mark:
    """Return the kind of mark a move leaves: an obstacle, unless it moves a token, which leaves a trail."""
    moved = [sign for number, sign in game.statement.token_signs if before[number] != after[number]]
    if not moved:
        return Mark.OBSTACLE
    return Mark.VISITED if moved == [OWNER_SIGNS[None]] else Mark.TRAIL


# --- Impossible positions in games whose tokens leave trails


def trail_faults(game: Game, position: Position, starts: tuple[int, int]) -> list[str]:
    """Return everything that makes a trail game's position impossible: trails, counts and distances."""
    tokens, blocked = _tokens(game, position), game.statement.marked(position)
    reasons = []
    for player, (token, start) in enumerate(zip(tokens, starts, strict=True), 1):
        left = start & (blocked | tokens[2 - player])
        if token != start and not left:
            reasons.append(f"Player {player} has left {game.words.where(game, start)}, so that cell must be blocked")
    stray = blocked & ~_joined(game, position, starts)
    if stray:
        cells = ", ".join(game.words.where(game, cell) for cell in each(stray))
        reasons.append(f"no trail leads to the blocked {cells}")
    return reasons or _distance_faults(game, position, starts)


def _joined(game: Game, position: Position, starts: tuple[int, int]) -> int:
    """Return the cells connected to a starting cell through blocked and occupied cells."""
    reached = starts[0] | starts[1]
    one, two = _tokens(game, position)
    taken = game.statement.marked(position) | one | two
    while (grown := spread(game.rules, reached) & taken | reached) != reached:
        reached = grown
    return reached


def _distance_faults(game: Game, position: Position, starts: tuple[int, int]) -> list[str]:
    """Return the tokens that cannot be where they are after the number of moves implied by the trails."""
    tokens = _tokens(game, position)
    entered = any(tokens[player] == starts[1 - player] for player in (0, 1))
    moves = game.statement.marked(position).bit_count() + entered
    reasons = []
    for player, (token, start) in enumerate(zip(tokens, starts, strict=True), 1):
        own = moves // 2 + (moves % 2 and position.turn != player)
        (row, column), (start_row, start_column) = where(game.columns, token), where(game.columns, start)
        distance = abs(row - start_row) + abs(column - start_column)
        if distance > own or (own - distance) % 2 or (own > 0) != (token != start):
            cell = game.words.where(game, token)
            reasons.append(f"Player {player} cannot stand on {cell} after {count(own, 'move')} of its own")
    return reasons


def _tokens(game: Game, position: Position) -> tuple[int, int]:
    return game.statement.standing(position, 1), game.statement.standing(position, 2)


# --- Simple position metrics for any game: distance to the goal, space, reserve


NO_WAY: Final = 99
"""The distance to an unreachable goal."""
_LEFT_BEHIND: Final = (Mark.TRAIL, Mark.VISITED)


def distance(game: Game, position: Position, player: int) -> int:
    """Return the number of steps from a player's token to its goal through unblocked cells, ignoring the other token.

    Return 0 if the game has no goal.

    >>> from gridduels import load_game
    >>> distance(game := load_game("pathway"), game.start(), 1)
    8
    """
    goal = game.goal(player)
    if not goal:
        return 0
    reached = game.statement.standing(position, player)
    free = goal | game.rules.cells & ~game.statement.marked(position)
    for steps in range(NO_WAY):
        if reached & goal:
            return steps
        reached = _spread(game, reached) & free
    return NO_WAY


def _spread(game: Game, cells: int) -> int:
    """Return the cells together with all cells that are one of the game's steps away."""
    neighbours = _neighbours(game)
    if neighbours is None:
        return spread(game.rules, cells)
    grown = cells
    for cell in each(cells):
        grown |= neighbours[cell.bit_length() - 1]
    return grown


@lru_cache(64)
def _neighbours(game: Game) -> tuple[int, ...] | None:
    """Return the cells one step from each cell, by cell number; None for orthogonal steps, which `spread` handles."""
    vectors = next((kind.vectors for kind in game.statement.action_space if isinstance(kind, Going)), VECTORS)
    if vectors == VECTORS:
        return None
    rows, columns = game.shape
    found = []
    for number in range(game.cell_count):
        row, column = divmod(number, columns)
        ends = [(row + down, column + right) for down, right in vectors]
        found.append(
            sum(1 << down * columns + right for down, right in ends if 0 <= down < rows and 0 <= right < columns)
        )
    return tuple(found)


@lru_cache(64)
def fills_up(game: Game) -> bool:
    """Return whether tokens use up cells as they move, so space runs out."""
    if any(mark in _LEFT_BEHIND for _, mark in game.statement.mark_kinds):
        return True
    start, marked = game.start(), game.statement.marked
    legal = game.legal(start)
    for kind, first, length in game.action_ranges:
        moves = [action for action in range(first, first + length) if legal >> action & 1]
        if isinstance(kind, Going) and any(marked(game.play(start, action)) != marked(start) for action in moves):
            return True
    return False


def territories(game: Game, position: Position) -> tuple[int, int]:
    """Return how many free cells Player 1 and Player 2 can reach first; all reachable cells for a shared token.

    >>> from gridduels import Duel, load_game
    >>> duel = Duel(load_game("light-cycle"), "right left right")
    >>> territories(duel.game, duel.position)
    (12, 8)
    """
    statement, rules = game.statement, game.rules
    reached = [statement.standing(position, player) for player in (1, 2)]
    free = rules.cells & ~(statement.marked(position) | reached[0] | reached[1])
    if reached[0] & reached[1]:
        room = reached[0]
        while (grown := _spread(game, room) & free | room) != room:
            room = grown
        size = (room & free).bit_count()
        return size, size
    counts, order = [0, 0], (position.turn - 1, 2 - position.turn)
    growing = True
    while growing:
        growing = False
        for player in order:
            grown = _spread(game, reached[player]) & free
            reached[player] |= grown
            free &= ~grown
            counts[player] += grown.bit_count()
            growing |= grown != 0
    return counts[0], counts[1]


def reserve(game: Game, position: Position, player: int) -> int:
    """Return the total number of items a player can still place."""
    return sum(position[number] for number in game.statement.counts[player - 1])
