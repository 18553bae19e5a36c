"""Install the games of examples/games, as `pip install examples/games` would."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.documents import install

GAMES = Path(__file__).parents[2] / "examples" / "games"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which the games look installed."""
    folder = tmp_path_factory.mktemp("classics")
    shutil.copy(GAMES / "pyproject.toml", folder)
    install(folder)
    shutil.copytree(GAMES / "classic_duels", folder / "classic_duels")
    return folder


@pytest.fixture
def installed(site: Path) -> Iterator[None]:
    """Let this process find the games by name."""
    sys.path.insert(0, str(site))
    yield
    sys.path.remove(str(site))
