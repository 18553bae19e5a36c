"""Whoever asked for it is called when it is their turn in a slow game: by the title, and by the browser."""

import json
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Visit
from tests.web.browser.server import Server
from tests.web.browser.visitor import Visitor

BUTTON: Final = "Tell me when it is my turn"
WATCH: Final = """
    window.asked = 0;
    window.called = [];
    window.Notification = class extends EventTarget {
        static permission = "default";
        static async requestPermission() {
            window.asked++;
            return this.permission = ANSWER;
        }
        constructor(title, { body }) {
            super();
            window.called.push(`${title}: ${body}`);
        }
    };
    Object.defineProperty(document, "hidden", { get: () => window.away === true });
"""
"""Stands where the browser asks a person and shows them something, which no program can look at."""


def sit(visit: Visit, server: Server, answer: str = "granted", **options: Any) -> tuple[Visitor, dict[str, Any], str]:
    """Somebody at a game with a friend, and the friend's seat."""
    visitor = visit()
    visitor.context.add_init_script(WATCH.replace("ANSWER", json.dumps(answer)))
    made = server.begin("light-cycle", seat=1, moves=["right"], **options)
    friend = server.post(f"duels/{made['id']}/join", {"invite": made["invite"]})["secret"]
    visitor.sit({**made, "invite": None})
    return visitor, made, friend


@pytest.mark.heavy
def test_who_asked_is_called_while_looking_elsewhere(visit: Visit, server: Server) -> None:
    visitor, made, friend = sit(visit, server)
    button = visitor.button(BUTTON)
    expect(button).to_have_attribute("aria-pressed", "false")
    assert visitor.page.evaluate("window.asked") == 0
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    assert visitor.page.evaluate("[window.asked, window.called.length]") == [1, 1]
    visitor.page.evaluate("window.away = true")
    server.post(f"duels/{made['id']}/move", {"ply": 1, "move": "left"}, friend)
    visitor.page.wait_for_function("window.called.length === 2")
    assert visitor.page.evaluate("window.called[1]") == "Light Cycle Duel: Your opponent: left. Your move."
    expect(visitor.page).to_have_title("● Your move: Light Cycle Duel – Grid Duels")


@pytest.mark.heavy
def test_nobody_is_called_who_looks_at_the_page_or_has_switched_it_off(visit: Visit, server: Server) -> None:
    visitor, made, friend = sit(visit, server)
    visitor.button(BUTTON).click()
    visitor.page.wait_for_function("window.called.length === 1")
    server.post(f"duels/{made['id']}/move", {"ply": 1, "move": "left"}, friend)
    visitor.sees_ply(2)
    visitor.button(BUTTON).click()
    expect(visitor.button(BUTTON)).to_have_attribute("aria-pressed", "false")
    visitor.page.evaluate("window.away = true")
    server.post(f"duels/{made['id']}/move", {"ply": 2, "move": "down"}, made["seat"]["secret"])
    server.post(f"duels/{made['id']}/move", {"ply": 3, "move": "up"}, friend)
    visitor.sees_ply(4)
    assert visitor.page.evaluate("window.called.length") == 1


@pytest.mark.heavy
def test_a_browser_that_forbids_it_is_told_of(visit: Visit, server: Server) -> None:
    visitor, *_ = sit(visit, server, answer="denied")
    visitor.button(BUTTON).click()
    visitor.sees("Your browser does not let this site tell you.", "#message")
    expect(visitor.button(BUTTON)).to_have_attribute("aria-pressed", "false")


@pytest.mark.heavy
@pytest.mark.parametrize("clock", [{"seconds": 300, "increment": 0}, {"seconds": 86400, "increment": 0}])
def test_it_is_offered_in_slow_games_only(visit: Visit, server: Server, clock: dict[str, int]) -> None:
    visitor, *_ = sit(visit, server, clock=clock)
    expect(visitor.button(BUTTON)).to_be_visible(visible=clock["seconds"] > 3600)
