"""HTTP with limits: an answer has one deadline, however slowly it comes, and a size; nothing leads elsewhere."""

import http.client
import io
import socket
import time
from typing import TYPE_CHECKING, Any, Final
from urllib.error import HTTPError
from urllib.request import HTTPHandler, HTTPRedirectHandler, HTTPSHandler, Request, build_opener

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

__all__ = ["TooLong", "fetch", "read_body"]

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
