"""A person against the computer."""

import random
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Route, expect

from gridduels import Duel, Game, load_game
from tests.helpers import SLOW_GAMES
from tests.web.browser.conftest import Visit
from tests.web.browser.server import Server
from tests.web.browser.visitor import Visitor


def begin(visitor: Visitor, title: str, opponent: str, size: int) -> None:
    """Set up a game against the computer on the start page."""
    visitor.open("/")
    visitor.page.get_by_role("button", name=f"Play {title}").click()
    visitor.page.get_by_role("radio", name=opponent).check()
    visitor.page.get_by_text("Board and clock").click()
    visitor.page.get_by_label("Board", exact=True).select_option(f"{size}×{size}")
    visitor.start()
    visitor.page.wait_for_url("**/duel/*")
    visitor.sees_board()


@pytest.mark.parametrize("game", SLOW_GAMES)
def test_one_person_plays_the_computer_to_the_end(visit: Visit, game: str) -> None:
    visitor, rng = visit(), random.Random(game)
    begin(visitor, load_game(game).title, "Emil", 3)
    ready = visitor.page.locator(".grid-cell.playable, #end button:has-text('Rematch'):visible")
    for _ in range(100):
        ready.first.wait_for()
        if visitor.button("Rematch").is_visible():
            break
        ply = visitor.page.locator("#moves li").count()
        visitor.cell(rng.choice(sorted(visitor.offers()))).click()
        expect(visitor.page.locator("#moves li").nth(ply)).to_be_visible()
    visitor.sees(re.compile(r"You beat Emil\.|Emil got you\."), "#end")
    visitor.sees("Emil", "#strip-above")
    visitor.button("Rematch").click()
    visitor.sees(re.compile("You Player [2B]"), "#strip-below")
    visitor.sees("Emil", "#strip-above")


@pytest.mark.heavy
def test_the_computer_replies_after_a_pause_unless_motion_is_reduced(visit: Visit, server: Server) -> None:
    for motion, at_once in (("no-preference", 1), ("reduce", 2)):
        visitor = visit(reduced_motion=motion)
        visitor.page.clock.install()
        with visitor.page.expect_websocket() as opened:
            visitor.sit(server.begin("light-cycle", p2="random", seat=1))
        visitor.page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
        with opened.value.expect_event("framereceived", lambda text: '"ply":2' in text):
            visitor.cell(11).click()
        visitor.sees_ply(at_once)
        visitor.page.clock.run_for(1000)
        visitor.sees_ply(2)


@pytest.mark.heavy
def test_against_the_computer_moves_are_taken_back_at_once(visit: Visit, server: Server) -> None:
    visitor = visit()
    visitor.sit(server.begin("light-cycle", p2="random", seat=1))
    visitor.cell(11).click()
    visitor.sees_ply(2)
    visitor.button("Undo").click()
    visitor.sees_ply(0)
    visitor.sees("Your move.")


@pytest.mark.heavy
def test_values_can_be_shown_during_a_game_against_the_computer(visit: Visit, server: Server) -> None:
    visitor = visit()
    visitor.sit(server.begin("grid-runner", size=3, p2="random", seat=1))
    visitor.tool("Analysis").click()
    visitor.sees("Player 1 wins in", "#analysis")
    assert any("wins in" in label for label in visitor.labels())
    expect(visitor.page.get_by_role("img", name="Value: Player 1 wins in")).to_be_visible()


