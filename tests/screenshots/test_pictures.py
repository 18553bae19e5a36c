"""The pictures in the docs are current, complete and all in use; `make pictures` retakes stale ones."""

import re
from pathlib import Path

import pytest

from tests.documents import DOCUMENTS
from tests.screenshots.pictures import FOLDER, PAGES, RECORD, SCREENS, boards_svg, digest, recorded, screen_of


def test_the_picture_of_the_boards_is_current() -> None:
    assert boards_svg() == (FOLDER / "boards.svg").read_text(encoding="utf-8"), "run make pictures"


@pytest.mark.parametrize("name", SCREENS)
def test_the_picture_of_a_terminal_is_current(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRIDDUELS_CONFIG", str(tmp_path))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    for variable in ("NO_COLOR", "COLORFGBG"):
        monkeypatch.delenv(variable, raising=False)
    shown, _ = screen_of(name)
    assert recorded()[name]["text"] == shown["text"], f"docs/pictures/{name} is stale: run make pictures"


def test_every_record_belongs_to_its_picture() -> None:
    assert {name: told["file"] for name, told in recorded().items()} == {
        name: digest(FOLDER / name) for name in (*SCREENS, *PAGES)
    }


def test_every_picture_is_shown_in_a_document() -> None:
    texts = [document.read_text(encoding="utf-8") for document in DOCUMENTS]
    used = {Path(name).name for text in texts for name in re.findall(r'<img[^>]* src="([^"]+)"', text)}
    assert used == {path.name for path in FOLDER.iterdir() if path != RECORD}
