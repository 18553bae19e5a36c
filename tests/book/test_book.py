"""The parts of the page: only numbers are right-aligned, and boards are described in words."""

import html
import re

from gridduels import Duel, load_game
from gridduels.pictures.document import Book, Code

COMMAND = re.compile('<pre class="command">(.*?)</pre>', re.DOTALL)


def test_columns_with_numbers_stand_to_the_right_with_their_notes_and_checksums_do_not() -> None:
    book = Book("")
    rows = [("GridLock", "not counted", Code("70548f")), ("Pathway Duel", 114_819, Code("dbf719"))]
    book.table(("game", "positions", "SHA-256"), rows, "Tables.")
    (table,) = book.parts
    assert re.findall(r'<th scope="col"([^>]*)>([^<]*)<', table) == [
        ("", "game"),
        (' class="number"', "positions"),
        ("", "SHA-256"),
    ]
    assert re.findall(r"<td([^>]*)>(.*?)</td>", table) == [
        (' class="number"', "not counted"),
        ("", "<code>70548f</code>"),
        (' class="number"', "114,819"),
        ("", "<code>dbf719</code>"),
    ]


def test_a_table_without_rows_is_one_all_the_same() -> None:
    book = Book("")
    book.table(("player", "times"), [], "Errors.")
    assert "<tbody></tbody>" in book.parts[0]


def test_one_board_has_its_text_next_to_it_and_several_have_it_below() -> None:
    book = Book("")
    duel = Duel(load_game("grid-runner", 3))
    book.boards([("one", duel, None, "easy played up.")], "A mistake.", "gridduels explore grid-runner")
    book.boards([("two", duel, None, "up"), ("three", duel, None, "down")], "Mistakes.", "gridduels explore GAME")
    alone, together = book.parts
    assert '<figure class="beside">' in alone
    assert "</b> A mistake. easy played up. <pre" in alone
    assert ["<span>up</span>" in together, "<span>down</span>" in together] == [True, True]
    assert set(book.files) == {"figures/one.svg", "figures/two.svg", "figures/three.svg"}


def test_a_command_is_a_block_of_its_own_with_the_characters_that_were_typed() -> None:
    book = Book("--quick")
    command = "gridduels explore pathway --position '1../.../..2 1'"
    book.boards([("one", Duel(load_game("pathway", 3)), None, "")], "A start.", command)
    book.commands(["gridduels solve gridlock", "gridduels verify gridlock"])
    found = [html.unescape(each) for part in book.parts for each in COMMAND.findall(part)]
    assert found == [command, "gridduels solve gridlock\ngridduels verify gridlock"]


def test_theorems_are_numbered_and_have_a_proof() -> None:
    book = Book("")
    book.theorem("Two is even.", "It is twice one.")
    book.theorem("Three is odd.", "It is not twice a whole number.")
    assert [re.findall(r"Theorem (\d)\.", part) for part in book.parts] == [["1"], ["2"]]
    assert all(part.count("<i>Proof.</i>") == 1 for part in book.parts)


def test_a_card_has_a_board_and_sentences() -> None:
    book = Book("")
    book.card("How to win", "card", Duel(load_game("grid-runner", 3)), {"down": "+7"}, ["Run.", "Do not <b>stop</b>."])
    (card,) = book.parts
    assert re.findall("<li>(.*?)</li>", card) == ["Run.", "Do not <b>stop</b>."]
    assert b"+7" in book.files["figures/card.svg"]
