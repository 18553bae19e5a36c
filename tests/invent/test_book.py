"""Rule books of invented duels: every example is legal, and the checker finds it if one is not."""

import random
import re
from itertools import count

import pytest

from gridduels.engine.solvers.limits import TooBig
from gridduels.errors import SetupError
from gridduels.invent import book, parse
from gridduels.invent.book import FORMS, LANGUAGES, blocks_of, book_of, check_book, html_of, markdown_of
from gridduels.invent.search import draw

CODE = "duel1-3x4-k1-t1-r1-gn-l-sc"


@pytest.fixture
def without_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book, "command_sample", lambda code, moves: " ".join(moves))


@pytest.fixture(scope="module")
def text() -> str:
    return book_of(CODE).decode()


@pytest.mark.usefixtures("without_command_line")
@pytest.mark.parametrize("language", LANGUAGES)
def test_books_of_random_duels_check_move_by_move(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book, "LIMIT", 3_000)
    rng, texts = random.Random(5), set()
    for _ in count():
        code = draw(rng)
        try:
            text = markdown_of(blocks_of(code, language))
        except (TooBig, SetupError):  # some duels hardly ever end
            continue
        assert check_book(text) >= 1
        assert "{" not in text
        texts.add(text)
        if len(texts) == 3:
            break


def test_the_sections_are_those_of_the_seed_documents(text: str) -> None:
    headings = re.findall(r"^## (.*)", text, re.MULTILINE)
    assert headings == [
        *("Objective", "Setup", "Game Components", "Turns", "Rules and Mechanics", "Scoring", "Example Game"),
        *("Strategy", "Command-Line Sample", "Conclusion"),
    ]


def test_the_command_line_sample_is_what_the_command_line_prints(text: str) -> None:
    assert "Player 1, your move: " in text
    assert "You left the game unfinished." in text


def test_a_moved_token_is_found(text: str) -> None:
    last = list(re.finditer(r"   \S.*[12].*\n", text))[-1]
    wrong = text[: last.start()] + last[0].replace("1", "x").replace("2", "x") + text[last.end() :]
    with pytest.raises(SetupError, match="the rule book is wrong"):
        check_book(wrong)


def test_a_wrong_winner_is_found(text: str) -> None:
    found = re.search(r"\*\*Player (\d) wins", text)
    assert found
    with pytest.raises(SetupError, match="another winner"):
        check_book(text.replace(found[0], f"**Player {3 - int(found[1])} wins"))


def test_a_refused_move_that_is_legal_is_found(text: str) -> None:
    note = re.search(r"(\d+)\. \*\*Player \d\*\*: Moves (\S+) .*\n\n   - `([^`]+)`", text)
    assert note
    with pytest.raises(SetupError, match="is legal"):
        check_book(text.replace(f"- `{note[3]}`", f"- `{note[2]}`", 1))


def test_the_book_does_not_give_the_winning_first_move_away(text: str) -> None:
    assert "first moves" in text.split("## Strategy")[1]
    assert "Here Player" not in text.split("1. **Player 1**")[0]


@pytest.mark.usefixtures("without_command_line")
def test_the_page_has_a_drawn_board_per_move() -> None:
    blocks = blocks_of(parse(CODE), "de")
    page = html_of(blocks, "de")
    assert page.encode().startswith(FORMS[".html"][0])
    assert page.count("<svg") == sum(isinstance(block, book.Diagram) for block in blocks)
    assert '<html lang="de">' in page


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(SetupError, match="Choose en or de"):
        blocks_of(parse(CODE), "fr")
