"""The checks run by `check_game`. Each check is named after a promise and yields a sentence for every way in which it
is broken."""

import pickle
import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from math import prod
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from gridduels.board import DIRECTIONS, each, geometry, shape, where
from gridduels.contract import end_faults, field_faults, image_faults, images
from gridduels.duel import STOPS, Duel
from gridduels.engine.kernels.compiler import is_wide, names_of, plain
from gridduels.engine.progress import silent
from gridduels.errors import GridDuelsError, IllegalMove
from gridduels.extras import has_engine
from gridduels.game import Game
from gridduels.record import Record, dumps, loads
from gridduels.registry import definition
from gridduels.statement import VECTORS, Cells, Going, Passes, Places, Position, Token
from gridduels.symmetry import Symmetry, position_image


class Skipped(Exception):
    """Raised by a check that can't run here. The message is the reason."""


_NO_ENGINE: Final = 'needs the extra "engine"'


# --- Promises made by every game, which everything else relies on


CODES: Final = frozenset(
    {"blocked", "cut-off", "edge", "no-obstacles", "not-now", "occupied", "over", "repetition", "visited"}
)
"""The allowed codes for refusing a move."""

_MOST_BITS: Final = 63  # sets of cells and actions must fit into a signed 64-bit int
_WORD: Final = re.compile(r"(?!\d+\.)[^\s{};\[]+")  # words that a record can store
_NONSENSE: Final = ("", "   ", "?!", "no such move", "-1", "9" * 50, "\x00", "é" * 999)


def _not_text(**said: object) -> Iterator[str]:
    for name, text in said.items():
        if not isinstance(text, str):
            yield f"words.{name} returns {text!r} instead of text"


def the_definition_pickles_by_reference(game: Game) -> Iterator[str]:
    if pickle.loads(pickle.dumps(game.definition)) is not game.definition:
        yield f"its Definition is not what {game.definition.module} exports as GAME"


def load_game_finds_it(game: Game) -> Iterator[str]:
    if definition(game.id) is not game.definition:
        yield f"load_game({game.id!r}) finds another game. Does its entry point have the same name?"


def rules_are_tuples_of_ints(game: Game) -> Iterator[str]:
    rules = game.rules
    if not isinstance(rules, tuple) or rules[:4] != geometry(game.size):
        yield f"the first fields of {rules!r} are not those of geometry({game.size!r})"
    bits = max(_MOST_BITS, game.cell_count)  # larger boards are searched in plain Python
    for value in rules:
        if type(value) is not int or not 0 <= value < 1 << bits:
            yield f"{value!r} in {rules!r} is not an int of at most {bits} bits"


def every_action_has_a_word(game: Game) -> Iterator[str]:
    words: tuple[Any, ...] = game.moves
    if not 0 < len(words) <= _MOST_BITS:
        yield f"it has {len(words)} actions; it must have 1 to {_MOST_BITS}"
    for word in words:
        if not isinstance(word, str) or not _WORD.fullmatch(word):
            yield f"move {word!r} is not a word: it must not contain spaces or {{ }} ; [ or begin with a number and dot"
        if words.count(word) > 1:
            yield f"move {word!r} is the word of {words.count(word)} actions"


def either_player_can_go_first(game: Game) -> Iterator[str]:
    starts = game.start(1), game.start(2)
    for first, position in enumerate(starts, 1):
        yield from field_faults(game, position)
        if not game.legal(position):
            yield f"with Player {first} first, there is no legal move at the start"
    if starts[0]._replace(turn=2) != starts[1]:
        yield "the start differs in more than the turn when Player 2 goes first"


def it_introduces_itself(game: Game) -> Iterator[str]:
    words = game.words
    yield from _not_text(opening=words.opening(Duel(game)))
    for player in (1, 2):
        yield from _not_text(player=words.player(player))
    for name, text in (("about", words.about), ("notation", words.notation)):
        if not text:
            yield f"words.{name} is empty"


def a_position_reads_back_from_its_text(duel: Duel) -> Iterator[str]:
    game, position = duel.game, duel.position
    if (again := game.position(game.text(position))) != position:
        yield f"its text reads back as {again!r} instead of {position!r}"


def a_duel_pickles_and_hashes(duel: Duel) -> Iterator[str]:
    again = pickle.loads(pickle.dumps(duel))
    if again != duel or hash(again) != hash(duel):
        yield "it does not survive pickling"


def legal_is_0_exactly_when_someone_has_won(duel: Duel) -> Iterator[str]:
    yield from end_faults(duel.game, duel.position)


