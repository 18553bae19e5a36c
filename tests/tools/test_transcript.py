"""`python -m tools.transcript` puts the examples' output into the docs."""

from pathlib import Path

import pytest

from tests.documents import ROOT, blocks
from tools.transcript import TRANSCRIPT, transcript_of


def test_every_transcript_in_the_docs_is_one_that_the_tool_writes() -> None:
    programs = []
    for document in (ROOT / "docs").glob("*.md"):
        shown = [block for block in blocks(document) if block.text.startswith("$ python examples/")]
        assert len(TRANSCRIPT.findall(document.read_text(encoding="utf-8"))) == len(shown), document.name
        programs += [block.text.split()[2] for block in shown]
    assert programs == ["examples/tiny_language_model.py"]
    assert all((ROOT / program).exists() for program in programs)


@pytest.mark.heavy
def test_a_transcript_has_the_command_and_its_output() -> None:
    text = transcript_of("examples/tiny_language_model.py --help")
    assert text.startswith("$ python examples/tiny_language_model.py --help\nusage: ")


def test_only_the_output_is_replaced() -> None:
    text = "Before\n\n```text\n$ python examples/a.py --x 1\nold\n```\n\nAfter\n"
    assert TRANSCRIPT.sub("new\n", text) == "Before\n\n```text\nnew\n```\n\nAfter\n"
    assert Path(TRANSCRIPT.findall(text)[0][0].split()[0]).name == "a.py"
