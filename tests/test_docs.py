"""The documents are correct: their examples produce the output shown, and their links work."""

import doctest
import re
from pathlib import Path

import pytest

from gridduels import definitions
from tests.documents import DOCUMENTS, ROOT, Shell, blocks, examples

README = (ROOT / "README.md").read_text(encoding="utf-8")
TODAY = re.compile(r'\[Date "\d{4}-\d\d-\d\d"\]')
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]+))?\)|<img[^>]* src=\"([^\"]+)\"")


def name(document: Path) -> str:
    return str(document.relative_to(ROOT))


def settled(text: str) -> str:
    """Return an output without parts that vary from day to day, and without trailing spaces, which editors drop."""
    return TODAY.sub('[Date "today"]', "\n".join(line.rstrip() for line in text.splitlines()))


def needs_heavy(document: Path) -> bool:
    """Return whether a document's examples import packages that only the extra `heavy` installs."""
    return bool(re.search(r"^>>> import (torch|jax)\b", document.read_text(encoding="utf-8"), re.MULTILINE))


@pytest.mark.parametrize(
    "document",
    [pytest.param(each, marks=[pytest.mark.heavy] if needs_heavy(each) else []) for each in DOCUMENTS],
    ids=map(name, DOCUMENTS),
)
def test_the_python_examples_print_what_the_document_says(
    document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRIDDUELS_CACHE", str(tmp_path))
    parser, runner, names = doctest.DocTestParser(), doctest.DocTestRunner(verbose=False), {"__name__": "__main__"}
    report: list[str] = []
    for block in blocks(document):
        if ">>>" in block.text and block.language == "python":
            test = parser.get_doctest(block.text, names, name(document), str(document), block.line - 1)
            runner.run(test, out=report.append, clear_globs=False)
            names = test.globs
    assert runner.summarize(verbose=False).failed == 0, "".join(report)


@pytest.mark.parametrize("document", [each for each in DOCUMENTS if examples(each)], ids=name)
def test_the_console_examples_print_what_the_document_says(document: Path, tmp_path: Path) -> None:
    shell = Shell(document, tmp_path)
    for example in examples(document):
        place = f"{name(document)}, line {example.line}: {example.command}\n"
        assert place + settled(shell.run(example.command)) == place + settled(example.output)


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_no_code_block_goes_untested(document: Path) -> None:
    for block in blocks(document):
        place = f"{name(document)}, line {block.line}"
        if block.language == "python" and not block.file:
            assert ">>>" in block.text, place
        elif block.language == "console":
            assert block.text.startswith("$ "), place
        else:
            assert block.file or block.language in ("sh", "ebnf", "text"), place


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_links_lead_somewhere(document: Path) -> None:
    for target, heading, picture in LINK.findall(document.read_text(encoding="utf-8")):
        if not target.startswith(("http://", "https://")):
            file = document.parent / (target or picture) if target or picture else document
            assert file.exists(), f"{name(document)} links to {target or picture}"
            assert not heading or heading in headings(file), f"{name(document)} links to {target}#{heading}"


def headings(document: Path) -> set[str]:
    """Return the anchors of a document's headings, as used in links."""
    found = re.findall(r"^#+ (.+)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found}


def test_the_index_lists_every_document() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    for document in ROOT.glob("docs/*.md"):
        assert document.name == "README.md" or f"]({document.name})" in index


def test_the_readme_lists_each_of_our_games() -> None:
    rows = [line for line in README.splitlines() if line.startswith("| `")]
    for row, game in zip(rows, definitions(), strict=True):
        others = ", ".join(str(size) for size in game.sizes if size != game.size)
        assert row.startswith(f"| `{game.id}` | {game.title} | {game.summary} | {game.size}x{game.size} ({others}) | ")
        assert row.endswith(f"from {game.words.origin} |")


def test_the_make_targets_of_the_readme_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"\bmake ([a-z]+)\b", README))
    assert {"play", "test"} <= named <= targets


def test_the_commands_of_the_tutorial_work_in_every_shell() -> None:
    commands = [example.command for example in examples(ROOT / "docs" / "tutorial.md")]
    assert len(commands) > 5
    assert [command for command in commands if re.search(r"[|'>]|printf|python3", command)] == []


def test_every_environment_variable_of_the_package_is_described() -> None:
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py")]
    used = {name for source in sources for name in re.findall(r"\bGRIDDUELS_[A-Z_]+\b", source)}
    described = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    internal = {"GRIDDUELS_BOT"}  # marks the processes of bots
    assert {name for name in used - internal if f"`{name}`" not in described} == set()
    assert len(used) > 3
