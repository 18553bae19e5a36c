"""A person with their own browser."""

import re
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

from gridduels import Duel
from gridduels.protocol.state import board_of, legal_of

PHONE: Any = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
_MARKS = {"trail-one": "trail of", "trail-two": "trail of", "visited": "visited", "obstacle": "obstacle"}


class Visitor:
    """`allow` is a pattern for expected console messages, such as those about a lost connection."""

    def __init__(self, browser: Browser, url: str, allow: str = "", **options: Any) -> None:
        self.url, self._allow, self._complaints = url, allow, list[str]()
        # If a service worker answers, tests can neither inspect requests nor answer them.
        self.context = browser.new_context(**{"reduced_motion": "reduce", "service_workers": "block"} | options)
        self.context.set_default_timeout(60_000)
        self.page = self.new_tab()

    def new_tab(self) -> Page:
        page = self.context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self._complaints.append(str(error)))
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._complaints.append(message.text)

    def close(self) -> list[str]:
        """Close the browser and return the console's errors."""
        self.context.close()
        return [each for each in self._complaints if not (self._allow and re.search(self._allow, each))]

    def open(self, path: str) -> None:
        self.page.goto(self.url + path)

    def sit(self, made: dict[str, Any]) -> None:
        """Open a duel begun through the API, as if it had begun in this browser."""
        if made["seat"]:
            kept = {"id": made["id"], "seat": made["seat"]["secret"], "invite": made["invite"]}
            kept |= {"title": "", "against": "", "when": 0}
            self.open("/robots.txt")
            self.page.evaluate("kept => localStorage.setItem('gridduels.duels', JSON.stringify([kept]))", kept)
        self.open(f"/duel/{made['id']}")
        self.sees_duel()

    def start(self) -> None:
        """Start the game that is set up in the dialog."""
        self.page.locator("dialog button[type=submit]").click()

    def accept(self) -> None:
        """Take the seat offered by an invitation."""
        self.button("Play").click()
        self.sees_board()

    def sees_duel(self) -> None:
        """Wait for the board or, while the other seat is free, for the invitation link."""
        expect(self.page.locator("[role=grid]:visible, #waiting:visible").first).to_be_visible()

    def sees_board(self) -> None:
        expect(self.page.get_by_role("grid")).to_be_visible()

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    @property
    def wall(self) -> Locator:
        """The switch to placing; its name includes the number of obstacles left."""
        return self.page.get_by_role("button", name=re.compile("^Wall"))

    def tool(self, name: str) -> Locator:
        """Return a button of a duel that may be behind “More”."""
        if not self.button(name).is_visible():
            self.button("More").click()
        return self.button(name)

    def cell(self, number: int) -> Locator:
        return self.page.get_by_role("gridcell").nth(number)

    def choose(self, duel: Duel, move: str) -> int:
        """Switch to the right mode for a move and return its cell."""
        legal = next(each for each in legal_of(duel) if each.move == move)
        if self.wall.is_visible():
            (self.wall if legal.kind == "place" else self.button("Step")).click()
        assert legal.cell is not None
        return legal.cell

    def play(self, duel: Duel, move: str) -> None:
        """Play a move by clicking its cell."""
        self.cell(self.choose(duel, move)).click()

    def sees_ply(self, ply: int) -> None:
        expect(self.page.locator("#moves li")).to_have_count(ply)

    def sees(self, text: str | re.Pattern[str], where: str = "main") -> None:
        expect(self.page.locator(where)).to_contain_text(text)

    def sees_position(self, duel: Duel) -> None:
        """Check that the cells' labels match the duel: tokens, marks and the last move."""
        board, labels = board_of(duel), self.labels()
        for token in board.tokens:
            name = "the token" if token.kind == "o" else duel.game.words.player(int(token.kind))
            assert f", {name}" in labels[token.cell], labels[token.cell]
        for mark in board.marks:
            assert _MARKS[mark.kind] in labels[mark.cell], labels[mark.cell]
        empty = {number for number, label in enumerate(labels) if "empty" in label}
        assert empty.isdisjoint({*(token.cell for token in board.tokens), *(mark.cell for mark in board.marks)})
        assert len(labels) == duel.game.columns**2
        last = {number for number, label in enumerate(labels) if "last move" in label}
        assert last == ({board.last.cell} if board.last else set())

    def labels(self) -> list[str]:
        return [
            str(label) for label in self.page.get_by_role("gridcell").evaluate_all("all => all.map(e => e.ariaLabel)")
        ]

    def offers(self) -> set[int]:
        """Return the cells where choosing plays a move."""
        said = ("legal move", "free for an obstacle")
        return {number for number, label in enumerate(self.labels()) if any(words in label for words in said)}

    def is_told(self, text: str | re.Pattern[str]) -> None:
        """Check that a screen reader announces a text."""
        expect(self.page.get_by_role("status")).to_contain_text(text)
