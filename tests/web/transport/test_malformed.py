"""Bytes that are not HTTP, or not text: each is refused, counted against its address, and logged on one line at
most."""

import asyncio
import socket
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.web.server import Server

POST = b"POST /api/duels HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
MALFORMED = {
    "head": (b"GET / HTTP/1.1\r\nHo st: localhost\r\n\r\n",),
    "body": (POST + b"ZZZ\r\n{}\r\n0\r\n\r\n",),
    "body after its head": (POST, b"2\r\n{}xxxx\r\n"),
    "body of what is refused by its head": (POST.replace(b"localhost", b"elsewhere.example"), b"ZZZ\r\n"),
    "body for mcp": (POST.replace(b"/api/duels", b"/mcp"), b"ZZZ\r\n"),
}
BURST = 20


def answer(server: Server, parts: tuple[bytes, ...]) -> bytes:
    """Return the first line of the server's answer, if any."""
    url = httpx.URL(server.url)
    assert url.port is not None
    said = b""
    with suppress(ConnectionError), socket.create_connection((url.host, url.port), timeout=20) as made:
        for number, part in enumerate(parts):
            time.sleep(0.02 * number)
            made.sendall(part)
        while more := made.recv(4096):
            said += more
    return said.partition(b"\r\n")[0]


@pytest.mark.parametrize("kind", MALFORMED)
def test_malformed_requests_are_limited_and_leave_no_trace(tmp_path: Path, kind: str) -> None:
    with Server(tmp_path, "--mcp", rate="2") as server:
        before = len(server.log)
        answers = Counter(answer(server, MALFORMED[kind]) for _ in range(3 * BURST))
        assert answers[b""] >= BURST, answers
        assert not [line for line in answers if b" 500 " in line]
        written = server.log[before:]
        assert "trace" not in written.lower(), written
        assert "Error" not in written, written
        assert len(written) < 2 * BURST * 200
        time.sleep(1.0)  # an address that stops is admitted again
        assert httpx.get(f"{server.url}/health").status_code == 200


def test_a_message_that_is_not_utf8_ends_its_connection_with_a_log_line(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        id = server.create()["id"]
        before = len(server.log)

        async def send() -> int | None:
            async with connect(f"{server.url.replace('http', 'ws')}/api/duels/{id}/socket") as made:
                await made.send(b"\xff\xfe\xfd", text=True)
                with pytest.raises(ConnectionClosed) as closed:
                    await made.recv()
                return closed.value.rcvd.code if closed.value.rcvd else None

        assert asyncio.run(send()) == 1007
        assert len(server.log[before:].splitlines()) <= 1
        assert "trace" not in server.log[before:].lower()
