"""A client for Grid Duels servers: JSON over HTTP, with a deadline and a size limit for every response.

It uses urllib rather than httpx, whose timeouts also restart with every byte: httpx would add 2.5 MB with its
dependencies and 80 ms of start-up time to save about forty lines. Long polling needs no websocket; the library
websockets would add 1 MB and a second transport.
"""

import http.client
import io
import re
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import HTTPHandler, HTTPRedirectHandler, HTTPSHandler, Request, build_opener

import msgspec

from gridduels.board import read_size
from gridduels.duel import Duel
from gridduels.engine.value import Value
from gridduels.errors import GridDuelsError
from gridduels.game import Game
from gridduels.protocol import state as protocol
from gridduels.protocol.answers import Line, Refusal
from gridduels.protocol.requests import MOST_MOVES
from gridduels.registry import definition
from gridduels.text import printable, shorten

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

# --- Responses: decoded as `protocol` defines them, sanitised, and checked against the local rules


ID: Final = re.compile(r"[A-Za-z0-9_-]{6,64}")
SECRET: Final = re.compile(r"[A-Za-z0-9_-]{1,200}")
_LONGEST_NAME: Final = 60
_LONGEST_TEXT: Final = 300
T = TypeVar("T")


class Nonsense(Exception):
    """A response that no Grid Duels server would send; `str` says what is wrong with it."""


def decode(data: bytes, kind: type[T]) -> T:
    """Return a response as a protocol message. Every text in it is safe to print: see `one_line`."""
    try:
        return msgspec.convert(_clean(msgspec.json.decode(data)), kind)
    except msgspec.ValidationError as error:
        raise Nonsense(one_line(str(error))) from None
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise Nonsense("it is not JSON") from None


def one_line(text: str, most: int = _LONGEST_TEXT) -> str:
    r"""Return untrusted text as one line of at most `most` characters, without control characters.

    >>> one_line("up\x1b[2J\n  and   down")
    'up�[2J and down'
    """
    return " ".join(printable(text).split())[:most]


def _clean(data: Any) -> Any:
    if isinstance(data, str):
        return one_line(data)
    if isinstance(data, list):
        return [_clean(each) for each in data]
    if isinstance(data, dict):
        return {one_line(name): _clean(each) for name, each in data.items()}
    return data


def check_word(text: str, pattern: re.Pattern[str], name: str) -> str:
    """Return an id or a secret for use in URLs and headers; raise Nonsense if it is invalid."""
    if not pattern.fullmatch(text):
        raise Nonsense(f"it has no valid {name}")
    return text


# --- Duel state


class Next(NamedTuple):
    """A duel's rematch, with the secret of our seat in it (None for spectators)."""

    id: str
    seat: str | None


class State(NamedTuple):
    """The state of a duel on a server. Its moves have been replayed under the local rules."""

    id: str
    version: int
    duel: Duel
    players: tuple[str, str]
    chairs: tuple[protocol.Chair, protocol.Chair]
    you: tuple[int, ...]
    """The sides played from here: none, one or both."""
    left: tuple[float, float] | None
    """Seconds left on the players' clocks."""
    takeback: protocol.Takeback | None
    missed: protocol.Missed | None
    rematch: int | None
    """The player asking for a rematch."""
    next: Next | None
    note: str
    """How the computer found its last move."""
    names: tuple[str, str] = ("", "")
    """The names people have chosen; empty for everyone else and for the computer."""
    swap: bool = False
    """Whether the player to move may swap sides instead of moving (the pie rule)."""


def read_state(message: protocol.State) -> State:
    """Return a checked state; raise Nonsense if the rules contradict it."""
    duel = _replay(message)
    if message.takeback and message.takeback.to > duel.ply:
        raise Nonsense("it takes back moves that were not played")
    clock, next, you = message.clock, message.next, message.you
    return State(
        id=check_word(message.id, ID, "id"),
        version=message.version,
        duel=duel,
        players=(message.p1[:_LONGEST_NAME], message.p2[:_LONGEST_NAME]),
        chairs=(message.seats.one, message.seats.two),
        you=() if you is None else (1, 2) if you == "both" else (you,),
        left=(clock.left.one, clock.left.two) if clock else None,
        takeback=message.takeback,
        missed=message.missed,
        rematch=message.rematch.by if message.rematch else None,
        next=Next(check_word(next.id, ID, "id"), check_word(next.seat, SECRET, "seat") if next.seat else None)
        if next
        else None,
        note=message.note or "",
        names=read_names(message.names),
        swap=message.swap,
    )


def read_names(names: protocol.Names) -> tuple[str, str]:
    """Return the names people have chosen, or empty strings."""
    return (names.one or "")[:_LONGEST_NAME], (names.two or "")[:_LONGEST_NAME]


