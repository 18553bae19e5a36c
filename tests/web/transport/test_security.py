"""Every answer has the security headers, and only our own pages may connect."""

import asyncio
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from gridduels.web.transport.security import HEADERS, is_known_host, is_own_origin
from tests.web.server import Server

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)


def test_every_answer_has_the_headers(server: Server) -> None:
    with server.http() as http:
        answers = [
            http.get("/"),
            http.get("/duel/x"),
            http.get("/nothing/here"),
            http.get("/robots.txt"),
            http.get("/api/games"),
            http.get("/api/duels/x"),
            http.post("/api/duels", content=b"{"),
            http.post("/api/duels", json={"game": "pathway"}),
            http.delete("/api/duels"),
            http.get("/health"),
            http.get("/metrics"),
            http.post("/api/duels", json={}, headers={"Origin": "http://evil.example"}),
        ]
    for answer in answers:
        assert answer.headers["content-security-policy"] == POLICY, answer.url
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
        assert "server" not in answer.headers
        assert answer.status_code < 500
    assert answers[5].headers["cache-control"] == "no-store"


def test_other_sites_may_frame_only_the_embed_page(server: Server) -> None:
    with server.http() as http:
        framed = http.get("/embed?game=gridlock")
        assert framed.headers["content-security-policy"] == POLICY.replace(
            "frame-ancestors 'none'", "frame-ancestors *"
        )
        assert "x-frame-options" not in framed.headers
        for path in ("/embed/", "/embed/x", "/embeds", "//embed", "/duel/embed", "/x/../embed/x"):
            assert http.get(path).headers["x-frame-options"] == "DENY", path


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("localhost", True),
        ("LOCALHOST.:80", True),
        ("games.localhost:8000", True),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("192.0.2.7", True),
        ("play.example", True),
        ("Play.Example:443", True),
        ("", True),
        ("evil.example", False),
        ("evil.example:8000", False),
        ("localhost.evil.example", False),
        ("play.example.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("evil.example#localhost", False),
        ("user@localhost.evil", False),
        ("[", False),
        ("[::1", False),
        (":8000", False),
    ],
)
def test_a_host_is_an_address_localhost_or_a_name_that_is_allowed(host: str, known: bool) -> None:
    assert is_known_host(host, {"play.example"}) is known


def test_a_server_answers_only_to_known_host_names(tmp_path: Path) -> None:
    with Server(tmp_path, "--allow-host", "play.example", "--allow-host", "Games.Example") as server:
        made = server.create(seat=1)
        with server.http() as http:
            for host in ("play.example", "games.example:80", "localhost"):
                assert http.get("/api/games", headers={"Host": host}).status_code == 200
            for path in ("/", "/api/games", f"/api/duels/{made['id']}", "/health", "/metrics", "/static/again.js"):
                refused = http.get(path, headers={"Host": "rebound.example"})
                assert (refused.status_code, refused.json()["code"]) == (421, "wrong-host")
                assert "--allow-host" in refused.json()["sentence"]

        async def rebind() -> None:
            port = httpx.URL(server.url).port
            address = f"ws://rebound.example:{port}/api/duels/{made['id']}/socket"
            with pytest.raises(InvalidStatus) as refused:
                await connect(address, host="127.0.0.1", port=port)
            assert refused.value.response.status_code == 421

        asyncio.run(rebind())


@pytest.mark.parametrize(
    ("origin", "host", "own"),
    [
        ("http://example.org", "example.org", True),
        ("https://EXAMPLE.org", "example.ORG", True),
        ("http://example.org:8000", "example.org:8000", True),
        ("http://example.org:8000", "example.org", False),
        ("http://example.org.evil.example", "example.org", False),
        ("http://user@example.org", "example.org", False),
        ("ftp://example.org", "example.org", False),
        ("null", "", False),
        ("", "", False),
        ("http://", "", False),
        ("http://[", "[", False),
        ("https://friend.example", "example.org", True),
    ],
)
def test_an_origin_is_our_own_host_or_a_listed_one(origin: str, host: str, own: bool) -> None:
    assert is_own_origin(origin, host, ("https://friend.example",)) is own
