"""Build the site, a folder for any static host: `python website/build.py [-o build/site]` (make site).

Sphinx turns the documents and docstrings into pages. Each game gets a page with boards to click through, and the site
includes the book of the five duels. The games themselves are in `play/`, where the site opens; they need no server
(`alone.py`). Sphinx warnings and broken internal links are errors.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import Final

from alone import make_alone
from links import broken_links
from pages import (
    BOOK,
    MODULES,
    SCORES,
    book_page,
    commands_page,
    game_page,
    games_index,
    landing,
    reference_index,
    reference_page,
    with_boards,
    with_pictures,
)

from gridduels import Duel, definitions, load_game
from gridduels.language.results import html_page, read_all
from gridduels.pictures.raster import preview_of

ROOT: Final = Path(__file__).resolve().parents[1]
HERE: Final = ROOT / "website"
PREVIEW: Final = "preview.png"
LANDING: Final = "---\nhide-toc: true\n---\n"
"""The index page has its own width and no list of headings."""
MADE_PAGES: Final = """\
| [Commands](../reference/commands.md) | every command with its options and examples |
| [Python API](../reference/index.md) | every public module, class and function |
"""


def main() -> int:
    parser = argparse.ArgumentParser(description="Build the site.")
    parser.add_argument("-o", "--output", metavar="FOLDER", type=Path, default=ROOT / "build" / "site")
    parser.add_argument("--server", metavar="URL", default="", help="a server for games with a friend")
    parser.add_argument("--address", metavar="URL", default="", help="the site's address, for previews of links to it")
    options = parser.parse_args()
    output: Path = options.output
    source = output.with_name(f"{output.name}-source")
    shutil.rmtree(source, ignore_errors=True)
    with step("1 of 5: collecting the documents and drawing the games"):
        gather(source)
        (output / "_static").mkdir(parents=True, exist_ok=True)
        duel = Duel(load_game("light-cycle"), "up up right left down left")
        (output / "_static" / PREVIEW).write_bytes(preview_of(duel, ["Five small duels,", "solved move by move."]))
    with step("2 of 5: building the pages with Sphinx"):
        command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", "-c", str(HERE)]
        command += ["-D", f"html_baseurl={options.address}"]
        if failed := subprocess.run([*command, str(source), str(output)], check=False).returncode:
            return failed
        start_page(output, options.address.rstrip("/"))
        write(output / SCORES, html_page(read_all([ROOT / "results"])))
    with step("3 of 5: writing the book of the five duels"):
        if failed := write_book(output / BOOK, options.address.rstrip("/")):
            return failed
    with step("4 of 5: packing the games for the browser"):
        make_alone(
            output / "play", options.server, {"docs": "docs/README.html", "book": f"{BOOK}/index.html"} | source_link()
        )
    with step("5 of 5: checking links"):
        broken = list(broken_links(output))
    if broken:
        print("Broken links:", *broken, sep="\n", file=sys.stderr)
        return 1
    print(f"The site is in {output}.")
    return 0


@contextmanager
def step(text: str) -> Iterator[None]:
    """Report a step and how long it took on stderr."""
    begin = time.monotonic()
    print(f"{text} ...", file=sys.stderr, flush=True)
    yield
    print(f"    {time.monotonic() - begin:.0f} s", file=sys.stderr, flush=True)


def gather(source: Path) -> None:
    """Copy the documents, and add pages generated from the games and modules."""
    shutil.copytree(ROOT / "docs", source / "docs")
    shutil.copytree(ROOT / "examples", source / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "SECURITY.md", "CODE_OF_CONDUCT.md"):
        shutil.copy(ROOT / name, source / name)
    write(source / "games" / "index.md", games_index())
    for each in definitions():
        write(source / "games" / f"{each.id}.md", game_page(each.id))
    write(source / "book.md", book_page())
    write(source / "reference" / "commands.md", commands_page())
    write(source / "reference" / "index.md", reference_index())
    for module in MODULES:
        write(source / "reference" / f"{module}.md", reference_page(module))
    for document in (source / "docs").glob("*.md"):
        document.write_text(with_boards(document.read_text(encoding="utf-8")), encoding="utf-8")
    results = source / "docs" / "results.md"
    write(results, with_pictures(results.read_text(encoding="utf-8")))
    index = source / "docs" / "README.md"
    title, rest = index.read_text(encoding="utf-8").split("\n", 1)
    rest = re.sub("^<img.*\n", "", rest, count=1, flags=re.MULTILINE)  # the landing page has its own pictures
    rest = with_made_pages(rest)
    first = landing(source_link().get("source", ""))
    index.write_text(f"{LANDING}{title}\n\n{first}\n{rest}\n{contents(rest)}", encoding="utf-8")


def with_made_pages(index: str) -> str:
    """Add the pages that exist only on the site to the list of references."""
    head = "## Reference\n\n| page | about |\n| --- | --- |\n"
    before, found, after = index.partition(head)
    if not found:
        raise SystemExit("docs/README.md has no table of references")
    return f"{before}{head}{MADE_PAGES}{after}"


def contents(index: str) -> str:
    """Return the table of contents for the navigation, with the documents grouped under the index's headings."""
    sections = (section.split("\n", 1) for section in index.split("\n## ")[1:])
    listed = {title: re.findall(r"^\| \[[^]]+\]\(([\w./-]+)\.md\)", text, re.MULTILINE) for title, text in sections}
    lists = {
        "Start here": ["../README", "../games/index", "../book"],
        **{title: documents for title, documents in listed.items() if documents},
        "The project": ["../CHANGELOG", "../CONTRIBUTING", "../SECURITY", "../CODE_OF_CONDUCT"],
    }
    return "\n".join(
        "\n".join(["```{toctree}", ":hidden:", f":caption: {title}", "", *names, "```", ""])
        for title, names in lists.items()
    )


