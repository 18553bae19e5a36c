"""Check the links inside the site: each must lead to an existing file and, if it has a fragment, to an id in it.

Sphinx only checks links between documents, not those in the boards, the book and the games.
"""

from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urldefrag, urlsplit

_LINKS: Final = {"href", "src"}
_INDEX: Final = "index.html"
_HIDDEN: Final = "needs-server"
"""The class of links that are hidden without a server."""
_ANSWERED: Final = "play/api"
"""Requests below this path are answered by the service worker."""


class _Page(HTMLParser):
    """The links of a page, and the ids that links can point to."""

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
            self.is_static = False  # a script reads the fragment


def broken_links(site: Path) -> Iterator[str]:
    """Yield every broken link inside the site, with its page."""
    for path in sorted(site.rglob("*.html")):
        for link in _page(path).links:
            if not _exists(site, path, link):
                yield f"{path.relative_to(site).as_posix()}: {link}"


def _exists(site: Path, page: Path, link: str) -> bool:
    address, place = urldefrag(link)
    if urlsplit(address).scheme or address.startswith("//"):
        return True  # another site
    path = unquote(urlsplit(address).path)
    target = (page.parent / path).resolve() if path else page
    if target == (site / _ANSWERED).resolve():
        return True
    if target.is_dir():
        target /= _INDEX
    elif not target.exists():
        target = target.with_name(f"{target.name}.html")  # hosts find pages without the suffix
    if not target.is_relative_to(site.resolve()) or not target.is_file():
        return False
    return not place or target.suffix != ".html" or not _page(target).is_static or place in _page(target).places


@cache
def _page(path: Path) -> _Page:
    return _Page(path.read_text(encoding="utf-8"))