@pytest.mark.heavy
def test_two_computers_play_for_a_spectator(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/")
    visitor.page.get_by_role("button", name="Play Light Cycle Duel").click()
    dialog = visitor.page.get_by_role("dialog")
    dialog.get_by_label("Watch").check()
    dialog.get_by_label("● Player 1").select_option("greedy")
    dialog.get_by_label("◆ Player 2").select_option("random")
    dialog.get_by_text("Board and clock").click()
    dialog.get_by_label("Board", exact=True).select_option("3×3")
    visitor.start()
    visitor.sees("You're watching.")
    visitor.sees("greedy", "main")
    visitor.page.locator(".strip .hint", has_text="winner").wait_for(timeout=60_000)


@pytest.mark.heavy
def test_a_duel_continues_from_a_given_position(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/explore?game=pathway&size=3&moves=right,left")
    visitor.button("Play on against Hana").click()
    visitor.page.wait_for_url("**/duel/**")
    visitor.sees_ply(2)
    visitor.sees("You Player A")


@pytest.mark.heavy
def test_a_blocked_cell_is_refused_with_its_reason(visit: Visit, server: Server) -> None:
    visitor = visit()
    visitor.sit(server.begin("light-cycle", moves=["right", "left"]))
    visitor.cell(10).click()
    visitor.sees("You cannot move left: (3,1) is blocked.", "#message")
    visitor.cell(0).click()
    visitor.sees("You can't choose (1,1) now.", "#message")
    visitor.sees_ply(2)


@pytest.mark.heavy
def test_a_placement_is_refused_with_its_reason_already_when_hovered(visit: Visit, server: Server) -> None:
    visitor = visit()
    visitor.sit(server.begin("blockade"))
    visitor.wall.click()
    assert len(visitor.offers()) > 20
    visitor.cell(24).hover()
    visitor.sees("You cannot place an obstacle at (4, 4)", "#message")
    visitor.cell(12).click()
    visitor.sees_ply(1)
    visitor.sees("Obstacles left: 2 for Player 1", "#status")


@pytest.mark.heavy
def test_a_turn_is_a_step_or_a_wall_and_the_switch_counts_the_walls(visit: Visit, server: Server) -> None:
    visitor = visit()
    visitor.sit(server.begin("blockade"))
    step = visitor.button("Step")
    expect(visitor.wall).to_have_text("Wall 3 left")
    for pressed, other, offered in ((visitor.wall, step, 23), (step, visitor.wall, 2)):
        pressed.click()
        expect(pressed).to_have_attribute("aria-pressed", "true")
        expect(other).to_have_attribute("aria-pressed", "false")
        assert visitor.page.locator(".grid-cell.playable").count() == offered
    for ply, cell in enumerate((12, 11)):
        visitor.wall.click()
        visitor.cell(cell).click()
        visitor.sees_ply(ply + 1)
    expect(visitor.wall).to_have_text("Wall 2 left")
    expect(visitor.page.locator("#strip-above .brick")).to_have_count(2)
    visitor.cell(1).click()
    visitor.sees_ply(3)
    visitor.cell(23).click()
    visitor.sees_ply(4)
    expect(visitor.page.locator(".lately")).to_have_count(2)


@pytest.mark.heavy
def test_rare_actions_are_behind_more_which_closes_with_a_choice(visit: Visit, server: Server) -> None:
    visitor = visit()
    visitor.sit(server.begin("light-cycle", p2="random", seat=1))
    more, rules = visitor.button("More"), visitor.button("Rules")
    expect(rules).to_be_hidden()
    more.click()
    expect(more).to_have_attribute("aria-expanded", "true")
    visitor.page.keyboard.press("Escape")
    expect(rules).to_be_hidden()
    more.click()
    rules.click()
    expect(visitor.page.get_by_role("dialog")).to_be_visible()
    visitor.page.keyboard.press("Escape")
    expect(rules).to_be_hidden()
    expect(more).to_be_focused()
    expect(more).to_have_attribute("aria-expanded", "false")


@pytest.mark.heavy
def test_a_player_who_can_only_place_is_in_placing_mode(visit: Visit) -> None:
    duel = found(load_game("blockade", size=3), lambda duel: all("@" in move for move in duel.legal_moves))
    visitor = visit()
    visitor.open(f"/explore?game=blockade&size=3&moves={','.join(duel.moves)}")
    visitor.sees_ply(duel.ply)
    expect(visitor.wall).to_have_attribute("aria-pressed", "true")
    assert len(visitor.offers()) == len(duel.legal_moves)


@pytest.mark.heavy
def test_a_move_without_a_cell_has_a_button(visit: Visit) -> None:
    game = load_game("blockade", size=3, paths="opponent", stuck="passes")
    duel = found(game, lambda duel: duel.legal_moves == ("pass",))
    visitor = visit()
    rules = "".join(f"&rule.{name}={value}" for name, value in duel.game.rulings.items())
    visitor.open(f"/explore?game=blockade&size=3{rules}&moves={','.join(duel.moves)}")
    visitor.sees_ply(duel.ply)
    visitor.button("Play pass").click()
    visitor.sees_ply(duel.ply + 1)
    visitor.sees("pass", "#moves")


def found(game: Game, wanted: Callable[[Duel], bool]) -> Duel:
    """Return an unfinished game that meets a condition."""
    for seed in range(1000):
        duel, rng = Duel(game), random.Random(seed)
        while duel.legal_moves and duel.ply < 30:
            if wanted(duel):
                return duel
            duel = duel.play(rng.choice(duel.legal_moves))
    raise AssertionError("it never came to that")


@pytest.mark.heavy
def test_the_first_player_is_asked_for_where_the_rules_leave_it_open(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/#play=gridlock")
    visitor.page.get_by_label("Someone here").check()
    visitor.page.get_by_text("Board and clock").click()
    visitor.page.get_by_label("First move").select_option("◆ Player 2")
    visitor.start()
    visitor.sees("Player 2 here to move", "#strip-above")


def test_the_rules_next_to_the_options_follow_the_choices(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/#play=blockade")
    visitor.page.get_by_text("More options", exact=True).click()
    obstacles = visitor.page.get_by_label("How many obstacles does each player have?")
    assert obstacles.get_by_role("option").all_inner_texts() == [str(number) for number in range(10)]
    visitor.sees("move one cell or place one of your obstacles", ".setup-rules")
    obstacles.select_option("5")
    visitor.sees("How many obstacles does each player have? 5", ".setup-rules > .unusual")
    visitor.page.get_by_text("Full rules").click()
    visitor.sees("Whose path to the goal must an obstacle leave open? each player's", ".setup-rules details")


@pytest.mark.heavy
def test_a_slide_shows_its_way_before_it_is_played(visit: Visit, server: Server) -> None:
    visitor = visit()
    visitor.sit(server.begin("gridlock"))
    visitor.cell(3).hover()
    expect(visitor.page.locator(".slide")).to_have_count(1)
    expect(visitor.page.locator(".ghost-shared")).to_have_count(1)
    visitor.cell(3).click()
    visitor.sees("up 3", "#moves")


@pytest.mark.heavy
def test_moves_are_confirmed_if_the_setting_is_on(visit: Visit, server: Server) -> None:
    visitor = visit()
    visitor.sit(server.begin("light-cycle"))
    visitor.tool("Settings").click()
    visitor.page.get_by_label("Confirm moves").check()
    visitor.page.get_by_label("Coordinates").check()
    visitor.button("Close").click()
    expect(visitor.page.locator("text.name")).to_have_count(25)
    assert visitor.page.locator(".edge.rows span:visible").all_inner_texts() == list("12345")
    visitor.cell(11).click()
    visitor.sees_ply(0)
    visitor.cell(5).click()
    visitor.button("Play up").click()
    visitor.sees_ply(1)
    visitor.cell(9).click()
    visitor.page.keyboard.press("Escape")
    expect(visitor.button("Play up")).to_be_hidden()
    visitor.cell(13).click()
    visitor.cell(13).click()
    visitor.sees_ply(2)


@pytest.mark.heavy
def test_a_progress_bar_shows_while_the_computer_solves_the_board(visit: Visit) -> None:
    visitor = visit()
    known: list[bool] = []

    def answer(route: Route) -> None:
        working = {"type": "working", "stage": "preparing this board", "done": 40, "total": 100}
        route.fulfill(json={"ready": True}) if known else route.fulfill(status=202, json=working)

    visitor.page.route("**/ready", answer)
    begin(visitor, "Light Cycle Duel", "Emil", 3)
    bar = visitor.page.get_by_role("progressbar", name="Calculation progress")
    expect(bar).to_have_js_property("value", 40)
    visitor.sees("The computer is still solving this board. Until then it looks a few moves ahead…", "#preparing")
    known.append(True)
    expect(bar).to_be_hidden()


@pytest.mark.heavy
def test_hints_come_in_steps_and_the_refuted_line_is_marked_as_imagined(visit: Visit, server: Server) -> None:
    visitor = visit()
    visitor.sit(server.begin("light-cycle", p2="random", seat=1))
    visitor.button("Hint").click()
    visitor.is_told("Look at the middle left.")
    visitor.button("Hint").click()
    visitor.is_told("Best is right: you win in 8 more moves.")
    visitor.page.keyboard.press("h")
    visitor.is_told("Not up: Player 2 then plays left and wins in 9 more moves.")
    visitor.sees("What if you play up? Nothing here has been played.", "#whatif")
    visitor.sees("Why not up", "#whatif-line")
    steps = visitor.page.locator(".whatif-steps li")
    line = server.get("hint?game=light-cycle")["line"]
    assert steps.all_inner_texts() == [
        f"{number}{'●◆'[(number + 1) % 2]} {'You step' if number % 2 else 'Random steps'} {word}"
        for number, word in enumerate(line, 1)
    ]
    expect(visitor.page.locator(".board.whatif .badge")).to_have_count(len(line))
    assert visitor.page.locator(".board.whatif .hollow").all_text_contents() == list("12" * len(line))[: len(line)]
    expect(visitor.page.locator("#strip-above .tile")).to_be_hidden()
    expect(visitor.page.locator("#moves")).to_be_hidden()
    expect(visitor.cell(10)).to_have_attribute("aria-label", re.compile("Player 1"))
    assert not visitor.offers()
    visitor.button("Back").click()
    expect(visitor.page.locator("#whatif")).to_be_hidden()
    expect(visitor.page.locator(".whatif-line")).to_be_hidden()
    visitor.cell(11).click()
    visitor.sees_ply(2)


@pytest.mark.heavy
def test_a_level_and_an_even_start_are_chosen_on_the_start_page(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/#play=light-cycle")
    visitor.page.get_by_role("radio", name="Hana").check()
    expect(visitor.page.get_by_role("radio", name="Even start")).to_be_checked()
    visitor.page.get_by_role("radio", name="Book start").check()
    visitor.sees("can always win", ".setup-options")
    visitor.page.get_by_role("radio", name="Even start").check()
    visitor.start()
    visitor.page.wait_for_url("**/duel/*")
    visitor.sees_board()
    visitor.sees("Hana", "#strip-above")
    expect(visitor.page.get_by_role("gridcell", name=re.compile("trail|blocked")).first).to_be_attached()