def _replay(message: protocol.State) -> Duel:
    if len(message.moves) > MOST_MOVES:
        raise Nonsense(f"it has more than {MOST_MOVES} moves")
    outcome = message.outcome
    try:
        game = Game(definition(message.game), read_size(message.size), message.rules)
        duel = Duel(game, message.moves, start=message.start)
        if outcome and not duel.outcome:
            duel = duel.stop(outcome.winner or 0, outcome.reason)
    except GridDuelsError as error:
        raise Nonsense(f"its duel cannot be played here ({one_line(str(error))})") from None
    if duel.outcome and not (outcome and (outcome.winner or 0) == duel.outcome.winner):
        raise Nonsense("its outcome is not the one the moves lead to")
    return duel


# --- Move values


class MoveValue(NamedTuple):
    """A legal move and its value for the player to move; `words` describes it if the exact value is unknown."""

    move: str
    value: Value | None
    words: str

    @property
    def rank(self) -> int:
        """How good the move is; higher is better."""
        return self.value.rank if self.value else 0


def read_values(line: Line, duel: Duel) -> list[MoveValue]:
    """Return the values of the legal moves, best first."""
    values = []
    for each in line.legal:
        if each.move not in duel.legal_moves:
            raise Nonsense("it evaluates a move that is not legal")
        if told := each.value:
            decided = told.outcome in ("win", "loss") and told.plies is not None
            values.append(MoveValue(each.move, Value(told.outcome, told.plies or 0) if decided else None, told.words))
    return sorted(values, key=lambda each: -each.rank)


# --- HTTP


CONNECT: Final = 10.0
"""Seconds to establish a connection."""
ANSWER: Final = 30.0
"""Seconds for a complete response, including the time a server may wait for news."""
_MOST_BYTES: Final = 4_000_000


class _TimedStream(io.RawIOBase):
    """A socket's bytes, read up to a deadline. A socket's own timeout restarts with every byte."""

    def __init__(self, sock: socket.socket) -> None:
        self._socket, self._raw = sock, sock.makefile("rb", buffering=0)
        self._until = time.monotonic() + ANSWER

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int | None:
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._socket.settimeout(left)
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()


class _Response(http.client.HTTPResponse):
    def __init__(self, sock: socket.socket, *given: Any, **options: Any) -> None:
        super().__init__(sock, *given, **options)
        self.fp.close()
        self.fp = io.BufferedReader(_TimedStream(sock))


class _Connection(http.client.HTTPConnection):
    response_class = _Response


class _SecureConnection(http.client.HTTPSConnection):
    response_class = _Response


class _Http(HTTPHandler):
    def http_open(self, request: Request) -> http.client.HTTPResponse:
        return self.do_open(_Connection, request)


class _Https(HTTPSHandler):
    def https_open(self, request: Request) -> http.client.HTTPResponse:
        return self.do_open(_SecureConnection, request)


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """Refuse all redirects: the seat's secret would be sent to the new address."""


_opener: Final = build_opener(_Http, _Https, _NoRedirects)


def _read_json(response: Any) -> bytes:
    """Return a response's body; raise Nonsense if it is too large or not JSON."""
    if response.headers.get_content_type() != "application/json":
        raise Nonsense("it is not JSON")
    data: bytes = response.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise Nonsense(f"it has more than {_MOST_BYTES:,} bytes")
    if getattr(response, "length", None):
        raise http.client.IncompleteRead(data)
    return data


# --- The API


PATIENCE: Final = 300.0
"""Seconds for which to retry a lost connection."""
_TEMPORARY: Final = (429, 502, 503, 504)
"""Status codes of an overloaded or restarting server."""
_WORKING: Final = 202
LONGEST_WORK: Final = 60
"""How many times to poll for the result of a computation."""
WORK_PAUSE: Final = 1.0
"""Seconds between polls."""


class ServerGone(GridDuelsError):
    """The server is unreachable, or is not a Grid Duels server."""

    code = "server"


class RefusedByServer(GridDuelsError):
    """The server refused a request; `state` is the current state of the duel, if the server sent it."""

    def __init__(self, code: str, sentence: str, state: State | None = None) -> None:
        self.code = code
        self.state = state
        super().__init__(sentence)


class _Lost(Exception):
    """No response arrived this time."""


class _StillWorking(GridDuelsError):
    """The server is still computing the result."""

    def __init__(self) -> None:
        super().__init__("The server hasn't worked it out yet. Ask again later.")


