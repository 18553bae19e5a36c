"""The pages people see, and the files they are made of.

Every address in a page is relative to the page's own, so the site may also live under a path that a proxy strips.
"""

from collections.abc import Awaitable, Callable
from functools import cache
from typing import Final, NamedTuple

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from gridduels.web.api.files import FRESH, STATIC, Files, address, file_text, modules
from gridduels.web.api.previews import Previews, duel_preview, game_preview, head_of, puzzle_preview, start_preview
from gridduels.web.compute.samples import samples
from gridduels.web.messages.codes import Code
from gridduels.web.messages.refusals import Refused
from gridduels.web.transport.responses import json_response, refusal_response

__all__ = ["MISSING", "PAGES", "Page", "page_text", "routes"]


class Page(NamedTuple):
    """A page: its content in the file of its name, and what stands around that."""

    name: str
    title: str
    description: str
    styles: tuple[str, ...]
    place: str | None = None
    """Its path, where the header links to it."""
    script: bool = True
    preview: Previews | None = None
    """What is shown of it where somebody gives a link to it away."""
    company: bool = False
    """Whether it is about other people, so that it needs a server."""


START: Final = Page(
    "start",
    "Grid Duels",
    "Five small games for two on a grid: a friend by link, the computer, and what every move was worth.",
    ("base", "fields", "board", "start"),
    "",
    preview=start_preview,
)
DUEL: Final = Page(
    "duel",
    "Game – Grid Duels",
    "A game of Grid Duels.",
    ("base", "fields", "board", "duel", "analysis", "welcome", "end"),
    preview=duel_preview,
)
EXPLORE: Final = Page(
    "explore",
    "Explore – Grid Duels",
    "Play any line of a game and see what every move is worth.",
    ("base", "fields", "board", "duel", "analysis"),
    "explore",
)
PUZZLES: Final = Page(
    "puzzles",
    "Puzzles – Grid Duels",
    "A puzzle a day for everybody, and more without end.",
    ("base", "fields", "board", "duel", "analysis"),
    "puzzles",
    preview=puzzle_preview,
)
LOBBY: Final = Page(
    "lobby",
    "Lobby – Grid Duels",
    "Find somebody to play, take a challenge, watch a game.",
    ("base", "fields", "board", "company"),
    "lobby",
    company=True,
)
LEARN: Final = Page(
    "learn",
    "Learn a game – Grid Duels",
    "A game learned by playing it, in a minute.",
    ("base", "fields", "board", "duel", "welcome"),
    preview=game_preview,
)
MISSING: Final = Page(
    "missing", "Nothing here – Grid Duels", "This page does not exist.", ("base", "board", "duel"), script=False
)


GAMES: Final = Page(
    "games",
    "Your games – Grid Duels",
    "Your games without an account: what to go on with, what you have played, and how well.",
    ("base", "fields", "board", "start", "company"),
    "games",
)
LADDER: Final = Page(
    "ladder",
    "The ladder – Grid Duels",
    "Ten opponents of each game, and a star for beating them from either side.",
    ("base", "fields", "duel", "company"),
    "ladder",
)
PAGES: Final = {
    "": START,
    "duel/": DUEL,
    "explore/": EXPLORE,
    "learn/": LEARN,
    "puzzles/": PUZZLES,
    "lobby/": LOBBY,
    "games/": GAMES,
    "ladder/": LADDER,
}
"""Every page by its place, as a folder; `duel/` has the id of a duel behind it, and `learn/` that of a game."""


def page_text(page: Page, root: str, preview: str = "") -> str:
    """A page that lies below the site's root, which is at `root` from there."""
    text = _framed(page).replace("{files}", f"{{root}}{address()}")
    return text.replace("{root}", root).replace("{preview}", preview, 1)


@cache
def _framed(page: Page) -> str:
    """A page with `{root}` where its address of the site's root belongs; its own link in the header says it is here."""
    links, content = "\n".join(_links(page)), file_text(f"{page.name}.html")
    text = file_text("frame.html").replace("{links}", links).replace("{content}", content)
    if page.place is not None:
        link = f' href="{{root}}{page.place}"'
        head, nav, rest = text.partition("<nav ")
        text = head + nav + rest.replace(f"{link}>", f'{link} aria-current="page">', 1)
    return text.replace("{title}", page.title).replace("{description}", page.description)


def _links(page: Page) -> list[str]:
    """The styles and scripts of a page."""
    styles = [f'<link rel="stylesheet" href="{{files}}css/{style}.css">' for style in ("palette", *page.styles)]
    if not page.script:
        return styles
    first, *needed = (f"{{files}}js/{module}" for module in modules(f"{page.name}.js"))
    script = f'<script type="module" src="{first}"></script>'
    return [*styles, script, *(f'<link rel="modulepreload" href="{module}">' for module in needed)]


def _page(page: Page, status: int = 200) -> Callable[[Request], Awaitable[Response]]:
    """Answers with a page."""

    async def answer(request: Request) -> Response:
        path = _path(request)
        if path.startswith("/api/"):
            sentence = f"There is nothing at {path}: GET /api describes what there is."
            return refusal_response(Refused(Code.NO_SUCH_PAGE, sentence))
        root = "../" * (path.count("/") - 1) or "./"
        preview = await page.preview(request) if page.preview else None
        head = head_of(request, preview) if preview else ""
        return HTMLResponse(page_text(page, root, head), status, FRESH)

    return answer


def _path(request: Request) -> str:
    """The path within the site, wherever the site is mounted."""
    path: str = request.scope["path"].removeprefix(request.scope.get("root_path", ""))
    return path


def _file(name: str) -> Callable[[Request], Awaitable[Response]]:
    """Answers with a file that has a place of its own."""

    async def answer(request: Request) -> Response:
        return FileResponse(STATIC / name, headers=FRESH)

    return answer


def sample_games(request: Request) -> Response:
    """Games for the start page's living boards; they stay the same while the server runs."""
    return json_response(samples(), headers={"Cache-Control": "max-age=3600"})


def _route(place: str) -> str:
    behind = {"duel/": "{id}", "learn/": "{game}"}
    return f"/{place}{behind[place]}" if place in behind else f"/{place.rstrip('/')}"


_SMALLER: Final = [Middleware(GZipMiddleware, minimum_size=1000)]

routes: list[BaseRoute] = [
    *(Route(_route(place), _page(page), middleware=_SMALLER) for place, page in PAGES.items()),
    Route("/puzzles/{day}", _page(PUZZLES), middleware=_SMALLER),
    Route("/samples.json", sample_games, middleware=_SMALLER),
    Route("/favicon.ico", _file("favicon.svg")),
    Route("/robots.txt", _file("robots.txt")),
    Mount("/static", Files(), middleware=_SMALLER),
    Route("/{path:path}", _page(MISSING, 404), methods=["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]),
]
"""The last one answers everything that nobody else did, so these routes come after all others."""
