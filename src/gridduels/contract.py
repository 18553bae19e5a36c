"""The contract between a game's rules and everything that calls them, checked in plain Python, position by position.

Each function yields a sentence for every breach it finds. `gridduels.testing` asks them about the positions of random
games; the solver checks the same things at full speed and asks here for the sentence when something is wrong.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from gridduels.statement import DRAW, Cells, Count, Kind, Position, Token, Turn, identity, identity_symmetry

if TYPE_CHECKING:
    from gridduels.game import Game

__all__ = ["MAX_COUNT", "breaches", "end_faults", "field_faults", "following", "image_faults", "images", "place"]

MAX_COUNT: Final = 15
_ALLOWED: Final[dict[type[Kind], str]] = {
    Turn: "1 or 2",
    Token: "one cell of the board",
    Cells: "a set of cells of the board",
    Count: f"a number from 0 to {MAX_COUNT}",
}


def field_faults(game: "Game", position: Position) -> Iterator[str]:
    """Name each field of a position whose value is out of range."""
    if type(position) is not game.definition.rules.Position:
        yield f"{position!r} is not a Position of the rules"
    for field, value in zip(game.statement.fields, position, strict=True):
        if type(value) is not int or not _fits(field.kind, value, game.rules.cells):
            yield f"`{field.name}` is {value!r} instead of {_ALLOWED[type(field.kind)]}, in {position!r}"


def _fits(kind: Kind, value: int, cells: int) -> bool:
    if isinstance(kind, Turn):
        return value in (1, 2)
    if isinstance(kind, Count):
        return 0 <= value <= MAX_COUNT
    return value & ~cells == 0 and (isinstance(kind, Cells) or value.bit_count() == 1)


def end_faults(game: "Game", position: Position) -> Iterator[str]:
    """Say where `legal` and `winner` contradict each other or the statement of the game."""
    legal, winner = game.legal(position), game.winner(position)
    if not 0 <= legal < 1 << game.actions:
        yield f"`legal` is {legal:#b}, which has bits beyond the {game.actions} actions"
    if winner not in (0, 1, 2, DRAW):
        yield f"`winner` is {winner!r} instead of 0, 1, 2 or DRAW, which is {DRAW}"
    if winner == DRAW and not game.definition.draws:
        yield "it is a draw, which the game does not state: add draws=True to its Definition"
    if (legal == 0) != (winner != 0):
        yield f"`legal` is {legal:#b} although `winner` is {winner}: `legal` must be 0 exactly when `winner` is not"


def images(
    game: "Game", position: Position
) -> Iterator[tuple[str, Position, Callable[[Position], Position], Callable[[Position], Position]]]:
    """Yield each image of a position with the name of what makes it, and how to compare the successors of both: what
    to do with those of the position, and with those of the image."""
    definition, rules = game.definition, game.rules
    if definition.apply_symmetry is not identity_symmetry:
        for number in range(definition.symmetries):

            def apply(each: Position, number: int = number) -> Position:
                return definition.apply_symmetry(rules, each, number)

            yield f"`apply_symmetry` with number {number}", apply(position), apply, _unchanged
    if definition.canonicalize is not identity:

        def canonicalize(each: Position) -> Position:
            return definition.canonicalize(rules, each)

        yield "`canonicalize`", canonicalize(position), canonicalize, canonicalize


def image_faults(
    game: "Game",
    position: Position,
    image: Position,
    name: str,
    of_position: Callable[[Position], Position],
    of_image: Callable[[Position], Position],
) -> Iterator[str]:
    """Say what shows that an image is worth something else than its position: how it ended, or where its moves lead."""
    yield from (f"{name}: {fault}" for fault in field_faults(game, image))
    if of_image(image) != image:
        yield f"{name} takes it to {image!r}, whose own canonical form is {of_image(image)!r}"
    ends = [
        (winner == each.turn, winner == 3 - each.turn, winner == DRAW)
        for each in (position, image)
        for winner in (game.winner(each),)
    ]
    if ends[0] != ends[1]:
        yield f"{name} takes it to {image!r}, whose game has not ended alike"
    if _leads_to(game, position, of_position) != _leads_to(game, image, of_image):
        yield f"{name} takes it to {image!r}, whose moves lead elsewhere"


def _leads_to(game: "Game", position: Position, seen: Callable[[Position], Position]) -> set[tuple[bool, Position]]:
    """What the moves of a position lead to, and whether the same player acts again there."""
    return {(child.turn == position.turn, seen(child)) for _, child in following(game, position)}


def following(game: "Game", position: Position) -> list[tuple[int, Position]]:
    """Return the legal actions of a position, each with the position after it."""
    actions = game.legal(position)
    return [(action, game.play(position, action)) for action in range(actions.bit_length()) if actions >> action & 1]


def _unchanged(position: Position) -> Position:
    return position


def breaches(game: "Game", position: Position) -> Iterator[str]:
    """Yield everything that is wrong at a position: its own fields, its end, its images, and the fields of what follows
    it with theirs."""
    where = place(game, position)
    yield from (f"{where}: {fault}" for fault in (*field_faults(game, position), *end_faults(game, position)))
    yield from _faults_of_images(game, position, where)
    for action, child in following(game, position):
        word = repr(game.moves[action]) if action < game.actions else f"number {action}"
        after = f"{where}, after {word}"
        faults = list(field_faults(game, child))
        yield from (f"{after}: {fault}" for fault in faults)
        if not faults:
            yield from _faults_of_images(game, child, after)


def _faults_of_images(game: "Game", position: Position, where: str) -> Iterator[str]:
    for name, image, of_position, of_image in images(game, position):
        yield from (f"{where}: {fault}" for fault in image_faults(game, position, image, name, of_position, of_image))


def place(game: "Game", position: Position) -> str:
    """Return a position as its text, or as it is where it has none."""
    try:
        text = game.text(position)
    except Exception:
        text = repr(position)
    return f"position {text!r}"
