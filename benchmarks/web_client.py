"""A load of paired websocket clients, the same for every server. Messages are parsed no more than necessary."""

import asyncio
import base64
import gc
import os
import random
import struct
from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter, process_time
from typing import Final, NamedTuple

_ZERO_MASK: Final = b"\0\0\0\0"
"""Clients must mask their messages; this mask leaves them unchanged."""
_TEXT, _CLOSE, _PING, _PONG = 0x1, 0x8, 0x9, 0xA
_CONNECTING: Final = 64
"""The number of connections to open at a time."""


class Wire(asyncio.Protocol):
    """One websocket connection; calls `hear` with each message."""

    def __init__(self, path: str, opened: Callable[["Wire"], None]) -> None:
        self.early: list[bytes] = []
        self.hear: Callable[[bytes], None] = self.early.append
        self.received = 0
        self._path, self._opened, self._buffer, self._upgraded = path, opened, b"", False
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        head = f"GET {self._path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        transport.write(f"{head}Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        self._buffer += data
        if not self._upgraded:
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head[:20]:
                raise ConnectionError(head.decode())
            self._upgraded, self._buffer = True, rest
            self._opened(self)
        self._read()

    def _read(self) -> None:
        buffer, at = self._buffer, 0
        while len(buffer) - at >= 2:
            size, body = buffer[at + 1], at + 2
            if size == 126:
                size, body = int.from_bytes(buffer[at + 2 : at + 4]), at + 4
            elif size == 127:
                size, body = int.from_bytes(buffer[at + 2 : at + 10]), at + 10
            if len(buffer) < body + size or len(buffer) < body:
                break
            self._take(buffer[at] & 0xF, buffer[body : body + size])
            at = body + size
        self._buffer = buffer[at:]

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == _TEXT:
            self.hear(payload)
        elif kind == _PING:
            self._send(_PONG, payload)
        elif kind == _CLOSE:
            raise ConnectionError(f"closed by the server: {payload!r}")

    def send(self, text: str) -> None:
        self._send(_TEXT, text.encode())

    def _send(self, kind: int, payload: bytes) -> None:
        length = len(payload)
        head = bytes([0x80 | kind, 0x80 | length]) if length < 126 else struct.pack(">BBH", 0x80 | kind, 0xFE, length)
        self._transport.write(head + _ZERO_MASK + payload)

    def close(self) -> None:
        self._transport.abort()


class Chair(NamedTuple):
    """One player's end of a match: where it connects, its greeting, and its moves."""

    path: str
    greeting: tuple[tuple[bytes, str], ...]
    """Pairs of bytes and text. The text is sent once a message contains the bytes, or immediately if they are empty."""
    seated: bytes
    """Bytes that identify a message with the state of the game."""
    move: Callable[[int, str], str]
    """Returns the message that plays a move at a ply."""
    played: Callable[[int], bytes]
    """Returns bytes that first occur in the message after that move."""
    port: int | None = None
    """The port to connect to, if it isn't the usual one."""


class Load(NamedTuple):
    """The results of a load test."""

    games: int
    moves: int
    seconds: float
    delays: list[float]
    """For each move, the seconds from when it was due until both players had received it."""
    server: float
    """CPU seconds of the server and of the clients, from the first move to the last."""
    client: float
    received: int = 0
    """The number of bytes received by the clients."""
    database: float = 0.0
    """CPU seconds of a separate database, and the size of its log in bytes."""
    logged: int = 0
    memory: int = 0
    """The server's memory use at the end, in bytes."""

    def delay(self, share: float) -> float:
        """Return the delay that this share of the moves didn't exceed."""
        ordered = sorted(self.delays)
        return ordered[min(int(len(ordered) * share), len(ordered) - 1)]


class Script(NamedTuple):
    """A game to play: its two ends and its moves."""

    chairs: tuple[Chair, Chair]
    words: tuple[str, ...]


class Match:
    """Two players who play a single game to the end."""

    def __init__(self, script: Script, interval: float, delays: list[float]) -> None:
        (self._chairs, self._words), self._interval, self._delays = script, interval, delays
        self._wires: list[Wire] = []
        self._ply, self._heard, self._due, self._marker = 0, 0, 0.0, b""
        self._loop = asyncio.get_running_loop()
        self.over: asyncio.Future[None] = self._loop.create_future()

    async def connect(self, port: int) -> None:
        for chair in self._chairs:
            opened: asyncio.Future[Wire] = self._loop.create_future()
            make = partial(Wire, chair.path, opened.set_result)
            await self._loop.create_connection(make, "127.0.0.1", chair.port or port)
            wire = await opened
            self._wires.append(wire)
            await self._greet(wire, chair)

    async def _greet(self, wire: Wire, chair: Chair) -> None:
        for after, text in chair.greeting:
            if after:
                await self._message(wire, after)
            wire.send(text)
        await self._message(wire, chair.seated)

    async def _message(self, wire: Wire, holding: bytes) -> None:
        found = self._loop.create_future()
        wire.hear = lambda payload: None if holding not in payload or found.done() else found.set_result(None)
        for payload in wire.early:
            wire.hear(payload)
        wire.early.clear()
        await found

    def begin(self, delay: float) -> None:
        for wire in self._wires:
            wire.hear = self._hear
        self._due = perf_counter() + delay
        self._loop.call_later(delay, self._move)

    def _move(self) -> None:
        chair = self._ply % 2
        self._marker, self._heard = self._chairs[chair].played(self._ply), 0
        self._wires[chair].send(self._chairs[chair].move(self._ply, self._words[self._ply]))

    def _hear(self, payload: bytes) -> None:
        if payload == b"2":
            for wire in self._wires:
                wire.send("3")  # engine.io pings both at about the same time; an extra answer does no harm
        if not self._marker or self._marker not in payload:
            return
        self._heard += 1
        if self._heard == 2:
            self._both_heard(perf_counter())

    def _both_heard(self, now: float) -> None:
        self._delays.append(now - self._due)
        self._ply, self._marker = self._ply + 1, b""
        if self._ply == len(self._words):
            self.over.set_result(None)
            return
        self._due = max(self._due + self._interval, now) if self._interval else now
        self._loop.call_later(self._due - now, self._move) if self._due > now else self._move()

    @property
    def received(self) -> int:
        """The number of bytes received by both players."""
        return sum(wire.received for wire in self._wires)

    def close(self) -> None:
        for wire in self._wires:
            wire.close()


async def play(
    port: int,
    games: Sequence[Script],
    interval: float = 0.0,
    cpu: Callable[[], float] = process_time,
) -> Load:
    """Connect all players, then play every game to the end, with one move every `interval` seconds or as fast as
    possible."""
    delays: list[float] = []
    matches = [Match(script, interval, delays) for script in games]
    waiting = asyncio.Semaphore(_CONNECTING)

    async def connect(match: Match) -> None:
        async with waiting:
            await match.connect(port)

    await asyncio.gather(*map(connect, matches))
    gc.freeze()  # garbage collection in the clients would count towards the server's delay
    received = sum(match.received for match in matches)
    rng, begin, server, client = random.Random(1), perf_counter(), cpu(), process_time()
    for match in matches:
        match.begin(rng.uniform(0, interval))
    await asyncio.gather(*(match.over for match in matches))
    seconds, server, client = perf_counter() - begin, cpu() - server, process_time() - client
    received = sum(match.received for match in matches) - received
    for match in matches:
        match.close()
    return Load(len(matches), len(delays), seconds, delays, server, client, received)
