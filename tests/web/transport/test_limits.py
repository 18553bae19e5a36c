"""Limits per address."""

import asyncio
import json
import socket
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from gridduels.protocol.codec import Refused
from gridduels.web.settings import Settings
from gridduels.web.transport.admission import Addresses, address_of
from tests.skips import require
from tests.web.server import Server


def scope(address: str, forwarded: str | None = None) -> dict[str, Any]:
    headers = [] if forwarded is None else [(b"x-forwarded-for", forwarded.encode())]
    return {"client": (address, 1), "headers": headers}


def test_only_the_address_that_asks_too_much_is_refused() -> None:
    addresses = Addresses(Settings(Path("db"), rate=1, burst_seconds=3))
    for _ in range(3):
        addresses.request(scope("1.2.3.4"))
    with pytest.raises(Refused, match="The limit is 1 a second per address") as refused:
        addresses.request(scope("1.2.3.4"))
    assert refused.value.status == 429
    addresses.request(scope("1.2.3.5"))


def test_rate_0_means_no_limits_by_address() -> None:
    addresses = Addresses(Settings(Path("db"), rate=0, duels_at_once=1, sockets_an_address=1))
    for _ in range(1000):
        addresses.request(scope("1.2.3.4"))
        addresses.duel(scope("1.2.3.4"))


def test_new_duels_have_their_own_limit() -> None:
    addresses = Addresses(Settings(Path("db"), duels_at_once=2))
    addresses.duel(scope("1.2.3.4"))
    addresses.duel(scope("1.2.3.4"))
    with pytest.raises(Refused, match="The limit is 30 a minute"):
        addresses.duel(scope("1.2.3.4"))


def test_connections_are_counted_while_they_last() -> None:
    addresses = Addresses(Settings(Path("db"), sockets=2, sockets_an_address=1))
    with addresses.socket(scope("1.2.3.4")):
        with pytest.raises(Refused, match="The limit is 1 per address"), addresses.socket(scope("1.2.3.4")):
            pass
        with addresses.socket(scope("1.2.3.5")):
            with pytest.raises(Refused, match="Too many people are connected"), addresses.socket(scope("1.2.3.6")):
                pass
            assert addresses.sockets == 2
    assert addresses.sockets == 0
    with addresses.socket(scope("1.2.3.4")):
        pass


def test_the_number_of_remembered_addresses_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridduels.web.transport.admission._MOST_REMEMBERED", 10)
    addresses = Addresses(Settings(Path("db"), rate=1e9))
    for number in range(100):
        addresses.request(scope(f"1.2.3.{number}"))  # its bucket is full again at once, so it can be forgotten
    assert len(addresses._requests) <= 11


@pytest.mark.parametrize(
    ("seen", "proxy", "address"),
    [
        (scope("1.2.3.4", "9.9.9.9"), False, "1.2.3.4"),
        (scope("1.2.3.4", "9.9.9.9"), True, "9.9.9.9"),
        (scope("1.2.3.4", "forged, 9.9.9.9"), True, "9.9.9.9"),
        (scope("1.2.3.4"), True, "1.2.3.4"),
        (scope("2001:db8:1:2:3:4:5:6"), False, "2001:db8:1:2::/64"),
        (scope("::ffff:1.2.3.4"), False, "1.2.3.4"),
        (scope("1.2.3.4", "::ffff:9.9.9.9"), True, "9.9.9.9"),
        (scope("1.2.3.4", "x" * 100), True, "x" * 50),
        ({"client": None, "headers": []}, False, ""),
    ],
)
def test_the_proxys_address_counts_only_if_the_proxy_is_trusted(
    seen: dict[str, Any], proxy: bool, address: str
) -> None:
    assert address_of(seen, proxy) == address


def test_a_server_with_a_low_rate_says_so(tmp_path: Path) -> None:
    with Server(tmp_path, rate="0.1") as server, server.http() as http:
        answers = [http.get("/api/duels/nosuchduel12") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [404, 429, 429]
        assert json.loads(answers[1].text)["code"] == "too-fast"
        assert http.get("/health").status_code == 200
        assert "default-src 'none'" in answers[1].headers["content-security-policy"]


def test_ipv4_visitors_of_an_ipv6_server_have_separate_limits(tmp_path: Path) -> None:
    require(_can_connect("127.0.0.2"), "it needs a second address of this machine")
    require(_can_listen("::"), "it needs IPv6")
    with Server(tmp_path, "--host", "::", rate="0.1") as server:
        url = server.url.replace("localhost", "127.0.0.1")
        answers = []
        for address in ("127.0.0.1", "127.0.0.1", "127.0.0.2", "127.0.0.2"):
            with httpx.Client(transport=httpx.HTTPTransport(local_address=address)) as visitor:
                answers.append(visitor.get(f"{url}/api/duels/nosuchduel12").status_code)
        assert answers == [404, 429, 404, 429]


def _can_connect(address: str) -> bool:
    """Return whether this machine has another address to connect from."""
    try:
        with socket.create_server((address, 0)):
            return True
    except OSError:
        return False


def _can_listen(host: str) -> bool:
    try:
        with socket.create_server((host, 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


def test_a_rematch_is_a_new_duel_for_the_limit(tmp_path: Path) -> None:
    async def play(server: Server) -> None:
        made = server.create(game="light-cycle", seat="both")
        codes = []
        for number in range(3):
            id, secret = made["id"], made["seat"]["secret"]
            server.post(id, "resign", secret, ply=0)
            if number == 1:
                async with await server.client(id, secret) as client:
                    answer = await client.ask("rematch", ply=0)
            else:
                answer = server.post(id, "rematch", secret, ply=0).json()
            codes.append(answer.get("code"))
            if following := answer.get("next"):
                made = {"id": following["id"], "seat": {"secret": following["seat"]}}
        assert codes == [None, None, "too-fast"]

    with Server(tmp_path, rate="20", duels_at_once=3, duels_a_minute=0.1) as server:
        asyncio.run(play(server))


@pytest.mark.heavy
def test_a_flood_of_pings_is_cut_off_without_affecting_others(tmp_path: Path) -> None:
    pings = b"\x89\x80\0\0\0\0" * 800_000  # masked with zeros, and empty

    async def play(server: Server) -> None:
        made = server.create(game="light-cycle", seat="both")
        id, secret = made["id"], made["seat"]["secret"]
        async with await server.client(id, secret) as player:
            address = f"{server.url.replace('http', 'ws')}/api/duels/{id}/socket"
            with connect(address) as flooding, pytest.raises(OSError, match=r"reset|[Pp]ipe|descriptor"):
                flooding.socket.sendall(pings)
            assert (await player.ask("move", ply=0, move="up"))["ply"] == 1

    with Server(tmp_path) as server:
        asyncio.run(play(server))
