"""A malicious server: it answers each kind of request with given bytes, all at once or dripping forever."""

import contextlib
import json
import socketserver
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from msgspec import to_builtins

from gridduels import Duel, load_game
from gridduels.protocol.answers import line_of
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
    "names": {"1": None, "2": None},
    "seats": {"1": "taken", "2": "computer"},
    "present": {"1": True, "2": True},
    "watchers": 0,
    "you": 1,
    "first": 1,
    "ply": 0,
    "turn": 1,
    "moves": [],
    "movers": [],
    "start": "...../...../1...2/...../..... 1",
    "even": False,
    "position": "...../...../1...2/...../..... 1",
    "board": {"tokens": [], "marks": [], "goals": [], "last": None},
    "legal": [],
    "outcome": None,
    "series": {"round": 1, "score": {"1": 0, "2": 0}},
    "clock": {"seconds": 60, "increment": 0, "left": {"1": 60.0, "2": 60.0}, "running": None},
    "takeback": None,
    "takebacks_left": {"1": 3, "2": 3},
    "missed": None,
    "rematch": None,
    "next": None,
    "swap": False,
    "thinking": False,
    "note": None,
    "status": "",
    "expires": None,
}
"""A duel before its first move, as a Grid Duels server sends it."""


def http(body: bytes | str, status: str = "200 OK", kind: str = "application/json", *headers: str) -> bytes:
    """Return a complete response."""
    data = body.encode() if isinstance(body, str) else body
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", f"Content-Length: {len(data)}", *headers, "", ""]
    return "\r\n".join(lines).encode() + data


def state(**changes: Any) -> bytes:
    """Return the state with the given fields changed."""
    return http(json.dumps(STATE | changes))


def refusal(body: object, status: str = "422 No") -> bytes:
    return http(json.dumps(body), status)


def after_move(**changes: Any) -> bytes:
    """Return the state after a move and the computer's reply."""
    return state(**({"version": 2, "moves": ["up", "up"], "ply": 2} | changes))


def outcome(winner: object, reason: str) -> dict[str, Any]:
    return {"winner": winner, "reason": reason, "why": "", "victory": ""}


def clock(one: object, two: object) -> dict[str, Any]:
    return {"seconds": 60, "increment": 0, "left": {"1": one, "2": two}, "running": None}


def values(move: str, outcome: object = "win", plies: object = 3, words: object = "win in 3 plies") -> bytes:
    """Return the values of a position in which one move is legal."""
    value = {"outcome": outcome, "plies": plies, "label": "+3", "words": words}
    return http(json.dumps(LINE | {"legal": [{"move": move, "kind": "move", "cell": 5, "path": [5], "value": value}]}))


LINE: Final = {**to_builtins(line_of(Duel(load_game("light-cycle")))), "note": None}
USUAL: Final[Mapping[str, Answer]] = {
    "begin": http(
        json.dumps({"id": ID, "url": "/", "seat": {"player": 1, "secret": SEAT}, "invite": None, "state": STATE})
    ),
    "join": http(json.dumps({"player": 1, "secret": SEAT})),
    "state": state(),
    "watch": state(),
    "move": after_move(),
    "takeback": state(version=3),
    "resign": state(version=4, outcome=outcome(2, "resigned")),
    "line": values("up"),
}
"""The answers of a well-behaved server, by the kind of request."""


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
        with contextlib.suppress(OSError):  # the client has hung up
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
    """Run a server that answers normally except for these kinds of request, and yield its address."""
    with _Hostile(("127.0.0.1", 0), _Handler) as server:
        server.answers, server.over = {**USUAL, **answers}, threading.Event()
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.over.set()
            server.shutdown()


class Dripping:
    """The first bytes, then the same part over and over, with a pause before each."""

    def __init__(self, first: bytes, part: bytes, pause: float = 0.05) -> None:
        self._first, self._part, self._pause = first, part, pause

    def __iter__(self) -> Iterator[bytes]:
        yield self._first
        quiet = threading.Event()
        while True:
            quiet.wait(self._pause)
            yield self._part


