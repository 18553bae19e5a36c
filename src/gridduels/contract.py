"""A game's contract: what its Definition must declare, and what its rules must guarantee at every position.

A check is a generator that yields one sentence per fault, including how to fix it. `read_statement` checks a
Definition, in an order that lets each check rely on the previous ones. `gridduels.testing` checks the rules on
positions from random games; the solver runs compiled versions and calls these only to get the sentence.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from math import prod
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final, get_args, get_type_hints

from gridduels.board import MAX_CELLS, Size, read_size, shape
from gridduels.errors import SetupError
from gridduels.statement import (
    DRAW,
    OWNER_SIGNS,
    USUAL_REASONS,
    Action,
    Cells,
    Count,
    Field,
    Going,
    Kind,
    Mark,
    Moves,
    Other,
    Passes,
    Places,
    Position,
    Slides,
    Statement,
    Token,
    Turn,
    Unused,
    identity,
    identity_symmetry,
)
from gridduels.symmetry import Symmetry

if TYPE_CHECKING:
    from gridduels.game import Definition, Game

_FUNCTIONS: Final = {
    "setup": "size, rulings",
    "start": "rules",
    "legal": "rules, position",
    "play": "rules, position, action",
    "winner": "rules, position",
}
"""The functions that every game's rules must define, with their parameters."""
_HOOKS: Final = {
    "canonicalize": "rules, position",
    "apply_symmetry": "rules, position, symmetry",
    "max_layers": "rules",
    "reason": "rules, position",
}
"""A Definition's optional functions, with their parameters."""
_REASON: Final = re.compile(r"[a-z]+([ -][a-z]+)*")
_OUR_REASONS: Final = (*USUAL_REASONS, "repetition", "resigned", "time", "forfeit", "aborted", "draw")
_KINDS: Final = "Turn(), Token(...), Cells(...) or Count(...)"
_NOT_SYMBOLS: Final = "./"
"""Reserved characters: an empty cell and the end of a row."""
_GAMES, _PLIES = 4, 40
"""The number and maximum length of the random games played when a game is loaded."""
_UNSET: Final = type("_Unset", (), {"__repr__": lambda self: "nothing"})()
_MAX_ACTIONS: Final = 63
"""The maximum number of actions: a set of actions must fit into a signed 64-bit int."""
_STATE: Final = (int, float, str, tuple, list, dict, set, frozenset, type(None))
"""The types of module variables that are compared before and after `setup`."""


def read_statement(definition: Definition) -> Statement:
    """Return a game's checked statement. Raises SetupError with the first fault."""
    for fault in _faults_of_rules(definition):
        raise _refusal(definition, fault)
    statement = Statement(_fields(definition), definition.action_space, definition.goals, definition.goals_when)
    for check in _CHECKS:
        for fault in check(definition, statement):
            raise _refusal(definition, fault)
    return statement


def _refusal(definition: Definition, fault: str) -> SetupError:
    return SetupError(f"the game {definition.id!r} has a faulty Definition: {fault}")


def _faults_of_rules(definition: Definition) -> Iterator[str]:
    rules = definition.rules
    for name, values in _FUNCTIONS.items():
        if not hasattr(rules, name):
            yield f"its rules have no function `{name}({values})`"
        yield from _faults_of_function(f"`{name}` of its rules", getattr(rules, name), values)
    if not hasattr(getattr(rules, "Position", None), "_fields"):
        yield "its rules have no NamedTuple `Position`"
    for name, values in _HOOKS.items():
        stated: Any = getattr(definition, name)
        if stated is not None:
            yield from _faults_of_function(f"its `{name}`", stated, values)
        if stated in (None, identity, identity_symmetry) and hasattr(rules, name):
            yield f"its rules have a function `{name}` that nothing uses: add {name}=rules.{name} to its Definition"


