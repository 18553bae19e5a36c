"""The pages' files are cached and consistent, and load nothing from other sites."""

import gzip
import itertools
import re
import shutil
from pathlib import Path, PurePosixPath
from urllib.parse import urljoin

import pytest

from gridduels.web.pages import files
from gridduels.web.pages.files import STATIC, address, file_text, imports, modules, version
from gridduels.web.pages.pages import API, MISSING, PAGES
from tests.web.pages.test_pages import LINK, Client
from tests.web.pages.test_pages import client as client

FILES = [file for file in sorted(STATIC.rglob("*.*")) if file.suffix not in {".md", ".ts"}]
SCRIPTS = {
    file.relative_to(STATIC / "js").as_posix()
    for file in FILES
    if file.is_relative_to(STATIC / "js") and file.suffix == ".js"
}
FLOORS = [{"texts"}, {"shared"}, {"board"}, {"duel", "start"}, {"."}]
"""The folders of the scripts. A script imports from its own folder and from those listed before it."""
TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
}


def name(file: Path) -> str:
    return file.relative_to(STATIC).as_posix()


@pytest.mark.parametrize("file", FILES, ids=name)
def test_a_file_has_its_type_and_mentions_no_other_site(client: Client, file: Path) -> None:
    if file.suffix not in {".woff2", ".txt"}:
        assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg)", file.read_text(encoding="utf-8"))
    if file.suffix != ".html":
        answer = client.get(f"/{address()}{name(file)}")
        assert answer.headers["content-type"].split(";")[0] == TYPES[file.suffix]


def test_browsers_cache_a_versioned_file_for_good(client: Client) -> None:
    answer = client.get(f"/{address()}js/board/board.js")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_another_version_of_any_file_has_other_addresses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(STATIC, tmp_path / "static")
    monkeypatch.setattr(files, "STATIC", tmp_path / "static")
    assert version.__wrapped__() == version()
    (tmp_path / "static" / "css" / "base.css").write_text("", encoding="utf-8")
    assert version.__wrapped__() != version()


def test_a_file_of_another_version_is_refused_without_caching(client: Client) -> None:
    answer = client.get("/static/0123456789abcdef/js/board/board.js")
    assert (answer.status_code, answer.headers["cache-control"]) == (404, "no-store")
    assert "another version of the site" in answer.text
    assert client.get("/static/0123456789abcdef/again.js").status_code == 200


def test_files_are_compressed(client: Client) -> None:
    assert client.get(f"/{address()}js/board/board.js").headers["content-encoding"] == "gzip"


@pytest.mark.parametrize(
    "path",
    ["", "js", "none.js", "../pages.py", "%2e%2e/pages.py", "%2e%2e/%2e%2e/pages.py", "..%2f..%2fpages.py", "js/../.."],
)
def test_nothing_but_the_files_is_served(client: Client, path: str) -> None:
    answer = client.get(f"/{address()}{path}")
    assert answer.status_code == 404
    assert any(text in answer.text for text in ("There is no", "Page not found", "another version"))


def test_a_page_names_all_scripts_that_will_be_needed(client: Client) -> None:
    named = re.findall(r"static/\w+/js/([\w/-]+\.js)", client.get("/duel/abc").text)
    assert sorted(named) == sorted(set(named))
    for script in named:
        file = STATIC / "js" / script
        for path in re.findall(r'^import[^"]* from "([^"]+)"', file.read_text(encoding="utf-8"), re.MULTILINE):
            assert (file.parent / path).resolve().relative_to(STATIC / "js").as_posix() in named


@pytest.mark.parametrize("script", sorted(SCRIPTS))
def test_a_script_is_sent_without_its_comments_and_with_all_its_texts(client: Client, script: str) -> None:
    written = (STATIC / "js" / script).read_text(encoding="utf-8")
    sent = client.get(f"/{address()}js/{script}").text
    assert "/**" not in sent
    assert not re.search(r"^[ \t]*//", sent, re.MULTILINE)
    code = re.sub(r"^[ \t]*(?:/\*\*|\*|//).*$", "", written, flags=re.MULTILINE)
    for text in re.findall(r'"([^"\n]{3,})"', re.sub(r"/\*\*.*?\*/", "", code)):
        assert text in sent


def test_every_script_is_used_by_some_page() -> None:
    starts = [path.name for path in (STATIC / "js").glob("*.js")]
    assert all((STATIC / "pages" / start).with_suffix(".html").exists() for start in starts)
    used = {script for start in (*starts, "shared/register.js") for script in modules(start)}
    for script in sorted(used):
        file = STATIC / "js" / script
        for path in re.findall(r'\bimport\("([^"]+)"\)', file.read_text(encoding="utf-8")):
            used |= set(modules((file.parent / path).resolve().relative_to(STATIC / "js").as_posix()))
    assert used == SCRIPTS


def test_every_style_sheet_is_listed_by_a_page_or_loaded_by_a_script() -> None:
    listed = {file for page in (*PAGES.values(), API, MISSING) for file in page.files if file.endswith(".css")}
    scripts = "".join(file_text(f"js/{script}") for script in SCRIPTS)
    loaded = {f"css/{style}.css" for style in re.findall(r'\bloadStyle\("(\w+)"\)', scripts)}
    assert listed.isdisjoint(loaded)
    assert listed | loaded == {name(file) for file in STATIC.glob("css/*.css")}


@pytest.mark.parametrize("script", sorted(SCRIPTS))
def test_a_script_imports_from_its_own_folder_and_from_those_below(script: str) -> None:
    folder = PurePosixPath(script).parent.name or "."
    below = itertools.takewhile(lambda floor: folder not in floor, FLOORS)
    assert {PurePosixPath(each).parent.name or "." for each in imports(script)} <= {folder}.union(*below)


def test_the_guide_describes_every_folder_of_scripts() -> None:
    guide = (STATIC / "js" / "README.md").read_text(encoding="utf-8")
    folders = {PurePosixPath(script).parent.name or "." for script in SCRIPTS}
    assert folders == set().union(*FLOORS)
    assert all(f"| `{folder}/` |" in guide for folder in folders if folder != ".")


def test_the_duel_page_with_german_but_without_fonts_is_under_80_kilobytes(client: Client) -> None:
    page = client.get("/duel/abc")
    named = {urljoin("/duel/abc", link) for link in LINK.findall(page.text) if address() in link}
    named.add(f"/{address()}js/texts/de/duel.js")
    answers = [page, *(client.get(each) for each in named if not each.endswith(".woff2"))]
    assert sum(len(gzip.compress(answer.content)) for answer in answers) < 80_000
