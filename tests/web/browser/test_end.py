"""The end of a game: what decided it, how well both played, and what to do next."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from gridduels import Duel, load_game
from gridduels.analysis.annotations import Turning, annotate, turning_point
from gridduels.engine import solve
from tests.web.browser.conftest import Visit
from tests.web.browser.games import short_game
from tests.web.browser.server import Server
from tests.web.browser.visitor import PHONE, Visitor


def sit_at_the_end(visitor: Visitor, server: Server, duel: Duel, **options: object) -> None:
    """Open a finished game against the computer as its loser."""
    loser = 3 - duel.ended.winner
    seats = {"seat": loser, f"p{3 - loser}": "random"} | options
    visitor.sit(server.begin(duel.game.id, size=duel.game.size, moves=list(duel.moves), **seats))


@pytest.mark.heavy
@pytest.mark.parametrize("options", [{}, PHONE], ids=["laptop", "phone"])
def test_the_loser_learns_the_turning_point_and_retries_from_there(
    visit: Visit, server: Server, options: dict[str, object]
) -> None:
    duel = short_game("light-cycle", 3)
    annotation = annotate(duel, solve(duel.game))
    point = turning_point(duel, annotation.notes)
    assert point is not None
    assert point.by is Turning.MOVE
    visitor = visit(**options)
    sit_at_the_end(visitor, server, duel)
    visitor.sees("You lost.", "#end")
    note = annotation.notes[point.ply - 1]
    visitor.sees(f"You were winning until move {point.ply}. You played “{note.move}”;", "#end")
    for player in (1, 2):
        kept, moves = annotation.kept(player)
        visitor.sees(f"{kept} of {moves}", "#end .figures")
    assert Axe().run(visitor.page).violations_count == 0
    over = visitor.page.url
    visitor.button(f"Try again from move {point.ply}").click()
    expect(visitor.page).not_to_have_url(over)
    visitor.sees_board()
    visitor.sees_ply(point.ply - 1)
    visitor.sees_position(Duel(duel.game, duel.moves[: point.ply - 1]))
    assert visitor.offers()


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("moves", "story", "again"),
    [
        (["up"], "The position wasn't lost yet.", 2),
        (["up", "left"], "Player 1 was winning until move 1, then played “up”; “right” would have won", 1),
    ],
)
def test_a_resigned_game_has_a_turning_point_too(
    visit: Visit, server: Server, moves: list[str], story: str, again: int
) -> None:
    visitor = visit()
    visitor.sit(server.begin("light-cycle", size=3, moves=moves))
    visitor.tool("Resign").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    visitor.sees(story, "#end")
    expect(visitor.button(f"Try again from move {again}")).to_be_visible()


@pytest.mark.heavy
def test_a_game_without_a_mistake_was_lost_from_the_start(visit: Visit, server: Server) -> None:
    values = solve(load_game("light-cycle", size=3))
    duel = Duel(values.game)
    while not duel.outcome:
        duel = duel.play(values.best_moves(duel.position)[0])
    visitor = visit()
    sit_at_the_end(visitor, server, duel)
    visitor.sees("The start was lost for you, and Random made no mistakes.", "#end")
    expect(visitor.page.get_by_role("button", name=re.compile("Try again from"))).to_be_hidden()


@pytest.mark.heavy
def test_the_board_shows_the_winners_path_or_the_trapped_loser(visit: Visit, server: Server) -> None:
    visitor = visit()
    visitor.sit(server.begin("light-cycle", size=3, moves=list(short_game("light-cycle", 3).moves)))
    expect(visitor.page.locator(".shut")).to_have_count(1)
    runner = Duel(load_game("grid-runner", size=3), "right left right left down up down")
    assert runner.outcome
    visitor.sit(server.begin("grid-runner", size=3, moves=list(runner.moves)))
    expect(visitor.page.locator(".winning")).to_have_count(1)
    visitor.page.keyboard.press("[")
    expect(visitor.page.locator(".winning")).to_have_count(0)


@pytest.mark.heavy
@pytest.mark.parametrize(("locale", "result"), [("en", "You won."), ("de", "Du hast gewonnen.")])
def test_screen_readers_hear_what_the_end_card_says(visit: Visit, server: Server, locale: str, result: str) -> None:
    duel, visitor = short_game("light-cycle", 3), visit(locale=locale)
    before = duel.undo()
    assert before.turn == duel.ended.winner
    seats = {"seat": before.turn, f"p{3 - before.turn}": "random"}
    visitor.sit(server.begin("light-cycle", size=3, moves=list(before.moves), **seats))
    visitor.play(before, duel.moves[-1])
    card = visitor.page.locator("#end")
    expect(card.locator(".story")).not_to_be_empty()
    shown = [card.locator(part).inner_text() for part in (".result", ".why", ".story")]
    assert shown[0] == result
    visitor.is_told(re.compile(f"{re.escape(' '.join(shown))}\\s*$"))


@pytest.mark.heavy
def test_a_rematch_is_one_tap_and_the_card_has_the_score(visit: Visit, server: Server) -> None:
    visitor = visit()
    sit_at_the_end(visitor, server, short_game("light-cycle", 3))
    visitor.sees("You 0 : 1 Random", "#end")
    visitor.button("Rematch").click()
    visitor.sees("Round 2. You 0 : 1 Random.", "#score")
    expect(visitor.page.locator("#end")).to_be_hidden()


@pytest.mark.heavy
def test_friends_explore_the_turning_point_instead(visit: Visit, server: Server) -> None:
    duel, visitor = short_game("light-cycle", 3), visit()
    made = server.begin("light-cycle", size=3, moves=list(duel.moves), seat=3 - duel.ended.winner)
    visitor.sit(made)
    visitor.button("Explore from there").click()
    visitor.page.wait_for_url("**/explore?**")
    visitor.sees(f"of {duel.ply}")


@pytest.mark.heavy
def test_a_game_is_shared_as_text_and_as_a_picture(visit: Visit, server: Server) -> None:
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    sit_at_the_end(visitor, server, short_game("light-cycle", 3))
    with visitor.page.expect_download() as downloading:
        visitor.page.locator("#end").get_by_role("button", name="Share picture").click()
    assert downloading.value.path().read_bytes().startswith(b"\x89PNG")
    visitor.tool("Share").click()
    visitor.button("Copy text").click()
    visitor.is_told("Copied.")
    text = visitor.page.evaluate("navigator.clipboard.readText()")
    assert text.startswith("Light Cycle Duel 3×3: I lost to Random in ")
    assert text.splitlines()[-1] == visitor.page.url.partition("#")[0]
    visitor.page.get_by_label("Without emoji").check()
    assert "🟦" not in visitor.page.get_by_label("The game as text").input_value()
    with visitor.page.expect_download() as downloading:
        visitor.page.get_by_role("link", name="Picture", exact=True).click()
    assert downloading.value.path().read_bytes().startswith(b"\x89PNG")


def test_a_board_without_values_ends_without_a_story(visit: Visit, server: Server) -> None:
    visitor = visit(allow="422")
    refusal = {"type": "refused", "code": "too-big", "sentence": "This game is too big to be solved here."}
    visitor.page.route("**/api/line?*values=1*", lambda route: route.fulfill(status=422, json=refusal))
    sit_at_the_end(visitor, server, short_game("light-cycle", 3))
    visitor.sees("You lost.", "#end")
    visitor.sees("The values of the moves aren't known on this board.", "#end")
