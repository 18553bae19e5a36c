"""Lines of moves over HTTP, on a real server: their positions, values, records and pictures."""

import xml.etree.ElementTree as ET
from io import BytesIO
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import to_builtins
from PIL import Image

from gridduels import Duel, load_game
from gridduels.analysis.hints import hint_for
from gridduels.engine import solve
from gridduels.protocol.state import board_of, boards_of, legal_of, value_of
from gridduels.record import loads
from tests.helpers import GAMES, duels
from tests.web.asking import ask, refused


def query_of(duel: Duel) -> dict[str, Any]:
    game = duel.game
    rules = {f"rule.{name}": value for name, value in game.rulings.items()}
    moves, start = ",".join(duel.moves), game.text(duel.start)
    return {"game": game.id, "size": game.size, "start": start, "moves": moves, **rules}


@settings(max_examples=25)
@given(duel=duels(most=30))
def test_a_line_is_the_duel_it_leads_to(client: httpx.Client, duel: Duel) -> None:
    line = ask(client, "/api/line", **query_of(duel)).json()
    assert line["moves"] == list(duel.moves)
    assert line["positions"] == [duel.game.text(position) for position in duel.history()]
    assert line["boards"][-1] == to_builtins(board_of(duel))
    assert len(line["boards"]) == duel.ply + 1
    assert line["legal"] == to_builtins(legal_of(duel))
    assert (line["outcome"] is None) == (duel.outcome is None)
    assert "value" not in line


@pytest.mark.parametrize("id", GAMES)
def test_the_values_of_a_line_are_the_engines(client: httpx.Client, id: str) -> None:
    game = load_game(id, 3)
    values, duel = solve(game), Duel(game)
    for word in (game.words_of(game.legal(game.start()))[0],):
        duel = duel.play(word)
    line = ask(client, "/api/line", **query_of(duel), values=1).json()
    assert line["value"] == to_builtins(value_of(values.value(duel.position)))
    worth = values.move_values(duel.position)
    assert {move["move"]: move["value"] for move in line["legal"]} == {
        word: to_builtins(value_of(value)) for word, value in worth.items()
    }
    assert [note["move"] for note in line["notes"]] == list(duel.moves)
    assert [entry["value"] for entry in line["values"]] == [
        to_builtins(value_of(values.value(position))) for position in duel.history()
    ]
    assert line["note"] is None


def test_a_record_can_be_read_back(client: httpx.Client) -> None:
    duel = Duel(load_game("blockade", 4), "right @2,0 down")
    response = ask(client, "/api/line/record", **query_of(duel))
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    [record] = loads(response.text)
    assert record.duel == duel


def test_pictures_are_pictures(client: httpx.Client) -> None:
    query = {"game": "light-cycle", "size": 3, "moves": "up,up"}
    picture = ask(client, "/api/line/picture.svg", **query, values=1)
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert "'unsafe-inline'" in picture.headers["content-security-policy"]
    text = "".join(ET.fromstring(picture.text).itertext())
    value = solve(load_game("light-cycle", 3)).move_values(Duel(load_game("light-cycle", 3), "up up").position)
    assert all(each.label in text for each in value.values())
    film = ask(client, "/api/line/film.gif", **query)
    assert getattr(Image.open(BytesIO(film.content)), "n_frames", 0) == 3


