"""Whether a game does what it states: its fields, actions, goals, symmetries and canonical forms, compared with play.

A check is a generator: it yields a sentence for each broken promise it finds, and its name is the promise.
"""

from collections.abc import Iterator
from typing import Any, Final

from gridduels.board import DIRECTIONS, each, step
from gridduels.contract import image_faults, images
from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.statement import Cells, Passes, Places, Slides, Steps, Token
from gridduels.symmetry import Symmetry, position_image

__all__ = ["OF_A_GAME", "OF_A_LEGAL_MOVE", "OF_A_TURN", "OF_IMAGES"]


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
    if (image := game.definition.apply_symmetry(game.rules, position, 0)) != position:
        yield f"apply_symmetry takes it to {image!r} by its number 0 instead of leaving it as it is"
    for name, image, of_position, of_image in images(game, position):
        if "canonicalize" not in name:
            yield from image_faults(game, position, image, name, of_position, of_image)


def board_symmetries_keep_the_moves(duel: Duel) -> Iterator[str]:
    game, position = duel.game, duel.position
    for symmetry in game.board_symmetries[1:]:

        def turned(each: Any, symmetry: Symmetry = symmetry) -> Any:
            return position_image(game, symmetry, each)

        yield from image_faults(game, position, turned(position), repr(symmetry), turned, lambda each: each)


def canonical_forms_keep_the_moves(duel: Duel) -> Iterator[str]:
    game, position = duel.game, duel.position
    for name, image, of_position, of_image in images(game, position):
        if "canonicalize" in name:
            yield from image_faults(game, position, image, name, of_position, of_image)


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
