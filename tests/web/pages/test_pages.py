"""The pages and their files are served as browsers need them, and load nothing from other sites."""

import asyncio
import re
from urllib.parse import urljoin

import httpx
import pytest
from msgspec import to_builtins
from starlette.applications import Starlette
from starlette.routing import Mount

from gridduels.web.pages import manifest, pages
from gridduels.web.pool.tasks import LONGEST, samples
from gridduels.web.settings import Settings
from gridduels.web.site import Site
from tests.helpers import GAMES

PAGES = (
    "/",
    "/duel/abc",
    "/learn/pathway",
    "/explore",
    "/puzzles",
    "/lobby",
    "/games",
    "/ladder",
    "/day",
    "/workshop",
    "/gallery",
    "/offline",
    "/embed",
    "/no/such/page",
)
LINK = re.compile(r'(?:href|src)="([^"#]+)"')


class Client:
    """Requests the routes of the pages, mounted below a path."""

    def __init__(self, prefix: str = "", *, proxy: bool = False) -> None:
        app = Starlette(routes=[Mount(prefix, routes=[*manifest.routes, *pages.routes])])
        app.state.site = Site(Settings("nowhere", proxy=proxy))
        self._transport = httpx.ASGITransport(app)

    def get(self, path: str, **headers: str) -> httpx.Response:
        return asyncio.run(self._ask("GET", path, headers))

    def post(self, path: str) -> httpx.Response:
        return asyncio.run(self._ask("POST", path, {}))

    async def _ask(self, method: str, path: str, headers: dict[str, str]) -> httpx.Response:
        async with httpx.AsyncClient(transport=self._transport, base_url="http://here") as client:
            return await client.request(method, path, headers=headers)


@pytest.fixture
def client() -> Client:
    return Client()


@pytest.mark.heavy
@pytest.mark.parametrize("path", PAGES)
def test_everything_a_page_links_to_is_there(client: Client, path: str) -> None:
    page = client.get(path)
    assert page.status_code == (404 if "no" in path else 200)
    links = LINK.findall(page.text)
    assert len(links) > 5
    for link in links:
        assert not link.startswith(("/", "http"))
        target = urljoin(path, link)
        if target != "/api":
            assert client.get(target).status_code == 200, link


@pytest.mark.parametrize("prefix", ["", "/games"])
@pytest.mark.parametrize("path", PAGES)
def test_the_site_works_below_a_path(prefix: str, path: str) -> None:
    for link in LINK.findall(Client(prefix).get(prefix + path).text):
        assert urljoin(prefix + path, link).startswith(prefix + "/")


@pytest.mark.parametrize("path", PAGES)
def test_pages_have_no_script_or_style_of_their_own(client: Client, path: str) -> None:
    text = client.get(path).text
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]* src=)|[{}]", text)


@pytest.mark.parametrize(
    ("path", "here"),
    [
        ("/", ["Play"]),
        ("/puzzles", ["Puzzles"]),
        ("/explore", ["Explore"]),
        ("/lobby", ["Lobby"]),
        ("/games", ["Your games"]),
        ("/ladder", ["Ladder"]),
        ("/duel/abc", []),
        ("/no/such/page", []),
    ],
)
def test_the_header_says_which_page_this_is(client: Client, path: str, here: list[str]) -> None:
    assert re.findall(r'aria-current="page">([\w ]+)<', client.get(path).text) == here


def test_unknown_api_paths_are_refused_as_json(client: Client) -> None:
    answer = client.post("/api/nothing")
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-page")


def test_robots_stay_out_of_peoples_games(client: Client) -> None:
    assert "Disallow: /duel/" in client.get("/robots.txt").text
    assert client.get("/favicon.ico").headers["content-type"] == "image/svg+xml"


def test_behind_a_proxy_a_preview_has_the_proxys_address() -> None:
    told = {"X-Forwarded-Proto": "https", "X-Forwarded-Prefix": "/games/"}
    assert 'content="https://here/games/api/games/' in Client(proxy=True).get("/", **told).text
    assert 'content="http://here/api/games/' in Client().get("/", **told).text
    assert "og:image" not in Client(proxy=True).get("/", **{"X-Forwarded-Prefix": '/"><b>'}).text


def test_every_game_has_a_sample_to_show(client: Client) -> None:
    shown = client.get("/samples.json").json()
    assert shown == to_builtins(samples())
    for game in GAMES:
        boards = shown[game]["boards"]
        assert 6 < len(boards) <= LONGEST + 1
        assert boards[0]["last"] is None
        assert all(board["last"] for board in boards[1:])
