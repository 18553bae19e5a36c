"""Without a server: every game to its end, the same values as on a server, and everything again offline."""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from gridduels import Duel, load_game
from tests.helpers import GAMES
from tests.web.alone.conftest import FileServer
from tests.web.browser.server import Server
from tests.web.browser.test_learn import take
from tests.web.browser.visitor import Visitor

pytestmark = pytest.mark.heavy
SAMPLES = 200
"""The number of positions per game."""


def begin(visitor: Visitor, game: str, opponent: str) -> None:
    """Start a game against the computer, as a visitor does."""
    visitor.open("/")
    visitor.page.get_by_role("button", name=f"Play {load_game(game).title}").click()
    visitor.page.get_by_role("radio", name=opponent).check()
    visitor.page.get_by_role("radio", name="Book start").check()
    visitor.start()
    visitor.page.wait_for_url("**/duel/*")
    visitor.sees_board()


def play_to_the_end(visitor: Visitor, rng: random.Random) -> None:
    ready = visitor.page.locator(".grid-cell.playable, #end button:has-text('Rematch'):visible")
    for _ in range(150):
        ready.first.wait_for()
        if visitor.button("Rematch").is_visible():
            break
        ply = visitor.page.locator("#moves li").count()
        visitor.cell(rng.choice(sorted(visitor.offers()))).click()
        expect(visitor.page.locator("#moves li").nth(ply)).to_be_visible()
    visitor.sees(re.compile(r"You beat Kismet\.|Kismet got you\."), "#end")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_to_its_end(visitor: Visitor, game: str) -> None:
    begin(visitor, game, "Kismet")
    play_to_the_end(visitor, random.Random(game))
    visitor.button("Analysis").click()
    visitor.sees("has won", "#analysis")


def test_the_boards_appear_before_python_has_started(visitor: Visitor, files: FileServer) -> None:
    files.python.clear()
    visitor.open("/")
    expect(visitor.page.locator(".duel-card .mini svg")).to_have_count(len(GAMES))
    expect(visitor.page.locator(".loading")).to_contain_text("Getting ready to play")
    visitor.page.get_by_role("button", name="Play GridLock").click()
    visitor.page.get_by_label("Someone here").check()
    visitor.start()
    expect(visitor.button("Getting ready to play…")).to_be_disabled()
    files.python.set()
    visitor.sees_board()
    expect(visitor.page.locator(".loading")).to_be_hidden()


KEPT_TABLE = """async (board) => {
  const [name] = await caches.keys();
  const cache = await caches.open(name);
  const isKept = async () => (await cache.keys()).some(({ url }) => url.includes(`/tables/${board}`));
  for (let tries = 0; tries < 600 && !(await isKept()); tries++) await new Promise(done => setTimeout(done, 50));
  return isKept();
}"""


def test_after_the_first_visit_no_network_is_needed(visitor: Visitor, files: FileServer) -> None:
    begin(visitor, "gridlock", "Cleo")
    visitor.page.locator(".grid-cell.playable").first.click()
    assert visitor.page.evaluate(KEPT_TABLE, "gridlock-7-")
    address = visitor.page.url
    visitor.page.goto("about:blank")
    stop_worker(visitor)
    files.stop()
    visitor.page.goto(address)
    visitor.sees_board()
    for path in ("/puzzles", "/explore?game=blockade"):
        visitor.open(path)
        visitor.sees_board()
    visitor.open("/no/such/page")
    visitor.page.get_by_role("link", name="Go to the start page").click()
    visitor.page.wait_for_url(f"{visitor.url}/")
    begin(visitor, "blockade", "Hana")
    visitor.page.locator(".grid-cell.playable").first.click()
    expect(visitor.page.locator("#moves li").nth(1)).to_be_visible()


def test_features_that_need_a_server_are_hidden(visitor: Visitor) -> None:
    begin(visitor, "pathway", "Cleo")
    visitor.open("/games")
    expect(visitor.button("Remove Pathway Duel")).to_be_visible()
    for found in (visitor.page.get_by_label("on another device"), visitor.page.get_by_text("on another device")):
        expect(found).to_be_hidden()
    visitor.open("/")
    expect(visitor.page.get_by_role("heading", name="Five duels")).to_be_visible()
    for link in ("the API", "Lobby"):
        expect(visitor.page.get_by_text(link, exact=True)).to_be_hidden()


