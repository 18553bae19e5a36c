"""Catalogues: the words of other languages, read from the page's own (`static/js/texts`), and of each as much as a page
needs."""

import json
import re
from collections.abc import Collection
from functools import cache
from typing import Any, Final

from gridduels.web.api.files import STATIC, file_text

__all__ = ["catalogue", "languages", "script"]

Part = dict[str, Any]
_TEXTS: Final = "js/texts"
_PART: Final = re.compile(r"^export const (\w+) = (\{\n.*?^\});", re.MULTILINE | re.DOTALL)
_BARE: Final = re.compile(r'^(?P<space> *)(?P<first>\w+)(?=:)|(?<=[{,] )(?P<next>\w+)(?=: ")', re.MULTILINE)
_LAST_COMMA: Final = re.compile(r",(?=\s*\})")
_LATER: Final = re.compile(r'\blater\("([^"]+)"\)')


@cache
def languages() -> tuple[str, ...]:
    """Every language but English, in which the pages are written."""
    return tuple(sorted(file.stem for file in (STATIC / _TEXTS).glob("??.js")))


@cache
def catalogue(language: str) -> dict[str, Part]:
    """The parts of a catalogue by their names; each has texts by the English ones. Do not change them.

    It is a script of nothing but texts, and looks as its formatter leaves it: nearly JSON.

    >>> catalogue("de")["texts"]["Play"]
    'Spielen'
    """
    found = _PART.findall(file_text(f"{_TEXTS}/{language}.js"))
    return {name: json.loads(_LAST_COMMA.sub("", _BARE.sub(_quoted, part))) for name, part in found}


def _quoted(name: re.Match[str]) -> str:
    return f'{name["space"] or ""}"{name["first"] or name["next"]}"'


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