def a_turn_can_be_shown(duel: Duel) -> Iterator[str]:
    game, words = duel.game, duel.game.words
    yield from _not_text(board=words.board(game, duel.position), status=words.status(duel))
    if not duel.outcome:
        yield from _not_text(turn=words.turn(duel), prompt=words.prompt(duel, ()))


def nonsense_is_answered_with_a_sentence(duel: Duel) -> Iterator[str]:
    for line in _NONSENSE:
        try:
            answer = duel.game.words.answer(duel, (), line)
        except GridDuelsError:
            continue
        if not isinstance(answer, tuple) and answer not in duel.game.moves:
            yield f"{line!r} is understood as {answer!r}, which is not a move"


def a_legal_move_gives_one_new_position(duel: Duel, action: int) -> Iterator[str]:
    game, before = duel.game, duel.position
    after = game.play(before, action)
    yield from field_faults(game, after)
    if after == before:
        yield "it does not change the position"
    if game.play(before, action) != after:
        yield "played twice from the same position, it leads to different ones"
    yield from _not_text(moved=game.words.moved(duel, duel.play(action)))


def a_legal_move_can_be_typed(duel: Duel, action: int) -> Iterator[str]:
    words, word = duel.game.words, duel.game.moves[action]
    typed = words.typed(word)
    said: Any = ()
    for count, line in enumerate(typed):
        if isinstance(said, str):
            yield f"typing {typed!r} continues although {said!r} is complete"
        yield from _not_text(prompt=words.prompt(duel, said))
        yield from _not_text(prompt=words.prompt(duel, typed[:count]))
        said = words.answer(duel, said, line)
    if said != word:
        yield f"typing {typed!r} gives {said!r} instead"


def any_other_move_is_refused_with_a_reason(duel: Duel, action: int) -> Iterator[str]:
    try:
        duel.play(action)
    except IllegalMove as refusal:
        if refusal.code not in CODES:
            yield f"it is refused with the code {refusal.code!r} instead of one of {', '.join(sorted(CODES))}"
        if not str(refusal).strip():
            yield "it is refused without an explanation"


def every_end_can_be_announced(duel: Duel) -> Iterator[str]:
    words = duel.game.words
    going_on = duel.undo() if duel.outcome else duel
    ends = [going_on.stop(winner, reason) for reason, winners in STOPS.items() for winner in winners]
    for end in [duel, *ends] if duel.outcome else ends:
        yield from _not_text(ending=words.ending(end), why=words.why(end), victory=words.victory(end))


def a_record_reads_back(duel: Duel) -> Iterator[str]:
    record = Record(duel)
    if (again := loads(dumps(record))) != [record]:
        yield f"its record reads back as {again!r} instead of {record!r}"


def an_observation_keeps_all_information(game: Game, played: list[Duel]) -> Iterator[str]:
    if find_spec("numpy") is None:
        raise Skipped(_NO_ENGINE)
    from gridduels.engine.observation import observe

    positions = {position: None for duel in played for position in duel.history()}
    for player in (1, 2):
        seen: dict[bytes, Position] = {}
        for position in positions:
            other = seen.setdefault(observe(game, position, player).tobytes(), position)
            if other != position:
                yield f"Player {player} gets the same observation of {other!r} and {position!r}"


# --- A game matches its declaration: compare fields, actions, goals, symmetries and canonical forms with actual play


def each_image_of_the_start_is_a_start(game: Game) -> Iterator[str]:
    starts = game.start(1), game.start(2)
    for number in range(game.definition.symmetries):
        if (image := game.definition.apply_symmetry(game.rules, starts[0], number)) not in starts:
            yield f"apply_symmetry takes the start to {image!r} with number {number}, which is not a start"


def irreversible_fields_never_change_back(duel: Duel) -> Iterator[str]:
    *earlier, last = duel.history()
    for number in duel.game.statement.irreversible:
        values = [position[number] for position in earlier]
        if values and values[-1] != last[number] and last[number] in values:
            yield f"{duel.game.statement.fields[number].name} is irreversible but returned to an earlier value"


def whoever_stands_on_its_goal_has_won(duel: Duel) -> Iterator[str]:
    game, position = duel.game, duel.position
    for player in (1, 2):
        if game.has_reached_goal(position, player) and game.winner(position) != player:
            yield f"Player {player} is on its goal but has not won"


