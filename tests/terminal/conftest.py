"""Give every terminal test its own config folder."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def config(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path_factory.mktemp("config")
    monkeypatch.setenv("GRIDDUELS_CONFIG", str(folder))
    return folder