class Server:
    """A server and the state of the connection to it. Lost requests are repeated, which the API allows for."""

    def __init__(self, url: str, say: Callable[[str], None]) -> None:
        self.url, self.say = url.rstrip("/"), say
        self._reached, self._lost = False, False

    def ask(
        self,
        kind: type[T],
        path: str,
        query: Mapping[str, Any] | None = None,
        *,
        secret: str | None = None,
        body: object = None,
    ) -> T:
        """Send a request (POST if it has a body, otherwise GET) and return the response."""
        pauses = _pauses(PATIENCE if self._reached else 0.0)
        while True:
            try:
                answer = self._once(kind, path, query, secret, body)
            except _Lost as lost:
                pause = next(pauses, None)
                if pause is None:
                    raise ServerGone(f"{self.url} cannot be reached: {lost}") from None
                if not self._lost:
                    self._lost = True
                    self.say(f"Connection lost ({lost}). Trying again.")
                time.sleep(pause)
                continue
            except Nonsense as nonsense:
                raise self.not_ours(nonsense) from None
            if self._lost:
                self._lost = False
                self.say("Connected again.")
            self._reached = True
            return answer

    def understand(self, message: protocol.State) -> State:
        """Check a state against the local rules."""
        try:
            return read_state(message)
        except Nonsense as nonsense:
            raise self.not_ours(nonsense) from None

    def state(self, id: str, query: Mapping[str, Any] | None = None, *, secret: str | None = None) -> State:
        """Return the state of a duel."""
        state = self.understand(self.ask(protocol.State, f"/api/duels/{id}", query, secret=secret))
        if state.id != id:
            raise self.not_ours("it is about another duel")
        return state

    def act(self, state: State, action: str, secret: str | None, **fields: Any) -> State:
        """Perform an action in a duel, such as `move` with the field `move`, and return its new state."""
        body = {"ply": state.duel.ply, **fields}
        path = f"/api/duels/{state.id}/{action}"
        return self.understand(self.ask(protocol.State, path, secret=secret, body=body))

    def compute(self, kind: type[T], path: str, query: Mapping[str, Any]) -> T:
        """Return a result that the server may have to compute first."""
        for number in range(LONGEST_WORK):
            try:
                return self.ask(kind, path, query)
            except _StillWorking:
                if not number:
                    self.say("The server is working it out.")
                time.sleep(WORK_PAUSE)
        raise _StillWorking

    def not_ours(self, reason: object) -> ServerGone:
        return ServerGone(f"{self.url} does not answer like a Grid Duels server: {reason}")

    def _once(self, kind: type[T], path: str, query: Mapping[str, Any] | None, secret: str | None, body: object) -> T:
        address = f"{self.url}{quote(path)}{f'?{urlencode(query)}' if query else ''}"
        headers = {"Accept": "application/json", "User-Agent": "gridduels"}
        if secret:
            headers["Authorization"] = f"Bearer {secret}"
        data = None
        if body is not None:
            data, headers["Content-Type"] = msgspec.json.encode(body), "application/json"
        try:
            with _opener.open(Request(address, data, headers), timeout=CONNECT) as response:
                if response.status == _WORKING:
                    raise _StillWorking
                return decode(_read_json(response), kind)
        except HTTPError as error:
            with error:
                self._refuse(error)
        except (OSError, http.client.IncompleteRead) as error:
            raise _Lost(_reason(error)) from None
        except (ValueError, http.client.InvalidURL):
            raise ServerGone(f"{self.url!r} is not a server address") from None
        except http.client.HTTPException:
            raise Nonsense("it is not HTTP") from None

    def _refuse(self, error: HTTPError) -> NoReturn:
        """Raise the exception for an error status."""
        if error.code in _TEMPORARY:
            raise _Lost(f"status {error.code}")
        if 300 <= error.code < 400:
            place = shorten(error.headers.get("Location") or "nowhere")
            raise ServerGone(f"{self.url} redirects to {place}; use that address if you trust it") from None
        try:
            refusal = decode(_read_json(error), Refusal)
        except (OSError, http.client.HTTPException) as broken:
            raise _Lost(_reason(broken)) from None
        raise RefusedByServer(
            refusal.code, refusal.sentence, read_state(refusal.state) if refusal.state else None
        ) from None


def _pauses(total: float) -> Iterator[float]:
    """Yield the seconds between attempts, doubling up to 15, until `total` seconds have passed."""
    until, pause = time.monotonic() + total, 0.5
    while time.monotonic() < until:
        yield pause
        pause = min(2 * pause, 15.0)


def _reason(error: Exception) -> str:
    """Return why no response arrived, never in the server's own words."""
    cause = error.reason if isinstance(error, URLError) else error
    if isinstance(cause, TimeoutError):
        return "no answer in time"
    return str(getattr(cause, "strerror", None) or "the connection was lost")