def symmetries_keep_the_moves(duel: Duel) -> Iterator[str]:
    game, position = duel.game, duel.position
    if (image := game.definition.apply_symmetry(game.rules, position, 0)) != position:
        yield f"apply_symmetry takes it to {image!r} with number 0 instead of leaving it unchanged"
    for name, image, of_position, of_image in images(game, position):
        if "canonicalize" not in name:
            yield from image_faults(game, position, image, name, of_position, of_image)


def board_symmetries_keep_the_moves(duel: Duel) -> Iterator[str]:
    game, position = duel.game, duel.position
    for symmetry in game.board_symmetries[1:]:

        def turned(each: Position, symmetry: Symmetry = symmetry) -> Position:
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
    if isinstance(kind, Going):
        yield from _faults_of_going(game, before, after, kind, number)
    elif isinstance(kind, Places):
        yield from _faults_of_placing(game, before, after, kind, 1 << number)
    elif isinstance(kind, Passes) and after._replace(turn=before.turn) != before:
        yield f"it is stated as a pass but changes {_changed(game, before, after)}"


def _faults_of_going(game: Game, before: Position, after: Position, kind: Going, number: int) -> Iterator[str]:
    direction, steps = divmod(number, kind.reach_on(game.rules))
    down, right = kind.vectors[direction]
    (token,) = game.statement.tokens[before.turn - 1]
    row, column = where(game.columns, before[token])
    if where(game.columns, after[token]) != (row + down * (steps + 1), column + right * (steps + 1)):
        place = game.words.where(game, after[token])
        way = (
            DIRECTIONS[VECTORS.index((down, right))] if (down, right) in VECTORS else f"in the direction {down, right}"
        )
        yield f"it is stated to go {steps + 1} {way}, but it moves the token to {place}"
    for other in game.statement.tokens_by_mover[before.turn - 1]:
        if other != token and before[other] != after[other]:
            yield f"it is stated to move one token but changes {game.statement.fields[other].name} as well"


def _faults_of_placing(game: Game, before: Position, after: Position, kind: Places, cell: int) -> Iterator[str]:
    name = kind.field_of(before.turn)
    for number, changed, what, _ in game.statement.fields:
        added, removed = after[number] & ~before[number], before[number] & ~after[number]
        if changed == name and (removed or not added & cell or added.bit_count() != kind.cells):
            place = game.words.where(game, cell)
            yield f"it is stated to add {place} to {name}, {kind.cells} in all, but it adds {_where(game, added)}"
        elif changed != name and isinstance(what, Token | Cells) and (added or removed):
            yield f"it is stated to place in {name} but changes {changed}"


def _where(game: Game, cells: int) -> str:
    return " and ".join(game.words.where(game, cell) for cell in each(cells)) or "nothing"


def _changed(game: Game, before: Position, after: Position) -> str:
    names = [field.name for field in game.statement.fields if before[field.number] != after[field.number]]
    return ", ".join(name for name in names if name != "turn")


# --- Checks that need the engine: compiled rules, every position on a small board, its solution and its table


_COMPILED: Final = 10
"""The number of games in which to compare compiled rules with plain ones at every position."""
_COMPARED: Final = 20_000
"""The maximum number of positions on the smallest board at which to compare them."""
_GAMES: Final = 500
"""The number of best-play games used to verify a table."""


def smallest_board(game: Game) -> Game:
    """Return a game on its smallest board, under the same rulings."""
    return Game(game.definition, min(game.definition.sizes, key=lambda size: prod(shape(size))), game.rulings)


def _need_compiled(game: Game) -> None:
    """Raise Skipped if a game's rules can't be compiled here."""
    if not has_engine():
        raise Skipped(_NO_ENGINE)
    if is_wide(game):
        raise Skipped(f"a position on {game.board} does not fit in a machine word, so its rules are not compiled")


def rules_can_be_compiled(game: Game, played: list[Duel]) -> Iterator[str]:
    _need_compiled(game)
    from gridduels.engine.kernels.compiler import uncompilable

    yield from uncompilable(game, names_of(game.definition))


def compiled_rules_play_like_plain_ones(game: Game, played: list[Duel]) -> Iterator[str]:
    """Compare both versions. Plain ints are unbounded, whereas compiled ones have 64 bits, so e.g. a shift may
    differ."""
    _need_compiled(game)
    from gridduels.engine.solvers.rules_check import compiled_differences, spread

    seen = {position: None for duel in played[:_COMPILED] for position in duel.history()}
    yield from compiled_differences(game, seen)
    keys, small = _keys(smallest_board(game)), smallest_board(game)
    unpack = plain(game.definition).unpack
    chosen = spread(len(keys), _COMPARED)
    yield from compiled_differences(
        small, (unpack(small.rules, int(keys[index]), small.start(), False) for index in chosen)
    )


