"""Rule books of invented duels: every example is legal, and the checker detects illegal ones."""

import random
import re
from itertools import count

import pytest

from gridduels import Duel, load_game
from gridduels.engine.solvers.limits import TooBig
from gridduels.errors import SetupError
from gridduels.invent import book, parse
from gridduels.invent.book import FORMS, LANGUAGES, blocks_of, board_text, book_of, check_book, html_of, markdown_of
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
        except (TooBig, SetupError):  # some duels almost never end
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
    with pytest.raises(SetupError, match="a different winner"):
        check_book(text.replace(found[0], f"**Player {3 - int(found[1])} wins"))


def rules_in(code: str, language: str = "en") -> str:
    blocks = book._Writer(parse(code), language).rules()
    return markdown_of(list(blocks))


@pytest.mark.usefixtures("without_command_line")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_that_ends_by_repetition_says_so(language: str) -> None:
    text = markdown_of(blocks_of(parse("duel1-2x2-o1-t0-gn-w-sc"), language))
    english = language == "en"
    said = "every move of Player 2 would repeat" if english else "Jeder Zug von Spieler 2 würde"
    assert said in text
    check_book(text)
    because = re.search(r"(\*\*\w+ 1 (?:wins|gewinnt)\*\*: ).*", text)
    assert because
    stuck = "Player 2 has no valid move." if english else "Spieler 2 hat keinen gültigen Zug."
    with pytest.raises(SetupError, match="a different reason"):
        check_book(text.replace(because[0], because[1] + stuck))


def test_being_stuck_wins_unless_only_the_repetition_rule_bars_every_move() -> None:
    exception = "unless only the repetition rule leaves you none"
    assert rules_in("duel1-2x2-o1-t0-gn-w-sc").count(exception) == 2
    assert exception not in rules_in("duel1-3x3-o1-t1-gn-w-sc")
    assert exception not in rules_in("duel1-3x3-o1-t0-gs-l-sc")


def test_the_repetition_rule_states_when_positions_are_equal() -> None:
    assert "agree in the cells of the tokens and the player to move" in rules_in("duel1-3x3-k1-t0-gs-w-sc")
    assert "the obstacles each player still has" in rules_in("duel1-3x3-o1-t0-r1-gs-l-sc")


def test_a_move_onto_a_goal_is_mentioned_only_where_there_is_one() -> None:
    about = "If your move reaches a goal"
    assert about in rules_in("duel1-3x3-o1-t1-r1t-gs-l-sc")
    assert about not in rules_in("duel1-3x3-o1-t1-r1t-gn-l-sc")


def test_a_way_says_whose_goal_it_leads_to_and_what_is_in_the_way() -> None:
    text = rules_in("duel1-3x3-o1-t1-r1po-gs-l-sc")
    assert "must leave your opponent a way to their goal" in text
    assert "counts as not blocked" not in text
    assert "counts as not blocked" in rules_in("duel1-3x3-o1-t1-r1po-gso-l-sc")
    shared = rules_in("duel1-3x3-o1-t1-r1pb-gc-l-u1")
    assert "Tokens do not close it" in text
    assert "Tokens" not in shared


def test_a_book_says_what_can_be_jumped_over() -> None:
    assert "may jump in one of these directions over a blocked cell or the other token" in rules_in(
        "duel1-3x3-o1j-t1-gn-l-sc"
    )
    assert "over the other token right next" in rules_in("duel1-3x3-k1j-t0-gs-l-sc")
    assert "over a blocked cell right next" in rules_in("duel1-3x3-k1j-t1-gn-l-ux")
    assert "A jump is the only exception" in rules_in("duel1-3x3-k2j-t1-gn-l-sc")
    assert "and jumps over blocked cells" in rules_in("duel1-3x3-o1j-t1-r1pb-gs-l-sc")
    assert "jump" not in rules_in("duel1-3x3-o2-t1-r1pb-gs-l-sc")


