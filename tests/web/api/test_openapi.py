"""The description of the API is valid, lists every route, and matches the real responses."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from openapi_spec_validator import validate
from starlette.routing import Route

from gridduels.web.api.openapi import PATHS, document, question
from gridduels.web.app import create_app
from gridduels.web.settings import Settings
from tests.web.asking import ask, compile_measures


def check(data: Any, schema: dict[str, Any]) -> None:
    """Check data against a schema of the document."""
    Draft202012Validator({**schema, "components": document()["components"]}).validate(data)


def check_answer(path: str, method: str, response: httpx.Response) -> None:
    """Check that the document lists an answer and its schema."""
    responses = PATHS[path][method]["responses"]
    content = responses.get(str(response.status_code), responses["default"])["content"]
    kind = response.headers["content-type"].partition(";")[0]
    if kind == "application/json":
        check(response.json(), content[kind]["schema"])
    else:
        assert kind in content


def test_the_document_is_valid_and_the_server_serves_it(client: httpx.Client) -> None:
    served = ask(client, "/api").json()
    validate(served)
    assert served == json.loads(json.dumps(document()))


def test_every_route_is_described_and_nothing_else(tmp_path: Path) -> None:
    app = create_app(Settings(tmp_path / "duels.sqlite"))
    found = {
        (route.path, method.lower())
        for route in app.routes
        if isinstance(route, Route) and route.path.startswith(("/api", "/health", "/metrics"))
        for method in (route.methods or set()) - {"HEAD"}
    }
    assert found == {(path, method) for path, methods in PATHS.items() for method in methods}


QUESTIONS = [path for path, methods in PATHS.items() if "get" in methods]


@pytest.fixture(scope="module")
def duel(client: httpx.Client) -> str:
    """Return the id of a duel with a few moves, a clock and a free seat."""
    new = {"game": "grid-runner", "size": 3, "moves": ["down"], "clock": {"seconds": 300, "increment": 2}}
    response = client.post("/api/duels", json=new)
    check(new, document()["components"]["schemas"]["NewDuel"])
    check_answer("/api/duels", "post", response)
    return str(response.json()["id"])


@pytest.mark.heavy
@pytest.mark.parametrize("path", QUESTIONS)
def test_answers_match_the_description(client: httpx.Client, duel: str, path: str) -> None:
    if "workshop" in path or "book" in path:
        compile_measures()
    response = ask(client, question(path).replace("{id}", duel))
    assert response.status_code == 200
    check_answer(path, "get", response)
    check_answer(path, "get", client.get(f"{path.format(id='0123456789', game='chess')}?strange=1"))


def test_a_line_without_values_is_as_described_too(client: httpx.Client) -> None:
    check_answer("/api/line", "get", ask(client, "/api/line", game="pathway", moves="right"))


def test_a_duel_played_to_a_rematch_is_answered_as_described(client: httpx.Client) -> None:
    def post(path: str, secret: str | None = None, **body: Any) -> Any:
        check(body, PATHS[path]["post"]["requestBody"]["content"]["application/json"]["schema"])
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        response = client.post(path.format(id=id), json=body, headers=headers)
        check_answer(path, "post", response)
        assert response.status_code < 300, response.text
        return response.json()

    begun = client.post("/api/duels", json={"game": "light-cycle", "size": 3, "seat": 1}).json()
    id, one = begun["id"], begun["seat"]["secret"]
    two = post("/api/duels/{id}/join", invite=begun["invite"])["secret"]
    post("/api/duels/{id}/move", one, ply=0, move="up")
    state = post("/api/duels/{id}/takeback", one, ply=1)
    assert state["takeback"] == {"by": 1, "to": 0, "undoes": ["up"]}
    post("/api/duels/{id}/takeback-answer", two, ply=1, to=0, accept=False)
    state = post("/api/duels/{id}/resign", two, ply=1)
    assert state["outcome"]["winner"] == 1
    post("/api/duels/{id}/rematch", one, ply=1)
    state = post("/api/duels/{id}/rematch", two, ply=1)
    assert state["next"]["seat"]
    stale = client.post(
        f"/api/duels/{id}/move", json={"ply": 0, "move": "up"}, headers={"Authorization": f"Bearer {one}"}
    )
    check_answer("/api/duels/{id}/move", "post", stale)


def test_a_puzzle_answer_is_as_described(client: httpx.Client) -> None:
    puzzle = ask(client, "/api/puzzles/next", game="gridlock", size=5, seed="1").json()
    body = {"game": "gridlock", "size": 5, "start": puzzle["start"], "move": puzzle["legal"][0]["move"]}
    check(body, document()["components"]["schemas"]["PuzzleMove"])
    check_answer("/api/puzzles/answer", "post", client.post("/api/puzzles/answer", json=body))


def test_programs_get_the_document_at_both_addresses_and_browsers_at_one(client: httpx.Client) -> None:
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    asked = [client.get("/api"), client.get("/api/openapi.json"), client.get("/api/openapi.json", headers=browser)]
    assert [answer.json()["openapi"] for answer in asked] == ["3.1.0"] * 3
    shown = client.get("/api", headers=browser)
    assert shown.headers["content-type"] == "text/html; charset=utf-8"
    assert {"Accept", "Accept-Encoding"} <= {*shown.headers["vary"].split(", ")}
