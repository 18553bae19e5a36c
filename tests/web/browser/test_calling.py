"""Browser notifications in slow games."""

import json
import shutil
from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, expect

from tests.skips import require_package
from tests.web.browser.conftest import CHROMIUM, PROGRAMS, Visit
from tests.web.browser.server import Server
from tests.web.browser.visitor import Visitor

WHOLE: Final = next(filter(None, map(shutil.which, PROGRAMS[1:])), None)
BUTTON: Final = "Notify me when it's my turn"
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
"""Replaces the browser's permission dialog and notifications."""
SHOWN: Final = """
    window.shown = [];
    window.Notification = class extends Notification {
        constructor(title, options) {
            super(title, options);
            this.addEventListener("show", () => window.shown.push(`${this.title}: ${this.body}`));
        }
    };
    Object.defineProperty(document, "hidden", { get: () => window.away === true });
"""
"""Listens to the browser's own notifications. Playwright never hides a page, so the script claims that it is hidden."""


def sit(visit: Visit, server: Server, answer: str = "granted", **options: Any) -> tuple[Visitor, dict[str, Any], str]:
    """Return a visitor whose browser gives this answer, in a game with a friend, and the friend's seat."""
    visitor = visit()
    visitor.context.add_init_script(WATCH.replace("ANSWER", json.dumps(answer)))
    return visitor, *begin(visitor, server, **options)


def begin(visitor: Visitor, server: Server, **options: Any) -> tuple[dict[str, Any], str]:
    """Begin a game with a friend and return the friend's seat."""
    made = server.begin("light-cycle", seat=1, moves=["right"], **options)
    friend = server.post(f"duels/{made['id']}/join", {"invite": made["invite"]})["secret"]
    visitor.sit({**made, "invite": None})
    return made, friend


@pytest.fixture
def whole(browser: Browser) -> Iterator[Browser]:
    """A full Chromium, because the headless shell does not support notifications."""
    require_package(WHOLE or not CHROMIUM, "notifications need a whole Chromium: apt-get install chromium")
    kind = browser.browser_type
    with kind.launch(executable_path=WHOLE or kind.executable_path, args=["--no-sandbox"]) as found:
        yield found


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("locale", "button", "first", "call"),
    [
        ("en", BUTTON, "You'll get a message like this when it's your turn.", "Your opponent: left. Your move."),
        (
            "de",
            "Benachrichtige mich, wenn ich dran bin",
            "So eine Mitteilung bekommst du, wenn du dran bist.",
            "Dein Gegner: links. Du bist dran.",
        ),
    ],
    ids=["english", "german"],
)
def test_the_browser_itself_shows_the_notification(
    whole: Browser, server: Server, locale: str, button: str, first: str, call: str
) -> None:
    visitor = Visitor(whole, server.url, locale=locale, permissions=["notifications"])
    visitor.context.add_init_script(SHOWN)
    made, friend = begin(visitor, server)
    visitor.button(button).click()
    visitor.page.wait_for_function("() => window.shown.length === 1")
    visitor.page.evaluate("window.away = true")
    server.post(f"duels/{made['id']}/move", {"ply": 1, "move": "left"}, friend)
    visitor.page.wait_for_function("() => window.shown.length === 2")
    assert visitor.page.evaluate("window.shown") == [f"Light Cycle Duel: {first}", f"Light Cycle Duel: {call}"]
    assert visitor.close() == []


@pytest.mark.heavy
def test_a_player_who_asked_is_notified_while_the_page_is_hidden(visit: Visit, server: Server) -> None:
    visitor, made, friend = sit(visit, server)
    button = visitor.button(BUTTON)
    expect(button).to_have_attribute("aria-pressed", "false")
    assert visitor.page.evaluate("window.asked") == 0
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    assert visitor.page.evaluate("[window.asked, window.called.length]") == [1, 1]
    visitor.page.evaluate("window.away = true")
    server.post(f"duels/{made['id']}/move", {"ply": 1, "move": "left"}, friend)
    visitor.page.wait_for_function("() => window.called.length === 2")
    assert visitor.page.evaluate("window.called[1]") == "Light Cycle Duel: Your opponent: left. Your move."
    expect(visitor.page).to_have_title("● Your move: Light Cycle Duel – Grid Duels")


@pytest.mark.heavy
def test_no_notification_while_the_page_is_visible_or_after_switching_it_off(visit: Visit, server: Server) -> None:
    visitor, made, friend = sit(visit, server)
    visitor.button(BUTTON).click()
    visitor.page.wait_for_function("() => window.called.length === 1")
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
def test_a_browser_that_blocks_notifications_is_reported(visit: Visit, server: Server) -> None:
    visitor, *_ = sit(visit, server, answer="denied")
    visitor.button(BUTTON).click()
    visitor.sees("Your browser blocks notifications from this site.", "#message")
    expect(visitor.button(BUTTON)).to_have_attribute("aria-pressed", "false")


@pytest.mark.heavy
@pytest.mark.parametrize("clock", [{"seconds": 300, "increment": 0}, {"seconds": 86400, "increment": 0}])
def test_notifications_are_offered_in_slow_games_only(visit: Visit, server: Server, clock: dict[str, int]) -> None:
    visitor, *_ = sit(visit, server, clock=clock)
    expect(visitor.button(BUTTON)).to_be_visible(visible=clock["seconds"] > 3600)
