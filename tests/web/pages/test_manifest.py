"""The server provides what a browser needs to install the site and to open it offline."""

import json
import re
from io import BytesIO
from typing import Any

import httpx
import pytest
from PIL import Image

from gridduels.pictures.palette import LIGHT
from gridduels.web.pages.manifest import ICONS, draw_icon
from tests.web.server import Server


@pytest.fixture(scope="module")
def told(server: Server) -> dict[str, Any]:
    """Return the list that the service worker gets."""
    text = httpx.get(f"{server.url}/files.js").text
    return {name: json.loads(value) for name, value in re.findall(r"export const (\w+) = (.+);\n", text)}


def test_every_file_to_cache_exists(server: Server, told: dict[str, Any]) -> None:
    with server.http() as client:
        assert len(told["SHELL"]) > 40
        for path in told["SHELL"]:
            assert client.get(f"/{path}").status_code == 200, path
        assert set(told["PAGES"].values()) <= set(told["SHELL"])
        for script in ("worker.js", "cache.js"):
            answer = client.get(f"/{script}")
            assert answer.headers["content-type"].startswith("text/javascript")
            assert answer.headers["cache-control"] == "no-cache"


def test_the_manifest_names_icons_of_the_sizes_they_have(server: Server) -> None:
    manifest = httpx.get(f"{server.url}/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    drawn = [icon for icon in manifest.json()["icons"] if icon["type"] == "image/png"]
    assert len(drawn) == len(ICONS)
    for icon in drawn:
        with Image.open(BytesIO(httpx.get(f"{server.url}/{icon['src']}").content)) as image:
            assert "{}x{}".format(*image.size) == icon["sizes"]


def test_the_manifest_is_in_the_language_of_the_page_or_of_the_browser(server: Server) -> None:
    def told(query: str, accepted: str) -> Any:
        return httpx.get(f"{server.url}/manifest.webmanifest{query}", headers={"accept-language": accepted}).json()

    german = told("", "de")
    assert (german["lang"], german["description"]) == (
        "de",
        "Fünf kleine Duelle für zwei. Auf den Brettern der Regelbücher kennt der Computer den genauen Wert jedes Zugs.",
    )
    assert [each["name"] for each in german["shortcuts"]] == ["Rätsel des Tages", "Deine Spiele"]
    assert told("?language=de", "en") == german
    assert told("?language=en", "de") == told("?language=xx", "de") == told("", "fr")
    assert told("", "fr")["lang"] == "en"


def test_the_shapes_of_a_maskable_icon_stay_within_the_safe_circle() -> None:
    image = draw_icon("icon-maskable.png")
    ink, middle = tuple(bytes.fromhex(LIGHT.ink[1:])), image.width / 2
    for x in range(0, image.width, 4):
        for y in range(0, image.height, 4):
            if (x - middle) ** 2 + (y - middle) ** 2 > (0.4 * image.width + 2) ** 2:
                assert image.getpixel((x, y)) == ink


def test_every_answer_to_a_puzzle_is_the_one_that_judging_it_gives(server: Server) -> None:
    with server.http() as client:
        while (answer := client.get("/api/puzzles/solution?day=2026-01-05")).status_code == 202:
            pass
        solution = answer.json()
        puzzle = solution["puzzle"]
        asked = {"game": puzzle["game"], "size": puzzle["size"], "rule": puzzle["rules"], "start": puzzle["start"]}
        for key, expected in solution["answers"].items():
            *moves, move = key.split()
            assert client.post("/api/puzzles/answer", json={**asked, "moves": moves, "move": move}).json() == expected
        assert any(each["done"] for each in solution["answers"].values())
        assert not all(each["right"] for each in solution["answers"].values())
