"""The pages people see."""

import re
from collections.abc import Awaitable, Callable
from functools import cache
from html import escape
from typing import Final, NamedTuple

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
    Words,
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
    game_preview,
    head_of,
    puzzle_preview,
    start_preview,
    words_for,
)
from gridduels.web.pool.tasks import samples
from gridduels.web.site import site_of
from gridduels.web.transport.security import json_response, refusal_response


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
    behind: str = ""
    """What its address names behind its place, if anything."""
    served: bool = False
    """Whether it makes no sense without a server."""
    offline: bool = False
    """Whether it is of use while the server cannot be reached."""
    bare: bool = False
    """Whether it stands in the page of another site: without a header, and nothing is kept."""

    speaks: tuple[str, ...] = ("sentences",)
    """The parts of a catalogue that it needs beside its own texts."""

    @property
    def files(self) -> list[str]:
        """All it consists of, in the order in which it is needed."""
        styles = [f"css/{style}.css" for style in ("palette", *self.styles)]
        return [*styles, *(f"js/{module}" for module in self.modules())]

    def modules(self, *, later: bool = False) -> list[str]:
        """All its scripts; `later`: also those that it loads only when somebody wants them."""
        scripts = [] if not self.script else [f"{self.name}.js"] if self.bare else [f"{self.name}.js", _KEEPER]
        return [*dict.fromkeys(module for script in scripts for module in modules(script, later=later))]

    @property
    def catalogues(self) -> list[str]:
        """Its texts in other languages, of which a browser needs one at most."""
        return [f"js/texts/{language}/{self.name}.js" for language in languages()]

    @property
    def frame(self) -> str:
        """What stands around its content."""
        return f"pages/{'bare' if self.bare else 'frame'}.html"


_NO_SCRIPT: Final = re.compile(r"<noscript>(.*?)(?=</noscript>)")
_TEXT: Final = re.compile(r"(?<=>)[^<>]*\w[^<>]*(?=<)")
_KEEPER: Final = "shared/register.js"
"""Every page has it beside its own script."""


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
    ("base", "fields", "board", "duel", "analysis", "welcome", "end"),
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
    ("base", "fields", "board", "duel", "analysis"),
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
    "Learn a game by playing it, in a minute.",
    ("base", "fields", "board", "duel", "welcome"),
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
    "offline/": OFFLINE,
    "embed/": EMBED,
}
"""Every page by its place, as a folder; that of the API stands where programs get something else."""


def page_text(page: Page, root: str, preview: str = "", language: str = ENGLISH) -> str:
    """A page that lies below the site's root, which is at `root` from there.

    The language is that of what scripts do not translate: what is shown without them, and what is told elsewhere."""
    text = _framed(page, words_of(language)).replace("{files}", f"{{root}}{address()}")
    return text.replace("{root}", root).replace("{preview}", preview, 1)


def made_script(name: str) -> str | None:
    """A script that is made of others: the texts of a page in a language."""
    page = next((page for page in (*PAGES.values(), API, MISSING) if name in page.catalogues), None)
    return _catalogue(page, name.split("/")[-2]) if page else None


@cache
def _catalogue(page: Page, language: str) -> str:
    contents = [f"pages/{file.name}" for file in (STATIC / "pages").glob(f"{page.name}*.html")]
    scripts = [f"js/{module}" for module in page.modules(later=True)]
    sources = [page.title, *(file_text(name) for name in (page.frame, *contents, *scripts))]
    return script(language, "\n".join(sources), page.speaks)


@cache
def _framed(page: Page, words: Words) -> str:
    """A page with `{root}` where its address of the site's root belongs; its own link in the header says it is here."""
    links, content = "\n".join(_links(page)), file_text(f"pages/{page.name}.html")
    text = file_text(page.frame).replace("{name}", page.name).replace("{links}", links).replace("{content}", content)
    if page.place is not None:
        link = f' href="{{root}}{page.place}"'
        head, nav, rest = text.partition("<nav ")
        text = head + nav + rest.replace(f"{link}>", f'{link} aria-current="page">', 1)
    text = _NO_SCRIPT.sub(lambda part: f'<noscript lang="{words.language}">{_said(part[1], words)}', text)
    return text.replace("{title}", page.title).replace("{description}", words.say(page.description))


def _said(part: str, words: Words) -> str:
    """A part of a page with its texts in other words."""
    return _TEXT.sub(lambda text: words.say(text[0]), part)


def _links(page: Page) -> list[str]:
    """The styles and scripts of a page."""
    started = (f"js/{page.name}.js", f"js/{_KEEPER}")
    return [_link(name, started=name in started) for name in page.files]


def _link(name: str, *, started: bool) -> str:
    place = f"{{files}}{name}"
    if name.endswith(".css"):
        return f'<link rel="stylesheet" href="{place}">'
    if started:
        return f'<script type="module" src="{place}"></script>'
    return f'<link rel="modulepreload" href="{place}">'


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
        if page is OFFLINE:
            head = _elsewhere(site_of(request.scope).settings.offline_play)
        text = page_text(page, root, head, words_for(request).language)
        return HTMLResponse(text, status, FRESH | {"Vary": "Accept-Language"})

    return answer


def _elsewhere(address: str) -> str:
    """Tells a page where the games are played without a server, if who runs this one has said so."""
    return f'<meta name="offline-play" content="{escape(address)}">' if address else ""


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
"""The last one answers everything that nobody else did, so these routes come after all others."""
