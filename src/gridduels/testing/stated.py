"""Whether a game does what it states: its fields, actions, goals, symmetries and canonical forms, compared with play.

A check is a generator: it yields a sentence for each broken promise it finds, and its name is the promise.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

from gridduels.board import DIRECTIONS, each, step
from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.statement import DRAW, Cells, Count, Kind, Passes, Places, Slides, Steps, Token, Turn
from gridduels.symmetry import Symmetry, position_image

__all__ = ["OF_A_GAME", "OF_A_LEGAL_MOVE", "OF_A_TURN", "OF_IMAGES", "not_as_stated"]

_KINDS: Final[dict[type[Kind], str]] = {
    Turn: "1 or 2",
    Token: "one cell of the board",
    Cells: "a set of cells of the board",
    Count: "a number from 0 to 15",
}


def not_as_stated(game: Game, position: Any) -> Iterator[str]:
    """What is wrong with the fields of a position."""
    if type(position) is not game.definition.rules.Position:
        yield f"{position!r} is not a Position of the rules"
    for field, value in zip(game.statement.fields, position, strict=True):
        if type(value) is not int or not _fits(field.kind, value, game.rules.cells):
            yield f"{field.name} of {position!r} is not {_KINDS[type(field.kind)]}"


def _fits(kind: Kind, value: int, cells: int) -> bool:
    if isinstance(kind, Turn):
        return value in (1, 2)
    if isinstance(kind, Count):
        return 0 <= value <= 15
    return value & ~cells == 0 and (isinstance(kind, Cells) or value.bit_count() == 1)


def each_image_of_the_start_is_a_start(game: Game) -> Iterator[str]:
    starts = game.start(1), game.start(2)
    for number in range(game.definition.symmetries):
        if (image := game.definition.apply_symmetry(game.rules, starts[0], number)) not in starts:
            yield f"apply_symmetry takes the start to {image!r} by its number {number}, which is no start"


def irreversible_fields_never_change_back(duel: Duel) -> Iterator[str]:
    *earlier, last = duel.history()
    for number in duel.game.statement.irreversible:
        values = [position[number] for position in earlier]
        if values and values[-1] != last[number] and last[number] in values:
            yield f"{duel.game.statement.fields[number].name} is irreversible, and is again what it was before"


def whoever_stands_on_its_goal_has_won(duel: Duel) -> Iterator[str]:
    game, position = duel.game, duel.position
    for player in (1, 2):
        if game.has_reached_goal(position, player) and game.winner(position) != player:
            yield f"Player {player} stands on its goal and has not won"


def symmetries_keep_the_moves(duel: Duel) -> Iterator[str]:
    game, position = duel.game, duel.position
    for number in range(game.definition.symmetries):
        image = game.definition.apply_symmetry(game.rules, position, number)
        if number == 0 and image != position:
            yield f"apply_symmetry takes it to {image!r} by its number 0 instead of leaving it as it is"
        yield from _other_game(game, position, image, f"symmetry {number}", _applying(game, number), _unchanged)


def board_symmetries_keep_the_moves(duel: Duel) -> Iterator[str]:
    game, position = duel.game, duel.position
    for symmetry in game.board_symmetries[1:]:
        image = position_image(game, symmetry, position)
        yield from _other_game(game, position, image, repr(symmetry), _turning(game, symmetry), _unchanged)


def canonical_forms_keep_the_moves(duel: Duel) -> Iterator[str]:
    game, position = duel.game, duel.position
    canonicalize = _canonicalizing(game)
    image = canonicalize(position)
    if canonicalize(image) != image:
        yield f"canonicalize gives {image!r}, whose own canonical form is {canonicalize(image)!r}"
    yield from _other_game(game, position, image, "canonicalize", canonicalize, canonicalize)


def _other_game(
    game: Game, position: Any, image: Any, name: str, of_position: Callable[[Any], Any], of_image: Callable[[Any], Any]
) -> Iterator[str]:
    """What shows that an image of a position is worth something else: how it ended, or where its moves lead."""
    yield from not_as_stated(game, image)
    ends = [
        (winner == one.turn, winner == 3 - one.turn, winner == DRAW)
        for one in (position, image)
        for winner in (game.winner(one),)
    ]
    if ends[0] != ends[1]:
        yield f"{name} takes it to {image!r}, whose game has not ended alike"
    if _leads_to(game, position, of_position) != _leads_to(game, image, of_image):
        yield f"{name} takes it to {image!r}, whose moves lead elsewhere"


def _leads_to(game: Game, position: Any, seen: Callable[[Any], Any]) -> set[tuple[bool, Any]]:
    """What the moves of a position lead to, and whether the same player acts again there."""
    return {(child.turn == position.turn, seen(child)) for child in _children(game, position)}


def _children(game: Game, position: Any) -> list[Any]:
    actions = game.legal(position)
    return [game.play(position, action) for action in range(game.actions) if actions >> action & 1]


def _applying(game: Game, number: int) -> Callable[[Any], Any]:
    return lambda position: game.definition.apply_symmetry(game.rules, position, number)


def _turning(game: Game, symmetry: Symmetry) -> Callable[[Any], Any]:
    return lambda position: position_image(game, symmetry, position)


def _canonicalizing(game: Game) -> Callable[[Any], Any]:
    return lambda position: game.definition.canonicalize(game.rules, position)


def _unchanged(position: Any) -> Any:
    return position


def a_legal_move_does_what_is_stated(duel: Duel, action: int) -> Iterator[str]:
    game, before = duel.game, duel.position
    kind, number = game.kind_of_action(action)
    after = game.play(before, action)
    if isinstance(kind, Steps | Slides):
        yield from _faults_of_going(game, before, after, number, 1 if isinstance(kind, Steps) else game.columns - 1)
    elif isinstance(kind, Places):
        yield from _faults_of_placing(game, before, after, kind, 1 << number)
    elif isinstance(kind, Passes) and after._replace(turn=before.turn) != before:
        yield f"it is stated as a pass, and changes {_changed(game, before, after)}"


def _faults_of_going(game: Game, before: Any, after: Any, number: int, reach: int) -> Iterator[str]:
    direction, distance = number // reach, number % reach + 1
    (token,) = game.statement.tokens[before.turn - 1]
    cell = before[token]
    for _ in range(distance):
        cell = step(game.rules, cell, direction)
    if after[token] != cell:
        where = game.words.where(game, after[token])
        yield f"it is stated to go {distance} {DIRECTIONS[direction]}, and takes the token to {where}"
    for other in game.statement.tokens_by_mover[before.turn - 1]:
        if other != token and before[other] != after[other]:
            yield f"it is stated to move one token, and changes {game.statement.fields[other].name} as well"


def _faults_of_placing(game: Game, before: Any, after: Any, kind: Places, cell: int) -> Iterator[str]:
    name = kind.field_of(before.turn)
    for number, changed, what, _ in game.statement.fields:
        added, removed = after[number] & ~before[number], before[number] & ~after[number]
        if changed == name and (removed or not added & cell or added.bit_count() != kind.cells):
            where = game.words.where(game, cell)
            yield f"it is stated to add {where} to {name}, {kind.cells} in all, and adds {_where(game, added)}"
        elif changed != name and isinstance(what, Token | Cells) and (added or removed):
            yield f"it is stated to place in {name}, and changes {changed}"


def _where(game: Game, cells: int) -> str:
    return " and ".join(game.words.where(game, cell) for cell in each(cells)) or "nothing"


def _changed(game: Game, before: Any, after: Any) -> str:
    names = [field.name for field in game.statement.fields if before[field.number] != after[field.number]]
    return ", ".join(name for name in names if name != "turn")


OF_A_GAME: Final = (each_image_of_the_start_is_a_start,)
OF_A_TURN: Final = (irreversible_fields_never_change_back, whoever_stands_on_its_goal_has_won)
OF_A_LEGAL_MOVE: Final = (a_legal_move_does_what_is_stated,)
OF_IMAGES: Final = (symmetries_keep_the_moves, board_symmetries_keep_the_moves, canonical_forms_keep_the_moves)
