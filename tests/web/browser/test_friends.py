"""Two people, each with a browser: the link, the game, and everything they can ask of each other."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.helpers import GAMES, heavy_but
from tests.web.browser.conftest import Visit
from tests.web.browser.games import short_game, steps
from tests.web.browser.server import Server
from tests.web.browser.visitor import Visitor

LINK = re.compile(r"/duel/\w+#join=.+")


def invited(host: Visitor, game: str) -> str:
    """Set up a game with a friend on the start page and return the link."""
    host.open("/")
    host.page.get_by_role("button", name=f"Play {game}").click()
    host.page.get_by_label("A friend").check()
    host.button("Create the link").click()
    host.sees("Send this to a friend.")
    link = host.page.get_by_label("Link for your friend").input_value()
    assert LINK.search(link)
    return link


def couple(visit: Visit, server: Server, game: str = "light-cycle", **options: object) -> tuple[Visitor, Visitor]:
    """Return two people in a new game, Player 1 first."""
    made = server.begin(game, seat=1, **options)
    one, two = visit(), visit()
    one.sit(made)
    two.open(f"/duel/{made['id']}#join={made['invite']}")
    two.accept()
    one.sees_board()
    return one, two


@pytest.mark.parametrize("game", heavy_but(["blockade"], GAMES))
def test_two_people_play_a_game_to_its_end(visit: Visit, game: str) -> None:
    one, two = visit(), visit()
    played = short_game(game)
    two.page.goto(invited(one, played.game.title))
    two.accept()
    assert re.fullmatch(r".*/duel/\w+", two.page.url)
    for duel, move in steps(played):
        mover, other = (one, two) if duel.turn == 1 else (two, one)
        mover.sees("Your move.")
        mover.sees_position(duel)
        assert not other.offers()
        mover.play(duel, move)
        for visitor in (one, two):
            visitor.sees_ply(duel.ply + 1)
    winner, loser = (one, two) if played.ended.winner == 1 else (two, one)
    for visitor, result in ((winner, "You won."), (loser, "You lost.")):
        visitor.sees(result)
        visitor.sees_position(played)
        visitor.is_told(result)


@pytest.mark.heavy
def test_the_link_gives_the_free_seat_once_and_everyone_else_watches(visit: Visit, server: Server) -> None:
    made = server.begin("light-cycle", seat=1)
    one, two, late = visit(), visit(), visit(allow="409")
    one.sit(made)
    two.open(f"/duel/{made['id']}#join={made['invite']}")
    two.accept()
    late.open(f"/duel/{made['id']}#join={made['invite']}")
    two.sees("You Player 2")
    late.sees("That seat is already taken, so you're watching.")
    late.sees("You're watching.")
    assert late.page.url.endswith(f"/duel/{made['id']}")
    assert not late.offers()
    one.sees("1 person is watching.")
    one.cell(11).click()
    late.sees_ply(1)


def test_a_wrong_invitation_allows_watching(visit: Visit, server: Server) -> None:
    guest = visit(allow="403")
    guest.open(f"/duel/{server.begin('pathway', seat=1)['id']}#join=guessed")
    guest.accept()
    guest.sees("This invitation is for another duel. You're watching.")
    assert not guest.offers()


@pytest.mark.heavy
def test_of_many_who_open_the_link_at_once_exactly_one_sits_down(visit: Visit, server: Server) -> None:
    made = server.begin("pathway", seat=1)
    visitors = [visit(allow="409") for _ in range(3)]
    held: list[Route] = []
    for visitor in visitors:
        # All requests are sent together: each waits until the last page is about to ask.
        visitor.page.route("**/join", lambda route: held.append(route))
    for visitor in visitors:
        visitor.open(f"/duel/{made['id']}#join={made['invite']}")
        visitor.button("Play").click()
    for _ in range(600):
        if len(held) < len(visitors):
            visitors[0].page.wait_for_timeout(50)
    assert len(held) == len(visitors)
    for route in held:
        route.continue_()
    for visitor in visitors:
        visitor.sees_board()
    assert sorted(visitor.page.locator("[data-notice=seat]").count() for visitor in visitors) == [0, 1, 1]


@pytest.mark.heavy
def test_a_seat_whose_answer_got_lost_is_given_again(visit: Visit, server: Server) -> None:
    made = server.begin("pathway", seat=1)
    guest = visit(allow="ERR_FAILED")

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    guest.page.route("**/join", lose, times=1)
    guest.open(f"/duel/{made['id']}#join={made['invite']}")
    guest.button("Play").click()
    guest.sees("Can't reach the server.")
    guest.button("Try again").click()
    guest.sees("You Player B")
    assert guest.page.url == f"{server.url}/duel/{made['id']}"


@pytest.mark.heavy
def test_the_inviters_address_leads_a_friend_to_the_free_seat_and_then_others_to_watching(visit: Visit) -> None:
    one, two, three = visit(), visit(), visit()
    link = invited(one, "Pathway Duel")
    assert one.page.url == link
    one.page.reload()
    one.sees("Send this to a friend.")
    two.page.goto(one.page.url)
    two.accept()
    two.sees("You Player B")
    one.sees("You Player A")
    one.page.wait_for_url(lambda url: "#" not in url)
    for player in (one, two):
        three.page.goto(player.page.url)
        three.sees("You're watching.")


@pytest.mark.heavy
def test_a_seat_moves_to_another_device_by_a_link_that_works_once(visit: Visit, server: Server) -> None:
    one, two = couple(visit, server)
    phone, thief = visit(), visit(allow="403")
    one.tool("Continue on another device").click()
    expect(one.page.get_by_role("img", name="The link as a QR code")).to_be_visible()
    link = one.page.get_by_label("Link for your other device").input_value()
    one.button("Close").click()
    phone.page.goto(link)
    phone.sees("You Player 1")
    assert phone.page.url == one.page.url
    one.sees("You're playing on another device now. This one is watching.")
    assert not one.offers()
    thief.page.goto(link)
    thief.sees("This link has been used or has expired. Create a new one on the device you play on. You're watching.")
    phone.cell(11).click()
    two.sees("Your move.")
    one.sees_ply(1)


@pytest.mark.heavy
def test_the_invitation_moves_along_with_the_seat(visit: Visit) -> None:
    one, phone, friend = visit(), visit(), visit()
    invited(one, "Pathway Duel")
    one.open("/games")
    one.page.get_by_role("button", name="Continue Pathway Duel on another device").click()
    phone.page.goto(one.page.get_by_label("Link for your other device").input_value())
    friend.page.goto(phone.page.get_by_label("Link for your friend").input_value())
    friend.accept()
    friend.sees("You Player B")
    phone.sees("You Player A")


@pytest.mark.heavy
def test_a_link_for_the_other_seat_leaves_ones_own_seat_alone(visit: Visit, server: Server) -> None:
    one, two = couple(visit, server)
    one.tool("Continue on another device").click()
    link = one.page.get_by_label("Link for your other device").input_value()
    two.page.goto("about:blank")
    two.page.goto(link)
    two.sees("That link is for the other seat. You keep your own.")
    two.sees("You Player 2")
    one.button("Close").click()
    one.sees("You Player 1")


def test_an_emote_shows_next_to_its_sender_and_can_be_muted(visit: Visit, server: Server) -> None:
    one, two = couple(visit, server)
    one.button("Good luck!").click()
    for visitor, strip in ((one, "#strip-below"), (two, "#strip-above")):
        visitor.sees("🍀 Good luck!", strip)
    two.is_told("Your opponent: Good luck!")
    two.button("Hide emotes").click()
    one.button("Thanks!").click()
    one.sees("🙏 Thanks!", "#strip-below")
    two.button("Oops!").click()
    one.sees("🙈 Oops!", "#strip-above")
    expect(two.page.locator("#strip-above")).not_to_contain_text("Thanks!")


@pytest.mark.heavy
def test_a_takeback_names_what_it_undoes_and_needs_consent(visit: Visit, server: Server) -> None:
    one, two = couple(visit, server)
    one.cell(11).click()
    two.sees_ply(1)
    two.cell(13).click()
    one.sees_ply(2)
    one.button("Take back").click()
    one.sees("You asked to take back “right”, “left”. Waiting for an answer.")
    two.sees("Your opponent asks to take back “right”, “left”.")
    two.button("Decline").click()
    expect(one.page.locator("[data-notice=takeback]")).to_have_count(0)
    one.sees_ply(2)
    one.button("Take back").click()
    two.button("Allow").click()
    for visitor in (one, two):
        visitor.sees_ply(0)
        visitor.is_told("2 moves were taken back.")


@pytest.mark.heavy
def test_resigning_asks_once_and_a_rematch_swaps_the_sides(visit: Visit, server: Server) -> None:
    one, two = couple(visit, server)
    watcher = visit()
    watcher.open("/duel/" + one.page.url.split("/duel/")[1].split("#")[0])
    watcher.sees_board()
    one.tool("Resign").click()
    one.button("Keep playing").click()
    one.sees("Your move.")
    one.tool("Resign").click()
    one.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    two.sees("You won.")
    two.sees("Your opponent resigned.", "#end")
    two.button("Rematch").click()
    two.sees("You asked for a rematch.")
    one.sees("Your opponent wants a rematch with sides swapped.")
    before = one.page.url
    one.button("Play again").click()
    one.page.wait_for_url(lambda url: url != before)
    one.sees("You Player 2")
    two.sees("You Player 1")
    two.sees("Your move.")
    one.sees("Round 2. You 0 : 1 Your opponent.")
    two.sees("Round 2. You 1 : 0 Your opponent.")
    watcher.page.wait_for_url(lambda url: url.split("#")[0] == one.page.url.split("#")[0])
    watcher.sees("You're watching.")


@pytest.mark.heavy
def test_a_player_who_left_is_missed_and_returns_to_the_same_seat(visit: Visit, server: Server) -> None:
    one, two = couple(visit, server)
    two.page.goto("about:blank")
    one.sees("away")
    one.sees("Your opponent has left. The game will wait; their link still works.")
    two.open("/")
    two.page.get_by_role("link", name="Light Cycle Duel 5×5, against a friend").click()
    two.sees("You Player 2")
    expect(one.page.locator("[data-notice=away]")).to_have_count(0)
    one.cell(11).click()
    two.sees("Your move.")


@pytest.mark.heavy
def test_while_two_people_play_neither_is_offered_an_analysis(visit: Visit, server: Server) -> None:
    one, two = couple(visit, server, size=3)
    one.button("More").click()
    expect(one.button("Resign")).to_be_visible()
    expect(one.button("Analysis")).to_be_hidden()
    two.page.keyboard.press("a")
    expect(two.page.locator("#analysis-part")).to_be_hidden()
    one.tool("Resign").click()
    one.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(two.button("Analysis")).to_be_visible()


@pytest.mark.heavy
@pytest.mark.parametrize("clock", [None, {"seconds": 300}])
def test_spectators_may_analyse_games_without_a_clock(
    visit: Visit, server: Server, clock: dict[str, int] | None
) -> None:
    one, _ = couple(visit, server, size=3, clock=clock)
    watcher = visit(allow="422")
    watcher.open(one.page.url.removeprefix(server.url))
    watcher.sees("You're watching.")
    if clock is None:
        expect(watcher.button("Analysis")).to_be_visible()
        return
    expect(watcher.button("Analysis")).to_be_hidden()
    watcher.page.keyboard.press("a")
    expect(watcher.page.locator("#analysis-part")).to_be_hidden()
    one.tool("Resign").click()
    one.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(watcher.button("Analysis")).to_be_visible()


@pytest.mark.heavy
def test_clocks_count_down_and_end_the_game(visit: Visit, server: Server) -> None:
    one, two = couple(visit, server, size=3, clock={"seconds": 5, "increment": 0})
    expect(one.page.locator(".face").first).to_have_text("5.0")
    one.cell(one.offers().pop()).click()
    two.sees("You lost.")
    one.sees("Your opponent ran out of time.", "#end")


@pytest.mark.heavy
def test_the_clock_keeps_running_when_a_player_leaves(visit: Visit, server: Server) -> None:
    one, two = couple(visit, server, clock={"seconds": 300, "increment": 0})
    one.cell(11).click()
    two.sees("Your move.")
    two.page.goto("about:blank")
    one.sees("Your opponent has left. The clock keeps running; their link still works.")


def test_an_open_invitation_is_listed_as_a_game_against_a_friend(visit: Visit, server: Server) -> None:
    visitor = visit()
    made = server.begin("light-cycle", seat=1)
    visitor.sit(made)
    visitor.open("/")
    expect(visitor.page.get_by_role("link", name="Light Cycle Duel 5×5, against a friend")).to_be_visible()
