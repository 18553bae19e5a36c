"""Make the site installable and usable offline: icons, manifest, and the service worker with its file list."""

import hashlib
import json
import re
from collections.abc import Iterable
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route

from gridduels.pictures.palette import DARK, LIGHT
from gridduels.pictures.shapes import EMBLEM
from gridduels.protocol.answers import lessons_of
from gridduels.web.api.lines import cached, known_games, make_game
from gridduels.web.pages.files import ENGLISH, FRESH, STATIC, address, file_text, words_of
from gridduels.web.pages.pages import PAGES, Page, page_text
from gridduels.web.pages.previews import words_for

if TYPE_CHECKING:
    from PIL import Image

ICONS: Final = {"icon-192.png": (192, 1.0), "icon-512.png": (512, 1.0), "icon-maskable.png": (512, 0.8)}
"""Each icon's width in pixels, and the fraction that the shapes fill: systems crop maskable icons."""
WORKER: Final = ("worker.js", "cache.js")
"""The service worker's files. Like the list `files.js`, they are served from the root of the site it controls."""
_JSON: Final = "application/manifest+json"


def draw_icon(name: str) -> "Image.Image":
    """Draw the page's icon (`tools.look`) without rounded corners, since systems round them themselves."""
    from PIL import Image, ImageDraw

    size, part = ICONS[name]
    (x1, y1, r1), (x2, y2, r2) = EMBLEM

    def at(*places: float) -> list[float]:
        return [4 * size * (0.5 + part * (each / 64 - 0.5)) for each in places]

    image = Image.new("RGB", (4 * size, 4 * size), LIGHT.ink)
    draw = ImageDraw.Draw(image)
    draw.ellipse(at(x1 - r1, y1 - r1, x1 + r1, y1 + r1), DARK.one)
    draw.polygon(at(x2, y2 - r2, x2 + r2, y2, x2, y2 + r2, x2 - r2, y2), DARK.two)
    return image.resize((size, size), Image.Resampling.LANCZOS)


def manifest(language: str = ENGLISH) -> str:
    """Return the web app manifest. Like the icons, it is served from the site's root."""
    words = words_of(language)
    icons = [{"src": f"{address()}favicon.svg", "sizes": "any", "type": "image/svg+xml"}]
    for name, (size, part) in ICONS.items():
        purpose = "any" if part == 1 else "maskable"
        icons.append({"src": name, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose})
    told = {
        "id": "./",
        "name": "Grid Duels",
        "short_name": "Grid Duels",
        "lang": words.language,
        "description": words.say(
            "Five small duels for two. On their book boards, the computer knows the exact value of every move."
        ),
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": LIGHT.paper,
        "theme_color": LIGHT.paper,
        "icons": icons,
        "shortcuts": [
            {"name": words.say("Today's puzzle"), "url": "puzzles"},
            {"name": words.say("Your games"), "url": "games"},
        ],
    }
    return json.dumps(told, indent=2, ensure_ascii=False) + "\n"


def file_list(**told: Any) -> str:
    """Return the module that lists the service worker's files and their version."""
    return "".join(f"export const {name} = {json.dumps(value)};\n" for name, value in told.items())


@cache
def _kept() -> str:
    """Return everything the service worker caches: the pages that work offline, and their requests."""
    pages = {folder: page for folder, page in PAGES.items() if page.offline}
    first = next(iter(known_games()))
    places = {page.place: page.place for page in pages.values() if page.place}
    places |= {folder: f"{folder}{first}" for folder, page in pages.items() if page.behind}
    shell = [*places.values(), *_files_of(pages.values()), *_answers()]
    version = hashlib.sha256(json.dumps(shell).encode())
    for page in pages.values():
        version.update(page_text(page, "").encode())
    return file_list(PAGES=places, SHELL=shell, VERSION=version.hexdigest()[:16])


def _files_of(pages: Iterable[Page]) -> list[str]:
    """Return the addresses of all files used by the given pages."""
    names = {"js/texts/phrases.js"}.union(*(page.files for page in pages))
    framed = re.findall(r"\{\{ files \}\}([\w./-]+)", file_text("pages/frame.html"))
    spoken = {name for page in pages for name in page.catalogues}
    return [f"{address()}{name}" for name in sorted(names.union(framed, spoken))]


def _answers() -> list[str]:
    """Return the requests made by lessons and puzzles."""
    found = ["api/games"]
    for id, definition in known_games().items():
        found.append(f"api/games/{id}/lessons")
        sizes = {make_game(id, None, {}).size, *(lesson.size for lesson in lessons_of(definition))}
        found += [f"api/games/{id}?size={quote(str(size))}" for size in sorted(sizes, key=str)]
    return found


async def told_manifest(request: Request) -> Response:
    """GET /manifest.webmanifest. The page requests it in its own language, which the visitor may have chosen."""
    asked = request.query_params.get("language") or words_for(request).language
    answer = cached(request, manifest(asked), _JSON)
    answer.headers["Vary"] = "Accept-Language"
    return answer


def icon(request: Request) -> Response:
    """GET /icon-192.png and the other icons; drawn in a thread."""
    return cached(request, _icon(request.url.path.rpartition("/")[2]), "image/png", kept=True)


@cache
def _icon(name: str) -> bytes:
    file = BytesIO()
    draw_icon(name).save(file, "PNG")
    return file.getvalue()


async def worker(request: Request) -> Response:
    """GET /worker.js and /cache.js"""
    name = request.url.path.rpartition("/")[2]
    return FileResponse(STATIC / "worker" / name, headers=FRESH, media_type="text/javascript")


async def files(request: Request) -> Response:
    """GET /files.js"""
    return cached(request, _kept(), "text/javascript")


routes: Final[list[BaseRoute]] = [
    Route("/manifest.webmanifest", told_manifest),
    *(Route(f"/{name}", icon) for name in ICONS),
    *(Route(f"/{name}", worker) for name in WORKER),
    Route("/files.js", files),
]
