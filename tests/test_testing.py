"""check_game accepts the five games, and has a complaint about each broken one."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Annotated, Any, NamedTuple

import pytest

from gridduels import Definition, Duel, Game, Ruling, definitions
from gridduels.board import flip, transpose
from gridduels.games.blockade import GAME as BLOCKADE
from gridduels.games.light_cycle import GAME, rules
from gridduels.games.light_cycle.rules import Position, Rules
from gridduels.games.light_cycle.text import LightCycleWords
from gridduels.statement import Cells, Count, Mark, Other, Passes, Token, Turn
from gridduels.testing import CODES, check_game, promises, stated
from gridduels.words import Refusal

REAL: dict[str, Any] = {
    "setup": rules.setup,
    "start": rules.start,
    "legal": rules.legal,
    "play": rules.play,
    "winner": rules.winner,
}
FACTS: dict[str, Any] = {
    "module": "broken_game",
    "id": "broken",
    "title": "Broken",
    "summary": "It breaks a promise.",
    "order": 9,
}

Make = Callable[..., Game]


def small_rulings() -> Iterator[Game]:
    """Every game on its smallest board, under each value of each of its rulings."""
    for definition in definitions():
        size = definition.sizes[0]
        yield Game(definition, size)
        for ruling in definition.rulings:
            for value in ruling.values[1:]:
                yield Game(definition, size, {ruling.name: value})


@pytest.mark.parametrize("game", list(small_rulings()), ids=repr)
def test_our_own_games_keep_every_promise_under_every_ruling(game: Game) -> None:
    check_game(game, games=6)


@pytest.mark.parametrize("definition", definitions(), ids=repr)
def test_our_own_games_keep_every_promise_at_their_own_size(definition: Definition) -> None:
    check_game(Game(definition), games=6)


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Makes Light Cycle Duel anew, on 3x3 and with one thing replaced, and installs it as a package would be."""

    def make(what: str, **parts: Any) -> Game:
        facts: dict[str, Any] = {name: getattr(GAME, name) for name in ("action_space", "max_plies", "rulings")}
        functions: dict[str, Any] = {"Position": Position, **REAL}
        if what == "rules":
            functions |= parts
        words = type("BrokenWords", (LightCycleWords,), parts if what == "words" else {})()
        facts |= FACTS | {"sizes": (3,), "size": 3, "rules": SimpleNamespace(**functions), "words": words}
        definition = Definition(**(facts | (parts if what == "facts" else {})))
        module = ModuleType("broken_game")
        module.__dict__["GAME"] = definition
        monkeypatch.setitem(sys.modules, "broken_game", module)
        if what != "uninstalled":
            package = tmp_path / "broken_game-1.0.dist-info"
            package.mkdir()
            (package / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-game\nVersion: 1.0\n")
            (package / "entry_points.txt").write_text("[gridduels.games]\nbroken = broken_game:GAME\n")
            monkeypatch.syspath_prepend(tmp_path)
        return Game(definition)

    return make


def test_the_games_below_are_broken_only_by_what_is_replaced(make: Make) -> None:
    check_game(make("nothing"), games=20)


def legal_with_a_spare_bit(rules: Rules, position: Position) -> int:
    return 1 << 4 | int(REAL["legal"](rules, position))


def legal_for_player_one_only(rules: Rules, position: Position) -> int:
    return int(REAL["legal"](rules, position)) if position.turn == 1 else 0


def legal_after_the_end(rules: Rules, position: Position) -> int:
    return int(REAL["legal"](rules, position)) or 1


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
    """A Position that comes back from pickling as another one."""

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
    """Rules with a reserve that is stated to be irreversible, and is changed by each move."""

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
    """Facts with a symmetry of a number that changes only some fields."""

    def apply_symmetry(rules: Any, position: Any, symmetry: int) -> Any:
        changed = {name: image(rules, getattr(position, name)) for name in fields}
        return position._replace(**changed) if symmetry == number else position

    return {"symmetries": 2, "apply_symmetry": apply_symmetry}


def canonical_as(*fields: str, image: Callable[[Any, int], int]) -> dict[str, Any]:
    """Facts with a canonical form that changes only some fields."""
    apply_symmetry = seen_as(*fields, image=image)["apply_symmetry"]
    return {"canonicalize": lambda rules, position: apply_symmetry(rules, position, 1)}


def as_if_at_the_start(rules: Any, position: Any) -> Any:
    return position if REAL["legal"](rules, position) else REAL["start"](rules)


def least_of_two(rules: Any, cells: int) -> int:
    return min(cells, flip(rules, cells))


def beyond(rules: Any, cells: int) -> int:
    return -1 if cells else 0


def numbered_backwards() -> dict[str, Any]:
    """Rules whose action 0 is right and whose action 3 is up."""

    def legal(rules: Any, position: Any) -> int:
        found: int = REAL["legal"](rules, position)
        return sum(1 << 3 - action for action in range(4) if found >> action & 1)

    return {"legal": legal, "play": lambda rules, position, action: REAL["play"](rules, position, 3 - action)}


def play_that_moves_both(rules: Any, position: Any, action: int) -> Any:
    after = REAL["play"](rules, position, action)
    return after._replace(two=after.two >> 1) if position.turn == 1 else after


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
    ("load_game_finds_it", "uninstalled", {}, "there is no game 'broken'"),
    ("load_game_finds_it", "facts", {"id": "pathway"}, "finds another game"),
    (
        "rules_are_tuples",
        "rules",
        {"setup": lambda size, rulings: rules.setup(5, rulings)},
        r"those of geometry\(3\)",
    ),
    ("rules_are_tuples", "rules", {"setup": setup_with_a_list}, r"\[\] in .* is not an int of at most 63 bits"),
    ("either_player_can_go_first", "rules", {"start": starting_with(one=3)}, "one of Position.* is not one cell of"),
    ("either_player_can_go_first", "rules", starting_as(Rich, 16), "reserve of Rich.* is not a number from 0 to 15"),
    ("every_action_has_a_word", "words", {"moves": gives(("up", "down", "le ft", "x"))}, "'le ft' is not a word"),
    ("every_action_has_a_word", "words", {"moves": gives(("up", "down", "1.x", "x"))}, "'1.x' is not a word"),
    ("every_action_has_a_word", "words", {"moves": gives(("up", "down", 1, "x"))}, "move 1 is not a word"),
    ("every_action_has_a_word", "words", {"moves": gives(("up", "up", "x", "y"))}, "'up' is the word of 2 actions"),
    ("either_player_can_go_first", "rules", {"legal": legal_for_player_one_only}, "with Player 2 first, there is no"),
    ("either_player_can_go_first", "rules", {"start": start_with_a_memory(count())}, "differs in more than the turn"),
    ("it_introduces_itself", "words", {"opening": gives(None)}, "words.opening gives None instead of text"),
    ("it_introduces_itself", "words", {"player": gives(b"1")}, "words.player gives b'1' instead of text"),
    ("it_introduces_itself", "words", {"about": ""}, "words.about is empty"),
    ("it_introduces_itself", "words", {"notation": ""}, "words.notation is empty"),
    (
        "either_player_can_go_first",
        "rules",
        {"start": starting_with(one=-1)},
        "one of Position.* is not one cell of the board",
    ),
    ("a_legal_move_gives_one_new_position", "rules", {"play": play_to_a_plain_tuple}, "is not a Position of the rules"),
    (
        "a_legal_move_gives_one_new_position",
        "rules",
        {"play": playing_that_sets(one=-1)},
        "one of Position.* is not one cell of",
    ),
    (
        "a_legal_move_gives_one_new_position",
        "rules",
        {"play": playing_that_sets(two=1.0)},
        "two of Position.* is not one cell of the board",
    ),
    (
        "a_legal_move_gives_one_new_position",
        "rules",
        {"play": playing_that_sets(blocked=1 << 9)},
        "a set of cells of the board",
    ),
    ("a_legal_move_gives_one_new_position", "rules", {"play": playing_that_sets(turn=3)}, "is not 1 or 2"),
    ("a_position_reads_back_from_its_text", "rules", {"play": play_without_leaving_a_wall}, "PositionError"),
    ("a_duel_pickles_and_hashes", "rules", starting_as(local_position()), "PicklingError|AttributeError"),
    ("a_duel_pickles_and_hashes", "rules", starting_as(Forgetful), "comes back from pickling as something else"),
    ("legal_is_0_exactly_when", "rules", {"legal": legal_with_a_spare_bit}, "bits beyond the 4 actions"),
    ("legal_is_0_exactly_when", "rules", {"winner": gives(4)}, "winner is 4 instead of 0, 1, 2 or DRAW"),
    ("legal_is_0_exactly_when", "rules", {"winner": gives(2)}, "although winner is 2"),
    ("legal_is_0_exactly_when", "rules", {"winner": gives(0)}, "legal is 0b0 although winner is 0"),
    ("legal_is_0_exactly_when", "rules", {"legal": legal_after_the_end}, "legal is 0b1 although winner is"),
    ("a_turn_can_be_shown", "words", {"board": gives(None), "opening": gives("")}, "words.board gives None"),
    ("a_turn_can_be_shown", "words", {"status": gives(7)}, "words.status gives 7"),
    ("a_turn_can_be_shown", "words", {"turn": gives(None)}, "words.turn gives None"),
    ("a_turn_can_be_shown", "words", {"prompt": gives(None)}, "words.prompt gives None"),
    ("nonsense_is_answered", "words", {"answer": fail}, "KeyError: 'a slip'"),
    ("nonsense_is_answered", "words", {"answer": gives("jump")}, "'' is understood as 'jump', which is not a move"),
    ("a_legal_move_gives_one_new_position", "rules", {"play": lambda rules, position, action: position}, "as it was"),
    ("a_legal_move_gives_one_new_position", "rules", {"play": play_with_a_memory(count())}, "two different ones"),
    ("a_legal_move_gives_one_new_position", "rules", {"play": fail}, "move 'up': KeyError: 'a slip'"),
    ("a_legal_move_gives_one_new_position", "words", {"moved": gives(None)}, "words.moved gives None"),
    ("a_legal_move_can_be_typed", "words", {"typed": gives(())}, r"typing \(\) gives \(\) instead"),
    ("a_legal_move_can_be_typed", "words", {"typed": gives(("sideways",))}, "NotationError: 'sideways' is not"),
    ("a_legal_move_can_be_typed", "words", {"typed": gives(("up",))}, r"typing \('up',\) gives 'up' instead"),
    ("a_legal_move_can_be_typed", "words", {"typed": typed_twice}, "goes on although 'up' is complete"),
    ("a_legal_move_can_be_typed", "words", GO, "words.prompt gives None"),
    ("any_other_move_is_refused", "words", {"refusal": gives(Refusal("nope", "No."))}, "with the code 'nope'"),
    ("any_other_move_is_refused", "words", {"refusal": gives(Refusal("edge", " "))}, "refused without a sentence"),
    ("any_other_move_is_refused", "words", {"refusal": fail}, "move 'left': KeyError: 'a slip'"),
    ("every_end_can_be_announced", "words", {"ending": gives(None)}, "words.ending gives None"),
    ("every_end_can_be_announced", "words", {"why": gives(0), "ending": gives("")}, "words.why gives 0"),
    ("every_end_can_be_announced", "words", {"victory": fail}, "KeyError: 'a slip'"),
    ("a_record_reads_back", "facts", {"rulings": SPACED}, "RecordError"),
    ("each_image_of_the_start", "facts", seen_as("one", image=transpose), "by its number 1, which is no start"),
    ("irreversible_fields", "rules", with_reserve(lambda left: 1 - left), "reserve is irreversible, and is again what"),
    ("whoever_stands_on_its_goal", "facts", {"goals": ("start_one", "start_two")}, "Player 1 stands on its goal and"),
    ("symmetries_keep_the_moves", "facts", seen_as("one", image=flip), "symmetry 1 takes it to .*, whose moves lead"),
    (
        "symmetries_keep_the_moves",
        "facts",
        seen_as("one", "two", "blocked", image=flip, number=0),
        "by its number 0 instead of leaving it as it is",
    ),
    ("canonical_forms", "facts", canonical_as("one", "two", "blocked", image=flip), "whose own canonical form is"),
    ("canonical_forms", "facts", canonical_as("one", image=least_of_two), "canonicalize takes it to .*, whose moves"),
    ("canonical_forms", "facts", canonical_as("blocked", image=beyond), "blocked of Position.* is not a set of cells"),
    ("canonical_forms", "facts", {"canonicalize": as_if_at_the_start}, "whose game has not ended alike"),
    ("a_legal_move_does_what", "rules", numbered_backwards(), "stated to go 1 up, and takes the token to "),
    ("a_legal_move_does_what", "rules", {"play": play_that_moves_both}, "to move one token, and changes two as well"),
]


