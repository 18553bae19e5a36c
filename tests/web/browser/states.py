"""States of the newer pages by name, and how to reach them.

`python -m tests.web.browser.states FOLDER` takes a picture of each, light and dark, on a wide screen and a phone.
Some are also pictures of the docs: see `tests/screenshots`.
"""

import argparse
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import expect, sync_playwright

from tests.web.browser.conftest import CHROMIUM
from tests.web.browser.games import short_game
from tests.web.browser.server import Server
from tests.web.browser.visitor import PHONE, Visitor

State = Callable[[Visitor, Server], None]
WIDE: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 800}}
MONDAY: Final = "/puzzles/2026-01-05"


def lobby(visitor: Visitor, server: Server) -> None:
    visitor.open("/lobby")
    visitor.sees("Play someone now")
    visitor.page.locator("#no-challenges:visible, #challenges li").first.wait_for()


def lobby_with_games(visitor: Visitor, server: Server) -> None:
    server.begin("blockade", offer=True, seat=1, name="Ann", clock={"seconds": 300, "increment": 0})
    server.begin("gridlock", moves=["up2"], listed=True)
    visitor.open("/lobby")
    visitor.sees("Ann", "#challenges")


def daily(visitor: Visitor, server: Server) -> None:
    visitor.open(MONDAY)
    visitor.sees_board()
    visitor.sees("to move", "#turn")


def daily_with_its_answer(visitor: Visitor, server: Server) -> None:
    daily(visitor, server)
    visitor.button("Show the answer").click()
    expect(visitor.page.locator("#message")).not_to_be_empty()


def games_none(visitor: Visitor, server: Server) -> None:
    visitor.open("/games")
    visitor.sees("No games in progress.")


def games(visitor: Visitor, server: Server) -> None:
    end_lost(visitor, server)
    visitor.sit(server.begin("pathway", seat=1, p2="easy"))
    visitor.open("/games")
    visitor.sees("Your move", "#going")


def games_to_another_device(visitor: Visitor, server: Server) -> None:
    games(visitor, server)
    visitor.page.get_by_role("button", name="Continue Pathway Duel on another device").click()
    visitor.page.get_by_label("Link for your other device").wait_for()


def games_to_be_forgotten(visitor: Visitor, server: Server) -> None:
    games(visitor, server)
    visitor.button("Delete everything").click()


def ladder(visitor: Visitor, server: Server) -> None:
    visitor.open("/robots.txt")
    visitor.page.evaluate("localStorage['gridduels.stars'] = JSON.stringify({gridlock: {Ada: [1, 2], Bo: [1]}})")
    visitor.open("/ladder?game=gridlock")
    visitor.sees("2 of 14 stars")


def ladder_game(visitor: Visitor, server: Server) -> None:
    visitor.open("/ladder?game=blockade")
    visitor.page.get_by_role("button", name="Play Kismet as Player 1; you go first").click()
    visitor.sees("Kismet Knows how every game ends.", "#strip-above")


def learn(visitor: Visitor, server: Server) -> None:
    visitor.open("/learn/blockade")
    visitor.sees("1 of", "#count")
    visitor.sees_board()


def end_lost(visitor: Visitor, server: Server) -> None:
    _end(visitor, server, lost=True)


def end_won(visitor: Visitor, server: Server) -> None:
    _end(visitor, server, lost=False)


def end_shared(visitor: Visitor, server: Server) -> None:
    end_lost(visitor, server)
    visitor.tool("Share").click()
    visitor.page.get_by_label("The game as text").wait_for()


def _end(visitor: Visitor, server: Server, *, lost: bool) -> None:
    duel = short_game("light-cycle", 3)
    winner = duel.ended.winner
    seats = {"seat": 3 - winner, f"p{winner}": "easy"} if lost else {"seat": winner, f"p{3 - winner}": "easy"}
    visitor.sit(server.begin("light-cycle", size=3, moves=list(duel.moves), **seats))
    expect(visitor.page.locator("#end .figures")).to_contain_text("%")


def inviting(visitor: Visitor, server: Server) -> None:
    visitor.sit(server.begin("light-cycle", seat=1, name="Ann"))
    visitor.page.get_by_role("img", name="The link as a QR code").wait_for()


def invited(visitor: Visitor, server: Server) -> None:
    made = server.begin("grid-runner", seat=1, name="Ann", clock={"seconds": 180, "increment": 2})
    visitor.open(f"/duel/{made['id']}#join={made['invite']}")
    visitor.sees("Ann invites you to Grid Runner Duel")


def invited_too_late(visitor: Visitor, server: Server) -> None:
    made = server.begin("grid-runner", seat=1, name="Ann")
    server.post(f"duels/{made['id']}/join", {"invite": made["invite"]})
    visitor.open(f"/duel/{made['id']}#join={made['invite']}")
    visitor.sees("You're watching.")


def slow_game(visitor: Visitor, server: Server) -> None:
    made = server.begin("pathway", seat=1, name="Ann", clock={"seconds": 86400, "increment": 0})
    server.post(f"duels/{made['id']}/join", {"invite": made["invite"], "name": "Ben"})
    visitor.sit({**made, "invite": None})
    visitor.button("Notify me when it's my turn").wait_for()


def api(visitor: Visitor, server: Server) -> None:
    visitor.open("/api")
    visitor.page.locator(".shell-line button").first.wait_for()
    visitor.page.locator(".api-contents summary").first.click()


STATES: Final[dict[str, State]] = {
    state.__name__.replace("_", "-"): state
    for state in (
        lobby,
        lobby_with_games,
        daily,
        daily_with_its_answer,
        games_none,
        games,
        games_to_another_device,
        games_to_be_forgotten,
        ladder,
        ladder_game,
        learn,
        end_lost,
        end_won,
        end_shared,
        inviting,
        invited,
        invited_too_late,
        slow_game,
        api,
    )
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Take a picture of every state of the newer pages.")
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    home = Path(tempfile.mkdtemp())
    os.environ.setdefault("GRIDDUELS_CACHE", str(home))
    with sync_playwright() as playwright, Server(home) as server:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, state in STATES.items():
            for kind, screen in (("wide", WIDE), ("phone", PHONE)):
                visitor = Visitor(browser, server.url, **screen)
                state(visitor, server)
                for scheme in ("light", "dark"):
                    visitor.page.emulate_media(color_scheme=scheme)
                    visitor.page.screenshot(path=folder / f"{name}-{kind}-{scheme}.png")
                visitor.close()
        browser.close()


if __name__ == "__main__":
    main()
