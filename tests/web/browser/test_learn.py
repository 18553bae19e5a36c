"""People learn a game by playing it on the page, and the lesson ends with a first game."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from gridduels.lessons import lessons
from gridduels.registry import definition, definitions
from tests.web.browser.conftest import Visit
from tests.web.browser.server import Server
from tests.web.browser.test_accessibility import check
from tests.web.browser.visitor import PHONE, Visitor

GAMES = [game.id for game in definitions()]


def take(visitor: Visitor, id: str) -> None:
    """Do what the lesson asks for."""
    steps = lessons(definition(id))
    for number, lesson in enumerate(steps, 1):
        visitor.sees(f"{number} of {len(steps)}", "#count")
        visitor.sees(lesson.text, "#lesson")
        if not lesson.is_task:
            visitor.button("Continue").click() if number < len(steps) else None
            continue
        duel = lesson.duel(definition(id))
        if lesson.refused:
            if visitor.wall.is_visible():
                visitor.wall.click()
            visitor.cell(_cell(id, lesson.refused, duel.position.turn, visitor)).click()
        else:
            word = next(word for word in duel.legal_moves if word in lesson.answers)
            visitor.play(duel, word)
            if visitor.button(f"Play {word}").is_visible():  # a slide by touch is selected first
                visitor.button(f"Play {word}").click()
            visitor.sees(lesson.praise, "#message")
        visitor.button("Continue").click()


def _cell(id: str, word: str, turn: int, visitor: Visitor) -> int:
    """Return the cell that a refused move would lead to."""
    if word.startswith("@"):
        column, row = word[1:].split(",")
        return 5 * int(row) + int(column)
    name = "the token" if id == "gridlock" else definition(id).words.player(turn)
    at = next(number for number, label in enumerate(visitor.labels()) if f", {name}" in label)
    return at + {"up": -5, "down": 5, "left": -1, "right": 1}[word.rstrip("123456789")]


@pytest.mark.heavy
@pytest.mark.parametrize("screen", [{}, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("id", GAMES)
def test_the_lessons_of_a_game_end_in_a_first_game(visit: Visit, id: str, screen: dict[str, Any]) -> None:
    visitor = visit(**screen)
    visitor.open("/")
    visitor.page.get_by_role("link", name=f"Learn {definition(id).title}").click()
    take(visitor, id)
    visitor.button("Play your first game").click()
    visitor.page.wait_for_url(re.compile(r"/duel/\w+$"))
    visitor.sees_board()
    visitor.sees("Cleo", "#strip-above")


@pytest.mark.heavy
def test_a_wrong_move_is_explained_and_the_lesson_continues(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/learn/light-cycle")
    visitor.cell(5).click()
    visitor.sees("go right this time, towards Player 2.", "#message")
    expect(visitor.button("Skip")).to_be_visible()
    check(visitor)
    visitor.cell(11).click()
    visitor.sees("Your cycle left a wall behind.", "#message")
    expect(visitor.button("Continue")).to_be_focused()
    check(visitor)
    visitor.button("Continue").click()
    visitor.button("Back").click()
    visitor.sees("1 of 5", "#count")


@pytest.mark.heavy
def test_a_lesson_opened_from_an_invitation_leads_back_to_it(visit: Visit, server: Server) -> None:
    made = server.begin("pathway", seat=1, name="Ann")
    guest = visit()
    guest.open(f"/duel/{made['id']}#join={made['invite']}")
    guest.page.get_by_role("link", name="Learn it in a minute").click()
    for _ in range(len(lessons(definition("pathway"))) - 1):
        guest.button("Skip").click()
    guest.page.get_by_role("link", name="Back to the invitation").click()
    guest.sees("Ann invites you to", "#invitation h1")
    guest.accept()
    guest.sees("You Player B")


@pytest.mark.heavy
def test_a_lesson_leads_back_to_duels_and_nowhere_else(visit: Visit) -> None:
    visitor = visit()
    for back in ("https://evil.example/", "//evil.example/duel/", "javascript:alert(1)", "../puzzles"):
        visitor.open("/")
        visitor.open(f"/learn/gridlock#back={back}")
        for _ in range(len(lessons(definition("gridlock"))) - 1):
            visitor.button("Skip").click()
        expect(visitor.button("Play your first game")).to_be_visible()


@pytest.mark.heavy
def test_an_unknown_game_has_no_lesson(visit: Visit) -> None:
    visitor = visit(allow="422")
    visitor.open("/learn/chess")
    visitor.sees("Go to the start page")
    check(visitor)
