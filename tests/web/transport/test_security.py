"""Every answer has the headers, and only our own pages may connect."""

import pytest

from gridduels.web.transport.security import HEADERS, is_own_origin
from tests.web.server import Server

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
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
def test_an_origin_is_our_own_host_or_one_that_is_named(origin: str, host: str, own: bool) -> None:
    assert is_own_origin(origin, host, ("https://friend.example",)) is own