def fields_stay_in_range_and_legal_agrees_with_winner_at_every_position(
    game: Game, played: list[Duel]
) -> Iterator[str]:
    """Enumerate all positions, which raises an error at the first one that breaks the promise."""
    try:
        _boards(game)
    except GridDuelsError as error:
        yield str(error)


def symmetries_and_canonical_forms_keep_the_moves_at_every_position(game: Game, played: list[Duel]) -> Iterator[str]:
    from gridduels.engine.solvers.rules_check import check_images

    try:
        for board in _boards(game):
            check_images(board, _keys(board), children=False)
    except GridDuelsError as error:
        yield str(error)


def the_smallest_board_can_be_solved_and_its_table_verified(game: Game, played: list[Duel]) -> Iterator[str]:
    board = smallest_board(game)
    _need_compiled(board)
    if board.solved_on_demand:
        raise Skipped(f"{board.board} has no table, because its positions are searched")
    from gridduels.engine.solvers.solver import solve_game
    from gridduels.engine.tables.catalogue import header_of
    from gridduels.engine.tables.format import TableFile, write_table
    from gridduels.engine.tables.table import Table
    from gridduels.engine.tables.verification import verify

    try:
        solution = solve_game(board, silent)
    except GridDuelsError as error:
        yield str(error)
        return
    with TemporaryDirectory() as folder:
        path = Path(folder) / "checked.table"
        write_table(path, header_of(board, solution.counts), solution.sections)
        table = Table(board, TableFile(path))
        yield from verify(table, _GAMES).faults
        del table


def _boards(game: Game) -> list[Game]:
    """Return the smallest board, plus the game's own if it has few enough positions to check them all.

    Enumerate their positions. Raise Skipped if even the smallest board has too many.
    """
    small = smallest_board(game)
    _need_compiled(small)
    if len(_keys(small)) == 0:
        from gridduels.engine.solvers.rules_check import MAX_IMAGES

        raise Skipped(f"{small.board} has more than {MAX_IMAGES:,} positions")
    return [small] if game == small or is_wide(game) or len(_keys(game)) == 0 else [small, game]


@lru_cache(4)
def _keys(game: Game) -> Any:
    """Return the keys of all of a game's positions, with either player first; empty if there are too many."""
    from gridduels.engine.solvers.enumeration import enumerate_keys
    from gridduels.engine.solvers.limits import TooBig, memory_needed
    from gridduels.engine.solvers.rules_check import MAX_IMAGES

    if (memory_needed(game) or 0) > 8 * MAX_IMAGES:
        return ()
    try:
        return enumerate_keys(game, [game.start(1), game.start(2)], silent, canonical=False, limit=MAX_IMAGES)
    except TooBig:
        return ()


# --- When each check runs


OF_A_GAME: Final = (
    the_definition_pickles_by_reference,
    load_game_finds_it,
    rules_are_tuples_of_ints,
    every_action_has_a_word,
    either_player_can_go_first,
    it_introduces_itself,
    each_image_of_the_start_is_a_start,
)
OF_A_TURN: Final = (
    a_position_reads_back_from_its_text,
    a_duel_pickles_and_hashes,
    legal_is_0_exactly_when_someone_has_won,
    a_turn_can_be_shown,
    nonsense_is_answered_with_a_sentence,
    irreversible_fields_never_change_back,
    whoever_stands_on_its_goal_has_won,
)
OF_A_LEGAL_MOVE: Final = (
    a_legal_move_gives_one_new_position,
    a_legal_move_can_be_typed,
    a_legal_move_does_what_is_stated,
)
OF_ANOTHER_MOVE: Final = (any_other_move_is_refused_with_a_reason,)
OF_IMAGES: Final = (symmetries_keep_the_moves, board_symmetries_keep_the_moves, canonical_forms_keep_the_moves)
OF_AN_END: Final = (every_end_can_be_announced, a_record_reads_back)
OF_ALL_GAMES: Final = (
    an_observation_keeps_all_information,
    rules_can_be_compiled,
    fields_stay_in_range_and_legal_agrees_with_winner_at_every_position,
    compiled_rules_play_like_plain_ones,
    symmetries_and_canonical_forms_keep_the_moves_at_every_position,
    the_smallest_board_can_be_solved_and_its_table_verified,
)
