"""The pages' files, at versioned addresses, and their translations."""

import hashlib
import json
import mimetypes
import posixpath
import re
from collections.abc import Callable, Collection, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import PathLike, StaticFiles
from starlette.types import Scope

# --- Static files, at versioned addresses, so browsers load each one only once
#
# All files of one version share an address prefix, so scripts import each other by relative paths and never mix
# versions.


STATIC: Final = Path(__file__).parents[1] / "static"
FRESH: Final = {"Cache-Control": "no-cache"}
"""Browsers revalidate these files every time, so an upgrade takes effect at once."""
_KEPT: Final = {"Cache-Control": "public, max-age=31536000, immutable"}
"""Safe to cache forever: every version has its own address."""
_ANY_VERSION: Final = "again.js"
"""The script that repairs a page after an upgrade is served for any version, so it must not need other files."""
_OTHER_VERSION: Final = "This file belongs to another version of the site: reload the page."
_IMPORT: Final = re.compile(r'^(?:import|export)[^"]*"(\.[\w./-]+\.js)";', re.MULTILINE)
_IMPORT_LATER: Final = re.compile(r'\bimport\("(\.[\w./-]+\.js)"\)')
_FOR_PEOPLE: Final = {
    ".js": re.compile(r"[ \t]*/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*\n?|^[ \t]*//[^\n]*\n|^[ \t]+", re.MULTILINE),
    ".css": re.compile(r"/\*.*?\*/\s*|^[ \t]+|(?<=[{},;])\n+| (?=\{)|(?<=:) |;(?=\n\s*\})", re.MULTILINE | re.DOTALL),
}
"""Comments, indentation and, in styles, other space; a test checks that no string looks like these."""

_TYPES: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
# MIME types must not depend on the machine: Windows reads them from its registry.
for _ending, _type in _TYPES.items():
    mimetypes.add_type(_type, _ending)


@cache
def version() -> str:
    """Return a hash of all files."""
    told = hashlib.sha256()
    for file in sorted(each for each in STATIC.rglob("*") if each.is_file()):
        content = file.read_bytes()
        told.update(f"{file.relative_to(STATIC).as_posix()} {len(content)}\n".encode() + content)
    return told.hexdigest()[:16]


def address() -> str:
    """Return the base address of the files, relative to the site's root."""
    return f"static/{version()}/"


def file_text(name: str) -> str:
    """Return a file's content."""
    return (STATIC / name).read_text(encoding="utf-8")


def modules(name: str, *, later: bool = False) -> list[str]:
    """Return a script and all its imports, which a browser would otherwise discover one by one.

    `later` adds the dynamic imports.
    """
    found = [name]
    for each in found:
        found += [module for module in imports(each, later=later) if module not in found]
    return found


def imports(name: str, *, later: bool = False) -> list[str]:
    """Return the paths of a script's imports."""
    room, text = posixpath.dirname(name), file_text(f"js/{name}")
    paths = _IMPORT.findall(text) + (_IMPORT_LATER.findall(text) if later else [])
    return [posixpath.normpath(posixpath.join(room, path)) for path in paths]


@cache
def _lean(path: Path) -> str:
    """Return a script or style sheet without comments and indentation, which make up a third of it."""
    return _FOR_PEOPLE[path.suffix].sub("", path.read_text(encoding="utf-8"))


def _text(text: str, ending: str) -> Response:
    return Response(text, headers=_KEPT, media_type=_TYPES[ending])


class Files(StaticFiles):
    """Serves the files of the current version only. `made` returns generated scripts by name."""

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


# --- Catalogues: translations, read from `static/js/texts`


Part = dict[str, str | dict[str, str]]
"""Translations by English text, with plural forms for texts that contain a count."""
ENGLISH: Final = "en"
_TEXTS: Final = "js/texts"
_LATER: Final = re.compile(r'\blater\("([^"]+)"\)')
_OPEN: Final = re.compile(r"\{(\w+)\}")
_NUMBER: Final = "number"
"""The placeholder for a count; any other placeholder stands for arbitrary words."""
_SENTENCES: Final = re.compile(r"(?<=[.!?]) ")


@cache
def languages() -> tuple[str, ...]:
    """Return every language the pages are available in except English, the source language."""
    return tuple(sorted(file.stem for file in (STATIC / _TEXTS).glob("??.json")))


@cache
def catalogue(language: str) -> dict[str, Part]:
    """Return a catalogue's parts by name. Do not modify them.

    >>> catalogue("de")["texts"]["Play"]
    'Spielen'
    """
    parts: dict[str, Part] = json.loads(file_text(f"{_TEXTS}/{language}.json"))
    return parts


