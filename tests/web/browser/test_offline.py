"""Offline use, and safe upgrades of the service worker."""

import json
import re
import signal
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from gridduels.analysis.puzzles import daily_game
from tests.web.browser.server import Server
from tests.web.browser.test_accessibility import check
from tests.web.browser.test_files import OTHER, PATCHED
from tests.web.browser.test_learn import take
from tests.web.browser.visitor import PHONE, Visitor

pytestmark = pytest.mark.heavy
LOST = "ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket|fetch"
UNTIL = """async ([what, wanted]) => {
    const kept = async () => (await Promise.all(
        (await caches.keys()).map(async name => (await caches.open(name)).keys()))).flat();
    const told = {
        puzzles: async () => (await kept()).filter(({url}) => url.includes("solution?day=")).length,
        versions: async () => (await caches.keys()).length,
        waiting: async () => Number((await navigator.serviceWorker.getRegistration())?.waiting != null),
    };
    for (let tries = 0; tries < 1200 && (await told[what]()) !== wanted; tries++)
        await new Promise(resolve => setTimeout(resolve, 50));
    return told[what]();
}"""
"""Waits for a number of cached puzzles, cached versions or waiting workers."""


@pytest.fixture
def lost(browser: Browser, tmp_path: Path) -> Iterator[tuple[Visitor, Server]]:
    """A returning visitor, and the server that will disappear."""
    with Server(tmp_path, "--offline-play", "https://play.example/") as server:
        visitor = Visitor(browser, server.url, LOST, service_workers="allow")
        visitor.open("/")
        assert visitor.page.evaluate(UNTIL, ["puzzles", 7]) == 7
        yield visitor, server
        assert visitor.close() == []


def test_the_site_opens_offline_and_says_what_works(lost: tuple[Visitor, Server]) -> None:
    visitor, server = lost
    server.stop(signal.SIGKILL)
    visitor.open("/lobby?x#part")
    visitor.sees("Can't reach the server")
    expect(visitor.page.locator("#lessons a")).to_have_count(5)
    expect(visitor.page.locator("#days a")).to_have_count(7)
    expect(visitor.page.get_by_role("link", name="Play the computer")).to_have_attribute(
        "href", "https://play.example/"
    )
    visitor.page.get_by_role("link", name="Learn GridLock").click()
    take(visitor, "gridlock")
    visitor.page.go_back()
    visitor.button("Try again").click()
    visitor.sees("Can't reach the server")
    server.start()  # the browser does not notify the page
    visitor.page.wait_for_url("**/lobby?x#part")
    visitor.sees("Play someone now")


def test_a_puzzle_of_the_week_is_solved_offline(lost: tuple[Visitor, Server]) -> None:
    visitor, server = lost
    days = [datetime.now(UTC).date() - timedelta(days) for days in range(7)]
    day = next(day for day in days if daily_game(day).id == "light-cycle")
    solution = server.get_whole(f"puzzles/solution?day={day}")
    server.stop(signal.SIGKILL)
    visitor.open(f"/puzzles/{day}")
    visitor.sees(f"Win in {(solution['puzzle']['plies'] + 1) // 2} moves")
    judged = {tuple(key.split()): answer for key, answer in solution["answers"].items()}
    cells = {each["move"]: each["cell"] for each in solution["puzzle"]["legal"]}
    visitor.cell(next(cells[moves[0]] for moves, answer in judged.items() if not answer["right"])).click()
    expect(visitor.page.locator("#message")).not_to_be_empty()
    answer = {"done": False, "moves": [], "legal": solution["puzzle"]["legal"]}
    while not answer["done"]:
        moves = next(key for key, each in judged.items() if each["right"] and list(key[:-1]) == answer["moves"])
        cell = next(each["cell"] for each in answer["legal"] if each["move"] == moves[-1])
        expect(visitor.cell(cell)).to_have_class(re.compile("playable"))
        visitor.cell(cell).click()
        answer = judged[moves]
    visitor.sees("Solved", "#message")
    server.start()


def test_the_players_games_are_listed_offline(lost: tuple[Visitor, Server]) -> None:
    visitor, server = lost
    made = server.begin("light-cycle")
    kept = {"id": made["id"], "seat": made["seat"]["secret"], "title": "Light Cycle Duel", "against": "hard", "when": 0}
    visitor.page.evaluate("kept => localStorage.setItem('gridduels.duels', kept)", json.dumps([kept]))
    server.stop(signal.SIGKILL)
    visitor.open("/games")
    visitor.sees("Safe on the server, which can't be reached right now", "#going")
    server.start()


def test_a_new_version_replaces_the_old_one_once_its_pages_are_closed(browser: Browser, tmp_path: Path) -> None:
    old = Server(tmp_path, program=("-c", PATCHED))
    old.start()
    visitor = Visitor(browser, old.url, LOST, service_workers="allow")
    visitor.open("/ladder")
    assert visitor.page.evaluate(UNTIL, ["puzzles", 7]) == 7
    old.stop(signal.SIGTERM)
    with Server(tmp_path, port=old.port) as new:
        other = visitor.new_tab()
        other.goto(f"{new.url}/puzzles")
        expect(other.locator("#task")).to_contain_text("Win in")
        assert OTHER not in other.content()
        assert other.evaluate(UNTIL, ["waiting", 1]) == 1
        assert len(other.evaluate("caches.keys()")) == 2  # the old version's page still has its own cache
        for page in (visitor.page, other):
            page.goto("about:blank")
        wait_until_none_waits(visitor)
        visitor.open("/games")
        assert visitor.page.evaluate(UNTIL, ["versions", 1]) == 1
        assert visitor.page.evaluate(UNTIL, ["puzzles", 7]) == 7
        new.stop(signal.SIGKILL)
        visitor.open("/puzzles")
        visitor.sees(re.compile("Win in"))
        assert OTHER not in visitor.page.content()
        new.start()
        assert visitor.close() == []


def wait_until_none_waits(visitor: Visitor) -> None:
    """Wait until the newest service worker is active."""
    tools, states = visitor.context.new_cdp_session(visitor.page), dict[str, str]()
    hear = "ServiceWorker.workerVersionUpdated"
    tools.on(hear, lambda told: states.update({each["versionId"]: each["status"] for each in told["versions"]}))
    tools.send("ServiceWorker.enable")
    for _ in range(1200):
        if "activated" in states.values() and set(states.values()) <= {"activated", "redundant"}:
            break
        visitor.page.wait_for_timeout(50)
    tools.detach()


def test_the_offline_page_is_available_in_german(browser: Browser, tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        visitor = Visitor(browser, server.url, LOST, service_workers="allow", locale="de-DE", **PHONE)
        visitor.open("/")
        assert visitor.page.evaluate(UNTIL, ["puzzles", 7]) == 7
        visitor.context.set_offline(True)
        visitor.open("/lobby")
        visitor.sees("Der Server ist nicht erreichbar")
        expect(visitor.page.locator("#lessons a")).to_have_count(5)
        check(visitor)
        assert visitor.close() == []


def test_it_can_be_installed(browser: Browser, tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        visitor = Visitor(browser, server.url, **PHONE)
        visitor.open("/")
        manifest = visitor.context.new_cdp_session(visitor.page).send("Page.getAppManifest")
        assert manifest["errors"] == []
        for icon in json.loads(manifest["data"])["icons"]:
            assert visitor.page.request.get(f"{server.url}/{icon['src']}").ok
        assert visitor.close() == []
