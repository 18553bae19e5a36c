"""Lost connections, restarted servers and reloaded pages lose nothing and repeat nothing."""

import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from gridduels import Duel, load_game
from tests.web.browser.conftest import Visit
from tests.web.browser.server import Server
from tests.web.browser.visitor import Visitor

LOST = "ERR_INTERNET_DISCONNECTED|WebSocket|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET"


@pytest.fixture
def visit_lost(visit: Visit) -> Visit:
    """Return a factory of visitors whose connection will be lost."""
    return lambda **options: visit(allow=LOST, **options)


@pytest.mark.heavy
def test_a_reload_finds_the_seat_and_the_game(visit: Visit, server: Server) -> None:
    visitor = visit()
    visitor.sit(server.begin("light-cycle"))
    visitor.cell(11).click()
    visitor.sees_ply(1)
    visitor.page.reload()
    visitor.sees_ply(1)
    visitor.sees_position(Duel(load_game("light-cycle"), "right"))
    assert visitor.offers()


@pytest.mark.heavy
@pytest.mark.parametrize("more", ["", "#seat=x", "#join=x", "#take=x", "#take=9999999999-x&join=x"])
def test_no_address_takes_away_this_browsers_seat(visit: Visit, server: Server, more: str) -> None:
    visitor = visit()
    made = server.begin("light-cycle")
    visitor.sit(made)
    visitor.open("/")
    visitor.open(f"/duel/{made['id']}{more}")
    visitor.sees_board()
    assert visitor.offers()
    visitor.page.reload()
    visitor.sees_board()
    assert visitor.offers()
    assert visitor.page.url == f"{server.url}/duel/{made['id']}"


def test_an_invalid_seat_only_watches(visit: Visit, server: Server) -> None:
    visitor = visit()
    made = server.begin("light-cycle")
    visitor.sit(made | {"seat": {"secret": "guessed"}})
    visitor.sees("Your seat in this game is no longer valid, so you're watching.")
    assert not visitor.offers()


@pytest.mark.heavy
def test_two_tabs_of_one_seat_agree(visit: Visit, server: Server) -> None:
    visitor = visit()
    visitor.sit(server.begin("light-cycle"))
    other = visitor.new_tab()
    other.goto(visitor.page.url)
    expect(other.get_by_role("grid")).to_be_visible()
    visitor.cell(11).click()
    expect(other.locator("#moves li")).to_have_count(1)
    other.get_by_role("gridcell").nth(13).click()
    visitor.sees_ply(2)
    visitor.sees_position(Duel(load_game("light-cycle"), "right left"))


@pytest.mark.heavy
def test_an_offline_device_says_so_and_reconnects_by_itself(visit_lost: Visit, server: Server) -> None:
    one, two = visit_lost(), visit_lost()
    made = server.begin("light-cycle", seat=1)
    one.sit(made)
    two.open(f"/duel/{made['id']}#join={made['invite']}")
    two.accept()
    two.context.set_offline(True)
    two.sees("Connection lost. Trying again…")
    one.cell(11).click()
    one.sees_ply(1)
    two.context.set_offline(False)
    two.sees_ply(1)
    expect(two.page.locator("[data-notice=connection]")).to_have_count(0)
    two.cell(13).click()
    one.sees_ply(2)


def test_a_move_made_while_the_connection_is_down_is_played_once_it_is_back(visit_lost: Visit, server: Server) -> None:
    visitor = visit_lost()
    made = server.begin("light-cycle")
    visitor.sit(made)
    visitor.context.set_offline(True)
    visitor.sees("Connection lost. Trying again… Your game is safe on the server.")
    visitor.cell(11).click()
    visitor.sees("Your move will be sent when it's back.")
    visitor.context.set_offline(False)
    visitor.sees_ply(1)
    assert server.get(f"duels/{made['id']}")["moves"] == ["right"]


@pytest.mark.heavy
def test_long_polling_replaces_blocked_websockets(visit: Visit, server: Server) -> None:
    one, two = visit(), visit()
    two.page.route_web_socket("**/socket", lambda socket: socket.close())
    made = server.begin("light-cycle", seat=1)
    one.sit(made)
    two.open(f"/duel/{made['id']}#join={made['invite']}")
    two.accept()
    expect(one.page.locator(".strip", has_text="away")).to_have_count(0)
    for visitor, cell, ply in ((one, 11, 1), (two, 13, 2), (one, 6, 3)):
        visitor.cell(cell).click()
        for each in (one, two):
            each.sees_ply(ply)
    two.cell(14).click()
    two.sees("You cannot move right: (3,5) is blocked.", "#message")
    two.tool("Resign").click()
    two.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    one.sees("You won.")
    two.sees("You lost.")


