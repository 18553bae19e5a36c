"""The site is complete: no link inside it is broken, and every game has its boards."""

import json
import os
import re
import runpy
import subprocess
import sys
from collections.abc import Callable, Iterator
from html import unescape
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

from gridduels import definitions
from gridduels.cli import COMMANDS, GROUPS
from gridduels.web.pages.pages import MISSING, PAGES, Page, page_text
from tests.helpers import GAMES

ROOT = Path(__file__).parents[1]
EVERYDAY = {
    "hint": "docs/browser",
    "undo": "docs/arcade",
    "cheat": "docs/browser",
    "install": "docs/tutorial",
    "friend": "docs/browser",
    "resign": "docs/browser",
    "save": "docs/arcade",
    "colour": "docs/arcade",
    "sound": "docs/arcade",
    "phone": "docs/browser",
    "backup": "docs/serving",
    "bug": "CONTRIBUTING",
    "cite": "docs/evaluators",
}
"""A word someone might search for, and the page it must find."""


@pytest.mark.heavy
def test_the_site_builds_without_warnings_and_has_every_game(tmp_path: Path) -> None:
    pytest.importorskip("furo", reason='it needs the extra "site"')
    command = [sys.executable, "website/build.py", "--output", str(tmp_path / "site")]
    made = subprocess.run(command, cwd=ROOT, env=os.environ.copy(), capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    assert "5 of 5: checking links" in made.stderr
    for game in GAMES:
        page = (tmp_path / "site" / "games" / f"{game}.html").read_text(encoding="utf-8")
        assert page.count('class="board"') > 3
    rulings = (tmp_path / "site" / "docs" / "rulings.html").read_text(encoding="utf-8")
    assert rulings.count('class="replay"') == len(GAMES)
    assert (tmp_path / "site" / "play" / "worker.js").exists()
    book = (tmp_path / "site" / "five-duels" / "index.html").read_text(encoding="utf-8")
    assert [each for each in definitions() if f'id="{each.id}"' not in book] == []
    assert 'href="../play/"' in book
    assert 'url=play/"' in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert (tmp_path / "site" / "_static" / "favicon.svg").exists()
    played = (tmp_path / "site" / "play" / "index.html").read_text(encoding="utf-8")
    assert 'href="./../docs/README.html"' in played
    assert 'href="./../five-duels/index.html"' in played
    docs = (tmp_path / "site" / "docs" / "README.html").read_text(encoding="utf-8")
    assert 'href="../play/"' in docs
    assert '<meta property="og:title" content="Grid Duels">' in docs
    tutorial = (tmp_path / "site" / "docs" / "tutorial.html").read_text(encoding="utf-8")
    assert '<meta property="og:title" content="Your first fifteen minutes">' in tutorial
    assert 'favicon.svg"' in docs
    found = search(tmp_path / "site" / "searchindex.js")
    assert [word for word, page in EVERYDAY.items() if page not in found(word)] == []
    assert not found("dragon")
    reference = (tmp_path / "site" / "reference" / "gridduels.html").read_text(encoding="utf-8")
    assert 'id="gridduels.Duel.play"' in reference
    api = (tmp_path / "site" / "reference" / "index.html").read_text(encoding="utf-8")
    assert 'href="gridduels.arena.html#gridduels.arena.match"' in api
    commands = (tmp_path / "site" / "reference" / "commands.html").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f'<section id="{name}">' not in commands] == []
    assert 'href="results.html"' in docs
    assert 'href="../scores.html"' in (tmp_path / "site" / "docs" / "results.html").read_text(encoding="utf-8")
    assert "Nearest neighbour" in (tmp_path / "site" / "scores.html").read_text(encoding="utf-8")


def test_the_root_of_the_site_leads_to_the_games_and_has_a_preview(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "website"))
    start_page = runpy.run_path(str(ROOT / "website" / "build.py"))["start_page"]
    start_page(tmp_path, "https://example.org")
    text = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert '<html lang="en">' in text
    assert '<meta property="og:image" content="https://example.org/_static/preview.png">' in text
    assert 'content="0; url=play/"' in text
    assert 'href="_static/favicon.svg"' in text


def test_the_book_on_the_site_leads_back_and_has_a_preview_and_an_icon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "website"))
    book_on_site = runpy.run_path(str(ROOT / "website" / "build.py"))["book_on_site"]
    text = book_on_site("<head></head><header></header>", "https://example.org")
    assert '<meta property="og:title" content="Five duels, solved">' in text
    assert '<meta property="og:url" content="https://example.org/five-duels/">' in text
    assert 'href="../_static/favicon.svg"' in text.partition("</head>")[0]
    assert 'href="../play/"' in text.partition("<header>")[2]
    assert 'href="../docs/README.html"' in text.partition("<header>")[2]


class Node:
    """A part of a document, reduced to what previews use."""

    def __init__(self, tagname: str, text: str = "", *parts: "Node") -> None:
        self.tagname, self.text, self.parts = tagname, text, parts
        self.parent: Node | None = None
        for part in parts:
            part.parent = self

    def astext(self) -> str:
        return self.text

    def findall(self, condition: Callable[["Node"], bool]) -> Iterator["Node"]:
        if condition(self):
            yield self
        for part in self.parts:
            yield from part.findall(condition)