def _faults_of_function(name: str, function: Any, values: str) -> Iterator[str]:
    if not callable(function):
        yield f"{name} is {function!r} instead of a function of ({values})"
    code = getattr(function, "__code__", None)
    if code and not code.co_flags & 4 and code.co_argcount != values.count(",") + 1:
        yield f"{name} takes {code.co_argcount} values instead of ({values})"


def _fields(definition: Definition) -> tuple[Field, ...]:
    """Return the Position's fields, each with the kind given by its annotation."""
    position = definition.rules.Position
    try:
        hints = get_type_hints(position, include_extras=True)
    except Exception as error:
        raise _refusal(definition, f"its Position's annotations cannot be read: {error}") from error
    found = []
    for name in definition.fields:
        if name not in position._fields:
            raise _refusal(definition, f"its fields include {name!r}, which is not a field of its Position")
    for number, name in enumerate(position._fields):
        type, *said = get_args(hints.get(name)) or (int,)
        kinds: list[Any] = [kind for kind in said if isinstance(kind, Turn | Token | Cells | Count)]
        if len(kinds) == 1 and (stated := definition.fields.get(name)):
            kinds = [Unused(kinds[0]) if isinstance(stated, Unused) else stated]
        if type is not int or len(kinds) != 1:
            raise _refusal(
                definition,
                f"Position.{name} does not say what it is: annotate it as Annotated[int, ...] with one {_KINDS}",
            )
        found.append(Field(number, name, kinds[0], _symbol(kinds[0])))
    return tuple(found)


def _symbol(kind: Kind) -> str:
    if isinstance(kind, Token):
        return kind.symbol or OWNER_SIGNS.get(kind.player, "")
    return kind.symbol if isinstance(kind, Cells) else ""


def _faults_of_fields(definition: Definition, statement: Statement) -> Iterator[str]:
    turns = [field.name for field in statement.fields if isinstance(field.kind, Turn)]
    if turns != ["turn"]:
        yield f"its Position declares {turns or 'nothing'} as Turn(): annotate one field with it, and name it turn"
    for field in statement.fields:
        kind = field.kind
        if kind.player not in (1, 2, None):
            yield f"Position.{field.name} belongs to player {kind.player!r}: use 1, 2 or None"
        mark: Any = kind.mark if isinstance(kind, Cells) else None
        if mark is Mark.PIECE and kind.player is None:
            yield f"Position.{field.name} has pieces without an owner: name one, as in Cells(Mark.PIECE, player=1)"
        if mark is not None and not isinstance(mark, Mark):
            yield f"Position.{field.name} has cells that are {mark!r}: they can be {', '.join(map(repr, Mark))}"


def _faults_of_symbols(definition: Definition, statement: Statement) -> Iterator[str]:
    for field in statement.drawn:
        symbol = field.symbol
        if len(symbol) != 1 or not symbol.isprintable() or symbol.isspace() or symbol in _NOT_SYMBOLS:
            yield f"the symbol for Position.{field.name} is {symbol!r}: it must be one character other than . and /"
    by_symbol = Counter(field.symbol for field in statement.drawn)
    for symbol, count in by_symbol.items():
        if count > 1:
            names = " and ".join(f"Position.{field.name}" for field in statement.drawn if field.symbol == symbol)
            yield f"{names} share the symbol {symbol!r}: give each its own, as in symbol='x'"


def _faults_of_actions(definition: Definition, statement: Statement) -> Iterator[str]:
    space = definition.action_space
    if not space:
        yield "its action_space is empty: list what the actions do, as in action_space=(Steps(),)"
    for number, kind in enumerate(space):
        if not isinstance(kind, get_args(Action)):
            kinds = "Steps(), Slides(), Moves(...), Places(...), Passes() and Other()"
            yield f"its action_space contains {kind!r}: it can contain {kinds}"
        if isinstance(kind, Other) and number < len(space) - 1:
            yield "its action_space continues after Other(), which must come last"
        if isinstance(kind, Going):
            yield from _faults_of_moving(type(kind).__name__, statement)
        if isinstance(kind, Moves):
            yield from _faults_of_directions(kind)
        if isinstance(kind, Places):
            yield from _faults_of_placing(kind, statement)