class Growing:
    """Answers that depend on the number of requests so far."""

    def __init__(self, make: Callable[[int], bytes]) -> None:
        self._make, self._asked = make, 0

    def __iter__(self) -> Iterator[bytes]:
        self._asked += 1
        yield self._make(self._asked)


_HEAD: Final = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
_CHUNKED: Final = _HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
_DEEP: Final = "[" * 100_000
_EVIL_TEXTS: Final = {name: f"{name}{ESCAPES}\n{ESCAPES}" for name in ("p1", "p2", "note", "title", "status")}

NOT_ANSWERS: Final[dict[str, Answer]] = {
    "something other than HTTP": f"{ESCAPES} hello\r\n\r\n".encode(),
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
    "endless 100 Continue": Dripping(b"", b"HTTP/1.1 100 Continue\r\n\r\n", 0),
    "a redirect elsewhere": http("", "302 Found", "text/html", f"Location: http://evil.example/{ESCAPES[:4]}"),
    "a redirect to a file": http("", "301 Moved", "text/html", "Location: file:///etc/passwd"),
    "a redirect in circles": http("", "307 Again", "text/html", f"Location: /api/duels/{ID}"),
    "a redirect without a location": http("", "308 There", "text/html"),
    "an HTML page": http("<html>", kind="text/html"),
    "JSON labelled as HTML": http(json.dumps(STATE), kind="text/html"),
    "a compressed body": http(b"\x1f\x8b\x08" + b"\0" * 1000, "200 OK", "application/json", "Content-Encoding: gzip"),
    "bytes that are not UTF-8": http(b'{"p1": "\xff\xfe\x80"}'),
    "a lone surrogate": state(p2="\ud800", note="\udfff"),
    "deep nesting": http(_DEEP + "]" * len(_DEEP)),
    "deeply nested objects": http('{"a":' * 100_000 + "1" + "}" * 100_000),
    "not a number": http(json.dumps(STATE | {"version": float("nan")})),
    "a number beyond floats": http(json.dumps(STATE | {"clock": 1}).replace('"clock": 1', '"clock": 1e999')),
    "a number of 5,000 digits": http(json.dumps(STATE).replace('"version": 1', f'"version": {"9" * 5000}')),
    "a list": http("[]"),
    "null": http("null"),
    "an empty body": http(""),
    "no content": b"HTTP/1.1 204 No Content\r\n\r\n",
    "endless chunks": Dripping(_CHUNKED, b"fffff\r\n" + b" " * 0xFFFFF + b"\r\n", 0),
    "chunks without a size": _CHUNKED + b"xyz\r\n",
    "a failure as a page": http("<h1>500</h1>", "500 Internal", "text/html"),
    "a refusal with terminal escapes": refusal({"code": ESCAPES, "sentence": f"No.{ESCAPES}\n{ESCAPES}"}),
    "a refusal with wrong types": refusal({"code": 7, "sentence": ["no"], "state": "none"}),
    "a refusal that is a list": refusal([], "404 Gone"),
    "a refusal with a wrong state": refusal({"code": "stale", "sentence": "No.", "state": STATE | {"moves": 7}}),
    "a status line with terminal escapes": http("{}", f"418 {ESCAPES[:8]}"),
    "a refusal that drips": Dripping(b"HTTP/1.1 404 No\r\nContent-Type: application/json\r\n\r\n", b" "),
}
"""Responses that do not answer a request for a duel."""