@pytest.mark.parametrize(
    ("code", "language", "said"),
    [
        ("duel1-3x3-o1-t1-gn-l-sc", "en", "type them: a direction, such as `down`."),
        ("duel1-3x3-o2-t1-gn-l-sc", "en", "a direction and a distance in cells, such as `down1`."),
        ("duel1-3x3-o1j-t1-gn-l-sc", "en", "a distance in cells (two for a jump), such as `down1`."),
        (
            "duel1-3x4-o1-t1-r1-gn-l-sc",
            "en",
            "`down`, or for an obstacle the row and column of its cell, such as `1,4`.",
        ),
        ("duel1-3x4-o1j-t1-r1-gn-l-sc", "de", "`down1`, ein Hindernis als Zeile und Spalte seines Feldes, etwa `1,4`."),
    ],
)
def test_a_book_says_how_moves_are_written(code: str, language: str, said: str) -> None:
    assert said in book._Writer(parse(code), language)._written()


@pytest.mark.usefixtures("without_command_line")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_book_about_jumps_checks_move_by_move(language: str) -> None:
    text = markdown_of(blocks_of(parse("duel1-3x4-o1j-t1-gn-l-sc-b12"), language))
    assert check_book(text) > 3
    assert re.search(r"(Moves|Zieht) \w+2 ", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_duel_in_which_nothing_is_blocked_does_not_speak_of_blocked_cells(language: str) -> None:
    said = "blocked" if language == "en" else "gesperrt"
    assert said not in rules_in("duel1-3x3-k1-t0-gs-w-sc", language)
    assert said in rules_in("duel1-3x3-k1-t1-gs-w-sc", language)


@pytest.mark.usefixtures("without_command_line")
@pytest.mark.parametrize(("language", "number"), [("en", "23,591"), ("de", "23.591")])
def test_lengths_count_the_placed_obstacles_of_both_players(language: str, number: str) -> None:
    both = "moves of both players" if language == "en" else "Zügen beider Seiten"
    text = markdown_of(blocks_of(parse(CODE), language))
    assert both in text
    assert number in text
    placed = "moves and placed obstacles" if language == "en" else "Zügen und gesetzten Hindernissen"
    assert placed in markdown_of(blocks_of(parse("duel1-3x3-o1-t1-r1t-gn-l-sc"), language))


def test_wrong_best_play_from_the_middle_is_found(text: str) -> None:
    line = re.search(r"\*\*Best play from there\*\*: (.*)\. Player", text)
    assert line
    words = line[1].split(", ")
    with pytest.raises(SetupError, match="in best play"):
        check_book(text.replace(line[1], ", ".join([words[0], words[0], *words[1:]])))
    with pytest.raises(SetupError, match="best play has a different winner"):
        check_book(text.replace(line[1], ", ".join(words[:-1])))
    reserves = re.search(r"Obstacles not yet placed: Player 1 has (\d)", text)
    assert reserves
    with pytest.raises(SetupError, match="the reserves after move"):
        check_book(text.replace(reserves[0], reserves[0][:-1] + str(int(reserves[1]) + 1)))


def test_a_refused_move_that_is_legal_is_found(text: str) -> None:
    note = re.search(r"(\d+)\. \*\*Player \d\*\*: Moves (\S+) .*\n\n   - `([^`]+)`", text)
    assert note
    with pytest.raises(SetupError, match="is legal"):
        check_book(text.replace(f"- `{note[3]}`", f"- `{note[2]}`", 1))


def test_the_book_does_not_give_the_winning_first_move_away(text: str) -> None:
    strategy = text.split("## Strategy")[1].split("## Command-Line Sample")[0]
    assert "first move" in strategy
    shown = re.search(r"After move (\d+) of the example game", strategy)
    assert shown
    assert int(shown[1]) >= 2
    assert board_text(Duel(load_game(CODE))) not in strategy


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
