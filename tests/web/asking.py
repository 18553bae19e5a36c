"""Requests to a server that may have to compute first or may refuse."""

from typing import Any

import httpx

from gridduels.invent import parse
from gridduels.invent.workshop import answer


def ask(client: httpx.Client, path: str, **query: Any) -> httpx.Response:
    """Return an answer; ask again while it is being computed."""
    for _ in range(100):
        response = client.get(path, params=query or None)
        if response.status_code != 202:
            return response
        assert response.json()["type"] == "working"
        assert response.headers["retry-after"] == "1"
    raise AssertionError(f"{path} is never worked out")


def compile_measures() -> None:
    """Compile the rules of invented duels here, at full speed; a server's workers then find them in the cache."""
    answer(parse("duel1-3x3-k1-t1-gn-l-sc"))


def refused(response: httpx.Response) -> tuple[int, str, str]:
    """Return the status, code and sentence of a refusal."""
    body = response.json()
    assert body["type"] == "refused"
    return response.status_code, body["code"], body["sentence"]
