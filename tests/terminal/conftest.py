"""Every test of a terminal has a config folder of its own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "config"
    folder.mkdir()
    monkeypatch.setenv("GRIDDUELS_CONFIG", str(folder))
    return folder
