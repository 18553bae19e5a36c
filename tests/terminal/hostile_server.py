"""A server that means harm: it answers every request with the bytes it is told to, one after another or for ever."""

import contextlib
import json
import socketserver
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from tests.terminal.foreign import ESCAPES

ID: Final = "0123456789"
SEAT: Final = "my-seat"
Answer = bytes | Iterable[bytes]

STATE: Final[dict[str, Any]] = {
    "type": "state",
    "version": 1,
    "id": ID,
    "game": "light-cycle",
    "title": "Light Cycle Duel",
    "size": 5,
    "rules": {},
    "p1": "human",
    "p2": "greedy",
    "seats": {"1": "taken", "2": "computer"},
    "present": {"1": True, "2": True},
    "watchers": 0,
    "you": 1,
    "first": 1,
    "ply": 0,
    "turn": 1,
    "moves": [],
    "start": "...../...../1...2/...../..... 1",
    "outcome": None,
    "clock": {"seconds": 60, "increment": 0, "left": {"1": 60.0, "2": 60.0}, "running": None},
    "takeback": None,
    "rematch": None,
    "next": None,
    "thinking": False,
    "note": None,
    "status": "",
}
"""A duel before its first move, as our own server tells it."""


def http(body: bytes | str, status: str = "200 OK", kind: str = "application/json", *headers: str) -> bytes:
    """A whole answer."""
    data = body.encode() if isinstance(body, str) else body
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", f"Content-Length: {len(data)}", *headers, "", ""]
    return "\r\n".join(lines).encode() + data


def told(**changes: Any) -> bytes:
    """The state with some fields changed."""
    return http(json.dumps(STATE | changes))


def refused(body: object, status: str = "422 No") -> bytes:
    return http(json.dumps(body), status)


def after_a_move(**changes: Any) -> bytes:
    """The state after a move and the computer's answer to it."""
    return told(**({"version": 2, "moves": ["up", "up"], "ply": 2} | changes))


LINE: Final = {
    "type": "line",
    "note": None,
    "legal": [{"move": "up", "value": {"outcome": "win", "plies": 3, "words": "win in 3 plies"}}],
}
USUAL: Final[Mapping[str, Answer]] = {
    "begin": http(json.dumps({"id": ID, "seat": {"player": 1, "secret": SEAT}, "invite": None, "state": STATE})),
    "join": http(json.dumps({"seat": 1, "secret": SEAT})),
    "state": told(),
    "watch": told(),
    "move": after_a_move(),
    "takeback": told(version=3),
    "resign": told(version=4, outcome={"winner": 2, "reason": "resigned"}),
    "line": http(json.dumps(LINE)),
}
"""What a good server would answer, by the kind of request."""


