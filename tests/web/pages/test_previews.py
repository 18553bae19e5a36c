"""Previews that other sites show for links to our pages."""

import re
from html import unescape
from io import BytesIO

import pytest
from PIL import Image

from tests.web.asking import ask
from tests.web.server import Server

FACT = re.compile(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">')


def facts(server: Server, path: str, **headers: str) -> dict[str, str]:
    """Return the facts in a page's head."""
    with server.http() as http:
        text = http.get(path, headers=headers).text
    return {name: unescape(value) for name, value in FACT.findall(text)}


def picture(server: Server, address: str) -> Image.Image:
    """Return the picture at an absolute address."""
    with server.http() as http:
        answer = ask(http, address)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
        assert http.get(address, headers={"If-None-Match": answer.headers["etag"]}).status_code == 304
    return Image.open(BytesIO(answer.content))


def test_a_preview_shows_the_current_state_of_a_duel(server: Server) -> None:
    made = server.create(size=3, seat=1, name='Ann "<b>" & Co')
    path = f"/duel/{made['id']}"
    invited = facts(server, path)
    assert invited["og:title"] == 'Ann "<b>" & Co invites you to Light Cycle Duel'
    assert "If you can't move, you lose." in invited["og:description"]
    assert invited["twitter:card"] == "summary_large_image"
    assert invited["og:image"] == f"{server.url}/api/duels/{made['id']}/preview.png?version=0"
    assert picture(server, invited["og:image"]).size == (1200, 630)
    joined = server.post(made["id"], "join", None, invite=made["invite"], name="Ben").json()
    assert facts(server, path)["og:title"] == 'Light Cycle Duel: Ann "<b>" & Co against Ben'
    server.post(made["id"], "move", made["seat"]["secret"], ply=0, move="up")
    going = facts(server, path)
    assert going["og:description"] == "Player 2 to move after one move. You can watch."
    assert going["og:image"].endswith("?version=2")
    server.post(made["id"], "resign", joined["secret"], ply=1)
    over = facts(server, path)
    assert (over["og:title"], over["og:description"]) == (
        'Light Cycle Duel: Ann "<b>" & Co wins',
        "Player 2 resigns.",
    )


def test_an_invented_duel_has_previews_too(server: Server) -> None:
    code = "duel1-3x3-k1-t1-gn-l-sc"
    for path in (f"/api/games/{code}/preview.png", f"/api/puzzles/preview.png?game={code}"):
        assert picture(server, f"{server.url}{path}").size == (1200, 630)


def test_the_computer_is_called_the_computer(server: Server) -> None:
    made = server.create(size=3, p2="random")
    assert (
        facts(server, f"/duel/{made['id']}")["og:title"] == "Light Cycle Duel: Player 1 against the computer (random)"
    )


def test_a_preview_is_in_the_language_that_the_visitor_asks_for(server: Server) -> None:
    made = server.create(size=3, seat=1, name="Ann")
    path, german = f"/duel/{made['id']}", {"accept-language": "fr, de-AT;q=0.9, en;q=0.8"}
    invited = facts(server, path, **german)
    assert invited["og:title"] == "Ann lädt dich ein zu Light Cycle Duel"
    assert "Wer nicht mehr ziehen kann, verliert." in invited["og:description"]
    assert invited["og:image"] == f"{facts(server, path)['og:image']}&language=de"
    assert picture(server, invited["og:image"]).tobytes() != picture(server, facts(server, path)["og:image"]).tobytes()
    joined = server.post(made["id"], "join", None, invite=made["invite"]).json()
    server.post(made["id"], "move", made["seat"]["secret"], ply=0, move="up")
    going = facts(server, path, **german)
    assert going["og:title"] == "Light Cycle Duel: Ann gegen Spieler 2"
    assert going["og:description"] == "Spieler 2 ist am Zug, nach einem Zug. Du kannst zuschauen."
    server.post(made["id"], "resign", joined["secret"], ply=1)
    over = facts(server, path, **german)
    assert (over["og:title"], over["og:description"]) == ("Light Cycle Duel: Ann gewinnt", "Spieler 2 gibt auf.")
    assert facts(server, path, **{"accept-language": "en, de;q=0.9"})["og:description"] == "Player 2 resigns."


def test_an_unknown_duel_has_no_preview(server: Server) -> None:
    assert facts(server, "/duel/nosuchduel12") == facts(server, "/no/such/page") == {}


def test_the_start_page_shows_a_board(server: Server) -> None:
    shown = facts(server, "/")
    assert shown["og:title"] == "Grid Duels"
    assert picture(server, shown["og:image"]).size == (1200, 630)


@pytest.mark.heavy
def test_the_puzzles_show_the_one_of_the_day(server: Server) -> None:
    shown = facts(server, "/puzzles?game=pathway")
    assert shown["og:title"] == "The puzzle of the day of Pathway Duel"
    one, other = (
        picture(server, f"{server.url}{path}")
        for path in ("/api/puzzles/preview.png?game=pathway&size=3", "/api/games/pathway/preview.png")
    )
    assert one.size == other.size == (1200, 630)
    assert one.tobytes() != other.tobytes()


def test_the_address_is_that_of_the_request_if_the_host_is_known(server: Server) -> None:
    named = facts(server, "/", host="games.localhost:8000")
    assert named["og:image"].startswith("http://games.localhost:8000/api/")
    assert facts(server, "/", host="evil.example") == {}
    assert "og:image" not in facts(server, "/", host='localhost:80"><script>')
    assert facts(server, "/", **{"x-forwarded-proto": "https"})["og:image"].startswith("http://")