WRONG_STATES: Final[dict[str, dict[str, Any]]] = {
    "an unknown game": {"game": f"chess{ESCAPES}"},
    "a game of a megabyte": {"game": "x" * 1_000_000},
    "a board of size 0": {"size": 0},
    "a board too large": {"size": 10**9},
    "a size that is a text": {"size": "five"},
    "a size that is true": {"size": True},
    "unknown rulings": {"rules": {f"self{ESCAPES}": "x", "id": "y"}},
    "rulings of a wrong type": {"rules": {"goal": [1]}},
    "a list of rulings": {"rules": []},
    "a start with a long row": {"start": "...../...../......1...2/...../..... 1"},
    "a start of terminal escapes": {"start": ESCAPES},
    "a start of another size": {"start": ".../1.2/... 1"},
    "an illegal move": {"moves": ["left"]},
    "an unknown move": {"moves": [f"sideways{ESCAPES}"]},
    "moves that are numbers": {"moves": [1, 2]},
    "moves that are a string": {"moves": "up"},
    "too many moves": {"moves": ["up"] * 100_000},
    "a third winner": {"outcome": outcome(3, "resigned")},
    "an unknown reason": {"outcome": outcome(1, ESCAPES)},
    "an outcome that the board contradicts": {"outcome": outcome(1, "goal")},
    "another duel": {"id": "abcdefghij"},
    "an id with a path": {"id": "../../../etc"},
    "an id of terminal escapes": {"id": ESCAPES},
    "a negative version": {"version": -1},
    "a version that is a string": {"version": "1"},
    "no version": {"version": None},
    "unknown seats": {"seats": {"1": ESCAPES, "2": 7}},
    "a list of seats": {"seats": ["taken", "taken"]},
    "a third seat": {"you": 3},
    "a seat of terminal escapes": {"you": ESCAPES},
    "a clock of strings": {"clock": clock(ESCAPES, "x")},
    "a negative clock": {"clock": clock(-5, 1)},
    "an empty clock": {"clock": {}},
    "players that are objects": {"p1": {}, "p2": []},
    "a takeback of moves not played": {"takeback": {"by": 2, "to": 10**9, "undoes": []}},
    "a takeback by nobody": {"takeback": {"by": 0, "to": 0, "undoes": []}},
    "a rematch by nobody": {"rematch": {"by": ESCAPES}},
    "a next duel of terminal escapes": {"next": {"id": ESCAPES, "seat": ESCAPES}},
    "a next seat with line breaks": {"next": {"id": "abcdefghij", "seat": "a\r\nX-Evil: yes"}},
    "a note that is an object": {"note": {"x": 1}},
}
"""Changes that make a state impossible."""

LATER: Final[dict[str, dict[str, Answer]]] = {
    "terminal escapes in every text": {
        "state": state(**_EVIL_TEXTS),
        "move": after_move(**_EVIL_TEXTS),
        "line": values("up", ESCAPES, 1, ESCAPES),
    },
    "falling versions": {"watch": Growing(lambda asked: state(version=max(0, 1 - asked)))},
    "endless versions": {"watch": Growing(lambda asked: state(version=1 + asked, note=f"note {asked}"))},
    "another game later": {"watch": state(version=2, game="grid-runner", start="1..../...../...../...../....2 1")},
    "a smaller board later": {"watch": state(version=2, size=3, start=".../1.2/... 1")},
    "another duel later": {"watch": state(version=2, id="abcdefghij")},
    "an outcome that is withdrawn": {
        "watch": Growing(
            lambda asked: after_move(version=1 + asked, outcome=outcome(1, "time") if asked == 1 else None)
        )
    },
    "the same version with another duel": {"watch": state(moves=["up", "up"]), "move": state(moves=["up", "up"])},
    "endless rematches": {"watch": state(version=2, next={"id": "abcdefghij", "seat": "x"})},
    "a move that was never made": {"move": after_move(moves=["down", "up"])},
    "silence after a move": {"move": Dripping(b"", b"")},
    "an HTML page after a move": {"move": http("<html>", kind="text/html")},
    "half an answer after a move": {"move": after_move()[:200]},
    "news that break off": {"watch": state()[:200]},
    "news that are a list": {"watch": http("[]")},
    "a failure later": {"watch": refusal({"code": "x", "sentence": ESCAPES}, "500 Internal")},
    "values of unknown moves": {"line": values(ESCAPES)},
    "values without moves": {"line": http(json.dumps({"legal": 7}))},
    "values with wrong words": {"line": values("up", words=7)},
    "endless work": {"line": http('{"type": "working", "stage": "", "done": 0, "total": null}', "202 Accepted")},
}
"""Faults after a good beginning, by the kind of request."""