class _Handler(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        request = self.rfile.readline().decode(errors="replace").split()
        length = 0
        while (line := self.rfile.readline()).strip():
            name, _, value = line.decode().partition(":")
            length = int(value) if name.lower() == "content-length" else length
        self.rfile.read(length)
        server = self.server
        assert isinstance(server, _Hostile)
        with contextlib.suppress(OSError):  # who had enough has hung up
            answer = server.answers[_kind(*request[:2])]
            for part in [answer] if isinstance(answer, bytes) else answer:
                if server.over.is_set():
                    break
                self.wfile.write(part)


def _kind(method: str, path: str) -> str:
    if path == "/api/duels":
        return "begin"
    if path.startswith("/api/line"):
        return "line"
    if method == "GET":
        return "watch" if "after=" in path else "state"
    return path.rpartition("/")[2]


class _Hostile(socketserver.ThreadingTCPServer):
    daemon_threads = True
    block_on_close = False
    allow_reuse_address = True
    answers: Mapping[str, Answer]
    over: threading.Event


@contextmanager
def hostile_server(answers: Mapping[str, Answer]) -> Iterator[str]:
    """The address of a server that answers as usual, but for these kinds of request."""
    with _Hostile(("127.0.0.1", 0), _Handler) as server:
        server.answers, server.over = {**USUAL, **answers}, threading.Event()
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.over.set()
            server.shutdown()


class Dripping:
    """A part again and again, with a pause; for ever where nobody stops it."""

    def __init__(self, first: bytes, part: bytes, pause: float = 0.05) -> None:
        self._first, self._part, self._pause = first, part, pause

    def __iter__(self) -> Iterator[bytes]:
        yield self._first
        quiet = threading.Event()
        while True:
            quiet.wait(self._pause)
            yield self._part


class Growing:
    """Each time it is asked, another answer: made from how often it was asked."""

    def __init__(self, make: Callable[[int], bytes]) -> None:
        self._make, self._asked = make, 0

    def __iter__(self) -> Iterator[bytes]:
        self._asked += 1
        yield self._make(self._asked)


_HEAD: Final = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
_CHUNKED: Final = _HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
_DEEP: Final = "[" * 100_000
_EVIL_TEXTS: Final = {name: f"{name}{ESCAPES}\n{ESCAPES}" for name in ("p1", "p2", "note", "title", "status")}

NO_ANSWERS: Final[dict[str, Answer]] = {
    "something else than HTTP": f"{ESCAPES} hello\r\n\r\n".encode(),
    "nothing": b"",
    "half of the headers": _HEAD,
    "less than it announces": _HEAD + b'Content-Length: 999\r\n\r\n{"version": 1',
    "truncated JSON": http(json.dumps(STATE)[:100]),
    "an endless body": Dripping(_HEAD + b"\r\n{", b" " * 100_000, 0),
    "a huge body": http(b'"' + b"x" * 5_000_000 + b'"'),
    "dripping headers": Dripping(_HEAD, b"X"),
    "a dripping body": Dripping(_HEAD + b"\r\n{", b" "),
    "silence": Dripping(b"", b""),
    "endless headers": Dripping(_HEAD, b"X-Y: z\r\n", 0),
    "one endless header": Dripping(_HEAD + b"X: ", b"x" * 10_000, 0),
    "to be continued for ever": Dripping(b"", b"HTTP/1.1 100 Continue\r\n\r\n", 0),
    "a way elsewhere": http("", "302 Found", "text/html", f"Location: http://evil.example/{ESCAPES[:4]}"),
    "a way to a file": http("", "301 Moved", "text/html", "Location: file:///etc/passwd"),
    "a way in circles": http("", "307 Again", "text/html", f"Location: /api/duels/{ID}"),
    "a way without a goal": http("", "308 There", "text/html"),
    "a page": http("<html>", kind="text/html"),
    "JSON that is called a page": http(json.dumps(STATE), kind="text/html"),
    "a packed body": http(b"\x1f\x8b\x08" + b"\0" * 1000, "200 OK", "application/json", "Content-Encoding: gzip"),
    "bytes that are no text": http(b'{"p1": "\xff\xfe\x80"}'),
    "deep nesting": http(_DEEP + "]" * len(_DEEP)),
    "deeply nested objects": http('{"a":' * 100_000 + "1" + "}" * 100_000),
    "not a number": http(json.dumps(STATE | {"version": float("nan")})),
    "more than infinity": http(json.dumps(STATE | {"clock": 1}).replace('"clock": 1', '"clock": 1e999')),
    "a number of 5,000 digits": http(json.dumps(STATE).replace('"version": 1', f'"version": {"9" * 5000}')),
    "a list": http("[]"),
    "nothing at all": http("null"),
    "an empty body": http(""),
    "no content": b"HTTP/1.1 204 No Content\r\n\r\n",
    "chunks without end": Dripping(_CHUNKED, b"fffff\r\n" + b" " * 0xFFFFF + b"\r\n", 0),
    "chunks of no size": _CHUNKED + b"xyz\r\n",
    "a failure as a page": http("<h1>500</h1>", "500 Internal", "text/html"),
    "a refusal with codes for terminals": refused({"code": ESCAPES, "sentence": f"No.{ESCAPES}\n{ESCAPES}"}),
    "a refusal of other types": refused({"code": 7, "sentence": ["no"], "state": "none"}),
    "a refusal that is a list": refused([], "404 Gone"),
    "a refusal with a strange state": refused({"code": "stale", "sentence": "No.", "state": STATE | {"moves": 7}}),
    "a refusal in codes": http("{}", f"418 {ESCAPES[:8]}"),
    "a refusal that drips": Dripping(b"HTTP/1.1 404 No\r\nContent-Type: application/json\r\n\r\n", b" "),
}
"""What is no answer to a question for a duel."""

WRONG_STATES: Final[dict[str, dict[str, Any]]] = {
    "an unknown game": {"game": f"chess{ESCAPES}"},
    "a game of a megabyte": {"game": "x" * 1_000_000},
    "a board of no size": {"size": 0},
    "a board too large": {"size": 10**9},
    "a size that is a text": {"size": "five"},
    "a size that is true": {"size": True},
    "rulings that nobody knows": {"rules": {f"self{ESCAPES}": "x", "id": "y"}},
    "rulings of other types": {"rules": {"goal": [1]}},
    "a list of rulings": {"rules": []},
    "tokens that are not on the board": {"start": "...../...../......1...2/...../..... 1"},
    "a start in codes": {"start": ESCAPES},
    "a start of another size": {"start": ".../1.2/... 1"},
    "a move that the rules refuse": {"moves": ["left"]},
    "a move that is none": {"moves": [f"sideways{ESCAPES}"]},
    "moves that are numbers": {"moves": [1, 2]},
    "moves that are one word": {"moves": "up"},
    "too many moves": {"moves": ["up"] * 100_000},
    "an outcome for nobody": {"outcome": {"winner": 3, "reason": "resigned"}},
    "an outcome for no reason": {"outcome": {"winner": 1, "reason": ESCAPES}},
    "an outcome that the board denies": {"outcome": {"winner": 1, "reason": "goal"}},
    "another duel": {"id": "abcdefghij"},
    "a duel whose id leads elsewhere": {"id": "../../../etc"},
    "an id in codes": {"id": ESCAPES},
    "a version below nothing": {"version": -1},
    "a version that is a text": {"version": "1"},
    "no version": {"version": None},
    "seats that are none": {"seats": {"1": ESCAPES, "2": 7}},
    "a list of seats": {"seats": ["taken", "taken"]},
    "a third seat": {"you": 3},
    "a seat in codes": {"you": ESCAPES},
    "a clock of texts": {"clock": {"left": {"1": ESCAPES, "2": "x"}}},
    "a clock that runs backwards": {"clock": {"left": {"1": -5, "2": 1}}},
    "a clock without hands": {"clock": {}},
    "players that are objects": {"p1": {}, "p2": []},
    "a takeback of what was not played": {"takeback": {"by": 2, "to": 10**9}},
    "a takeback by nobody": {"takeback": {"by": 0, "to": 0}},
    "a rematch by nobody": {"rematch": {"by": ESCAPES}},
    "a next duel in codes": {"next": {"id": ESCAPES, "seat": ESCAPES}},
    "a next seat with lines": {"next": {"id": "abcdefghij", "seat": "a\r\nX-Evil: yes"}},
    "a note that is an object": {"note": {"x": 1}},
}
"""Answers in the right form that tell of no duel."""

LATER: Final[dict[str, dict[str, Answer]]] = {
    "codes for terminals in every text": {
        "state": told(**_EVIL_TEXTS),
        "move": after_a_move(**_EVIL_TEXTS),
        "line": http(
            json.dumps(
                LINE
                | {
                    "note": ESCAPES,
                    "legal": [{"move": "up", "value": {"outcome": ESCAPES, "plies": 1, "words": ESCAPES}}],
                }
            )
        ),
    },
    "a lone surrogate": {"state": told(p2="\ud800", note="\udfff")},
    "versions that go down": {"watch": Growing(lambda asked: told(version=max(0, 1 - asked)))},
    "versions that never end": {"watch": Growing(lambda asked: told(version=1 + asked, note=f"note {asked}"))},
    "another game under way": {"watch": told(version=2, game="grid-runner", start="1..../...../...../...../....2 1")},
    "a smaller board under way": {"watch": told(version=2, size=3, start=".../1.2/... 1")},
    "another duel under way": {"watch": told(version=2, id="abcdefghij")},
    "an end that is taken back": {
        "watch": Growing(
            lambda asked: after_a_move(
                version=1 + asked, outcome={"winner": 1, "reason": "time"} if asked == 1 else None
            )
        )
    },
    "the same version with another duel": {"watch": told(moves=["up", "up"]), "move": told(moves=["up", "up"])},
    "no end of new duels": {"watch": told(version=2, next={"id": "abcdefghij", "seat": "x"})},
    "a move that was never made": {"move": after_a_move(moves=["down", "up"])},
    "a move that is answered with silence": {"move": Dripping(b"", b"")},
    "a move that is answered with a page": {"move": http("<html>", kind="text/html")},
    "a move that is answered with half": {"move": after_a_move()[:200]},
    "news that break off": {"watch": told()[:200]},
    "news that are none": {"watch": http("[]")},
    "a failure under way": {"watch": refused({"code": "x", "sentence": ESCAPES}, "500 Internal")},
    "values of other moves": {"line": http(json.dumps(LINE | {"legal": [{"move": ESCAPES, "value": {}}]}))},
    "values of no moves": {"line": http(json.dumps({"legal": 7}))},
    "values without words": {"line": http(json.dumps(LINE | {"legal": [{"move": "up", "value": {"words": 7}}]}))},
    "more values than moves": {"line": http(json.dumps(LINE | {"legal": [{"move": "up"}] * 1000}))},
    "work without end": {"line": http('{"type": "working"}')},
}
"""What goes wrong after a good beginning, by the kind of request."""