def _faults_of_moving(name: str, statement: Statement) -> Iterator[str]:
    for player, tokens in enumerate(statement.tokens, 1):
        if len(tokens) != 1:
            yield f"{name}() moves Player {player}'s token, but that player has {len(tokens)}: use Other() instead"


def _faults_of_directions(kind: Moves) -> Iterator[str]:
    vectors: Any = kind.vectors
    pairs = isinstance(vectors, tuple) and all(isinstance(each, tuple) and len(each) == 2 for each in vectors)
    if not vectors or not pairs or len(set(vectors)) < len(vectors) or (0, 0) in vectors:
        yield f"Moves has the directions {vectors!r}: use different steps such as ((-1, 0), (0, 1))"
    if type(kind.reach) is not int or kind.reach < 1:
        yield f"Moves has the reach {kind.reach!r}: use a number of steps, at least 1"


def _faults_of_placing(kind: Places, statement: Statement) -> Iterator[str]:
    kinds = {field.name: field.kind for field in statement.fields}
    for player in (1, 2):
        name = kind.field_of(player)
        if not isinstance(found := kinds.get(name), Cells):
            sets = [statement.fields[number].name for number in statement.marks]
            yield f"Places({name!r}) is not a Cells(...) field of its Position: {_list('its Cells fields are', sets)}"
        elif found.player not in (player, None):
            yield f"Places({name!r}) lets Player {player} place in Position.{name}, which is Player {found.player}'s"


def _faults_of_goals(definition: Definition, statement: Statement) -> Iterator[str]:
    goals: Any = definition.goals
    if goals is None:
        if definition.goals_when:
            yield "it has goals_when but no goals: add goals=..., or remove goals_when"
        return
    if not isinstance(goals, tuple) or len(goals) != 2:
        yield f"its goals are {goals!r}: they must be two fields of its Rules, Player 1's and Player 2's"
    for player, tokens in enumerate(statement.tokens, 1):
        if not tokens:
            yield f"it has a goal for Player {player}, who has no token to reach it"


def _faults_of_symmetries(definition: Definition, statement: Statement) -> Iterator[str]:
    count, stated = definition.symmetries, definition.apply_symmetry is not identity_symmetry
    if type(count) is not int or count < 1:
        yield f"it has symmetries={count!r}: give the number of symmetries, including the identity"
    elif count > 1 and not stated:
        yield f"it has {count} symmetries but no function for them: add apply_symmetry=rules.apply_symmetry"
    elif stated and count == 1:
        yield "it has a function apply_symmetry but not the number of symmetries: add symmetries=..."


def _faults_of_board_symmetries(definition: Definition, statement: Statement) -> Iterator[str]:
    stated: Any = definition.board_symmetries
    if not isinstance(stated, tuple) or not all(isinstance(each, Symmetry) for each in stated):
        yield f"its board_symmetries are {stated!r}: they must be a tuple, as in (Symmetry.FLIP, Symmetry.TRANSPOSE)"
    if any(each & Symmetry.EXCHANGE for each in stated) and statement.partners is None:
        yield "its board_symmetries exchange the players, who have different numbers of fields in its Position"


def _faults_of_layers(definition: Definition, statement: Statement) -> Iterator[str]:
    if definition.max_layers is None:
        return
    if not statement.irreversible:
        yield "it has max_layers but no irreversible field: add irreversible=True to one"
    for number in statement.marks:
        if number not in statement.irreversible:
            yield f"it has max_layers, so Position.{statement.fields[number].name} must be irreversible=True too"


