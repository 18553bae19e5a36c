"""The chapter on invented duels agrees with the list of days, and prints the command next to it."""

import re
from collections import Counter

from book.invented import COMMAND, elements, fates, write_invented
from gridduels.invent.gallery import all_codes
from gridduels.pictures.document import Book
from tests.terminal.processes import run_tool

DUELS = 1827


def test_every_code_that_was_drawn_has_a_fate() -> None:
    assert sum(int(str(row[2])) for row in fates()) == 58_382
    assert abs(sum(float(str(row[3]).removesuffix("%")) for row in fates()) - 100) < 0.3


def test_elements_are_counted_as_the_codes_spell_them() -> None:
    codes = all_codes()
    parts = Counter(part[0] for code in codes for part in code.split("-")[2:])
    counts = {row[0]: row[1] for row in elements()}
    assert len(set(codes)) == DUELS
    assert counts["steps in all eight directions"] == parts["k"]
    assert counts["obstacles to place"] == parts["r"]
    assert counts["cells blocked from the start"] == parts["b"]
    assert counts["being stuck wins"] == parts["w"]
    assert counts["one token for both"] == parts["u"]


def test_the_command_prints_the_numbers_of_the_tables() -> None:
    book = Book("")
    write_invented(book)
    text = "".join(book.parts)
    assert text.count(COMMAND) == 2
    cells = re.findall(r'<td class="number">(.*?)</td>', text)
    printed = run_tool(*COMMAND.split()[2:]).output.replace("\t", "\n").split("\n")
    assert len(cells) > 40
    assert [cell for cell in cells if cell.replace(",", "") not in printed] == []
