"""The official inspector, from its command line."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.skips import require_package
from tests.web.server import Server

pytestmark = pytest.mark.heavy
VERSION = "0.15.0"


@pytest.fixture(scope="module")
def inspector(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("inspector")
    require_package(shutil.which("npm"), "the inspector comes by npm")
    package = f"@modelcontextprotocol/inspector@{VERSION}"
    subprocess.run(["npm", "install", "--no-audit", "--no-fund", package], cwd=folder, check=True, capture_output=True)
    return folder / "node_modules" / ".bin" / "mcp-inspector"


def inspect(inspector: Path, *command: str) -> Any:
    done = subprocess.run([inspector, "--cli", *command], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


def test_it_lists_and_calls_over_standard_input_and_output(inspector: Path) -> None:
    program = [sys.executable, "-m", "gridduels", "mcp"]
    tools = inspect(inspector, *program, "--method", "tools/list")["tools"]
    assert {"begin_duel", "move", "values"} <= {tool["name"] for tool in tools}
    called = inspect(
        inspector, *program, "--method", "tools/call", "--tool-name", "read_rules", "--tool-arg", "game=gridlock"
    )
    assert called["content"][0]["text"].startswith("GridLock\n")


def test_it_reads_over_http(inspector: Path, server: Server) -> None:
    options = ["--transport", "http", "--method", "resources/read", "--uri", "gridduels://rules/pathway"]
    found = inspect(inspector, f"{server.url}/mcp", *options)
    assert found["contents"][0]["text"].startswith("Pathway Duel\n")
