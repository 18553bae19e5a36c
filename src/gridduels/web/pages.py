"""The pages people see, and the files they are made of.

Every address in a page is relative to the page's own, so the site may also live under a path that a proxy strips.
"""

import mimetypes
import re
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import PathLike, StaticFiles
from starlette.types import Scope

from gridduels.web.samples import samples

__all__ = ["routes"]

STATIC: Final = Path(__file__).parent / "static"
FRESH: Final = {"Cache-Control": "no-cache"}
"""Browsers ask each time whether a file has changed, so that an upgrade is seen at once."""

_IMPORT: Final = re.compile(r'^(?:import|export)[^"]*"\./([\w-]+\.js)";', re.MULTILINE)
_SCRIPT: Final = re.compile(r'<script type="module" src="\{root\}static/js/([\w-]+\.js)"></script>')

# What a file is does not depend on the machine: Windows takes the types from its registry.
for _type, _ending in (("text/javascript", ".js"), ("text/css", ".css"), ("image/svg+xml", ".svg")):
    mimetypes.add_type(_type, _ending)


class _Files(StaticFiles):
    """The static files; an unchanged one is answered by 304."""

    def file_response(self, full_path: PathLike, *args: object, **kwargs: object) -> Response:
        response = super().file_response(full_path, *args, **kwargs)  # type: ignore[arg-type]
        response.headers.update(FRESH)
        return response

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            return await super().get_response(path, scope)
        except HTTPException as problem:
            return PlainTextResponse("There is no such file.", problem.status_code)


def modules(name: str) -> list[str]:
    """A script and all it imports: what a browser would otherwise find out one after the other."""
    found = [name]
    for each in found:
        source = (STATIC / "js" / each).read_text(encoding="utf-8")
        found += [module for module in _IMPORT.findall(source) if module not in found]
    return found


@cache
def _frame(name: str) -> str:
    """A page with `{root}` where its address of the site's root belongs."""
    text = (STATIC / name).read_text(encoding="utf-8")
    script = _SCRIPT.search(text)
    needed = modules(script[1])[1:] if script else []
    links = [f'<link rel="modulepreload" href="{{root}}static/js/{each}">\n' for each in needed]
    return text.replace("</head>", f"{''.join(links)}</head>")


def _page(name: str, status: int = 200) -> Callable[[Request], Awaitable[Response]]:
    """Answers with a page."""

    async def answer(request: Request) -> Response:
        path = _path(request)
        if path.startswith("/api/"):
            sentence = f"There is nothing at {path}: GET /api describes what there is."
            return JSONResponse({"type": "refused", "code": "no-such-page", "sentence": sentence}, 404)
        root = "../" * (path.count("/") - 1) or "./"
        return HTMLResponse(_frame(name).replace("{root}", root), status, FRESH)

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
    return JSONResponse(samples(), headers={"Cache-Control": "max-age=3600"})


_SMALLER: Final = [Middleware(GZipMiddleware, minimum_size=1000)]

routes: list[BaseRoute] = [
    Route("/", _page("start.html"), middleware=_SMALLER),
    Route("/duel/{id}", _page("duel.html"), middleware=_SMALLER),
    Route("/explore", _page("explore.html"), middleware=_SMALLER),
    Route("/puzzles", _page("puzzles.html"), middleware=_SMALLER),
    Route("/samples.json", sample_games, middleware=_SMALLER),
    Route("/favicon.ico", _file("favicon.svg")),
    Route("/robots.txt", _file("robots.txt")),
    Mount("/static", _Files(directory=STATIC), middleware=_SMALLER),
    Route("/{path:path}", _page("missing.html", 404), methods=["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]),
]
"""The last one answers everything that nobody else did, so these routes come after all others."""