@pytest.mark.parametrize(("check", "what", "parts", "complaint"), BROKEN, ids=[f"{b[0]}-{b[3]}" for b in BROKEN])
def test_a_broken_game_is_complained_about(
    make: Make, check: str, what: str, parts: dict[str, Any], complaint: str
) -> None:
    game = make(what, **parts)
    with pytest.raises(AssertionError, match=complaint) as caught:
        check_game(game, games=20)
    assert str(caught.value).startswith(f"load_game('{game.id}', size=3")
    checks = [entry.locals["check"] for entry in caught.traceback if entry.name == "_insist"]
    assert [found.__name__.startswith(check) for found in checks] == [True]


def test_a_game_that_outlasts_its_max_plies_is_complained_about(make: Make) -> None:
    game = make("facts", max_plies=lambda size, rulings: 2)
    with pytest.raises(AssertionError, match="the game goes on after 2 plies, its max_plies"):
        check_game(game)


def test_every_check_has_a_broken_game() -> None:
    of_a_game = (*promises.OF_A_GAME, *stated.OF_A_GAME, *promises.OF_AN_END)
    of_a_turn = (*promises.OF_A_TURN, *stated.OF_A_TURN, *stated.OF_IMAGES)
    of_a_move = (*promises.OF_A_LEGAL_MOVE, *stated.OF_A_LEGAL_MOVE, *promises.OF_ANOTHER_MOVE)
    for check in (*of_a_game, *of_a_turn, *of_a_move):
        assert any(check.__name__.startswith(broken) for broken, *_ in BROKEN), check