def write_book(folder: Path, address: str) -> int:
    """Write the book from the shipped tables, with links back to the site, and return its command's exit code."""
    command = [sys.executable, "-m", "book", "--quick", "-o", str(folder.resolve())]
    if failed := subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=False).returncode:
        return failed
    page = folder / "index.html"
    write(page, book_on_site(page.read_text(encoding="utf-8"), address))
    return 0


def book_on_site(text: str, address: str) -> str:
    """Return the book's page with links back to the site, the site's icon and the metadata for links to it."""
    back = '<p><a href="../play/">Play</a> · <a href="../docs/README.html">Docs</a></p>'
    about = "What perfect play looks like in five small duels for two, and what a person can learn from it."
    head = f"{preview_tags('Five duels, solved', about, address, f'{BOOK}/')}\n{icon('../')}\n</head>"
    return text.replace("<header>", f"<header>{back}", 1).replace("</head>", head, 1)


def start_page(output: Path, address: str) -> None:
    """Make the site's root open the play page. Other sites show the root's metadata when they link to the site."""
    tags = preview_tags("Grid Duels", "Five small duels for two, solved on their book boards.", address, "")
    write(
        output / "index.html",
        f"""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Grid Duels</title>
{tags}
{icon("")}
<meta http-equiv="refresh" content="0; url=play/">
</head>
<body>
<p><a href="play/">Play</a> or <a href="docs/README.html">read the docs</a>.</p>
</body>
</html>
""",
    )


def preview_tags(title: str, description: str, address: str, page: str) -> str:
    """Return the metadata that other sites show for links to a page."""
    facts = {"og:site_name": "Grid Duels", "og:type": "website", "og:title": title, "og:description": description}
    if address:  # an image needs an absolute URL
        facts |= {"og:url": f"{address}/{page}", "og:image": f"{address}/_static/{PREVIEW}"}
    return "\n".join(f'<meta property="{name}" content="{escape(content)}">' for name, content in facts.items())


def icon(root: str) -> str:
    """Return the link to the site's icon, given the path to the site's root."""
    return f'<link rel="icon" href="{root}_static/favicon.svg" type="image/svg+xml">'


def source_link() -> dict[str, str]:
    """Return a link to the repository, labelled with its name, if its address is set."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["gridduels"]
    address = os.environ.get("GRIDDUELS_REPOSITORY") or settings["repository"]
    return {"source": address} if address else {}


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