def _faults_of_draws(definition: Definition, statement: Statement) -> Iterator[str]:
    """Check that a game with draws always ends, so positions without a forced win are draws."""
    if not definition.draws:
        return
    if definition.max_layers is not None:
        yield "it has draws and max_layers: a game solved layer by layer cannot have draws, so remove max_layers"
    if _bars_repetition(definition):
        yield "it has draws and a ruling about repetition: a game with draws must never repeat a position"
    for size, rulings in _boards(definition):
        if definition.max_plies(size, definition.read_rulings(rulings)) is None:
            yield "it has draws, but its max_plies is None: a game with draws must always end"


def _faults_of_reasons(definition: Definition, statement: Statement) -> Iterator[str]:
    stated: Any = definition.reasons
    for word, sentence in stated.items():
        if not isinstance(word, str) or not _REASON.fullmatch(word) or word in _OUR_REASONS:
            yield f"one of its reasons is {word!r}: use a few lower-case letters, other than {', '.join(_OUR_REASONS)}"
        try:
            sentence.format(winner="", loser="")
        except Exception:
            yield f"the sentence for its reason {word!r} is {sentence!r}: it may contain only {{winner}} and {{loser}}"
    if len(stated) > 1 and definition.reason is None:
        yield "it has several reasons but no function that decides between them: add reason=rules.reason"
    if definition.reason is not None and not stated:
        yield "it has a function `reason` but no reasons: add reasons={...} with a sentence for each"


def _faults_of_sizes(definition: Definition, statement: Statement) -> Iterator[str]:
    for size in (*definition.sizes, definition.size):
        try:
            right = read_size(size)
        except SetupError as error:
            yield f"one of its sizes is wrong: {error}"
            return
        if right != size or type(right) is not type(size):
            yield f"its sizes contain {size!r}: write {right!r}"
        if prod(shape(right)) > MAX_CELLS and right not in definition.on_demand_sizes:
            yield (
                f"its sizes contain {size!r}, which has {prod(shape(right))} cells: a table covers boards of at most "
                f"{MAX_CELLS}, so name it in on_demand_sizes as well"
            )
        if not isinstance(right, int) and any(isinstance(kind, Slides) for kind in statement.action_space):
            yield f"its sizes contain {size!r}, but Slides() needs square boards: use Moves(...) instead"
    for name in ("on_demand_sizes", "uncounted_sizes"):
        for size in getattr(definition, name):
            if size not in definition.sizes:
                yield f"its {name} include {size}, which is not among {_list('its sizes', definition.sizes)}"
    if definition.size not in definition.sizes:
        yield f"its size is {definition.size}, which is not among {_list('its sizes', definition.sizes)}"


def _faults_of_boards(definition: Definition, statement: Statement) -> Iterator[str]:
    """Check that each board's Rules and words define everything the statement refers to."""
    state = _module_state(definition)
    for size, rulings in _boards(definition):
        board = " ".join([f"board of size {size}", *(f"with {name}={value}" for name, value in rulings.items())])
        try:
            rules = definition.rules.setup(size, definition.read_rulings(rulings))
            words = definition.words.moves(rules) if hasattr(rules, "_fields") else ()
        except Exception as error:
            yield f"its {board} cannot be set up: {type(error).__name__}: {error}"
            return
        for name, value in _module_state(definition).items():
            if value != state.get(name, "nothing"):
                yield (
                    f"setting up its {board} changes the module variable `{name}` from {state.get(name, 'nothing')} to "
                    f"{value}, and "
                    f"compiled rules keep the old value: make it a field of its Rules"
                )
        if definition.unused_fields(rules) != statement.unused:
            yield f"its unused_fields on the {board} are not those declared as Unused()"
        yield from _faults_of_board(statement, board, rules, words)


def _module_state(definition: Definition) -> dict[str, str]:
    """Return the module variables that the rules read, directly or through functions they call, as text."""
    rules = definition.rules
    waiting: list[Any] = [rules.start, rules.legal, rules.play, rules.winner]
    waiting += [definition.canonicalize, definition.apply_symmetry]
    seen: set[Any] = set()
    found: dict[str, str] = {}
    while waiting:
        function = waiting.pop()
        if not isinstance(function, FunctionType) or function in seen:
            continue
        seen.add(function)
        for name in function.__code__.co_names:
            value = function.__globals__.get(name, _UNSET)
            waiting.append(value)
            if isinstance(value, _STATE) or value is _UNSET:
                found[name] = repr(value)
    return found


