"""`gridduels mcp` ends on Ctrl-C and SIGTERM, although its client keeps the input open."""

import json
import re
import signal
import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.terminal.processes import Session, piped

SIGNALS = pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)])


def started(session: Session) -> str:
    """Return the address for people once the server has answered an assistant."""
    found = re.search(r"http://[^/]+", session.wait_for("standard input.\n"))
    assert found
    client = {"name": "test", "version": "1"}
    ask(session, 1, "initialize", protocolVersion="2025-03-26", capabilities={}, clientInfo=client)
    answer(session)
    session.send('{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
    return found[0]


def ask(session: Session, id: int, method: str, **params: Any) -> None:
    session.send(json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params}) + "\n")


def answer(session: Session) -> Any:
    return json.loads(session.wait_for("\n"))["result"]


@SIGNALS
def test_a_signal_ends_an_idle_server_and_leaves_nothing_behind(
    sent: signal.Signals, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with piped("mcp") as session:
        started(session)
        assert [*tmp_path.iterdir()] != []
        session.process.send_signal(sent)
        assert session.ends(code) == ""
    assert [*tmp_path.iterdir()] == []


@SIGNALS
def test_a_signal_answers_everyone_waiting_and_keeps_every_move(
    sent: signal.Signals, code: int, tmp_path: Path
) -> None:
    with piped("mcp", "--db", str(tmp_path / "duels.sqlite")) as session:
        url = started(session)
        ask(session, 2, "tools/call", name="begin_duel", arguments={"game": "light-cycle", "opponent": "person"})
        duel = answer(session)["structuredContent"]["duel"]
        ask(session, 3, "tools/call", name="move", arguments={"duel": duel, "move": "right"})
        assert answer(session)["structuredContent"]["moves"] == ["right"]
        ask(session, 4, "tools/call", name="wait_for_turn", arguments={"duel": duel, "seconds": 600})
        path = f"/api/duels/{duel.partition(':')[0]}"
        version = httpx.get(f"{url}{path}").json()["version"]
        host, _, port = url.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port)), timeout=60) as person:
            person.sendall(f"GET {path}?after={version}&wait=600 HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
            assert httpx.get(f"{url}{path}").status_code == 200  # the server has read the request before this one
            session.process.send_signal(sent)
            (closed,) = session.ends(code).splitlines()
            assert json.loads(closed)["error"]["message"] == "Connection closed"
            assert person.recv(15) == b"HTTP/1.1 200 OK"
    assert [each.name for each in tmp_path.iterdir()] == ["duels.sqlite"]
    with closing(sqlite3.connect(tmp_path / "duels.sqlite")) as db:
        assert "right" in str(db.execute("SELECT * FROM duels").fetchall())