def stop_worker(visitor: Visitor) -> None:
    """End the service worker, as browsers do at any time; the games are kept."""
    tools = visitor.context.new_cdp_session(visitor.page)
    tools.send("ServiceWorker.enable")
    tools.send("ServiceWorker.stopAllWorkers")


def test_a_friend_by_link_needs_a_server_and_the_page_leads_there(visitor: Visitor) -> None:
    visitor.open("/")
    visitor.page.get_by_role("button", name="Play GridLock").click()
    visitor.page.get_by_role("radio", name="A friend").check()
    address = visitor.page.get_by_label("To play a friend by link")
    expect(address).to_have_value("http://127.0.0.1:9/")
    address.fill("nowhere")
    visitor.button("Go to the server").click()
    expect(address).to_have_js_property("validity.valid", False)
    address.fill(f"{visitor.url}/explore/?server")
    visitor.button("Go to the server").click()
    visitor.page.wait_for_url(re.compile(r"explore/\?server#play=gridlock"))


def test_the_tutorial_works(visitor: Visitor) -> None:
    visitor.open("/")
    visitor.page.get_by_role("link", name="Learn GridLock").click()
    take(visitor, "gridlock")


def test_it_can_be_installed(visitor: Visitor) -> None:
    visitor.open("/")
    tools = visitor.context.new_cdp_session(visitor.page)
    manifest = tools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert '"display": "standalone"' in manifest["data"]
    for icon in json.loads(manifest["data"])["icons"]:
        assert visitor.page.request.get(f"{visitor.url}/{icon['src']}").ok


def sampled(game: str) -> list[Duel]:
    """Return positions reached by random play, each with its history."""
    rng, duels = random.Random(game), dict[tuple[str, ...], Duel]()
    while len(duels) < SAMPLES:
        duel = Duel(load_game(game))
        for _ in range(rng.randrange(1, 20)):
            if duel.legal_moves:
                duel = duel.play(rng.choice(duel.legal_moves))
        duels[duel.moves] = duel
    return list(duels.values())


def queries(duels: list[Duel]) -> list[str]:
    """Return requests for the values of each position, and for hints in some."""
    lines = [f"?game={duel.game.id}&moves={','.join(duel.moves)}" for duel in duels]
    hints = [line for line, duel in zip(lines, duels, strict=True) if duel.legal_moves][:: SAMPLES // 20]
    return [f"line{line}&values=1" for line in lines] + [f"hint{line}" for line in hints]


ASK = """async (queries) => {
  const answers = [];
  for (const query of queries) {
    const answer = await fetch(`api/${query}`);
    answers.push(await answer.json());
  }
  return answers;
}"""


@pytest.mark.parametrize("game", GAMES)
def test_moves_and_values_are_those_of_a_server(visitor: Visitor, tmp_path: Path, game: str) -> None:
    asked = queries(sampled(game))
    visitor.open("/")
    visitor.page.evaluate("navigator.serviceWorker.ready")
    visitor.page.wait_for_function("navigator.serviceWorker.controller")
    answers: list[Any] = visitor.page.evaluate(ASK, asked)
    with Server(tmp_path) as server:
        assert answers == [server.get_whole(query) for query in asked]


def test_the_workshop_says_what_it_cannot_do_and_a_duel_made_there_is_played(visitor: Visitor) -> None:
    visitor.open("/workshop?duel=duel1-3x3-k1-t1-gn-l-s0")
    visitor.sees("This page runs without a server, so it can't solve or measure duels", "#verdict")
    visitor.sees("gridduels invent review duel1-3x3-k1-t1-gn-l-sc", "#verdict")
    expect(visitor.button("Play a friend now")).to_be_hidden()
    visitor.button("Play Emil").click()
    visitor.page.wait_for_url("**/duel/*")
    visitor.sees_board()
    visitor.cell(min(visitor.offers())).click()
    visitor.sees_ply(2)


def test_the_gallery_offers_only_actions_that_work_without_a_server(visitor: Visitor) -> None:
    visitor.open("/gallery")
    expect(visitor.page.locator(".gallery-card")).to_have_count(20)
    expect(visitor.page.get_by_role("link", name="Rule book").first).to_be_hidden()
    expect(visitor.page.get_by_role("button", name="Play Emil").first).to_be_visible()