@pytest.mark.parametrize(
    ("page", "facts"),
    [
        ("docs/mcp", {"og:title": "A & B", "og:description": f"The first sentence. {' '.join(29 * ['words'])} …"}),
        (
            "docs/README",
            {"og:title": "Grid Duels", "og:description": "Five small duels for two, solved on their book boards."},
        ),
    ],
)
def test_a_preview_of_a_page_shows_its_first_paragraph_outside_tables(page: str, facts: dict[str, str]) -> None:
    add_open_graph = runpy.run_path(str(ROOT / "website" / "conf.py"))["add_open_graph"]
    cell = Node("entry", "", Node("paragraph", "page"))
    tree = Node("document", "", Node("table", "", cell), Node("paragraph", "The first\nsentence. " + 40 * "words "))
    context = {"title": "<em>A</em> &amp; B"}
    add_open_graph(SimpleNamespace(config=SimpleNamespace(html_baseurl="")), page, "", context, tree)
    found = dict(re.findall('<meta property="(.+)" content="(.+)">', context["metatags"]))
    assert {name: unescape(found[name]) for name in facts} == facts


@pytest.mark.parametrize("page", [*PAGES.values(), MISSING], ids=lambda page: page.name)
def test_every_page_of_the_games_links_to_the_docs_and_the_book(page: Page) -> None:
    guide = {"docs": "docs/README.html", "book": "five-duels/index.html", "source": "https://example.org/duels"}
    text = page_text(page, "../", guide=guide)
    ways = [text.count(f'href="../../{guide["docs"]}"'), text.count(f'href="{guide["source"]}"')]
    assert ways == ([0, 0] if page.bare else [1, 1])
    assert guide["source"] not in page_text(page, "../")


def search(index: Path) -> Callable[[str], list[str]]:
    """Return a function that finds pages by a word, as the site's search box does."""
    stem = import_module("sphinx.search.en").SearchEnglish({}).stem
    text = index.read_text(encoding="utf-8")
    read = json.loads(text[text.index("(") + 1 : text.rindex(")")])

    def found(word: str) -> list[str]:
        pages: list[str] = []
        for kind in ("titleterms", "terms"):
            numbers = read[kind].get(stem(word), [])
            pages += [read["docnames"][each] for each in ([numbers] if isinstance(numbers, int) else numbers)]
        return pages

    return found


def test_everyday_words_are_on_the_pages_that_answer_them() -> None:
    missing = {}
    for word, page in EVERYDAY.items():
        text = (ROOT / f"{page}.md").read_text(encoding="utf-8").lower()
        if not re.search(rf"\b{word}", text):
            missing[word] = page
    assert missing == {}


def test_the_reference_of_commands_has_every_command_with_its_options_and_examples(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "website"))
    page = runpy.run_path(str(ROOT / "website" / "pages.py"))["commands_page"]()
    assert re.findall(r"^## (.+)$", page, re.MULTILINE) == list(GROUPS)
    sections = dict(zip(re.findall(r"^### (.+)$", page, re.MULTILINE), page.split("\n### ")[1:], strict=True))
    assert list(sections) == list(COMMANDS)
    for name, text in sections.items():
        assert text.count(f"gridduels {name}") >= 3, name  # two examples and the usage
        assert "show this help message and exit" in text
    assert "--position TEXT" in sections["explore"]


def test_the_reference_of_python_has_the_modules_that_are_public(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "website"))
    pages = runpy.run_path(str(ROOT / "website" / "pages.py"))
    stability = (ROOT / "docs" / "stability.md").read_text(encoding="utf-8").partition('modules = """')[2]
    assert set(pages["MODULES"]) == set(re.findall(r"gridduels[\w.]*", stability.partition('"""')[0]))
    index = pages["reference_index"]()
    for module in pages["MODULES"]:
        assert [name for name in import_module(module).__all__ if f"<{module}.{name}>" not in index] == []


def test_the_landing_page_links_to_documents_and_to_every_step_of_the_tutorial(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "website"))
    page = runpy.run_path(str(ROOT / "website" / "pages.py"))["landing"]("https://example.org/duels")
    links = re.findall(r'href="([^"]+)"', page)
    assert "https://example.org/duels" in links
    documents = {link.partition(".html")[0] for link in links if not link.startswith(("../", "https:"))}
    assert len(documents) > 8
    assert [name for name in documents if not (ROOT / "docs" / f"{name}.md").exists()] == []
    assert len([link for link in links if link.startswith("tutorial.html#")]) == 7
    assert "IllegalMove: You cannot move up: (0,1) is blocked." in page


def test_documents_only_link_to_files_that_are_on_the_site() -> None:
    carried = {ROOT / "docs", ROOT / "examples", *ROOT.glob("*.md"), ROOT / "LICENSE"}
    documents = [*(ROOT / "docs").glob("*.md"), ROOT / "examples" / "README.md", *ROOT.glob("*.md")]
    links = [
        (document, link)
        for document in documents
        for link in re.findall(r"\]\((?!https?:)([^)#\s]+)", document.read_text(encoding="utf-8"))
    ]
    targets = {(document.name, link): (document.parent / link).resolve() for document, link in links}
    assert [link for link, path in targets.items() if carried.isdisjoint({path, *path.parents})] == []


def test_a_broken_link_is_reported_with_its_page(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    games, start = tmp_path / "games" / "index.html", tmp_path / "index.html"
    games.write_text('<h1 id="top">Games</h1><a href="../missing.html">', encoding="utf-8")
    good = '<a href="games/"><a href="games/#top"><a href="https://example.org/"><a class="needs-server" href="lobby">'
    start.write_text(f'{good}<a href="games/#bottom"><img src="no.svg">', encoding="utf-8")
    broken_links = runpy.run_path(str(ROOT / "website" / "links.py"))["broken_links"]
    assert list(broken_links(tmp_path)) == [
        "games/index.html: ../missing.html",
        "index.html: games/#bottom",
        "index.html: no.svg",
    ]
