"""Every golden transcript still matches the command's output."""

from pathlib import Path

import pytest

from tests.transcripts.sessions import FOLDER, SESSIONS, expected, play


@pytest.mark.heavy
@pytest.mark.parametrize("name", SESSIONS)
def test_a_session_reads_as_its_transcript(name: str, tmp_path: Path) -> None:
    code, output, complaint = play(name, tmp_path)
    assert output == expected(name), "if this is meant, run: python -m tests.transcripts.regenerate"
    assert (code, complaint) == (SESSIONS[name].code, "")


def test_every_file_belongs_to_a_session() -> None:
    files = {path.stem for path in FOLDER.iterdir() if path.suffix in (".in", ".out", ".record")}
    assert files == set(SESSIONS)


@pytest.mark.parametrize("name", SESSIONS)
def test_a_transcript_holds_nothing_but_text(name: str) -> None:
    text = expected(name)
    assert text.replace("\n", "").isprintable()
    assert max(map(len, text.splitlines())) <= 100
