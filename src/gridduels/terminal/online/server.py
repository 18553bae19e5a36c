"""A Grid Duels server as a program sees it: JSON over HTTP with deadlines and size limits."""

import http.client
import io
import json
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import HTTPHandler, HTTPRedirectHandler, HTTPSHandler, Request, build_opener

from gridduels.errors import GridDuelsError
from gridduels.terminal.online.answers import Fields, Nonsense, State, read_state
from gridduels.text import shorten

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


# --- HTTP with a deadline and a size limit; redirects are not followed


CONNECT: Final = 10.0
"""Seconds for a connection to come about."""
ANSWER: Final = 30.0
"""Seconds for the whole of an answer, be it the one that nothing has changed."""
_MOST_BYTES: Final = 4_000_000


class TooLong(Exception):
    """An answer has more bytes than anybody would read."""


class _Timed(io.RawIOBase):
    """What comes through a socket until a deadline: a socket's own timeout begins anew with every byte."""

    def __init__(self, sock: socket.socket) -> None:
        self._socket, self._raw = sock, sock.makefile("rb", buffering=0)
        self._until = time.monotonic() + ANSWER

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int | None:
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError("timed out")
        self._socket.settimeout(left)
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()


class _Response(http.client.HTTPResponse):
    def __init__(self, sock: socket.socket, *given: Any, **options: Any) -> None:
        super().__init__(sock, *given, **options)
        self.fp.close()
        self.fp = io.BufferedReader(_Timed(sock))


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


class _StayHere(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """Who is sent elsewhere does not go: the secret of a seat would go with them."""


_opener: Final = build_opener(_Http, _Https, _StayHere)


def fetch(request: Request) -> Any:
    """The response to a request; an HTTPError where the status says so, a redirect among them."""
    return _opener.open(request, timeout=CONNECT)


def read_body(response: http.client.HTTPResponse | HTTPError) -> bytes:
    """The whole of an answer."""
    data: bytes = response.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise TooLong
    if getattr(response, "length", None):
        raise http.client.IncompleteRead(data)
    return data


# --- Server: the API as Python functions


PATIENCE: Final = 300.0
"""Seconds for which a connection that was lost is tried again."""
_PASSING: Final = (429, 502, 503, 504)
"""What a server answers that has too much to do, or is just being started again."""
LONGEST_WORK: Final = 60
"""Times that somebody asks whether something has been worked out."""
WORK_PAUSE: Final = 1.0
"""Seconds between them."""
_Answer = TypeVar("_Answer")


class ServerGone(GridDuelsError):
    """A server cannot be reached, or is none of ours."""

    code = "server"


class RefusedByServer(GridDuelsError):
    """A server refuses something; `state` is how the duel stands, where it says so."""

    def __init__(self, code: str, sentence: str, state: State | None = None) -> None:
        self.code = code
        self.state = state
        super().__init__(sentence)


class _Lost(Exception):
    """No answer came this time."""


class Server:
    """Asks a server; what is lost on the way is asked again, which does no harm."""

    def __init__(self, url: str, say: Callable[[str], None]) -> None:
        self.url, self.say = url.rstrip("/"), say
        self._reached, self._lost = False, False

    def ask(
        self,
        read: Callable[[Fields], _Answer],
        path: str,
        query: Mapping[str, Any] | None = None,
        *,
        secret: str | None = None,
        body: Mapping[str, Any] | None = None,
    ) -> _Answer:
        """What `read` makes of the answer to a request: to a POST where there is a body, else to a GET."""
        pauses = _pauses(PATIENCE if self._reached else 0.0)
        while True:
            try:
                answer = read(self._once(path, query, secret, body))
            except _Lost as lost:
                pause = next(pauses, None)
                if pause is None:
                    raise ServerGone(f"{self.url} cannot be reached: {lost}") from None
                if not self._lost:
                    self._lost = True
                    self.say(f"The connection is lost ({lost}): trying again.")
                time.sleep(pause)
                continue
            except Nonsense as nonsense:
                raise ServerGone(f"{self.url} does not answer as a Grid Duels server: {nonsense}") from None
            if self._lost:
                self._lost = False
                self.say("Connected again.")
            self._reached = True
            return answer

    def ask_state(self, id: str, query: Mapping[str, Any] | None = None, *, secret: str | None = None) -> State:
        """How a duel stands."""

        def read(answer: Fields) -> State:
            state = read_state(answer)
            if state.id != id:
                raise Nonsense("it tells of another duel")
            return state

        return self.ask(read, f"/api/duels/{id}", query, secret=secret)

    def work_out(self, read: Callable[[Fields], _Answer | None], path: str, query: Mapping[str, Any]) -> _Answer:
        """The answer to something that may have to be worked out first, which `read` knows as None."""
        for number in range(LONGEST_WORK):
            if (answer := self.ask(read, path, query)) is not None:
                return answer
            if not number:
                self.say("The server is working it out.")
            time.sleep(WORK_PAUSE)
        raise GridDuelsError("The server has not worked it out yet: ask again later.")

    def _once(
        self, path: str, query: Mapping[str, Any] | None, secret: str | None, body: Mapping[str, Any] | None
    ) -> Fields:
        address = f"{self.url}{quote(path)}{f'?{urlencode(query)}' if query else ''}"
        headers = {"Accept": "application/json", "User-Agent": "gridduels"}
        if secret:
            headers["Authorization"] = f"Bearer {secret}"
        data = None
        if body is not None:
            data, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        try:
            return self._answer(Request(address, data, headers))
        except TooLong:
            raise Nonsense("it does not come to an end") from None
        except (OSError, http.client.IncompleteRead) as error:
            raise _Lost(_reason(error)) from None
        except (ValueError, http.client.InvalidURL):
            raise ServerGone(f"{self.url!r} is not the address of a server") from None
        except http.client.HTTPException:
            raise Nonsense("it does not speak HTTP") from None

    def _answer(self, request: Request) -> Fields:
        try:
            with fetch(request) as response:
                return _read(response)
        except HTTPError as error:
            with error:
                self._refuse(error)

    def _refuse(self, error: HTTPError) -> NoReturn:
        """What a server says that refuses; one that sends us elsewhere is not followed."""
        if error.code in _PASSING:
            raise _Lost(f"it answers {error.code}")
        if 300 <= error.code < 400:
            place = shorten(error.headers.get("Location") or "nowhere")
            raise ServerGone(f"{self.url} leads to {place}: give that address if you trust it") from None
        told = _read(error)
        state = read_state(told.fields("state")) if told.has("state") else None
        raise RefusedByServer(told.name("code"), told.text("sentence"), state) from None


def _read(response: Any) -> Fields:
    """An answer's object."""
    if response.headers.get_content_type() != "application/json":
        raise Nonsense("it is not JSON")
    try:
        return Fields(json.loads(read_body(response), parse_constant=_no_constant))
    except (ValueError, RecursionError):
        raise Nonsense("it is not JSON") from None


def _no_constant(name: str) -> NoReturn:
    """Python would read NaN and Infinity, which JSON does not have."""
    raise ValueError(name)


def _pauses(total: float) -> Iterator[float]:
    """Seconds between tries, longer and longer, until a time is over."""
    until, pause = time.monotonic() + total, 0.5
    while time.monotonic() < until:
        yield pause
        pause = min(2 * pause, 15.0)


def _reason(error: Exception) -> str:
    """Why no answer came, in words that are not the server's own."""
    cause = error.reason if isinstance(error, URLError) else error
    if isinstance(cause, TimeoutError):
        return "it does not answer in time"
    return str(getattr(cause, "strerror", None) or "the connection breaks off")