@pytest.mark.heavy
def test_everyone_continues_after_the_server_is_killed_and_restarted(browser: Browser, tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        one, two = (Visitor(browser, server.url, allow=LOST) for _ in range(2))
        made = server.begin("light-cycle", seat=1)
        one.sit(made)
        two.open(f"/duel/{made['id']}#join={made['invite']}")
        two.accept()
        one.cell(11).click()
        two.sees_ply(1)
        server.stop(signal.SIGKILL)
        two.sees("Connection lost.")
        two.cell(13).click()
        server.start()
        for visitor in (one, two):
            visitor.sees_ply(2)
            visitor.sees_position(Duel(load_game("light-cycle"), "right left"))
            expect(visitor.page.locator("[data-notice=connection]")).to_have_count(0)
        one.cell(6).click()
        two.sees_ply(3)
        assert server.get(f"duels/{made['id']}")["moves"] == ["right", "left", "up"]
        assert [*one.close(), *two.close()] == []


@pytest.mark.heavy
def test_an_unknown_game_and_an_unknown_page_say_so(visit: Visit) -> None:
    visitor = visit(allow="404|WebSocket")
    visitor.open("/duel/nosuchgame12")
    visitor.sees("This game doesn't exist. The link may be wrong, or the game has expired.")
    visitor.page.get_by_role("link", name="Go to the start page").click()
    visitor.sees("Light Cycle Duel")
    visitor.open("/no/such/page")
    visitor.sees("There's no page at this address.")
    visitor.page.get_by_role("link", name="Go to the start page").click()
    visitor.sees("Light Cycle Duel")


def test_a_start_page_without_its_server_says_so(visit: Visit) -> None:
    visitor = visit(allow="ERR_FAILED|ERR_CONNECTION")
    visitor.page.route("**/api/games", lambda route: route.abort())
    visitor.open("/")
    visitor.sees("Can't reach the server. Check your connection and try again.")


@pytest.mark.heavy
def test_a_busy_server_is_retried(visit: Visit) -> None:
    visitor = visit(allow="503")
    answers = [503]
    visitor.page.route(
        "**/api/games",
        lambda route: route.fulfill(status=answers.pop(), json={"sentence": "busy"}) if answers else route.continue_(),
    )
    visitor.open("/")
    visitor.sees("Light Cycle Duel")
    assert not answers


@pytest.mark.heavy
def test_a_browser_without_storage_can_play(visit: Visit, server: Server) -> None:
    visitor = visit()
    visitor.context.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw new Error('no'); }})")
    visitor.open("/")
    visitor.page.get_by_role("button", name="Play Pathway Duel").click()
    visitor.page.get_by_label("Someone here").check()
    visitor.start()
    visitor.page.wait_for_url("**/duel/*")
    visitor.sees_board()
    visitor.cell(1).click()
    visitor.sees_ply(1)
    visitor.page.reload()
    visitor.sees_ply(1)
    assert visitor.offers()


@pytest.mark.heavy
def test_choices_and_unfinished_games_are_remembered(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/")
    visitor.page.get_by_role("button", name="Play GridLock").click()
    visitor.page.get_by_label("Someone here").check()
    visitor.page.get_by_text("Board and clock").click()
    visitor.page.get_by_label("Board", exact=True).select_option("5×5")
    visitor.start()
    visitor.sees("GridLock 5×5")
    visitor.open("/")
    visitor.page.get_by_role("link", name="GridLock 5×5, two players, one screen").click()
    visitor.sees_board()
    visitor.tool("Resign").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    visitor.sees("resigned", "#end")
    visitor.open("/")
    expect(visitor.page.locator("#kept")).to_be_hidden()
    visitor.page.get_by_role("button", name="Play GridLock").click()
    expect(visitor.page.get_by_label("Someone here")).to_be_checked()
    expect(visitor.page.get_by_label("Board", exact=True)).to_have_value("5")


def test_a_resignation_counts_even_if_the_opponent_moves_first(visit: Visit, server: Server) -> None:
    visitor, made, late, held = (
        visit(),
        server.begin("light-cycle", p2="easy", seat=1),
        list[bool](),
        list[Callable[[], None]](),
    )

    def hold_back(page: WebSocketRoute) -> None:
        far = page.connect_to_server()
        far.on_message(lambda text: held.append(lambda: page.send(text)) if late else page.send(text))

    visitor.page.route_web_socket("**/*", hold_back)
    visitor.sit(made)
    late.append(True)
    visitor.play(Duel(load_game("light-cycle")), "right")
    while server.get(f"duels/{made['id']}")["ply"] < 2:
        visitor.page.wait_for_timeout(50)
    visitor.tool("Resign").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    while len(held) < 3:  # the move, its reply, and the refusal of the outdated resignation
        visitor.page.wait_for_timeout(50)
    late.clear()
    for send in held:
        send()
    visitor.sees("You resigned.", "#end")
