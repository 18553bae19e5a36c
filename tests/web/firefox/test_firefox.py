"""A second engine: a whole game in Firefox, which puppeteer drives through WebDriver BiDi."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

from gridduels.protocol.state import board_of, legal_of
from tests.skips import require_package
from tests.terminal.processes import PATIENCE
from tests.web.browser.games import short_game, steps
from tests.web.browser.server import Server

HERE: Final = Path(__file__).parent
FIREFOX: Final = shutil.which("firefox-esr") or shutil.which("firefox")


def play(plan: dict[str, Any]) -> Any:
    """Play as planned in Firefox; return what the player sees."""
    node = shutil.which("node")
    require_package(node, "Firefox is driven from Node.js: apt-get install nodejs npm")
    require_package(
        (HERE / "node_modules").exists(), "Firefox is driven by puppeteer: npm --prefix tests/web/firefox ci"
    )
    require_package(FIREFOX, "a second engine is needed: apt-get install firefox-esr")
    command = [str(node), str(HERE / "play.mjs")]
    plan |= {"program": FIREFOX}
    done = subprocess.run(command, input=json.dumps(plan), capture_output=True, text=True, timeout=4 * PATIENCE)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.heavy
def test_a_whole_game_is_played_in_firefox(tmp_path: Path) -> None:
    played = short_game("blockade")
    found = [next(each for each in legal_of(duel) if each.move == move) for duel, move in steps(played)]
    moves = [{"cell": each.cell, "places": each.kind == "place"} for each in found]
    picture = tmp_path / "end.png"
    with Server(tmp_path) as server:
        seen = play({"url": server.url, "title": "Blockade Runner", "moves": moves, "picture": str(picture)})
    assert seen["engine"].startswith("firefox/")
    assert seen["complaints"] == []
    assert seen["width"] == 1280
    assert len(seen["moves"]) == played.ply
    assert played.outcome is not None
    assert str(played.outcome.winner) in seen["result"]
    for token in board_of(played).tokens:
        assert f", Player {token.kind}" in seen["labels"][token.cell]
    assert picture.stat().st_size > 10_000
