"""Errors share one base class, each has a stable code and a sentence, and they survive pickling."""

import copy
import pickle
from pathlib import Path

import pytest

from gridduels import GridDuelsError, IllegalMove, NotationError, PositionError, RecordError, SetupError, errors

EXAMPLES = [
    GridDuelsError("something is wrong"),
    SetupError("unknown game 'chess'"),
    errors.BrokenGame("the game 'mine' is broken"),
    NotationError("'north' is not a move"),
    PositionError("1../... 3", ["it has 2 rows instead of 3", "the player to move is '3' instead of 1 or 2"]),
    IllegalMove("edge", "up", "You cannot move up: that is off the grid."),
    errors.Forfeit("it did not answer within 1 second"),
    errors.Forfeit("it did not answer within 1 second", Path("bot.log")),
    errors.CannotStart("it did not start"),
    errors.OutOfTime("its time is up"),
    errors.Resigned("it resigns"),
    RecordError(3, "the tag Game is missing"),
    RecordError(3, "the tag Game is missing", Path("games.txt")),
]
CODES = [
    "error", "setup", "broken-game", "notation", "position", "edge", "forfeit", "forfeit", "forfeit", "time",
    "resigned", "record", "record",
]  # fmt: skip


def test_every_error_is_a_grid_duels_error() -> None:
    assert all(issubclass(getattr(errors, name), GridDuelsError) for name in errors.__all__)
    assert {type(error).__name__ for error in EXAMPLES} == set(errors.__all__)


@pytest.mark.parametrize(
    ("error", "code"),
    list(zip(EXAMPLES, CODES, strict=True)),
)
def test_every_error_has_its_code(error: GridDuelsError, code: str) -> None:
    assert error.code == code


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: type(error).__name__)
def test_an_error_stays_whole_when_copied_or_pickled(error: GridDuelsError) -> None:
    for twin in (copy.copy(error), copy.deepcopy(error), pickle.loads(pickle.dumps(error))):
        assert type(twin) is type(error)
        assert str(twin) == str(error)
        assert vars(twin) == vars(error)
        assert twin.code == error.code


def test_a_position_error_names_all_reasons_and_the_text() -> None:
    error = PositionError("x 1", ["first", "second"])
    assert error.reasons == ("first", "second")
    assert error.text == "x 1"
    assert str(error) == "'x 1' is not a position of this game: first; second."


def test_a_record_error_names_the_line_and_the_file_if_there_is_one() -> None:
    assert str(RecordError(7, "it is not text")) == "line 7: it is not text"
    error = RecordError(7, "it is not text", Path("games.txt"))
    assert str(error) == "games.txt, line 7: it is not text"
    assert (error.line, error.problem, error.path) == (7, "it is not text", Path("games.txt"))


def test_an_illegal_move_carries_its_reason_and_the_move() -> None:
    error = IllegalMove("visited", "up3", "You cannot move up 3: (1,4) has been visited.")
    assert (error.code, error.move) == ("visited", "up3")
