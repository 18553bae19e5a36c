"""The files that the pages are made of, at addresses that name their version: a browser asks for each of them once.

All files of a version lie below one address. So scripts import each other as they lie here, and never one of another
version.
"""

import hashlib
import mimetypes
import posixpath
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import PathLike, StaticFiles
from starlette.types import Scope

__all__ = ["FRESH", "STATIC", "Files", "address", "file_text", "imports", "modules", "version"]

STATIC: Final = Path(__file__).parents[1] / "static"
FRESH: Final = {"Cache-Control": "no-cache"}
"""Browsers ask each time whether this has changed, so that an upgrade is seen at once."""
_KEPT: Final = {"Cache-Control": "public, max-age=31536000, immutable"}
"""Another version of it has another address."""
_ANY_VERSION: Final = "again.js"
"""What looks after the other files must be there, whichever version is asked for: it needs none of them."""
_OTHER_VERSION: Final = "This file belongs to another version of the site: load the page again."
_IMPORT: Final = re.compile(r'^(?:import|export)[^"]*"(\.[\w./-]+\.js)";', re.MULTILINE)
_IMPORT_LATER: Final = re.compile(r'\bimport\("(\.[\w./-]+\.js)"\)')
_FOR_PEOPLE: Final = {
    ".js": re.compile(r"[ \t]*/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*\n?|^[ \t]*//[^\n]*\n|^[ \t]+", re.MULTILINE),
    ".css": re.compile(r"/\*.*?\*/\s*|^[ \t]+", re.MULTILINE | re.DOTALL),
}
"""Comments and the space before a line; no text of ours looks like one, and a test holds that against the scripts."""

_TYPES: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
# What a file is does not depend on the machine: Windows takes the types from its registry.
for _ending, _type in _TYPES.items():
    mimetypes.add_type(_type, _ending)


@cache
def version() -> str:
    """A name of all files as they are; where one is another, so is the name."""
    told = hashlib.sha256()
    for file in sorted(each for each in STATIC.rglob("*") if each.is_file()):
        content = file.read_bytes()
        told.update(f"{file.relative_to(STATIC).as_posix()} {len(content)}\n".encode() + content)
    return told.hexdigest()[:16]


def address() -> str:
    """Where the files are, from the site's root."""
    return f"static/{version()}/"


def file_text(name: str) -> str:
    """What is in a file."""
    return (STATIC / name).read_text(encoding="utf-8")


def modules(name: str, *, later: bool = False) -> list[str]:
    """A script and all it imports: what a browser would otherwise find out one after the other. `later`: also what it
    imports only when somebody wants it."""
    found = [name]
    for each in found:
        found += [module for module in imports(each, later=later) if module not in found]
    return found


def imports(name: str, *, later: bool = False) -> list[str]:
    """The scripts that one imports, each by its path among all."""
    room, text = posixpath.dirname(name), file_text(f"js/{name}")
    paths = _IMPORT.findall(text) + (_IMPORT_LATER.findall(text) if later else [])
    return [posixpath.normpath(posixpath.join(room, path)) for path in paths]


@cache
def _lean(path: Path) -> str:
    """A script or a style sheet as browsers need it: what tells people and checkers what it does is a third of it."""
    return _FOR_PEOPLE[path.suffix].sub("", path.read_text(encoding="utf-8"))


def _text(text: str, ending: str) -> Response:
    return Response(text, headers=_KEPT, media_type=_TYPES[ending])


class Files(StaticFiles):
    """The files of this version; those of others are not here. Some scripts are `made` of others, by their names."""

    def __init__(self, made: Callable[[str], str | None]) -> None:
        super().__init__(directory=STATIC)
        self._made = made

    def file_response(self, full_path: PathLike, *args: object, **kwargs: object) -> Response:
        path = Path(str(full_path))
        if path.suffix in _FOR_PEOPLE:
            return _text(_lean(path), path.suffix)
        response = super().file_response(full_path, *args, **kwargs)  # type: ignore[arg-type]
        response.headers.update(_KEPT)
        return response

    async def get_response(self, path: str, scope: Scope) -> Response:
        asked, _, name = path.replace("\\", "/").partition("/")
        if asked != version() and name != _ANY_VERSION:
            return PlainTextResponse(_OTHER_VERSION, 404, {"Cache-Control": "no-store"})
        if (script := self._made(name)) is not None:
            return _text(script, ".js")
        try:
            return await super().get_response(name, scope)
        except HTTPException as problem:
            return PlainTextResponse("There is no such file.", problem.status_code)