def script(language: str, sources: str, parts: Collection[str]) -> str:
    """Return a catalogue for a page with these sources: the texts that occur in them, plus some complete parts."""
    used, known = " ".join(sources.split()), catalogue(language)
    texts = {english: text for english, text in known["texts"].items() if _is_used(english, used)}
    kept = {"texts": texts} | {name: known[name] for name in parts}
    return "".join(f"export const {name} = {_compact(part)};\n" for name, part in kept.items())


def _is_used(english: str, sources: str) -> bool:
    """Return whether a text occurs as a whole: a string in a script, or a text or label in a template."""
    text = _compact(english)[1:-1]
    if text not in sources:
        return english in _kept_for_later()
    return re.search(rf'[">] ?{re.escape(text)} ?["<]', sources) is not None or english in _kept_for_later()


@cache
def _kept_for_later() -> frozenset[str]:
    """Return the texts that one page stores in the browser and any other page may display."""
    scripts = (STATIC / "js").rglob("*.js")
    return frozenset(text for file in scripts for text in _LATER.findall(file.read_text(encoding="utf-8")))


def _compact(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


class Words:
    """The server's texts in one language. Sentences are looked up as on the page (`js/texts/phrases.js`); missing ones
    stay in English.

    >>> words = Words("de")
    >>> words.say("{name} wins!", name=words.translated("Player 2"))
    'Spieler 2 gewinnt!'
    """

    def __init__(self, language: str) -> None:
        self.language = language
        known = catalogue(language) if language != ENGLISH else {}
        self._texts = _plain(known, "texts", "sentences", "lessons", "codes", "served")
        told = _plain(known, "sentences", "lessons", "codes")
        self._open = [(_pattern(english), text) for english, text in told.items() if _OPEN.search(english)]

    def say(self, english: str, **values: object) -> str:
        """Return the translated text with its {placeholders} filled in."""
        return _filled(self._texts.get(english, english), values)

    def translated(self, english: str) -> str:
        """Translate text that comes from elsewhere, e.g. one or more sentences from a game."""
        if english in self._texts:
            return self._texts[english]
        # Try single sentences first: a placeholder at the end of a template would swallow the sentences after it.
        found = [self._found(sentence) for sentence in _SENTENCES.split(english)]
        return " ".join(filter(None, found)) if all(found) else self._found(english) or english

    def _found(self, english: str) -> str | None:
        if english in self._texts:
            return self._texts[english]
        for pattern, text in self._open:
            if found := pattern.fullmatch(english):
                return _filled(text, {name: self.translated(part) for name, part in found.groupdict().items()})
        return None


def _plain(parts: Mapping[str, Part], *names: str) -> dict[str, str]:
    """Return the texts in these parts, except those with plural forms."""
    texts = (text for name in names for text in parts.get(name, {}).items())
    return {english: text for english, text in texts if isinstance(text, str)}


def _filled(text: str, values: Mapping[str, object]) -> str:
    return _OPEN.sub(lambda name: str(values[name[1]]), text)


def _pattern(english: str) -> re.Pattern[str]:
    """Return a pattern that matches the sentences produced by a text with {placeholders}."""
    names = iter(_OPEN.findall(english))
    closed = [re.escape(part) for part in re.split(r"\{\w+\}", english)]
    return re.compile("".join(part + _group(next(names, None)) for part in closed))


def _group(name: str | None) -> str:
    return "" if name is None else f"(?P<{name}>{r'[-0-9.,]+' if name == _NUMBER else '.+?'})"


def words_of(language: str) -> Words:
    """Return a language's texts; fall back to English if the language is unknown."""
    return _words(language if language in languages() else ENGLISH)


@cache
def _words(language: str) -> Words:
    return Words(language)


_LONGEST: Final = 500
"""The number of characters of an Accept-Language header to read. Browsers send fewer; a header may have 64,000."""


def accepted(header: str) -> str:
    """Return the first language in an Accept-Language header that the pages are available in.

    >>> accepted("fr, de-AT;q=0.8, en;q=0.7"), accepted("en-GB, de;q=0.5"), accepted("fr")
    ('de', 'en', 'en')
    """
    wanted = [part.partition(";") for part in header[:_LONGEST].lower().split(",")]
    wanted.sort(key=lambda part: _quality(part[2]), reverse=True)
    codes = (code.strip().split("-")[0] for code, _, quality in wanted if _quality(quality))
    return next((code for code in codes if code in (ENGLISH, *languages())), ENGLISH)


def _quality(text: str) -> float:
    found = re.fullmatch(r"q=([01](?:\.\d{0,3})?)", text.strip())
    return float(found[1]) if found else 0.0 if text else 1.0
