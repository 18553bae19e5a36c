"""The pages and their files are served as browsers need them, and load nothing from elsewhere."""

import asyncio
import itertools
import re
from collections import Counter
from pathlib import Path, PurePosixPath
from urllib.parse import urljoin

import httpx
import pytest
from msgspec import to_builtins
from starlette.applications import Starlette
from starlette.routing import Mount

from gridduels.web.api import pages
from gridduels.web.compute.samples import LONGEST, samples
from gridduels.web.settings import Settings
from gridduels.web.site import Site
from tests.helpers import GAMES

PAGES = ("/", "/duel/abc", "/learn/pathway", "/explore", "/puzzles", "/lobby", "/games", "/ladder", "/no/such/page")
FILES = [file for file in sorted(pages.STATIC.rglob("*.*")) if file.suffix not in {".md", ".ts"}]
LINK = re.compile(r'(?:href|src)="([^"#]+)"')
SCRIPTS = {file.relative_to(pages.STATIC / "js").as_posix() for file in FILES if file.suffix == ".js"}
FLOORS = [
    {"shared"},
    {"board"},
    {"analysis"},
    {"welcome"},
    {"yours"},
    {"end"},
    {"duel", "explore", "learn", "lobby", "puzzle", "start"},
    {"."},
]
"""The rooms of the scripts. One imports from its own room and from the floors below it."""
TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
}


class Client:
    """Asks the pages' routes, mounted under a path."""

    def __init__(self, prefix: str = "", *, proxy: bool = False) -> None:
        app = Starlette(routes=[Mount(prefix, routes=pages.routes)])
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


def name(file: Path) -> str:
    return file.relative_to(pages.STATIC).as_posix()


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
def test_the_site_may_live_under_a_path(prefix: str, path: str) -> None:
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


@pytest.mark.parametrize("file", FILES, ids=name)
def test_a_file_is_small_of_its_type_and_mentions_no_other_site(client: Client, file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 400
    assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg)", text)
    if file.suffix != ".html":
        answer = client.get(f"/static/{name(file)}")
        assert answer.headers["content-type"].split(";")[0] == TYPES[file.suffix]


def test_an_unchanged_file_is_not_sent_again(client: Client) -> None:
    first = client.get("/static/js/board/board.js")
    assert first.headers["cache-control"] == "no-cache"
    again = client.get("/static/js/board/board.js", **{"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_files_are_compressed(client: Client) -> None:
    assert client.get("/static/js/board/board.js").headers["content-encoding"] == "gzip"


@pytest.mark.parametrize(
    "path", ["/static/", "/static/js", "/static/none.js", "/static/../pages.py", "/static/%2e%2e/pages.py"]
)
def test_nothing_but_the_files_is_served(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "There is no" in answer.text


def test_what_the_api_does_not_have_is_refused_as_data(client: Client) -> None:
    answer = client.post("/api/nothing")
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-page")


def test_a_page_names_all_scripts_that_will_be_needed(client: Client) -> None:
    named = re.findall(r"static/js/([\w/-]+\.js)", client.get("/duel/abc").text)
    assert sorted(named) == sorted(set(named))
    for script in named:
        file = pages.STATIC / "js" / script
        for path in re.findall(r'^import[^"]* from "([^"]+)"', file.read_text(encoding="utf-8"), re.MULTILINE):
            assert (file.parent / path).resolve().relative_to(pages.STATIC / "js").as_posix() in named


def test_every_script_is_used_by_some_page() -> None:
    starts = [path.name for path in (pages.STATIC / "js").glob("*.js")]
    assert all((pages.STATIC / start).with_suffix(".html").exists() for start in starts)
    used = {script for start in starts for script in pages.modules(start)}
    for script in sorted(used):
        file = pages.STATIC / "js" / script
        for path in re.findall(r'await import\("([^"]+)"\)', file.read_text(encoding="utf-8")):
            used |= set(pages.modules((file.parent / path).resolve().relative_to(pages.STATIC / "js").as_posix()))
    assert used == SCRIPTS


@pytest.mark.parametrize("script", sorted(SCRIPTS))
def test_a_script_imports_from_its_own_room_and_from_the_floors_below(script: str) -> None:
    room = PurePosixPath(script).parent.name or "."
    below = itertools.takewhile(lambda floor: room not in floor, FLOORS)
    assert {PurePosixPath(each).parent.name or "." for each in pages.imports(script)} <= {room}.union(*below)


def test_a_room_is_about_a_dozen_scripts_and_the_guide_tells_who_lives_there() -> None:
    guide = (pages.STATIC / "js" / "README.md").read_text(encoding="utf-8")
    rooms = Counter(PurePosixPath(script).parent.name or "." for script in SCRIPTS)
    assert set(rooms) == set().union(*FLOORS)
    assert max(rooms.values()) <= 16
    assert all(f"| `{room}/` |" in guide for room in rooms if room != ".")


def test_robots_stay_out_of_peoples_games(client: Client) -> None:
    assert "Disallow: /duel/" in client.get("/robots.txt").text
    assert client.get("/favicon.ico").headers["content-type"] == "image/svg+xml"


def test_behind_a_proxy_a_preview_has_the_address_that_the_proxy_tells() -> None:
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