def placing(play: Callable[[Any, Any], Any]) -> list[str]:
    """The complaints about a placement on (1, 0) in Blockade Runner 3x3, after which a position is changed."""
    rules: Any = BLOCKADE.rules
    broken = SimpleNamespace(**vars(rules) | {"play": lambda *given: play(given[1], rules.play(*given))})
    duel = Duel(Game(replace(BLOCKADE, rules=broken), 3))
    return list(stated.a_legal_move_does_what_is_stated(duel, duel.game.action("@1,0")))


def test_a_placement_that_does_something_else_is_complained_about() -> None:
    assert placing(lambda before, after: after) == []
    assert placing(lambda before, after: after._replace(obstacles=0)) == [
        "it is stated to add (1, 0) to obstacles, 1 in all, and adds nothing"
    ]
    assert placing(lambda before, after: after._replace(obstacles=0b110)) == [
        "it is stated to add (1, 0) to obstacles, 1 in all, and adds (1, 0) and (2, 0)"
    ]
    assert placing(lambda before, after: after._replace(one=8)) == [
        "it is stated to place in obstacles, and changes one"
    ]


def test_a_pass_that_does_something_else_is_complained_about() -> None:
    game = Game(replace(BLOCKADE, action_space=(Passes(), Other())), 3)
    found = list(stated.a_legal_move_does_what_is_stated(Duel(game, start="1.#/.../..2 2 2 3"), 0))
    assert found == ["it is stated as a pass, and changes two"]


def test_a_complaint_names_the_game_the_position_and_the_move(make: Make) -> None:
    with pytest.raises(AssertionError) as caught:
        check_game(make("words", moved=gives(None)))
    assert str(caught.value) == (
        "load_game('broken', size=3), position '.../1.2/... 1', move 'up': words.moved gives None instead of text"
    )


def test_the_codes_are_those_the_errors_describe() -> None:
    from gridduels import errors

    reasons = (errors.__doc__ or "").partition("Reasons of an IllegalMove:")[2]
    assert {code for code in CODES if f"`{code}`" in reasons} == CODES
    assert reasons.count("`") == 2 * len(CODES)


def test_the_same_seed_plays_the_same_games(make: Make) -> None:
    seen: list[list[str]] = [[], []]
    game = make("nothing")
    for boards in seen:
        words: Any = type("Watched", (LightCycleWords,), {"board": watch(boards)})()
        object.__setattr__(game.definition, "words", words)
        check_game(game, games=3, seed=5)
    assert seen[0] == seen[1] != []


def watch(boards: list[str]) -> Callable[..., str]:
    def board(self: LightCycleWords, game: Game, position: Position) -> str:
        boards.append(game.text(position))
        return ""

    return board
