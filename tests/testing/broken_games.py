"""Light Cycle Duel broken in every way that check_game looks for."""

from collections.abc import Callable, Iterator
from itertools import count
from types import SimpleNamespace
from typing import Annotated, Any, NamedTuple

import numpy as np

from gridduels import Ruling
from gridduels.board import flip, transpose
from gridduels.engine.solvers.enumeration import enumerate_values
from gridduels.games.light_cycle import GAME, rules
from gridduels.games.light_cycle.rules import Position, Rules
from gridduels.games.light_cycle.words import LightCycleWords
from gridduels.statement import Cells, Count, Mark, Token, Turn
from gridduels.symmetry import Symmetry
from gridduels.words import Refusal

REAL: dict[str, Any] = {
    "setup": rules.setup,
    "start": rules.start,
    "legal": rules.legal,
    "play": rules.play,
    "winner": rules.winner,
}
real_legal = rules.legal  # compiled code can call a name of this module, but not an entry of REAL


def legal_with_a_spare_bit(rules: Rules, position: Position) -> int:
    return 1 << 4 | int(REAL["legal"](rules, position))


def legal_for_player_one_only(rules: Rules, position: Position) -> int:
    return int(REAL["legal"](rules, position)) if position.turn == 1 else 0


def legal_after_the_end(rules: Rules, position: Position) -> int:
    return int(REAL["legal"](rules, position)) or 1


def turned_without_going_up() -> dict[str, Any]:
    """Return facts of a game in which tokens move up only as a last resort, which breaks its symmetries."""

    def legal(rules: Rules, position: Position) -> int:
        actions = int(REAL["legal"](rules, position))
        return actions & ~1 or actions

    changed = {"Position": Position, **REAL, "legal": legal}
    return {"rules": SimpleNamespace(**changed), "board_symmetries": (Symmetry.FLIP,)}


def play_to_a_plain_tuple(rules: Rules, position: Position, action: int) -> Any:
    return tuple(REAL["play"](rules, position, action))


def playing_that_sets(**fields: Any) -> Callable[..., Any]:
    return lambda rules, position, action: REAL["play"](rules, position, action)._replace(**fields)


def starting_with(**fields: Any) -> Callable[..., Any]:
    return lambda rules: REAL["start"](rules)._replace(**fields)


def play_without_leaving_a_wall(rules: Rules, position: Position, action: int) -> Position:
    after: Position = REAL["play"](rules, position, action)
    return after._replace(blocked=after.blocked & ~(position.one | position.two) | after.one)


def play_with_a_memory(counter: Iterator[int]) -> Callable[..., Any]:
    return lambda rules, position, action: REAL["play"](rules, position, action)._replace(blocked=next(counter) % 2)


def start_with_a_memory(counter: Iterator[int]) -> Callable[..., Any]:
    return lambda rules: REAL["start"](rules)._replace(blocked=next(counter) % 2)


def fail(*_: Any) -> Any:
    raise KeyError("a slip")


def gives(answer: Any) -> Callable[..., Any]:
    return lambda *_: answer


def local_position() -> Any:
    class Local(NamedTuple):
        turn: Annotated[int, Turn()]
        one: Annotated[int, Token(1)]
        two: Annotated[int, Token(2)]
        blocked: Annotated[int, Cells(Mark.TRAIL)]

    return Local


class Forgetful(Position):
    """A Position that changes when it is pickled."""

    def __reduce__(self) -> Any:
        return Forgetful, (3 - self.turn, self.one, self.two, self.blocked)


class Rich(NamedTuple):
    """A Position with a reserve."""

    turn: Annotated[int, Turn()]
    one: Annotated[int, Token(1)]
    two: Annotated[int, Token(2)]
    blocked: Annotated[int, Cells(Mark.TRAIL)]
    reserve: Annotated[int, Count(1)]


def starting_as(kind: Any, *more: int) -> dict[str, Any]:
    return {"Position": kind, "start": lambda rules: kind(*REAL["start"](rules), *more)}


def setup_with_a_list(size: int, rulings: Any) -> Any:
    nothing: Any = []
    return rules.setup(size, rulings)._replace(start_two=nothing)


def typed_twice(self: Any, word: str) -> tuple[str, ...]:
    return word, word


def answer_after_go(self: Any, duel: Any, said: tuple[str, ...], line: str) -> Any:
    return ("go",) if line == "go" else LightCycleWords.answer(self, duel, said, line)


def prompt_once(self: Any, duel: Any, said: tuple[str, ...]) -> Any:
    return None if said else "Go? "


