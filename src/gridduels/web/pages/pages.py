"""The site's HTML pages."""

from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from gridduels.protocol.base import Code
from gridduels.protocol.codec import Refused
from gridduels.web.api.lines import SMALLER
from gridduels.web.pages.files import (
    ENGLISH,
    FRESH,
    STATIC,
    Files,
    address,
    file_text,
    languages,
    modules,
    script,
    words_of,
)
from gridduels.web.pages.previews import (
    Previews,
    duel_preview,
    facts_of,
    game_preview,
    puzzle_preview,
    start_preview,
    words_for,
)
from gridduels.web.pool.tasks import samples
from gridduels.web.site import site_of
from gridduels.web.transport.security import json_response, refusal_response

if TYPE_CHECKING:
    from jinja2 import Template


class Page(NamedTuple):
    """A page. Its template is named after it and wrapped in frame.html."""

    name: str
    title: str
    description: str
    styles: tuple[str, ...]
    place: str | None = None
    """The page's path, if the header links to it."""
    script: bool = True
    preview: Previews | None = None
    """Creates the preview that other sites show for links to the page."""
    behind: str = ""
    """The path parameter after the page's own path, if any."""
    served: bool = False
    """Whether the page needs a server."""
    offline: bool = False
    """Whether the page is useful while the server is unreachable."""
    bare: bool = False
    """Whether other sites embed the page: it then has no header and stores nothing."""

    speaks: tuple[str, ...] = ("sentences",)
    """The catalogue parts the page needs in addition to its own texts."""

    @property
    def files(self) -> tuple[str, ...]:
        """The page's files, in the order they are needed."""
        return _files(self)

    @property
    def scripts(self) -> list[str]:
        """The page's entry scripts, which import the others."""
        names = [] if not self.script else [self.name] if self.bare else [self.name, "shared/register"]
        return [f"js/{name}.js" for name in names]

    def modules(self, *, later: bool = False) -> list[str]:
        """Return the page's scripts; `later` adds those loaded on demand."""
        started = [name.removeprefix("js/") for name in self.scripts]
        return [*dict.fromkeys(module for script in started for module in modules(script, later=later))]

    @property
    def catalogues(self) -> list[str]:
        """The page's translations, of which a browser needs at most one."""
        return [f"js/texts/{language}/{self.name}.js" for language in languages()]


@cache
def _files(page: Page) -> tuple[str, ...]:
    styles = [f"css/{style}.css" for style in ("palette", *page.styles)]
    return *styles, *(f"js/{module}" for module in page.modules())


START: Final = Page(
    "start",
    "Grid Duels",
    "Five small duels for two. Play a friend by link or the computer, then see the value of every move.",
    ("base", "fields", "board", "start"),
    "",
    preview=start_preview,
)
DUEL: Final = Page(
    "duel",
    "Game – Grid Duels",
    "A game of Grid Duels.",
    ("base", "fields", "board", "duel", "analysis", "end"),
    preview=duel_preview,
    behind="id",
)
EXPLORE: Final = Page(
    "explore",
    "Explore – Grid Duels",
    "Play through any line and see the value of every move.",
    ("base", "fields", "board", "duel", "analysis"),
    "explore",
)
PUZZLES: Final = Page(
    "puzzles",
    "Puzzles – Grid Duels",
    "A new puzzle every day, and as many more as you like.",
    ("base", "fields", "board", "duel", "analysis", "puzzles"),
    "puzzles",
    preview=puzzle_preview,
    behind="day",
    offline=True,
)
LOBBY: Final = Page(
    "lobby",
    "Lobby – Grid Duels",
    "Find an opponent, accept a challenge or watch a game.",
    ("base", "fields", "board", "company"),
    "lobby",
    served=True,
)
LEARN: Final = Page(
    "learn",
    "Learn a game – Grid Duels",
    "Learn a game in a minute by playing it.",
    ("base", "fields", "board", "duel"),
    preview=game_preview,
    behind="game",
    offline=True,
    speaks=("sentences", "lessons"),
)
MISSING: Final = Page(
    "missing", "Page not found – Grid Duels", "This page doesn't exist.", ("base", "board", "duel"), script=False
)