def _boards(definition: Definition) -> Iterator[tuple[Size, dict[str, str | int]]]:
    """Yield each size with the default rulings, then with each ruling changed on its own."""
    others = [{ruling.name: value} for ruling in definition.rulings for value in ruling.values[1:]]
    for size in definition.sizes:
        for rulings in [{}, *others]:
            yield size, rulings


def _faults_of_board(statement: Statement, board: str, rules: Any, words: tuple[str, ...]) -> Iterator[str]:
    if not hasattr(rules, "_fields"):
        yield f"its `setup` returns {rules!r} instead of a NamedTuple"
    conditions = [kind.when for kind in statement.action_space if isinstance(kind, Passes) and kind.when]
    conditions += [statement.goals_when] if statement.goals_when else []
    for name in (*(statement.goals or ()), *conditions):
        if name not in rules._fields:
            yield f"it names {name!r}, which is not a field of its Rules: {_list('its fields are', rules._fields)}"
    for player, goal in enumerate(statement.goals_in(rules), 1):
        if goal & ~rules.cells:
            yield f"Player {player}'s goal is not on the {board}"
    count = sum(found.length for found in statement.action_ranges(rules, len(words)))
    if not 0 < len(words) <= _MAX_ACTIONS:
        yield f"it has {len(words)} actions on the {board}: a game must have 1 to {_MAX_ACTIONS}"
    if count != len(words):
        yield f"its action_space has {count} actions on the {board} but its words name {len(words)}"


def _faults_of_play(definition: Definition, statement: Statement) -> Iterator[str]:
    """Play a few random games to check for unsupported behaviour. Rules that raise errors are left to `check_game`.

    A family's members share its rules, and a server makes one for each code that a visitor names, so none is played.
    """
    if definition.draws or definition.family:
        return
    rules, choices = definition.rules, random.Random(definition.id)
    with suppress(Exception):
        bound = rules.setup(definition.size, definition.read_rulings({}))
        for _ in range(_GAMES):
            position = rules.start(bound)
            for _ in range(_PLIES):
                legal = rules.legal(bound, position)
                actions = [action for action in range(_MAX_ACTIONS + 1) if legal >> action & 1]
                if not actions:
                    break
                position = rules.play(bound, position, choices.choice(actions))
            if not actions and rules.winner(bound, position) == DRAW and not definition.draws:
                yield "a game ended without a winner, but its Definition does not allow draws: add draws=True"
                return


def _bars_repetition(definition: Definition) -> bool:
    return any(ruling.name == "repetition" for ruling in definition.rulings)


def _list(noun: str, names: Sequence[Any]) -> str:
    return f"{noun} {', '.join(map(str, names)) or 'none'}"


_CHECKS: Final[tuple[Callable[[Definition, Statement], Iterator[str]], ...]] = (
    _faults_of_fields,
    _faults_of_symbols,
    _faults_of_actions,
    _faults_of_goals,
    _faults_of_symmetries,
    _faults_of_board_symmetries,
    _faults_of_layers,
    _faults_of_draws,
    _faults_of_reasons,
    _faults_of_sizes,
    _faults_of_boards,
    _faults_of_play,
)


# --- The rules contract: what must hold at every position of a game


MAX_COUNT: Final = 15
_ALLOWED: Final[dict[type[Kind], str]] = {
    Turn: "1 or 2",
    Token: "one cell of the board",
    Cells: "a set of cells of the board",
    Count: f"a number from 0 to {MAX_COUNT}",
    Unused: "0",
}


