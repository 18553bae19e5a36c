"""What can go wrong, each with a stable `code` for programs and a sentence for people.

    GridDuelsError
    ├── SetupError      no such game, size, ruling or player        code `setup`
    ├── BrokenGame      a game whose own rules fail                 code `broken-game`
    ├── NotationError   a text that is not a move                   code `notation`
    ├── PositionError   a text that is not a position of the game   code `position`, all `reasons`
    ├── IllegalMove     a move the rules refuse                     code is the reason, see below
    ├── Forfeit         a player that does not answer properly      code `forfeit`, the `log`
    │   ├── CannotStart     a bot that never got ready
    │   ├── OutOfTime       one whose clock has run down            code `time`
    │   └── Resigned        one that gives up                       code `resigned`
    └── RecordError     a record that cannot be read                code `record`, the `line`

Reasons of an IllegalMove: `edge`, `blocked`, `occupied`, `visited`, `no-obstacles`, `cut-off`, `repetition`,
`over` (the game has ended) and `not-now` (anything else).
"""

from pathlib import Path

__all__ = [
    "BrokenGame",
    "CannotStart",
    "Forfeit",
    "GridDuelsError",
    "IllegalMove",
    "NotationError",
    "OutOfTime",
    "PositionError",
    "RecordError",
    "Resigned",
    "SetupError",
]


class GridDuelsError(Exception):
    """Base of every error a user can cause; `str(error)` is one sentence."""

    code = "error"


class SetupError(GridDuelsError):
    """A game cannot be set up as asked."""

    code = "setup"


class BrokenGame(GridDuelsError):
    """A game's own rules raise an error, which is its `__cause__`; no player is to blame."""

    code = "broken-game"


class NotationError(GridDuelsError):
    """A text cannot be read as a move."""

    code = "notation"


class PositionError(GridDuelsError):
    """A text cannot be read as a position; `reasons` holds everything that is wrong with it."""

    code = "position"

    def __init__(self, text: str, reasons: list[str]) -> None:
        self.text = text
        self.reasons = tuple(reasons)
        super().__init__(f"{text!r} is not a position of this game: {'; '.join(reasons)}.")

    def __reduce__(self) -> tuple[type["PositionError"], tuple[str, list[str]]]:
        return PositionError, (self.text, list(self.reasons))


class IllegalMove(GridDuelsError):
    """The rules refuse a move; `code` is the reason and the duel it was refused in is unchanged."""

    def __init__(self, code: str, move: str, sentence: str) -> None:
        self.code = code
        self.move = move
        super().__init__(sentence)

    def __reduce__(self) -> tuple[type["IllegalMove"], tuple[str, str, str]]:
        return IllegalMove, (self.code, self.move, str(self))


class Forfeit(GridDuelsError):
    """A player cannot or does not answer properly, and loses its game; `log` is where its error output is kept.

    Its `code` is the reason why the game is over.
    """

    code = "forfeit"

    def __init__(self, reason: str, log: Path | None = None) -> None:
        self.log = log
        super().__init__(reason)

    def __reduce__(self) -> tuple[type["Forfeit"], tuple[str, Path | None]]:
        return type(self), (str(self), self.log)


class CannotStart(Forfeit):
    """A bot that cannot be started, or never got ready."""


class OutOfTime(Forfeit):
    """A player whose clock has run down."""

    code = "time"


class Resigned(Forfeit):
    """A player that gives up."""

    code = "resigned"


class RecordError(GridDuelsError):
    """A record cannot be read; `line` counts from 1, `path` is the file it is in."""

    code = "record"

    def __init__(self, line: int, problem: str, path: Path | None = None) -> None:
        self.line = line
        self.problem = problem
        self.path = path
        super().__init__(f"{f'{path}, ' if path else ''}line {line}: {problem}")

    def __reduce__(self) -> tuple[type["RecordError"], tuple[int, str, Path | None]]:
        return RecordError, (self.line, self.problem, self.path)
