"""The page's generated files follow the shared look."""

import re
from pathlib import Path

import pytest

from gridduels.pictures.palette import LIGHT
from tools.look import files

STATIC = Path(__file__).parents[2] / "src" / "gridduels" / "web" / "static"


@pytest.mark.parametrize("path", files(), ids=lambda path: path.name)
def test_generated_files_are_up_to_date(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == files()[path], "run python -m tools.look"


def test_the_style_sheets_take_every_colour_from_the_palette_and_use_each() -> None:
    names = {f"--{name.replace('_', '-')}" for name in LIGHT._fields}
    own = set()
    used = set()
    for path in STATIC.glob("css/*.css"):
        text = path.read_text(encoding="utf-8")
        if path.name != "palette.css":
            assert not re.findall(r"#[0-9a-fA-F]{3,8}\b", text), path.name
            own |= set(re.findall(r"^\s*(--[\w-]+):", text, re.MULTILINE))
        used |= set(re.findall(r"var\((--[\w-]+)", text))
    assert own.isdisjoint(names)
    assert names <= used
