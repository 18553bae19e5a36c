"""A Grid Duels server as a program sees it: JSON over HTTP, with nothing but Python's own library."""

import http.client
import json
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

from gridduels.errors import GridDuelsError

__all__ = ["RefusedByServer", "Server", "ServerGone"]

PATIENCE: Final = 300.0
"""Seconds for which a connection that was lost is tried again."""
_TIMEOUT: Final = 30.0
_MOST_BYTES: Final = 4_000_000
_PASSING: Final = (429, 502, 503, 504)
"""What a server answers that has too much to do, or is just being started again."""


class ServerGone(GridDuelsError):
    """A server cannot be reached, or is none of ours."""

    code = "server"


class RefusedByServer(GridDuelsError):
    """A server refuses something; `state` is how the duel stands, where it says so."""

    def __init__(self, code: str, sentence: str, state: dict[str, Any] | None = None) -> None:
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
        path: str,
        query: Mapping[str, Any] | None = None,
        *,
        secret: str | None = None,
        body: Mapping[str, Any] | None = None,
    ) -> Any:
        """The answer to a request: what a POST gives where there is a body, else a GET."""
        pauses = _pauses(PATIENCE if self._reached else 0.0)
        while True:
            try:
                answer = self._once(path, query, secret, body)
            except _Lost as lost:
                pause = next(pauses, None)
                if pause is None:
                    raise ServerGone(f"{self.url} cannot be reached: {lost}") from None
                if not self._lost:
                    self._lost = True
                    self.say(f"The connection is lost ({lost}): trying again.")
                time.sleep(pause)
                continue
            if self._lost:
                self._lost = False
                self.say("Connected again.")
            self._reached = True
            return answer

    def work_out(self, path: str, query: Mapping[str, Any]) -> Any:
        """The answer to something that may have to be worked out first."""
        told = False
        while (answer := self.ask(path, query)).get("type") == "working":
            if not told:
                self.say("The server is working it out.")
                told = True
            time.sleep(1)
        return answer

    def _once(
        self, path: str, query: Mapping[str, Any] | None, secret: str | None, body: Mapping[str, Any] | None
    ) -> Any:
        address = f"{self.url}{quote(path)}{f'?{urlencode(query)}' if query else ''}"
        headers = {"Accept": "application/json", "User-Agent": "gridduels"}
        if secret:
            headers["Authorization"] = f"Bearer {secret}"
        data = None
        if body is not None:
            data, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        try:
            with urlopen(Request(address, data, headers), timeout=_TIMEOUT) as response:
                return self._read(response.read(_MOST_BYTES))
        except HTTPError as error:
            with error:
                return self._refused(error)
        except (OSError, http.client.HTTPException) as error:
            raise _Lost(_reason(error)) from None
        except ValueError:
            raise ServerGone(f"{self.url!r} is not the address of a server") from None

    def _refused(self, error: HTTPError) -> Any:
        if error.code in _PASSING:
            raise _Lost(f"it answers {error.code}")
        told = self._read(error.read(_MOST_BYTES))
        state = told.get("state")
        raise RefusedByServer(
            str(told.get("code", "")),
            str(told.get("sentence", error.reason)),
            state if isinstance(state, dict) else None,
        )

    def _read(self, data: bytes) -> Any:
        try:
            return json.loads(data)
        except ValueError:
            raise ServerGone(f"{self.url} does not answer as a Grid Duels server") from None


def _pauses(total: float) -> Iterator[float]:
    """Seconds between tries, longer and longer, until a time is over."""
    until, pause = time.monotonic() + total, 0.5
    while time.monotonic() < until:
        yield pause
        pause = min(2 * pause, 15.0)


def _reason(error: Exception) -> str:
    cause = error.reason if isinstance(error, URLError) else error
    return str(getattr(cause, "strerror", None) or cause) or type(cause).__name__
