"""Slow connections, and too many of them, do not keep others out."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from starlette.applications import Starlette
from uvicorn import Config

from gridduels.web.serve import AdmittedProtocol
from gridduels.web.settings import Settings
from gridduels.web.transport.admission import Admission
from tests.web.server import Server

HEAD = b"POST /api/duels HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 400\r\n"


@contextmanager
def connection(server: Server) -> Iterator[socket.socket]:
    """Open a raw connection; reading from it times out eventually."""
    url = httpx.URL(server.url)
    assert url.port is not None
    with socket.create_connection((url.host, url.port), timeout=20) as made:
        yield made


def heard(made: socket.socket) -> bytes:
    """Return everything until the server ends the connection."""
    said = b""
    try:
        while more := made.recv(4096):
            said += more
    except ConnectionError:
        pass
    return said


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(
        tmp_path_factory.mktemp("server"), rate="1000", request_seconds=0.5, connections_an_address=5
    ) as server:
        yield server
        assert "internal error" not in server.log
        assert "Traceback" not in server.log


@pytest.mark.heavy
@pytest.mark.parametrize("sent", [b"", b"G", b"GET / HTTP/1.1\r\nHost: loc", HEAD])
def test_a_silent_connection_is_closed(hasty: Server, sent: bytes) -> None:
    with connection(hasty) as made:
        made.sendall(sent)
        assert heard(made) == b""


def test_a_slow_request_head_is_closed_too(hasty: Server) -> None:
    with connection(hasty) as made:
        made.settimeout(0.1)
        made.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        ended = False
        for number in range(200):
            try:
                made.sendall(b"X-%d: more\r\n" % number)
                ended = made.recv(1) == b""
            except TimeoutError:
                continue
            except ConnectionError:
                ended = True
            if ended:
                break
        assert ended


@pytest.mark.heavy
def test_a_second_request_has_its_own_time_limit(hasty: Server) -> None:
    with connection(hasty) as made:
        made.sendall(b"GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert made.recv(4096).startswith(b"HTTP/1.1 200")
        made.sendall(b"GET / HTTP/1.1\r\nHost: loc")
        assert b"HTTP/1.1" not in heard(made)


@pytest.mark.heavy
def test_a_missing_body_is_refused(hasty: Server) -> None:
    with connection(hasty) as made:
        made.sendall(HEAD + b'\r\n{"game":')
        assert b'"code":"too-slow"' in heard(made)


def test_waiting_for_an_answer_has_no_time_limit(hasty: Server) -> None:
    id = hasty.create(seat=1)["id"]
    with hasty.http() as http:
        assert http.get(f"/api/duels/{id}", params={"after": 0, "wait": 1}).status_code == 200


def test_the_connections_of_one_address_are_limited(hasty: Server, tmp_path: Path) -> None:
    with Server(tmp_path, rate="1000", connections_an_address=5) as server, ExitStack() as open:
        held = [open.enter_context(connection(server)) for _ in range(5)]
        for made in held:
            made.sendall(b"GET / HTTP/1.1\r\nHost: loc")
        with connection(server) as one_more:
            assert heard(one_more) == b""
        held[0].sendall(b"alhost\r\nConnection: close\r\n\r\n")
        assert heard(held[0]).startswith(b"HTTP/1.1 200")
        with server.http() as http:
            assert http.get("/health").status_code == 200


def test_an_interrupted_request_is_not_a_server_error(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        for sent in (HEAD, HEAD + b"\r\n", HEAD + b'\r\n{"game":', b"GET /api/ga"):
            with connection(server) as made:
                made.sendall(sent)
        with server.http() as http:
            while 'gridduels_refusals_total{code="malformed"} 2' not in http.get("/metrics").text:
                pass
        assert "error" not in server.log
        assert "Traceback" not in server.log


def test_a_client_at_two_addresses_of_the_server_counts_twice() -> None:
    admission = Admission(Settings(Path("db"), connections_an_address=2))
    client, config = ("192.0.2.1", 5000), Config(Starlette())
    config.app.state.site = SimpleNamespace(admission=admission)  # type: ignore[union-attr]
    one, two, three = (AdmittedProtocol(config) for _ in range(3))
    assert admission.enter(client, one)
    assert admission.enter(client, two)
    assert not admission.enter(client, three)
    admission.leave(client, one)
    assert admission.enter(client, three)
    admission.leave(client, two)
    admission.leave(client, three)
    assert len(admission) == 0
    assert admission.enter(client, one)
    assert admission.enter(client, two)
