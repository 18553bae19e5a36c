"""The description of the API is valid, names every route, and says what really comes."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from openapi_spec_validator import validate
from starlette.routing import Route

from gridduels.web.api.openapi import PATHS, document, page
from gridduels.web.app import create_app
from gridduels.web.settings import Settings
from tests.web.asking import ask


def check(data: Any, schema: dict[str, Any]) -> None:
    """Data must be as a schema of the document says."""
    Draft202012Validator({**schema, "components": document()["components"]}).validate(data)


def check_answer(path: str, method: str, response: httpx.Response) -> None:
    """An answer must be one of those the document names, and of its form."""
    responses = PATHS[path][method]["responses"]
    content = responses.get(str(response.status_code), responses["default"])["content"]
    kind = response.headers["content-type"].partition(";")[0]
    if kind == "application/json":
        check(response.json(), content[kind]["schema"])
    else:
        assert kind in content


def test_the_document_is_valid_and_is_what_the_server_says(client: httpx.Client) -> None:
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


QUESTIONS = {
    "/api": "",
    "/api/games": "",
    "/api/games/{game}": "",
    "/api/games/{game}/lessons": "",
    "/api/games/{game}/preview.png": "",
    "/api/players": "",
    "/api/line": "game=blockade&size=4&moves=right,@2,0&values=1",
    "/api/line/record": "game=gridlock&moves=up2",
    "/api/line/picture.svg": "game=gridlock&moves=up2",
    "/api/line/picture.png": "game=gridlock&moves=up2",
    "/api/line/film.gif": "game=gridlock&moves=up2",
    "/api/hint": "game=light-cycle",
    "/api/why": "game=gridlock&moves=up2&move=down1",
    "/api/puzzles/day": "game=gridlock&size=5",
    "/api/puzzles/next": "game=gridlock&size=5",
    "/api/puzzles/preview.png": "game=gridlock&size=5",
    "/api/puzzles/solution": "day=2026-01-05",
    "/api/puzzles/at": "game=grid-runner&start=...../...../2..../...../..1..%202",
    "/api/ladder": "",
    "/api/lobby": "",
    "/health": "",
    "/metrics": "",
    "/api/duels/{id}": "",
    "/api/duels/{id}/record": "",
    "/api/duels/{id}/picture.svg": "",
    "/api/duels/{id}/picture.png": "",
    "/api/duels/{id}/film.gif": "",
    "/api/duels/{id}/preview.png": "",
    "/api/duels/{id}/analysis": "",
    "/api/duels/{id}/ready": "",
}


@pytest.fixture(scope="module")
def duel(client: httpx.Client) -> str:
    """The id of a duel with a few moves, a clock and a free seat."""
    new = {"game": "grid-runner", "size": 3, "moves": ["down"], "clock": {"seconds": 300, "increment": 2}}
    response = client.post("/api/duels", json=new)
    check(new, document()["components"]["schemas"]["NewDuel"])
    check_answer("/api/duels", "post", response)
    return str(response.json()["id"])


def test_every_question_has_an_example() -> None:
    assert set(QUESTIONS) == {path for path, methods in PATHS.items() if "get" in methods}


@pytest.mark.heavy
@pytest.mark.parametrize("path", QUESTIONS)
def test_what_is_asked_is_answered_as_described(client: httpx.Client, duel: str, path: str) -> None:
    response = ask(client, f"{path.format(id=duel, game='pathway')}?{QUESTIONS[path]}")
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


def test_people_get_a_page_that_names_every_path(client: httpx.Client) -> None:
    response = client.get("/api", headers={"Accept": "text/html,application/xhtml+xml"})
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert response.text == page()
    assert all(f"<code>{path}</code>" in response.text for path in PATHS)
    assert "<script" not in response.text
    assert "style=" not in response.text
