"""All errors that a user can cause, each with a stable `code` for programs and a message for people.

    GridDuelsError
    ├── SetupError      unknown game, size, ruling or player        code `setup`
    ├── BrokenGame      a game whose own rules fail                 code `broken-game`
    ├── NotationError   text that is not a move                     code `notation`
    ├── PositionError   text that is not a position of the game     code `position`, all `reasons`
    ├── IllegalMove     a move the rules refuse                     code is the reason, see below
    ├── Forfeit         a player that does not reply properly       code `forfeit`, the `log`
    │   ├── CannotStart     a bot that was never ready
    │   ├── OutOfTime       a player whose clock ran out            code `time`
    │   └── Resigned        a player that resigned                  code `resigned`
    └── RecordError     a record that cannot be read                code `record`, the `line`

Codes of an IllegalMove: `edge`, `blocked`, `occupied`, `visited`, `no-obstacles`, `cut-off`, `repetition`,
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
    """Base class of every error that a user can cause; `str(error)` is written for people."""

    code = "error"


class SetupError(GridDuelsError):
    """A game cannot be set up as requested."""

    code = "setup"


class BrokenGame(GridDuelsError):
    """A game's rules raised an error, available as `__cause__`. No player is to blame."""

    code = "broken-game"


class NotationError(GridDuelsError):
    """Text that cannot be parsed as a move."""

    code = "notation"


class PositionError(GridDuelsError):
    """Text that cannot be parsed as a position; `reasons` lists everything wrong with it."""

    code = "position"

    def __init__(self, text: str, reasons: list[str]) -> None:
        self.text = text
        self.reasons = tuple(reasons)
        super().__init__(f"{text!r} is not a position of this game: {'; '.join(reasons)}.")

    def __reduce__(self) -> tuple[type["PositionError"], tuple[str, list[str]]]:
        return PositionError, (self.text, list(self.reasons))


class IllegalMove(GridDuelsError):
    """The rules do not allow a move; `code` gives the reason. The duel is unchanged."""

    def __init__(self, code: str, move: str, sentence: str) -> None:
        self.code = code
        self.move = move
        super().__init__(sentence)

    def __reduce__(self) -> tuple[type["IllegalMove"], tuple[str, str, str]]:
        return IllegalMove, (self.code, self.move, str(self))


class Forfeit(GridDuelsError):
    """A player failed to reply properly and loses the game; `log` is the file with its error output.

    `code` gives the reason the game is over.
    """

    code = "forfeit"

    def __init__(self, reason: str, log: Path | None = None) -> None:
        self.log = log
        super().__init__(reason)

    def __reduce__(self) -> tuple[type["Forfeit"], tuple[str, Path | None]]:
        return type(self), (str(self), self.log)


class CannotStart(Forfeit):
    """A bot could not be started, or never became ready."""


class OutOfTime(Forfeit):
    """A player's clock ran out."""

    code = "time"


class Resigned(Forfeit):
    """A player resigned."""

    code = "resigned"


class RecordError(GridDuelsError):
    """A record cannot be read; `line` counts from 1, and `path` is the file."""

    code = "record"

    def __init__(self, line: int, problem: str, path: Path | None = None) -> None:
        self.line = line
        self.problem = problem
        self.path = path
        super().__init__(f"{f'{path}, ' if path else ''}line {line}: {problem}")

    def __reduce__(self) -> tuple[type["RecordError"], tuple[int, str, Path | None]]:
        return RecordError, (self.line, self.problem, self.path)
