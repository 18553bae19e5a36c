"""The examples in docs/web-api.md work."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from gridduels.protocol.base import Code
from gridduels.web.api.openapi import PATHS
from tests.documents import ROOT, blocks, write_files
from tests.helpers import GAMES
from tests.skips import require_package
from tests.web.server import Server

DOCUMENT = ROOT / "docs" / "web-api.md"
COMMANDS = [line for block in blocks(DOCUMENT) if block.language == "sh" for line in block.text.splitlines()]


@pytest.fixture(scope="module")
def url(server: Server) -> str:
    return server.url


@pytest.mark.heavy
@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_work(url: str, command: str) -> None:
    require_package(shutil.which("curl"), "curl is not installed")
    begun = httpx.post(f"{url}/api/duels", json={"game": "light-cycle", "p2": "hard"}).json()
    variables = {"ID": begun["id"], "SECRET": begun["seat"]["secret"]}
    for _ in range(30):
        answer = subprocess.run(
            ["sh", "-c", command.replace("http://localhost:8000", url).replace("wait=5", "wait=1")],
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | variables,
        )
        data = json.loads(answer.stdout)
        if not (isinstance(data, dict) and data.get("type") == "working"):
            break
    assert not (isinstance(data, dict) and data.get("type") in ("refused", "working")), data


@pytest.mark.heavy
@pytest.mark.parametrize("game", GAMES)
def test_the_bot_plays_a_game_to_its_end(url: str, game: str, tmp_path: Path) -> None:
    write_files(DOCUMENT, tmp_path)
    done = subprocess.run(
        [sys.executable, tmp_path / "bot.py", url, game, "random"], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    first, moves, end = done.stdout.splitlines()
    assert first.startswith(f"Watch it: {url}/duel/")
    assert moves
    assert end.endswith("!") or end.endswith(".")


def test_every_path_it_names_exists() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    named = {
        path.rstrip("/.").replace("GAME", "{game}").replace("ID", "{id}")
        for path in re.findall(r"`(/api[\w/.]*)`", text)
    }
    assert len(named) > 8
    for path in named - {"/api/duels/{id}/socket"}:
        assert path in PATHS or any(each.startswith(f"{path}/") for each in PATHS), path


def test_it_has_every_code_with_its_status_and_sentence() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (\d+) \| (.+) \|$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    assert rows == [(str(code), str(code.status), code.sentence) for code in Code]