def field_faults(game: Game, position: Position) -> Iterator[str]:
    """Yield a sentence for each field whose value is out of range."""
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
    if isinstance(kind, Unused):
        return value == 0
    return value & ~cells == 0 and (isinstance(kind, Cells) or value.bit_count() == 1)


def end_faults(game: Game, position: Position) -> Iterator[str]:
    """Yield each contradiction between `legal`, `winner` and the game's statement."""
    legal, winner = game.legal(position), game.winner(position)
    if not 0 <= legal < 1 << game.actions:
        yield f"`legal` is {legal:#b}, which has bits beyond the {game.actions} actions"
    if winner not in (0, 1, 2, DRAW):
        yield f"`winner` is {winner!r} instead of 0, 1, 2 or DRAW, which is {DRAW}"
    if winner == DRAW and not game.definition.draws:
        yield "the game ended without a winner, but its Definition does not allow draws: add draws=True"
    if (legal == 0) != (winner != 0):
        yield f"`legal` is {legal:#b} although `winner` is {winner}: `legal` must be 0 exactly when `winner` is not"


def images(
    game: Game, position: Position
) -> Iterator[tuple[str, Position, Callable[[Position], Position], Callable[[Position], Position]]]:
    """Yield each image of a position: the function's name, the image, and two functions to compare successors.

    The first is applied to the position's successors, the second to the image's; the resulting sets must be equal.
    """
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
    game: Game,
    position: Position,
    image: Position,
    name: str,
    of_position: Callable[[Position], Position],
    of_image: Callable[[Position], Position],
) -> Iterator[str]:
    """Yield a sentence for each way in which an image fails to match its position, e.g. because it ends differently."""
    yield from (f"{name}: {fault}" for fault in field_faults(game, image))
    if of_image(image) != image:
        yield f"{name} takes it to {image!r}, whose own canonical form is {of_image(image)!r}"
    ends = [
        (winner == each.turn, winner == 3 - each.turn, winner == DRAW)
        for each in (position, image)
        for winner in (game.winner(each),)
    ]
    if ends[0] != ends[1]:
        yield f"{name} takes it to {image!r}, which has not ended in the same way"
    if _leads_to(game, position, of_position) != _leads_to(game, image, of_image):
        yield f"{name} takes it to {image!r}, whose moves lead to other positions"


def _leads_to(game: Game, position: Position, seen: Callable[[Position], Position]) -> set[tuple[bool, Position]]:
    """Return the positions one move later, each with a flag that is set if the same player moves again."""
    return {(child.turn == position.turn, seen(child)) for _, child in successors(game, position)}


def successors(game: Game, position: Position) -> list[tuple[int, Position]]:
    """Return a position's legal actions, each with the resulting position."""
    actions = game.legal(position)
    return [(action, game.play(position, action)) for action in range(actions.bit_length()) if actions >> action & 1]


def _unchanged(position: Position) -> Position:
    return position


def breaches(game: Game, position: Position) -> Iterator[str]:
    """Yield all faults at a position: in its fields and ending, in its successors' fields, and in all their images."""
    where = describe_position(game, position)
    yield from (f"{where}: {fault}" for fault in (*field_faults(game, position), *end_faults(game, position)))
    sound = [(where, position)]
    for action, child in successors(game, position):
        word = repr(game.moves[action]) if action < game.actions else f"number {action}"
        after = f"{where}, after {word}"
        faults = list(field_faults(game, child))
        yield from (f"{after}: {fault}" for fault in faults)
        if not faults:
            sound.append((after, child))
    for place, each in sound:
        yield from _faults_of_images(game, each, place)


def _faults_of_images(game: Game, position: Position, where: str) -> Iterator[str]:
    for name, image, of_position, of_image in images(game, position):
        yield from (f"{where}: {fault}" for fault in image_faults(game, position, image, name, of_position, of_image))


def describe_position(game: Game, position: Position) -> str:
    """Return a position's text form, or its repr if it has none."""
    try:
        text = game.text(position)
    except Exception:
        text = repr(position)
    return f"position {text!r}"