def test_an_unchanged_answer_is_not_sent_again(client: httpx.Client) -> None:
    for path in ("/api/games", "/api/line?game=gridlock&moves=up1", "/api"):
        first = client.get(path)
        again = client.get(path, headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert "max-age" in first.headers["cache-control"]


def test_a_hint_comes_in_steps_with_the_boards_of_a_refutation(client: httpx.Client) -> None:
    hint = ask(client, "/api/hint", game="light-cycle").json()
    found = hint_for(solve(load_game("light-cycle")), Duel(load_game("light-cycle")))
    assert (hint["where"], hint["best"], hint["why"]) == found.steps
    assert (hint["move"], tuple(hint["line"])) == (found.move, found.line)
    played = Duel(load_game("light-cycle"), found.line)
    assert hint["boards"] == to_builtins(boards_of(played)[1:])


def test_an_illegal_move_is_explained(client: httpx.Client) -> None:
    query = {"game": "blockade", "moves": "right,@2,0"}
    assert ask(client, "/api/why", **query, move="down").json()["legal"] is True
    found = ask(client, "/api/why", **query, move="right").json()
    assert (found["legal"], found["code"]) == (False, "blocked")
    assert found["sentence"].startswith("You cannot move right")
    assert ask(client, "/api/why", **query, move="fly").json()["code"] == "notation"


def test_a_duel_can_be_downloaded_and_analysed(client: httpx.Client) -> None:
    new = {"game": "light-cycle", "size": 3, "seat": "both", "moves": ["up", "down", "right"]}
    id = client.post("/api/duels", json=new).json()["id"]
    [record] = loads(ask(client, f"/api/duels/{id}/record").text)
    assert record.duel.moves == ("up", "down", "right")
    assert record.tags["Date"]
    assert ET.fromstring(ask(client, f"/api/duels/{id}/picture.svg").text).tag.endswith("svg")
    assert ask(client, f"/api/duels/{id}/film.gif").content[:6] == b"GIF89a"
    analysis = ask(client, f"/api/duels/{id}/analysis").json()
    assert [note["verdict"] for note in analysis["notes"]] == ["blunder", "best", "best"]
    assert analysis["kept"] == {"1": {"kept": 1, "moves": 2}, "2": {"kept": 1, "moves": 1}}
    assert refused(ask(client, "/api/duels/0123456789/analysis"))[:2] == (404, "no-such-duel")


@pytest.mark.parametrize(
    ("path", "status", "code", "words"),
    [
        ("/api/line", 400, "malformed", '"game" is missing'),
        ("/api/line?game=chess", 422, "setup", "unknown game 'chess'"),
        ("/api/line?game=gridlock&size=4", 422, "setup", "no size 4"),
        ("/api/line?game=gridlock&size=x", 422, "setup", "is not a size"),
        ("/api/line?game=gridlock&rule.x=1", 422, "setup", "it has no rulings."),
        ("/api/line?game=gridlock&moves=up1,up9", 422, "notation", "Move 2, up9: 'up9' is not a move of gridlock"),
        ("/api/line?game=light-cycle&moves=left", 422, "edge", "Move 1, left: You cannot move left"),
        ("/api/line?game=gridlock&start=nonsense", 422, "position", "'nonsense' is not a position"),
        ("/api/line?game=gridlock&game=pathway", 400, "malformed", "is given twice"),
        ("/api/line?game=gridlock&colour=red", 400, "malformed", "Unknown parameter 'colour'"),
        ("/api/line?game=gridlock&values=2", 400, "malformed", "from 0 to 1"),
        ("/api/line?game=grid-runner&moves=" + "down,up," * 600, 400, "malformed", "at most 1000 moves, not 1200"),
        ("/api/line?game=grid-runner&moves=" + "x" * 13000, 400, "malformed", "longer than 12000 characters"),
        (
            "/api/line/film.gif?game=grid-runner&rule.repetition=endless&moves=" + "down,up,up,down," * 101,
            *(422, "too-big", "at most 400 moves, but this game has 404"),
        ),
        ("/api/hint?game=light-cycle&size=3&moves=up,left,right,down,right,right", 422, "over", "there is no hint"),
        ("/api/why?game=gridlock", 400, "malformed", '"move" is missing'),
        ("/api/puzzles/day?day=yesterday", 400, "malformed", "must be a date"),
        ("/api/puzzles/next?game=gridlock&plies=4", 422, "setup", "odd number"),
        ("/api/games?x=1", 400, "malformed", "this path has none"),
        ("/api/games/chess", 422, "setup", "unknown game"),
        ("/api/nothing", 404, "no-such-page", "GET /api"),
    ],
)
def test_errors_are_one_sentence(client: httpx.Client, path: str, status: int, code: str, words: str) -> None:
    found = refused(ask(client, path))
    assert found[:2] == (status, code)
    assert words in found[2]


NAMES = st.sampled_from(
    ["game", "size", "start", "moves", "values", "rule.goal", "rule.", "move", "seed", "plies", "day"]
)
VALUES = st.one_of(
    st.sampled_from([*GAMES, "3", "5", "up", "up,down", "@1,1", "1", "0", "-1", "o", "sealed", "2026-01-01"]),
    st.text(max_size=30),
)
PATHS = st.sampled_from(["/api/line", "/api/line/record", "/api/line/picture.svg", "/api/why", "/api/games/pathway"])


@pytest.mark.heavy
@settings(max_examples=80)
@given(PATHS, st.dictionaries(NAMES, VALUES, max_size=5))
def test_no_query_is_too_strange(client: httpx.Client, path: str, query: dict[str, str]) -> None:
    response = ask(client, path, **query)
    assert response.status_code in (200, 400, 422)
    if response.status_code != 200:
        assert refused(response)[2]
