"""The daily puzzle: solving it, the streak, the calendar and sharing."""

import re
from datetime import date

import pytest
from playwright.sync_api import expect

from gridduels import Duel
from gridduels.analysis.puzzles import daily_game, daily_puzzle
from gridduels.engine import solve
from gridduels.engine.values import Values
from gridduels.protocol.state import board_of
from tests.web.browser.conftest import Visit
from tests.web.browser.test_accessibility import check
from tests.web.browser.visitor import PHONE, Visitor

SCREENS = [pytest.param({}, id="desktop"), pytest.param(PHONE, id="phone")]
MONDAY = date(2026, 1, 5)


@pytest.fixture(scope="module")
def values() -> Values:
    return solve(daily_game(MONDAY))


@pytest.fixture(scope="module")
def puzzle(values: Values) -> Duel:
    return daily_puzzle(values, MONDAY).duel()


def play(visitor: Visitor, duel: Duel, move: str) -> None:
    """Play a move; by touch, the first tap on a slide only previews it."""
    visitor.play(duel, move)
    confirm = visitor.button(f"Play {move}")
    if confirm.is_visible():
        confirm.click()


def finish(visitor: Visitor, values: Values, duel: Duel) -> None:
    """Play the fastest win against the longest defence. A player may act twice in a row."""
    side = duel.turn
    while not duel.outcome:
        if duel.turn == side:
            move = values.best_moves(duel.position)[0]
            play(visitor, duel, move)
            duel = duel.play(move)
            continue
        duel = duel.play(values.evaluate(duel).best_moves[0])
        if duel.turn == side:
            last = board_of(duel).last
            assert last is not None
            assert last.cell is not None
            expect(visitor.cell(last.cell)).to_have_attribute("aria-label", re.compile("last move"))


@pytest.mark.heavy
@pytest.mark.parametrize("screen", SCREENS)
def test_a_puzzle_solved_on_its_day_counts_and_is_shared_without_spoilers(
    visit: Visit, values: Values, puzzle: Duel, screen: dict[str, object]
) -> None:
    visitor = visit(**screen)
    visitor.page.clock.set_fixed_time(f"{MONDAY}T10:00:00Z")
    visitor.open(f"/puzzles/{MONDAY}")
    visitor.sees("Win in 2 moves", "#task")
    visitor.sees("Solve it today on the first try to start a streak.")
    finish(visitor, values, puzzle)
    visitor.sees("Solved, and it counts towards your streak!", "#message")
    visitor.sees("Streak: 1 (best 1).")
    told = visitor.page.get_by_label("Your result, without spoilers").input_value()
    assert told.splitlines() == [
        f"Grid Duels puzzle, {MONDAY}",
        f"{puzzle.game.title}, win in 2: on the first try",
        "🟩🟩",
        "1 day in a row",
        f"{visitor.url}/puzzles?day={MONDAY}",
    ]
    label = visitor.page.get_by_role("link", name=re.compile("solved on the day, first try"))
    expect(label).to_have_attribute("href", re.compile(rf"/puzzles\?day={MONDAY}$"))
    visitor.page.reload()
    visitor.sees("This one counts towards your streak.")


@pytest.mark.heavy
def test_a_mistake_survives_a_reload_and_costs_the_streak(visit: Visit, values: Values, puzzle: Duel) -> None:
    visitor = visit()
    visitor.page.clock.set_fixed_time(f"{MONDAY}T10:00:00Z")
    visitor.open(f"/puzzles/{MONDAY}")
    visitor.sees_board()
    wrong = next(word for word, value in values.move_values(puzzle.position).items() if value.outcome != "win")
    play(visitor, puzzle, wrong)
    visitor.sees(f"“{wrong}” throws the win away", "#message")
    visitor.page.reload()
    visitor.sees("This one no longer counts towards your streak.")
    finish(visitor, values, puzzle)
    expect(visitor.page.locator("#streak")).to_have_text("You've already solved this one.")


@pytest.mark.heavy
def test_a_puzzle_has_the_trails_of_its_game_to_its_end(visit: Visit) -> None:
    day = date(2026, 11, 16)
    values = solve(daily_game(day))
    found = daily_puzzle(values, day)
    visitor = visit()
    visitor.open(f"/puzzles/{day}")
    visitor.sees(f"{found.game.words.player(found.position.turn)} to move. You're", "#turn")
    whole = found.duel_with_trails()
    visitor.sees_position(whole)
    expect(visitor.page.locator(".board .band")).to_have_count(2)
    finish(visitor, values, found.duel())
    visitor.sees("Solved!", "#message")
    expect(visitor.page.locator(".board .band")).to_have_count(2)
    expect(visitor.page.locator(".board .block-cross")).to_have_count(0)


@pytest.mark.heavy
def test_hints_lead_to_the_answer_and_the_puzzle_no_longer_counts(visit: Visit, values: Values, puzzle: Duel) -> None:
    visitor = visit()
    visitor.page.clock.set_fixed_time(f"{MONDAY}T10:00:00Z")
    visitor.open(f"/puzzles/{MONDAY}")
    visitor.sees("Solve it today on the first try to start a streak.")
    visitor.button("Hint").click()
    visitor.sees("You have a forced win", "#message")
    visitor.sees("With a hint, the puzzle doesn't count.", "#message")
    visitor.page.keyboard.press("h")
    visitor.sees(f"Best is {values.best_moves(puzzle.position)[0]}: ", "#message")
    visitor.sees("This one no longer counts towards your streak.")
    finish(visitor, values, puzzle)
    visitor.sees("Solved!", "#message")
    expect(visitor.button("Hint")).to_be_hidden()


@pytest.mark.heavy
def test_past_days_are_in_the_calendar_and_every_puzzle_has_a_lasting_link(visit: Visit) -> None:
    visitor = visit(allow="422")
    visitor.page.clock.set_fixed_time(f"{MONDAY}T10:00:00Z")
    visitor.open("/puzzles/today")
    visitor.open(f"/puzzles/{MONDAY}")
    visitor.sees("January 2026", "#calendar")
    expect(visitor.page.locator(".calendar a")).to_have_count(5)
    visitor.page.locator(".calendar a").first.click()
    visitor.sees("Only today's puzzle counts towards your streak")
    visitor.page.get_by_role("link", name=re.compile("^More .* puzzles$")).click()
    visitor.button("Next puzzle").click()
    expect(visitor.page.locator("#kind")).to_have_text("Puzzle")
    visitor.sees("Win in 2 moves", "#task")
    labels = visitor.labels()
    visitor.button("Share").click()
    visitor.page.goto(visitor.page.get_by_label("Link to this puzzle").input_value())
    visitor.sees("Win in 2 moves", "#task")
    assert visitor.labels() == labels
    visitor.open("/puzzles/2999-01-01")
    visitor.sees("The puzzle for 2999-01-01 appears on that day, at midnight UTC.")


@pytest.mark.heavy
def test_axe_finds_nothing_before_or_after(visit: Visit, values: Values, puzzle: Duel) -> None:
    visitor = visit()
    visitor.open(f"/puzzles/{MONDAY}")
    visitor.sees_board()
    check(visitor)
    finish(visitor, values, puzzle)
    visitor.sees("Solved!", "#message")
    check(visitor)
