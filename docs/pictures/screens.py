"""Takes the pictures of docs/browser.md; needs what the tests need: python docs/pictures/screens.py"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, sync_playwright

HERE: Final = Path(__file__).parent
MOVES: Final = ["right", "left", "up", "up", "up", "up", "right", "right", "down", "down"]


def begin(url: str) -> str:
    """The link to the seat in a game of two people at one screen, some moves old."""
    body: dict[str, Any] = {"game": "light-cycle", "p1": "human", "p2": "human", "seat": "both", "moves": MOVES}
    made = _post(f"{url}/api/duels", body)
    page = f"{url}/duel/{made['id']}"
    offered = _post(f"{url}/api/duels/{made['id']}/seat-code", {"page": page}, made["seat"]["secret"])
    return str(offered["link"])


def _post(url: str, body: dict[str, Any], secret: str = "") -> Any:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {secret}"} if secret else {})
    with urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


def take_start(browser: Browser, url: str) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 620}, reduced_motion="reduce")
    page.goto(url)
    page.wait_for_load_state("networkidle")
    page.screenshot(path=HERE / "browser-start.png")


def take_analysis(browser: Browser, url: str) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 780}, color_scheme="dark", reduced_motion="reduce")
    page.goto(begin(url))
    page.get_by_role("button", name="Analysis").click()
    page.get_by_role("button", name="Next mistake").click(timeout=300_000)
    page.locator("text.label").first.wait_for()
    page.mouse.move(0, 0)
    page.screenshot(path=HERE / "browser-analysis.png")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "gridduels", "serve", "--port", "0", "--db", f"{folder}/duels.db"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server, sync_playwright() as playwright:
            assert server.stdout is not None
            found = re.search(r"http://[\d.:]+", server.stdout.readline())
            assert found, "the server did not start"
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            take_start(browser, found[0])
            take_analysis(browser, found[0])
            browser.close()
            server.terminate()


if __name__ == "__main__":
    main()
