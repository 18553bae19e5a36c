"""The files that pages are made of, at addresses that name their version, and the words of other languages."""

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

# --- Static files, at addresses that name their version, so that browsers load each only once
#
# All files of a version lie below one address. So scripts import each other as they lie here, and never one of another
# version.


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


# --- Catalogues: translations, read from `static/js/texts`


Part = dict[str, str | dict[str, str]]
"""Texts by the English ones; where a number decides, its forms."""
ENGLISH: Final = "en"
_TEXTS: Final = "js/texts"
_LATER: Final = re.compile(r'\blater\("([^"]+)"\)')
_OPEN: Final = re.compile(r"\{(\w+)\}")
_NUMBER: Final = "number"
"""What stands for a number in a sentence; every other name stands for any words."""
_SENTENCES: Final = re.compile(r"(?<=[.!?]) ")


@cache
def languages() -> tuple[str, ...]:
    """Every language but English, in which the pages are written."""
    return tuple(sorted(file.stem for file in (STATIC / _TEXTS).glob("??.json")))


@cache
def catalogue(language: str) -> dict[str, Part]:
    """The parts of a catalogue by their names. Do not change them.

    >>> catalogue("de")["texts"]["Play"]
    'Spielen'
    """
    parts: dict[str, Part] = json.loads(file_text(f"{_TEXTS}/{language}.json"))
    return parts


def script(language: str, sources: str, parts: Collection[str]) -> str:
    """A catalogue for who is made of these sources: the texts in them, and other parts as they are."""
    used, known = " ".join(sources.split()), catalogue(language)
    texts = {english: text for english, text in known["texts"].items() if _is_used(english, used)}
    kept = {"texts": texts} | {name: known[name] for name in parts}
    return "".join(f"export const {name} = {_compact(part)};\n" for name, part in kept.items())


def _is_used(english: str, sources: str) -> bool:
    return _compact(english)[1:-1] in sources or english in _kept_for_later()


@cache
def _kept_for_later() -> frozenset[str]:
    """Texts that one page keeps in the browser's memory, and any other may show."""
    scripts = (STATIC / "js").rglob("*.js")
    return frozenset(text for file in scripts for text in _LATER.findall(file.read_text(encoding="utf-8")))


def _compact(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


class Words:
    """What the server says to people in a language. It finds sentences as the page does (`js/texts/phrases.js`); what a
    catalogue lacks stays English.

    >>> words = Words("de")
    >>> words.say("{name} wins!", name=words.translated("Player 2"))
    'Spieler 2 gewinnt!'
    """

    def __init__(self, language: str) -> None:
        self.language = language
        known = catalogue(language) if language != ENGLISH else {}
        self._texts = _plain(known, "texts", "sentences", "lessons", "served")
        told = _plain(known, "sentences", "lessons")
        self._open = [(_pattern(english), text) for english, text in told.items() if _OPEN.search(english)]

    def say(self, english: str, **values: object) -> str:
        """A text with what stands for each {name} in it."""
        return _filled(self._texts.get(english, english), values)

    def translated(self, english: str) -> str:
        """A text that comes from elsewhere, such as a sentence of a game, or several of them."""
        found = [self._found(sentence) for sentence in _SENTENCES.split(english)]
        return self._found(english) or (" ".join(filter(None, found)) if all(found) else english)

    def _found(self, english: str) -> str | None:
        if english in self._texts:
            return self._texts[english]
        for pattern, text in self._open:
            if found := pattern.fullmatch(english):
                return _filled(text, {name: self.translated(part) for name, part in found.groupdict().items()})
        return None


def _plain(parts: Mapping[str, Part], *names: str) -> dict[str, str]:
    """The texts of some parts, but for those that have forms."""
    texts = (text for name in names for text in parts.get(name, {}).items())
    return {english: text for english, text in texts if isinstance(text, str)}


def _filled(text: str, values: Mapping[str, object]) -> str:
    return _OPEN.sub(lambda name: str(values[name[1]]), text)


def _pattern(english: str) -> re.Pattern[str]:
    """Which sentences a text with {names} in it stands for."""
    names = iter(_OPEN.findall(english))
    closed = [re.escape(part) for part in re.split(r"\{\w+\}", english)]
    return re.compile("".join(part + _group(next(names, None)) for part in closed))


def _group(name: str | None) -> str:
    return "" if name is None else f"(?P<{name}>{r'[-0-9.,]+' if name == _NUMBER else '.+?'})"


def words_of(language: str) -> Words:
    """The words of a language; of one that there is not, English ones."""
    return _words(language if language in languages() else ENGLISH)


@cache
def _words(language: str) -> Words:
    return Words(language)


def accepted(header: str) -> str:
    """The first language of a header Accept-Language in which the pages are written.

    >>> accepted("fr, de-AT;q=0.8, en;q=0.7"), accepted("en-GB, de;q=0.5"), accepted("fr")
    ('de', 'en', 'en')
    """
    wanted = [part.partition(";") for part in header.lower().split(",")]
    wanted.sort(key=lambda part: _quality(part[2]), reverse=True)
    codes = (code.strip().split("-")[0] for code, _, quality in wanted if _quality(quality))
    return next((code for code in codes if code in (ENGLISH, *languages())), ENGLISH)


def _quality(text: str) -> float:
    found = re.fullmatch(r"q=([01](?:\.\d{0,3})?)", text.strip())
    return float(found[1]) if found else 0.0 if text else 1.0