GAMES: Final = Page(
    "games",
    "Your games – Grid Duels",
    "Your games, without an account: what's in progress, what you've played and how you did.",
    ("base", "fields", "board", "start", "company"),
    "games",
    offline=True,
)
OFFLINE: Final = Page(
    "offline",
    "Offline – Grid Duels",
    "What you can do while the server can't be reached.",
    ("base", "start"),
    "offline",
    served=True,
    offline=True,
)
LADDER: Final = Page(
    "ladder",
    "The ladder – Grid Duels",
    "Ten opponents per game. Beat each one from both sides.",
    ("base", "fields", "duel", "company"),
    "ladder",
)
DAY: Final = Page(
    "day",
    "Duel of the day – Grid Duels",
    "A new game every day: invented, solved and fair. Learn three rules and start playing.",
    ("base", "fields", "board", "company", "day"),
    "day",
)
WORKSHOP: Final = Page(
    "workshop",
    "Make a duel – Grid Duels",
    "Make your own duel: flip switches, and see at once how fair and how deep it is.",
    ("base", "fields", "board", "day", "workshop"),
    "workshop",
    speaks=("sentences", "codes"),
)
GALLERY: Final = Page(
    "gallery",
    "The twenty best duels – Grid Duels",
    "The best duels from a long search: fair, deep and sharp, each with its rule book.",
    ("base", "fields", "board", "day", "workshop"),
    "gallery",
)
EMBED: Final = Page(
    "embed",
    "Grid Duels",
    "A position or a game to step through.",
    ("base", "board", "embed"),
    "embed",
    served=True,
    bare=True,
)
API: Final = Page(
    "api",
    "The API – Grid Duels",
    "Use Grid Duels from your own programs: every path and message, with examples.",
    ("base", "api"),
    served=True,
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
    "day/": DAY,
    "workshop/": WORKSHOP,
    "gallery/": GALLERY,
    "offline/": OFFLINE,
    "embed/": EMBED,
}
"""Every page by its folder, except the API page, whose address serves JSON to programs."""


def page_text(
    page: Page, root: str, meta: Mapping[str, str] | None = None, language: str = ENGLISH, **values: object
) -> str:
    """Return a page's HTML. `root` is the relative path from the page to the site's root.

    `meta` contains metadata for the page's head. `language` applies to texts that no script translates: those shown
    without JavaScript or by other sites. `values` are the variables of the page's own template.
    """
    words = words_of(language)
    return _frame().render(
        page=page,
        root=root,
        files=f"{root}{address()}",
        meta=meta or {},
        language=words.language,
        say=words.say,
        **values,
    )


@cache
def _frame() -> "Template":
    import jinja2  # imported here because a server in a browser serves no pages and has no Jinja2

    loader = jinja2.FileSystemLoader(STATIC / "pages")
    environment = jinja2.Environment(
        loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )
    return environment.get_template("frame.html")


def made_script(name: str) -> str | None:
    """Return a generated script with a page's texts in one language."""
    page = next((page for page in (*PAGES.values(), API, MISSING) if name in page.catalogues), None)
    return _catalogue(page, name.split("/")[-2]) if page else None


@cache
def _catalogue(page: Page, language: str) -> str:
    templates = [f"pages/{page.name}.html"] if page.bare else ["pages/frame.html", f"pages/{page.name}.html"]
    scripts = [f"js/{module}" for module in page.modules(later=True)]
    sources = [f">{page.title}<", *map(file_text, (*templates, *scripts))]
    return script(language, "\n".join(sources), page.speaks)


def _page(page: Page, status: int = 200) -> Callable[[Request], Awaitable[Response]]:
    """Return the route handler for a page."""

    async def answer(request: Request) -> Response:
        path = _path(request)
        if path.startswith("/api/"):
            sentence = f"There is nothing at {path}. GET /api describes the API."
            return refusal_response(Refused(Code.NO_SUCH_PAGE, sentence))
        root = "../" * (path.count("/") - 1) or "./"
        preview = await page.preview(request) if page.preview else None
        meta = facts_of(request, preview) if preview else {}
        if page is OFFLINE and (elsewhere := site_of(request.scope).settings.offline_play):
            meta = {"offline-play": elsewhere}
        text = page_text(page, root, meta, words_for(request).language)
        return HTMLResponse(text, status, FRESH | {"Vary": "Accept-Language"})

    return answer


def _path(request: Request) -> str:
    """Return the path within the site, wherever the site is mounted."""
    path: str = request.scope["path"].removeprefix(request.scope.get("root_path", ""))
    return path


def _file(name: str) -> Callable[[Request], Awaitable[Response]]:
    """Return the route handler for a file at the site's root."""

    async def answer(request: Request) -> Response:
        return FileResponse(STATIC / name, headers=FRESH)

    return answer


def sample_games(request: Request) -> Response:
    """Return the games shown on the start page's boards; they stay the same while the server runs."""
    return json_response(samples(), headers={"Cache-Control": "max-age=3600"})


def _routes(folder: str, page: Page) -> list[BaseRoute]:
    paths = [f"/{page.place}"] if page.place is not None else []
    paths += [f"/{folder}{{{page.behind}}}"] if page.behind else []
    return [Route(path, _page(page), middleware=SMALLER) for path in paths]


routes: list[BaseRoute] = [
    *(route for folder, page in PAGES.items() for route in _routes(folder, page)),
    Route("/samples.json", sample_games, middleware=SMALLER),
    Route("/favicon.ico", _file("favicon.svg")),
    Route("/robots.txt", _file("robots.txt")),
    Mount("/static", Files(made_script), middleware=SMALLER),
    Route("/{path:path}", _page(MISSING, 404), methods=["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]),
]
"""The last of these routes is a catch-all, so add them after all others."""
