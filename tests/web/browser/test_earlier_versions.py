"""Data stored in people's browsers by the first version, which had levels instead of characters, still works."""

import json
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from gridduels import Duel, load_game
from tests.web.browser.conftest import Visit
from tests.web.browser.server import Server
from tests.web.browser.visitor import Visitor

pytestmark = pytest.mark.heavy

DAY: Final = "2026-01-05"
SOLVED: Final = {"marks": ["right", "right"], "solved": True, "counts": True}
RESULT: Final = {
    "id": "abcdefghjkmn",
    "game": "gridlock",
    "title": "GridLock",
    "size": 7,
    "side": 1,
    "against": "medium",
    "winner": 1,
    "reason": "no moves",
    "plies": 12,
    "when": 1767000000000,
}
KEPT: Final[dict[str, Any]] = {
    "stars": {
        "light-cycle": {"Ada": [1, 2], "Juno": [2], "Bo": [1], "Fay": [1]},
        "gridlock": {"Ada": [1], "Juno": [2]},
    },
    "daily": {"2026-01-02": SOLVED, "2026-01-03": SOLVED, "2026-01-04": SOLVED},
    "streak.light-cycle": {"now": 3, "best": 7},
    "puzzle-length": "5",
    "settings": {"confirm": True, "names": True, "sounds": False, "letters": False},
    "setup.pathway": {
        "mode": "computer",
        "level": "hard",
        "one": "hard",
        "two": "medium",
        "side": "2",
        "first": "turns",
        "began": "1",
        "start": "book",
        "size": "5",
        "clock": "",
        "rules": {"goal": "open"},
    },
    "results": [RESULT, {**RESULT, "id": "bcdefghjkmnp", "against": "Juno", "winner": 2}],
    "offer": {"game": "pathway", "size": "", "clock": "600+5", "start": "fair", "listed": True},
    "name": "Ann",
    "colours": "sepia",
}
"""That version's local storage, by names without their prefix."""


@pytest.fixture
def visitor(visit: Visit) -> Visitor:
    visitor = visit()
    visitor.page.clock.set_fixed_time(f"{DAY}T10:00:00Z")
    visitor.open("/robots.txt")
    keep(visitor, KEPT)
    return visitor


def keep(visitor: Visitor, kept: dict[str, Any]) -> None:
    entries = {f"gridduels.{name}": json.dumps(value) for name, value in kept.items()}
    visitor.page.evaluate("kept => Object.assign(localStorage, kept)", entries)


def test_stars_and_streaks_are_still_there(visitor: Visitor) -> None:
    visitor.open("/ladder?game=light-cycle")
    visitor.sees("3 of 12 stars in Light Cycle Duel.")
    visitor.sees("Bo, Dario, Fay, Goran, and Ivo sit this game out")
    visitor.sees("You keep 2 stars against them.")
    for name, side in (("Ada", 1), ("Ada", 2), ("Juno", 2)):
        expect(
            visitor.page.get_by_role("button", name=f"Play {name} as Player {side}; even start; star won")
        ).to_be_visible()
    visitor.open("/ladder?game=gridlock")
    visitor.sees("2 of 14 stars in GridLock.")
    visitor.open(f"/puzzles/{DAY}")
    visitor.sees("Streak: 3 (best 3).")
    expect(visitor.page.locator(".calendar .ribbon")).to_have_count(3)
    expect(visitor.page.locator(".streak-chip")).to_contain_text("3")
    visitor.open("/puzzles?game=light-cycle&size=3")
    visitor.sees("Solved on the first try: 3 in a row (best 7).")
    expect(visitor.page.get_by_label("Length of the next puzzle")).to_have_value("5")


def test_records_name_the_characters_that_the_levels_are_now(visitor: Visitor) -> None:
    visitor.open("/games")
    visitor.sees("GridLock, against Emil", "#history")
    visitor.sees("GridLock, against Juno", "#history")
    row = visitor.page.locator("#statistics tr", has_text="Emil")
    expect(row).to_contain_text("1 of 1")


def test_settings_and_choices_are_kept(visitor: Visitor, server: Server) -> None:
    visitor.open("/explore?game=light-cycle&size=3")
    expect(visitor.page.locator("html")).to_have_attribute("data-theme", "sepia")
    visitor.button("Settings").click()
    for label, on in (("Confirm moves", True), ("Coordinates", True), ("Sounds", False), ("Keyboard", False)):
        expect(visitor.page.get_by_label(label)).to_be_checked(checked=on)
    visitor.open("/#play=pathway")
    expect(visitor.page.get_by_role("radio", name="Hana")).to_be_checked()
    expect(visitor.page.get_by_role("radio", name="Even start")).to_be_checked()
    visitor.start()
    visitor.page.wait_for_url("**/duel/*")
    visitor.sees("You Player B")
    state = server.get(f"duels/{visitor.page.url.rpartition('/')[2]}")
    assert state["p1"] == "level:8"


def test_open_duels_go_on(visitor: Visitor, server: Server) -> None:
    medium = server.begin("light-cycle", p2="medium", seat=1)
    climb = server.begin("light-cycle", p2="perfect", seat=1)
    friend = server.begin("pathway", seat=1)
    duels = [
        {"id": made["id"], "seat": made["seat"]["secret"], "invite": made["invite"], "title": title, "against": against}
        | {"when": 1767000000000 + number, "over": False}
        for number, (made, title, against) in enumerate(
            (
                (medium, "Light Cycle Duel 5×5", "medium"),
                (climb, "Light Cycle Duel", "Juno"),
                (friend, "Pathway Duel 5×5", "a friend"),
            )
        )
    ]
    keep(
        visitor,
        {
            "duels": duels,
            "climbs": {climb["id"]: {"game": "light-cycle", "name": "Juno", "side": 1, "first": [1, 2]}},
            "settings": {},
        },
    )
    visitor.open("/games")
    expect(visitor.page.locator("#going li")).to_have_count(3)
    visitor.sees("against Emil", "#going")
    visitor.sees("against Juno", "#going")
    for made, name in ((medium, "Emil"), (climb, "Juno")):
        visitor.open(f"/duel/{made['id']}")
        visitor.sees(name, "#strip-above")
        visitor.play(Duel(load_game("light-cycle")), "right")
        visitor.sees_ply(2)
    visitor.open(f"/duel/{friend['id']}")
    expect(visitor.page.get_by_label("Link for your friend")).to_be_visible()


def test_a_star_begun_in_that_version_is_won_in_this_one(visitor: Visitor, server: Server) -> None:
    before = Duel(load_game("light-cycle", 3), "up up")
    move = next(word for word in before.legal_moves if before.play(word).outcome)
    made = server.begin("light-cycle", size=3, p2="level:3", seat=before.turn, moves=list(before.moves))
    kept = {"id": made["id"], "seat": made["seat"]["secret"], "title": "Light Cycle Duel", "against": "Cleo", "when": 1}
    climb = {"game": "light-cycle", "name": "Cleo", "side": before.turn, "first": [1, 1]}
    keep(visitor, {"duels": [kept], "climbs": {made["id"]: climb}, "settings": {}})
    visitor.open(f"/duel/{made['id']}")
    visitor.sees("Cleo Turns whenever she can.", "#strip-above")
    visitor.play(before, move)
    visitor.sees("You beat Cleo.", "#end")
    visitor.open("/ladder?game=light-cycle")
    visitor.sees("4 of 12 stars in Light Cycle Duel.")
