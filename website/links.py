"""Links inside the site, all of them: each must lead to a file that is there and, where it names one, to a place in it.

Sphinx looks after the links between documents; the boards, the book and the games are beside them.
"""

from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urldefrag, urlsplit

__all__ = ["broken_links"]

_LINKS: Final = {"href", "src"}
_INDEX: Final = "index.html"
_HIDDEN: Final = "needs-server"
"""The class of links that nobody sees where there is no server."""
_ANSWERED: Final = "play/api"
"""What is asked there the service worker answers."""


class _Page(HTMLParser):
    """The links of a page, and the places that links can lead to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links, self.places, self.is_static = list[str](), set[str](), True
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: text or "" for name, text in attributes}
        if _HIDDEN not in given.get("class", "").split():
            self.links += [text for name, text in given.items() if name in _LINKS]
        self.places |= {given[name] for name in ("id", "name") if name in given}
        if tag == "script" and given.get("type") == "module":
            self.is_static = False  # a script reads what comes after the #


def broken_links(site: Path) -> Iterator[str]:
    """Every link inside that leads nowhere, with the page it is on."""
    for path in sorted(site.rglob("*.html")):
        for link in _page(path).links:
            if not _leads_somewhere(site, path, link):
                yield f"{path.relative_to(site).as_posix()}: {link}"


def _leads_somewhere(site: Path, page: Path, link: str) -> bool:
    address, place = urldefrag(link)
    if urlsplit(address).scheme or address.startswith("//"):
        return True  # it leads elsewhere
    path = unquote(urlsplit(address).path)
    target = (page.parent / path).resolve() if path else page
    if target == (site / _ANSWERED).resolve():
        return True
    if target.is_dir():
        target /= _INDEX
    elif not target.exists():
        target = target.with_name(f"{target.name}.html")  # as hosts find a page by its name
    if not target.is_relative_to(site.resolve()) or not target.is_file():
        return False
    return not place or target.suffix != ".html" or not _page(target).is_static or place in _page(target).places


@cache
def _page(path: Path) -> _Page:
    return _Page(path.read_text(encoding="utf-8"))
