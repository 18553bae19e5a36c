"""Games as text, in a format modelled on PGN, the chess format. See docs/records.md for the format."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final, NamedTuple, TypeVar

from gridduels.duel import STOPS, Duel, Outcome, Reason, draw_svg
from gridduels.errors import GridDuelsError, RecordError
from gridduels.files import write_atomically
from gridduels.game import Game
from gridduels.registry import definition
from gridduels.text import count

__all__ = ["HUMAN", "Record", "dumps", "load", "loads", "read_records"]

# --- The format, for example:
#
# [Game "light-cycle"]
# [Size "5"]
# [Player1 "human"]
# [Player2 "random"]
# [Result "1"]
# [Reason "no moves"]
# [Plies "2"]
#
# 1. right
# 2. left {a comment}


HUMAN: Final = "human"
"""The name used for a human player."""
DRAWN: Final = "draw"
UNFINISHED: Final = "*"
"""The results recorded for games without a winner."""

_Made = TypeVar("_Made")
_OWN_TAGS: Final = ("Game", "Size", "Rulings", "Start", "Player1", "Player2", "Result", "Reason", "Plies")
_TOKEN: Final = re.compile(
    r"""(?P<blank>\n[^\S\n]*\n\s*) | \s+ | ;[^\n]* | (?P<tag>\[[^\n]*) | \{(?P<comment>[^{}]*)\}
    | (?P<number>\d+)\. | (?P<word>[^\s{};\[]+) | (?P<bad>.)""",
    re.VERBOSE,
)
_TAG: Final = re.compile(r'\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]\s*')


@dataclass(frozen=True)
class Record:
    """A duel with its players, additional tags, and comments by ply (0 before the first move)."""

    duel: Duel
    players: tuple[str, str] = (HUMAN, HUMAN)
    tags: Mapping[str, str] = field(default_factory=dict)
    comments: Mapping[int, str] = field(default_factory=dict)

    def __str__(self) -> str:
        """Return the record exactly as `print(record, file=handle)` writes it to a file."""
        return dumps(self).removesuffix("\n")

    def _repr_svg_(self) -> str:
        """Return a picture of the last position for notebooks, titled with the players."""
        return draw_svg(self.duel, title=" – ".join(self.players))


def dumps(record: Record) -> str:
    """Return a record as text, which `loads` reads back.

    >>> from gridduels import Duel, load_game
    >>> print(dumps(Record(Duel(load_game("grid-runner"), "down up"))))
    [Game "grid-runner"]
    [Size "5"]
    [Rulings "repetition=barred stuck=loses"]
    [Player1 "human"]
    [Player2 "human"]
    [Result "*"]
    <BLANKLINE>
    1. down
    2. up
    <BLANKLINE>
    """
    lines = [f'[{name} "{_escape(value)}"]' for name, value in _tags(record).items()]
    lines += ["", *_comment(record, 0)]
    for ply in range(1, record.duel.ply + 1):
        lines.append(move_line(record, ply))
    return "\n".join(lines) + "\n"


def move_line(record: Record, ply: int) -> str:
    """Return a move's line with its comment."""
    return " ".join([f"{ply}. {record.duel.moves[ply - 1]}", *_comment(record, ply)])


def loads(text: str) -> list[Record]:
    """Return all records in a text. Raises a RecordError that names the line and the problem."""
    return list(read_records([text]))


def read_records(handle: Iterable[str]) -> Iterator[Record]:
    """Yield the records in an open file one by one, holding at most one game in memory.

    Accepts any iterable of text chunks, e.g. a list of lines. Each game is fully checked before it is yielded. The
    first damaged one ends the iteration with a RecordError, which names the line and, for a file, the file.

    >>> lines = ['[Game "light-cycle"]\\n', "\\n", "1. right\\n", "\\n", '[Game "pathway"]\\n', "\\n", "1. down\\n"]
    >>> for record in read_records(lines):
    ...     print(record.duel.game.title, record.duel.moves)
    Light Cycle Duel ('right',)
    Pathway Duel ('down',)
    """
    name = getattr(handle, "name", None)
    found = False
    try:
        for game in _games(_decoded(handle)):
            record = _Reader(game).record()
            found = True
            yield record
        if not found:
            raise RecordError(1, 'the file contains no game. A record begins with a tag such as [Game "light-cycle"].')
    except RecordError as error:
        raise RecordError(error.line, error.problem, Path(name) if isinstance(name, str) else None) from None


def _decoded(handle: Iterable[str]) -> Iterator[str]:
    """Yield a text's chunks; raise RecordError for undecodable bytes, as for any other damage."""
    lines = 0
    try:
        for piece in handle:
            lines += piece.count("\n")
            yield piece
    except UnicodeDecodeError as error:
        # A text file decodes ahead of the line it returns, but only after returning every complete line before it.
        line = lines + error.object[: error.start].count(b"\n") + 1
        raise RecordError(line, f"the file is not {error.encoding.upper()} text") from None


def before_last(text: str) -> str:
    """Return everything before the last game in a text, unchanged."""
    *_, last = _games([text])
    return text[: last[0].at]


def load(path: Path) -> list[Record]:
    """Return all records in a file. A RecordError also names the file."""
    return parse_file(path, read_text(path))


def parse_file(path: Path, text: str) -> list[Record]:
    """Return all records in a text that was read from `path`."""
    try:
        return loads(text)
    except RecordError as error:
        raise RecordError(error.line, error.problem, path) from None


def read_text(path: Path) -> str:
    """Return a record file's text."""
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise RecordError(line, "the file is not UTF-8 text", path) from None
    except OSError as error:
        raise GridDuelsError(f"cannot read {path}: {error.strerror or error}") from None


def _tags(record: Record) -> dict[str, str]:
    duel = record.duel
    tags = {"Game": duel.game.id, "Size": str(duel.game.size)}
    if duel.game.rulings:
        tags["Rulings"] = " ".join(f"{name}={value}" for name, value in duel.game.rulings.items())
    if duel.start != duel.game.start():
        tags["Start"] = duel.game.text(duel.start)
    tags |= {"Player1": record.players[0], "Player2": record.players[1]}
    tags |= {name: value for name, value in record.tags.items() if name not in _OWN_TAGS}
    if outcome := duel.outcome:
        return tags | {"Result": _result(outcome), "Reason": outcome.reason, "Plies": str(duel.ply)}
    return tags | {"Result": UNFINISHED}


def _result(outcome: Outcome) -> str:
    if outcome.winner:
        return str(outcome.winner)
    return UNFINISHED if outcome.reason is Reason.ABORTED else DRAWN


def _comment(record: Record, ply: int) -> list[str]:
    comment = record.comments.get(ply)
    return [] if comment is None else ["{" + re.sub(r"[{}]", "", comment) + "}"]


def _escape(value: str) -> str:
    return re.sub(r"\s", " ", value).replace("\\", "\\\\").replace('"', '\\"')


class _Token(NamedTuple):
    at: int
    line: int
    kind: str
    text: str


def _tokens(pieces: Iterable[str]) -> Iterator[_Token]:
    """Yield the tokens of a text that arrives in chunks; the chunk boundaries make no difference."""
    at, line, text, unclosed = 0, 1, "", False
    for piece in pieces:
        text += piece
        # White space and an unclosed comment may continue in the next piece: rescanning them would take quadratic time.
        if not piece.strip() or (unclosed and not re.search("[{}]", piece)):
            continue
        done, unclosed = 0, False
        for match in _TOKEN.finditer(text):
            unclosed = match["bad"] == "{" and text.find("{", match.end()) < 0
            if unclosed or match.end() == len(text):
                break  # more text may extend this token
            if match.lastgroup:
                yield _Token(at + match.start(), line, match.lastgroup, match[match.lastgroup])
            line += match[0].count("\n")
            done = match.end()
        at, text = at + done, text[done:]
    for match in _TOKEN.finditer(text):
        if match.lastgroup:
            yield _Token(at + match.start(), line, match.lastgroup, match[match.lastgroup])
        line += match[0].count("\n")
    yield _Token(at + len(text), line - text.endswith("\n"), "end", "")


def _games(pieces: Iterable[str]) -> Iterator[list[_Token]]:
    """Yield each game's tokens. A tag that does not directly follow another tag begins the next game."""
    game: list[_Token] = []
    last = ""
    for token in _tokens(pieces):
        if token.kind == "tag" and last != "tag" and game:
            yield game
            game = []
        if token.kind != "tag" and not game:
            if token.kind in ("end", "comment", "blank"):
                continue
            raise RecordError(token.line, f"{token.text!r} comes before the first tag")
        game.append(token)
        last = token.kind
    if game:
        yield game


class _Reader:
    """A reader for one game. It returns a record only after checking all of it."""

    def __init__(self, tokens: list[_Token]) -> None:
        self._tokens = tokens
        self._tags: dict[str, tuple[int, str]] = {}
        self._comments: dict[int, str] = {}

    def record(self) -> Record:
        for token in self._tokens:
            if token.kind == "tag":
                self._read_tag(token)
        start = self._start()
        if all(token.kind in ("tag", "end") for token in self._tokens):
            raise RecordError(self._tokens[-1].line, "the game ends after its tags. Add an empty line and the moves.")
        duel = self._ended(self._moves(start))
        players = self._value("Player1", HUMAN), self._value("Player2", HUMAN)
        further = {name: value for name, (_, value) in self._tags.items() if name not in _OWN_TAGS}
        return Record(duel, players, further, self._comments)

    def _read_tag(self, token: _Token) -> None:
        match = _TAG.fullmatch(token.text)
        if not match:
            tag = repr(token.text.strip())
            raise RecordError(token.line, f'{tag} is not a tag. A tag looks like [Game "light-cycle"].')
        name, value = match.groups()
        if name in self._tags:
            raise RecordError(token.line, f"the tag {name} occurs twice")
        self._tags[name] = token.line, re.sub(r"\\(.)", r"\1", value)

    def _value(self, name: str, default: str) -> str:
        return self._tags.get(name, (0, default))[1]

    def _line(self, name: str) -> int:
        return self._tags[name][0] if name in self._tags else self._tokens[0].line

    def _start(self) -> Duel:
        if "Game" not in self._tags:
            raise RecordError(self._tokens[0].line, "the tag Game is missing")
        found = self._checked("Game", definition, self._value("Game", ""))
        size = self._value("Size", "") or None
        self._checked("Size", Game, found, size)
        game = self._checked("Rulings", Game, found, size, self._rulings(self._line("Rulings")))
        start = self._value("Start", "")
        return Duel(game, start=self._checked("Start", game.position, start) if start else None)

    def _checked(self, tag: str, make: Callable[..., _Made], *given: Any) -> _Made:
        """Call a function and add a tag's line number to its errors."""
        try:
            return make(*given)
        except GridDuelsError as error:
            raise RecordError(self._line(tag), str(error)) from None

    def _number(self, name: str) -> int | None:
        text = self._value(name, "")
        if text and not (text.isascii() and text.isdigit() and len(text) < 9):
            raise RecordError(self._line(name), f"the tag {name} is {text!r}, but it must be a number")
        return int(text) if text else None

    def _rulings(self, line: int) -> dict[str, str]:
        pairs = [pair.partition("=") for pair in self._value("Rulings", "").split()]
        for name, equals, value in pairs:
            if not (name and equals and value):
                raise RecordError(line, f"the ruling {name + equals + value!r} must have the form name=value")
        rulings = {name: value for name, _, value in pairs}
        if len(rulings) < len(pairs):
            raise RecordError(line, "a ruling occurs twice")
        return rulings

    def _moves(self, duel: Duel) -> Duel:
        for token in self._tokens:
            if token.kind == "comment":
                earlier = self._comments.get(duel.ply)
                self._comments[duel.ply] = token.text if earlier is None else f"{earlier} {token.text}"
            elif token.kind == "number" and token.text != str(duel.ply + 1):
                raise RecordError(token.line, f"the move is numbered {token.text}, but {duel.ply + 1} comes next")
            elif token.kind == "word":
                duel = self._move(duel, token)
            elif token.kind == "bad":
                raise RecordError(token.line, f"{token.text!r} does not belong here")
        return duel

    def _move(self, duel: Duel, token: _Token) -> Duel:
        try:
            return duel.play(token.text)
        except GridDuelsError as error:
            raise RecordError(token.line, f"move {duel.ply + 1}, {token.text!r}: {error}") from None

    def _ended(self, duel: Duel) -> Duel:
        end = self._tokens[-1].line
        plies = self._number("Plies")
        if plies is not None and plies != duel.ply:
            raise RecordError(end, f"the game has {count(duel.ply, 'move')}, but the tag Plies says {plies}")
        result, reason = self._value("Result", UNFINISHED), self._value("Reason", "")
        if result == UNFINISHED and reason != Reason.ABORTED:
            return duel
        if result not in ("1", "2", DRAWN, UNFINISHED):
            raise RecordError(
                self._line("Result"), f"the result is {result!r}, but it must be 1, 2, {DRAWN} or {UNFINISHED}"
            )
        if duel.outcome is None:
            for winner in STOPS.get(reason, ()):
                if _result(Outcome(winner, Reason(reason))) == result:
                    return duel.stop(winner, reason)
            raise RecordError(
                end, f"the tags say that {_describe(result)}, but after {count(duel.ply, 'move')} the game is not over"
            )
        winner, why = duel.outcome
        if why is Reason.REPETITION and reason == Reason.NO_MOVES:
            reason = why  # older records use `no moves` for this ending
        ended = _result(duel.outcome)
        if (ended, why) != (result, reason or why):
            line = self._line("Result")
            raise RecordError(line, f"the tags say {result!r} ({reason}), but {_describe(ended)} ({why})")
        return duel


def _describe(result: str) -> str:
    sentences = {DRAWN: "it was a draw", UNFINISHED: "it was aborted"}
    return sentences.get(result, f"Player {result} won")


# --- LiveRecord: written move by move, so nothing is lost if the process is killed


class LiveRecord:
    """The last game of a record file, while it is being played."""

    def __init__(self, path: Path, earlier: str = "") -> None:
        self.path = path
        self._earlier = earlier
        self._file: IO[str] | None = None

    @classmethod
    def append_to(cls, path: Path) -> "LiveRecord":
        """Append games to a file, which need not exist yet. Raises RecordError if it exists and is not a record."""
        earlier = read_text(path) if path.exists() else ""
        if earlier.strip():
            parse_file(path, earlier)
        return cls(path, _spaced(earlier))

    @classmethod
    def resume(cls, path: Path) -> tuple["LiveRecord", list[Record]]:
        """Resume the last game in a file; also return all records in the file."""
        text = read_text(path)
        records = parse_file(path, text)
        if records[-1].duel.outcome:
            raise GridDuelsError(f"{path}: the last game is finished, so there is nothing to resume")
        return cls(path, before_last(text)), records

    def begin(self, record: Record) -> None:
        """Begin the next game after those already in the file."""
        if self._file:
            self.close()
            self._earlier = _spaced(read_text(self.path))
        self.rewrite(record)

    def add(self, record: Record) -> None:
        """Append the record's last move and, at the end of the game, its result."""
        if record.duel.outcome or not self._file:
            self.rewrite(record)
            return
        try:
            self._file.write(move_line(record, record.duel.ply) + "\n")
            self._file.flush()
        except OSError as error:
            self.close()  # this move is missing, so the next one must rewrite everything
            raise _cannot_write(self.path, error) from None

    def rewrite(self, record: Record) -> None:
        """Rewrite the game after an undo or at its end."""
        self.close()
        try:
            write_atomically(self.path, self._earlier + dumps(record))
            self._file = self.path.open("a", encoding="utf-8", newline="\n")
        except OSError as error:
            raise _cannot_write(self.path, error) from None

    def discard(self) -> None:
        """Delete the file."""
        self.close()
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            raise _cannot_write(self.path, error) from None

    def close(self) -> None:
        """Close the file. Everything has already been flushed, so nothing is lost even if closing fails."""
        file, self._file = self._file, None
        if file:
            with suppress(OSError):
                file.close()

    def __del__(self) -> None:
        self.close()


def _spaced(text: str) -> str:
    """Return the text with a blank line at the end, ready for another game to follow."""
    return text.rstrip() + "\n\n" if text.strip() else ""


def _cannot_write(path: Path, error: OSError) -> GridDuelsError:
    return GridDuelsError(f"cannot write {path}: {error.strerror or error}")