class Lasting(NamedTuple):
    turn: Annotated[int, Turn()]
    one: Annotated[int, Token(1)]
    two: Annotated[int, Token(2)]
    blocked: Annotated[int, Cells(Mark.TRAIL)]
    reserve: Annotated[int, Count(1, irreversible=True)]


def with_reserve(change: Callable[[int], int]) -> dict[str, Any]:
    """Return rules with a reserve that is declared irreversible but changed by each move."""

    def bare(position: Any) -> Position:
        return Position(*position[:4])

    return {
        "Position": Lasting,
        "start": lambda rules: Lasting._make((*REAL["start"](rules), 1)),
        "legal": lambda rules, position: REAL["legal"](rules, bare(position)),
        "winner": lambda rules, position: REAL["winner"](rules, bare(position)),
        "play": lambda rules, position, action: Lasting._make(
            (*REAL["play"](rules, bare(position), action), change(position.reserve))
        ),
    }


def seen_as(*fields: str, image: Callable[[Any, int], int], number: int = 1) -> dict[str, Any]:
    """Return facts with a numbered symmetry that changes only the given fields."""

    def apply_symmetry(rules: Any, position: Any, symmetry: int) -> Any:
        changed = {name: image(rules, getattr(position, name)) for name in fields}
        return position._replace(**changed) if symmetry == number else position

    return {"symmetries": 2, "apply_symmetry": apply_symmetry}


def canonical_as(*fields: str, image: Callable[[Any, int], int]) -> dict[str, Any]:
    """Return facts with a canonical form that changes only the given fields."""
    apply_symmetry = seen_as(*fields, image=image)["apply_symmetry"]
    return {"canonicalize": lambda rules, position: apply_symmetry(rules, position, 1)}


def as_if_at_the_start(rules: Any, position: Any) -> Any:
    return position if REAL["legal"](rules, position) else REAL["start"](rules)


def least_of_two(rules: Any, cells: int) -> int:
    return min(cells, flip(rules, cells))


def beyond(rules: Any, cells: int) -> int:
    return -1 if cells else 0


def numbered_backwards() -> dict[str, Any]:
    """Return rules in which action 0 is right and action 3 is up."""

    def legal(rules: Any, position: Any) -> int:
        found: int = REAL["legal"](rules, position)
        return sum(1 << 3 - action for action in range(4) if found >> action & 1)

    return {"legal": legal, "play": lambda rules, position, action: REAL["play"](rules, position, 3 - action)}


def play_that_moves_both(rules: Any, position: Any, action: int) -> Any:
    after = REAL["play"](rules, position, action)
    return after._replace(two=after.two >> 1) if position.turn == 1 else after


def legal_by_a_set(rules: Rules, position: Position) -> int:
    return sum({real_legal(rules, position)})


def legal_by_long_numbers(rules: Rules, position: Position) -> int:
    """Return the same in Python, but 66 bits on the way do not fit into a compiled number."""
    return real_legal(rules, position) << 62 >> 62


def legal_by_a_lost_bit(rules: Rules, position: Position) -> int:
    """Return the same in Python; compiled, only the first legal action unless `up` is legal."""
    actions = real_legal(rules, position)
    kept = actions << 63 >> 63 & actions
    return kept if kept else actions & -actions


def forgetful_on_three_rows(rules: Rules, position: Position) -> Position:
    """Return a canonical form without the trails, on 3x3 only."""
    return Position(position.turn, position.one, position.two, 0) if rules.size == 3 else position


def values_in_reverse(*arguments: Any, **options: Any) -> Any:
    keys, codes = enumerate_values(*arguments, **options)
    return keys, codes[::-1].copy()


GO = {"typed": lambda self, word: ("go", word), "answer": answer_after_go, "prompt": prompt_once}
SPACED = (Ruling("tyres", "which tyres?", ("very soft",), {"very soft": "the soft ones"}),)

