"""Invitations: the page a friend sees when opening the link."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import Visit
from tests.web.browser.server import Server
from tests.web.browser.test_accessibility import check
from tests.web.browser.visitor import PHONE

SCREENS: list[Any] = [
    pytest.param(PHONE, id="phone"),
    pytest.param({"viewport": {"width": 1280, "height": 800}}, id="laptop"),
]


def test_the_invitation_says_who_invites_to_what_and_one_button_takes_the_seat(visit: Visit, server: Server) -> None:
    made = server.begin("light-cycle", seat=1, name="Ann", clock={"seconds": 180, "increment": 2})
    one, two = visit(), visit()
    one.sit(made)
    two.open(f"/duel/{made['id']}#join={made['invite']}")
    expect(two.page.get_by_role("heading", level=1)).to_have_text("Ann invites you to Light Cycle Duel")
    for line in (
        "If you can't move, you lose.",
        "You play ◆ Player 2",
        "5×5 board",
        "3 minutes each",
        "Ann goes first",
    ):
        two.sees(line, "#invitation")
    assert server.get(f"duels/{made['id']}")["seats"]["2"] == "open"
    two.page.get_by_label("Your name").fill("Ben")
    two.accept()
    two.sees("You Ben")
    two.sees("Ann", "#strip-above")
    one.sees("Ben", "#strip-above")
    assert re.fullmatch(r".*/duel/\w+", two.page.url)
    record = two.page.request.get(f"{server.url}/api/duels/{made['id']}/record").text()
    assert '[Name1 "Ann"]\n[Name2 "Ben"]' in record


def test_an_open_invitation_notices_that_someone_else_has_accepted(visit: Visit, server: Server) -> None:
    made = server.begin("light-cycle", seat=1, name="Ann")
    late, first = visit(), visit()
    for guest in (late, first):
        guest.open(f"/duel/{made['id']}#join={made['invite']}")
        expect(guest.button("Play")).to_be_visible()
    first.accept()
    late.sees_board()
    late.sees("That seat is already taken, so you're watching.")
    assert not late.offers()
    first.sees("You Player 2")


@pytest.mark.heavy
def test_an_invitation_that_was_accepted_in_another_tab_has_its_seat(visit: Visit, server: Server) -> None:
    made = server.begin("light-cycle", seat=2)
    guest = visit()
    other = guest.new_tab()
    for page in (other, guest.page):
        page.goto(f"{server.url}/duel/{made['id']}#join={made['invite']}")
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    guest.accept()
    expect(other.get_by_role("grid")).to_be_visible()
    expect(other.locator("#strip-below")).to_contain_text("Your move")


@pytest.mark.heavy
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", ["light-cycle", "blockade"])
def test_the_invitation_fits_the_screen_and_axe_finds_nothing(
    visit: Visit, server: Server, screen: dict[str, Any], game: str
) -> None:
    made = server.begin(game, seat=1, name="Maximiliane von der Heide"[:24], clock={"seconds": 180, "increment": 2})
    guest = visit(**screen)
    guest.open(f"/duel/{made['id']}#join={made['invite']}")
    expect(guest.button("Play")).to_be_in_viewport(ratio=1)
    expect(guest.page.locator(".example svg .token").first).to_be_visible()
    assert guest.page.evaluate("[innerWidth, document.documentElement.scrollHeight]") == list(
        screen["viewport"].values()
    )
    check(guest)


@pytest.mark.heavy
def test_a_reserved_name_is_refused_and_can_be_corrected(visit: Visit, server: Server) -> None:
    made = server.begin("pathway", seat=2)
    guest = visit(allow="422", **PHONE)
    guest.open(f"/duel/{made['id']}#join={made['invite']}")
    guest.sees("A friend invites you to", "#invitation h1")
    guest.page.get_by_label("Your name").fill("player b")
    guest.button("Play").click()
    guest.sees("'player b' looks like a name that is taken. Choose another one.", "#invitation")
    expect(guest.page.get_by_label("Your name")).to_be_focused()
    check(guest)
    guest.page.get_by_label("Your name").fill("Bea")
    guest.accept()
    guest.sees("You Bea")


@pytest.mark.heavy
def test_a_name_is_remembered_for_the_next_invitation(visit: Visit, server: Server) -> None:
    guest = visit()
    for number in range(2):
        made = server.begin("gridlock", size=3, seat=1)
        guest.open(f"/duel/{made['id']}#join={made['invite']}")
        field = guest.page.get_by_label("Your name")
        expect(field).to_have_value("Bea" if number else "")
        field.fill("Bea")
        guest.accept()


@pytest.mark.heavy
def test_a_spectator_leaves_the_seat_free_and_can_return_to_the_invitation(visit: Visit, server: Server) -> None:
    made = server.begin("grid-runner", seat=1)
    guest = visit()
    guest.open(f"/duel/{made['id']}#join={made['invite']}")
    guest.button("Just watch").click()
    guest.sees("You're watching.")
    assert server.get(f"duels/{made['id']}")["seats"]["2"] == "open"
    guest.page.reload()
    guest.accept()
    guest.sees("You Player 2")


@pytest.mark.heavy
def test_the_demo_board_respects_reduced_motion(visit: Visit, server: Server) -> None:
    made = server.begin("light-cycle", seat=1)
    moving, still = visit(reduced_motion="no-preference"), visit()
    for visitor in (moving, still):
        visitor.open(f"/duel/{made['id']}#join={made['invite']}")
        expect(visitor.page.locator(".example svg .token").first).to_be_visible()
    still.page.locator(".example svg .last").wait_for(state="attached")  # the sample game has replaced the empty board
    boards = [visitor.page.locator(".example svg") for visitor in (moving, still)]
    before = [board.inner_html() for board in boards]
    moving.page.wait_for_function(
        "before => document.querySelector('.example svg').innerHTML !== before", arg=before[0]
    )
    assert boards[1].inner_html() == before[1]
    moving.button("Pause the board").click()
    expect(moving.button("Resume the board")).to_be_visible()


@pytest.mark.heavy
@pytest.mark.parametrize("screen", SCREENS)
def test_the_inviter_has_a_link_to_copy_and_a_qr_code(visit: Visit, screen: dict[str, Any]) -> None:
    host, guest = visit(**screen), visit()
    host.open("/")
    host.page.get_by_role("button", name="Play GridLock").click()
    host.page.get_by_label("A friend").check()
    host.page.get_by_label("Your name").fill("Ann")
    host.button("Create the link").click()
    link = host.page.get_by_label("Link for your friend").input_value()
    expect(host.button("Copy link")).to_be_visible()
    expect(host.page.get_by_role("img", name="The link as a QR code")).to_be_visible()
    expect(host.page.get_by_role("grid")).to_be_hidden()
    guest.page.goto(link)
    guest.sees("Ann invites you to", "#invitation h1")
    guest.accept()
    host.sees_board()
    host.sees("opponent")