BROKEN: list[tuple[str, str, dict[str, Any], str]] = [
    ("the_definition_pickles_by_reference", "facts", {"module": "json"}, "AttributeError"),
    (
        "the_definition_pickles_by_reference",
        "facts",
        {"module": GAME.module},
        "is not what gridduels.games.light_cycle",
    ),
    ("load_game_finds_it", "uninstalled", {}, "unknown game 'broken'"),
    ("load_game_finds_it", "facts", {"id": "pathway"}, "finds another game"),
    (
        "rules_are_tuples",
        "rules",
        {"setup": lambda size, rulings: rules.setup(5, rulings)},
        r"those of geometry\(3\)",
    ),
    ("rules_are_tuples", "rules", {"setup": setup_with_a_list}, r"\[\] in .* is not an int of at most 63 bits"),
    ("either_player_can_go_first", "rules", {"start": starting_with(one=3)}, "`one` is .* instead of one cell of"),
    ("either_player_can_go_first", "rules", starting_as(Rich, 16), "`reserve` is 16 instead of a number from 0 to 15"),
    ("every_action_has_a_word", "words", {"moves": gives(("up", "down", "le ft", "x"))}, "'le ft' is not a word"),
    ("every_action_has_a_word", "words", {"moves": gives(("up", "down", "1.x", "x"))}, "'1.x' is not a word"),
    ("every_action_has_a_word", "words", {"moves": gives(("up", "down", 1, "x"))}, "move 1 is not a word"),
    ("every_action_has_a_word", "words", {"moves": gives(("up", "up", "x", "y"))}, "'up' is the word of 2 actions"),
    ("either_player_can_go_first", "rules", {"legal": legal_for_player_one_only}, "with Player 2 first, there is no"),
    ("either_player_can_go_first", "rules", {"start": start_with_a_memory(count())}, "differs in more than the turn"),
    ("it_introduces_itself", "words", {"opening": gives(None)}, "words.opening returns None instead of text"),
    ("it_introduces_itself", "words", {"player": gives(b"1")}, "words.player returns b'1' instead of text"),
    ("it_introduces_itself", "words", {"about": ""}, "words.about is empty"),
    ("it_introduces_itself", "words", {"notation": ""}, "words.notation is empty"),
    (
        "either_player_can_go_first",
        "rules",
        {"start": starting_with(one=-1)},
        "`one` is -1 instead of one cell of the board",
    ),
    ("a_legal_move_gives_one_new_position", "rules", {"play": play_to_a_plain_tuple}, "is not a Position of the rules"),
    (
        "a_legal_move_gives_one_new_position",
        "rules",
        {"play": playing_that_sets(one=-1)},
        "`one` is .* instead of one cell of",
    ),
    (
        "a_legal_move_gives_one_new_position",
        "rules",
        {"play": playing_that_sets(two=1.0)},
        "`two` is 1.0 instead of one cell of the board",
    ),
    (
        "a_legal_move_gives_one_new_position",
        "rules",
        {"play": playing_that_sets(blocked=1 << 9)},
        "a set of cells of the board",
    ),
    (
        "a_legal_move_gives_one_new_position",
        "rules",
        {"play": playing_that_sets(turn=3)},
        "`turn` is 3 instead of 1 or 2",
    ),
    ("a_position_reads_back_from_its_text", "rules", {"play": play_without_leaving_a_wall}, "PositionError"),
    ("a_duel_pickles_and_hashes", "rules", starting_as(local_position()), "PicklingError|AttributeError"),
    ("a_duel_pickles_and_hashes", "rules", starting_as(Forgetful), "it does not survive pickling"),
    ("legal_is_0_exactly_when", "rules", {"legal": legal_with_a_spare_bit}, "bits beyond the 4 actions"),
    ("legal_is_0_exactly_when", "rules", {"winner": gives(4)}, "`winner` is 4 instead of 0, 1, 2 or DRAW"),
    ("legal_is_0_exactly_when", "rules", {"winner": gives(2)}, "although `winner` is 2"),
    ("legal_is_0_exactly_when", "rules", {"winner": gives(0)}, "`legal` is 0b0 although `winner` is 0"),
    ("legal_is_0_exactly_when", "rules", {"legal": legal_after_the_end}, "`legal` is 0b1 although `winner` is"),
    ("a_turn_can_be_shown", "words", {"board": gives(None), "opening": gives("")}, "words.board returns None"),
    ("a_turn_can_be_shown", "words", {"status": gives(7)}, "words.status returns 7"),
    ("a_turn_can_be_shown", "words", {"turn": gives(None)}, "words.turn returns None"),
    ("a_turn_can_be_shown", "words", {"prompt": gives(None)}, "words.prompt returns None"),
    ("nonsense_is_answered", "words", {"answer": fail}, "KeyError: 'a slip'"),
    ("nonsense_is_answered", "words", {"answer": gives("jump")}, "'' is understood as 'jump', which is not a move"),
    (
        "a_legal_move_gives_one_new_position",
        "rules",
        {"play": lambda rules, position, action: position},
        "does not change",
    ),
    (
        "a_legal_move_gives_one_new_position",
        "rules",
        {"play": play_with_a_memory(count())},
        "to different ones",
    ),
    ("a_legal_move_gives_one_new_position", "rules", {"play": fail}, "move 'up': KeyError: 'a slip'"),
    ("a_legal_move_gives_one_new_position", "words", {"moved": gives(None)}, "words.moved returns None"),
    ("a_legal_move_can_be_typed", "words", {"typed": gives(())}, r"typing \(\) gives \(\) instead"),
    ("a_legal_move_can_be_typed", "words", {"typed": gives(("sideways",))}, "NotationError: 'sideways' is not"),
    ("a_legal_move_can_be_typed", "words", {"typed": gives(("up",))}, r"typing \('up',\) gives 'up' instead"),
    ("a_legal_move_can_be_typed", "words", {"typed": typed_twice}, "continues although 'up' is complete"),
    ("a_legal_move_can_be_typed", "words", GO, "words.prompt returns None"),
    ("any_other_move_is_refused", "words", {"refusal": gives(Refusal("nope", "No."))}, "with the code 'nope'"),
    ("any_other_move_is_refused", "words", {"refusal": gives(Refusal("edge", " "))}, "refused without an explanation"),
    ("any_other_move_is_refused", "words", {"refusal": fail}, "move 'left': KeyError: 'a slip'"),
    ("every_end_can_be_announced", "words", {"ending": gives(None)}, "words.ending returns None"),
    ("every_end_can_be_announced", "words", {"why": gives(0), "ending": gives("")}, "words.why returns 0"),
    ("every_end_can_be_announced", "words", {"victory": fail}, "KeyError: 'a slip'"),
    ("a_record_reads_back", "facts", {"rulings": SPACED}, "RecordError"),
    ("each_image_of_the_start", "facts", seen_as("one", image=transpose), "with number 1, which is not a start"),
    (
        "irreversible_fields",
        "rules",
        with_reserve(lambda left: 1 - left),
        "reserve is irreversible but returned to an earlier",
    ),
    ("whoever_stands_on_its_goal", "facts", {"goals": ("start_one", "start_two")}, "Player 1 is on its goal but"),
    (
        "symmetries_keep_the_moves",
        "facts",
        seen_as("one", image=flip),
        "`apply_symmetry` with number 1 takes it to .*, whose moves lead",
    ),
    (
        "symmetries_keep_the_moves",
        "facts",
        seen_as("one", "two", "blocked", image=flip, number=0),
        "with number 0 instead of leaving it unchanged",
    ),
    (
        "board_symmetries_keep",
        "facts",
        turned_without_going_up(),
        "FLIP: 1> takes it to .*, whose moves lead to other positions",
    ),
    ("canonical_forms", "facts", canonical_as("one", "two", "blocked", image=flip), "whose own canonical form is"),
    ("canonical_forms", "facts", canonical_as("one", image=least_of_two), "`canonicalize` takes it to .*, whose moves"),
    ("canonical_forms", "facts", canonical_as("blocked", image=beyond), "`blocked` is -1 instead of a set of cells"),
    ("canonical_forms", "facts", {"canonicalize": as_if_at_the_start}, "which has not ended in the same way"),
    ("a_legal_move_does_what", "rules", numbered_backwards(), "stated to go 1 up, but it moves the token to "),
    ("a_legal_move_does_what", "rules", {"play": play_that_moves_both}, "to move one token but changes two as well"),
    (
        "an_observation_keeps",
        "engine",
        {"observation.observe": lambda game, position, player: np.zeros(9)},
        "Player 1 gets the same observation of",
    ),
    ("rules_can_be_compiled", "rules", {"legal": legal_by_a_set}, "`legal` cannot be compiled"),
    (
        "fields_stay_in_range",
        "rules",
        {"legal": legal_by_long_numbers},
        "`legal` gives .* as plain Python and .* compiled",
    ),
    (
        "compiled_rules_play",
        "rules",
        {"legal": legal_by_a_lost_bit},
        "`legal` gives 12 as plain Python and 4 compiled",
    ),
    (
        "symmetries_and_canonical_forms",
        "facts",
        {"sizes": (3, 4), "size": 4, "canonicalize": forgetful_on_three_rows},
        "broken 3x3 cannot be solved .* `canonicalize` takes it to",
    ),
    ("the_smallest_board", "engine", {"solvers.solver.enumerate_values": values_in_reverse}, "values do not follow"),
]
