"""Invented duels over HTTP: the workshop, the gallery, rule books."""

from datetime import timedelta

import httpx
import pytest

from gridduels.invent import Code as DuelCode
from gridduels.invent import parse
from gridduels.invent.gallery import FIRST_DAY, best, last_days
from gridduels.invent.words import gist_of
from gridduels.invent.workshop import answer
from gridduels.web.api import invented
from gridduels.web.pages.files import words_of
from tests.web.asking import ask, compile_measures, refused

CODE = "duel1-3x4-o1-t0-r1tpb-gr-l-sc"
LONGEST = "duel1-7x7-o1j-t1-r9tpb-gso-l-s17-b1000040"
CONTRADICTIONS = {
    "duel1-3x4-o1-t0-gn-l-sc-b12": "The token has no move at the start.",
    "duel1-4x4-o1-t1-gs-l-sc-b48": "There is no path from the start to the goal.",
    "duel1-3x3-o1-t1-gn-l-sx": "Both tokens would start in the centre: choose another start, or a shared token.",
    "duel1-3x3-o1-t1-gs-l-ux": "With a shared token, there is no opponent's start to reach: choose another goal.",
    "duel1-4x4-o1-t1-gc-l-s15": "A token would start on its goal.",
    "duel1-4x4-o1-t1-gn-l-s1-b2": "The start is blocked.",
    "duel1-3x3-o1-t1-gn-l-s17": "The start is cell 17, but the board's cells run from 0 to 8.",
    "duel1-7x7-k9-t1-r1-gn-l-sc": "The duel has 97 different moves, but at most 63 are allowed.",
    "duel1-99x99-k1-t1-gn-l-sc": "A duel's board has 2 to 9 rows and columns, not 99x99.",
    "duel1-9x9-k1-t1-gn-l-sc": "A duel's board has at most 49 cells, but 9x9 has 81.",
    "duel1-3x3-k1-t1-gn-l-sc-bfffffff": "Blocked cells are given for the first half of the board, but some are "
    "beyond it.",
    "gridlock": "'gridlock' is not the code of a duel, such as duel1-3x5-k1-t1-r1-gn-l-sc.",
}


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    compile_measures()


def test_the_workshop_reports_what_the_solver_finds(client: httpx.Client) -> None:
    report, found = ask(client, "/api/workshop", code=CODE, language="de").json(), answer(parse(CODE))
    assert report["code"] == CODE
    assert report["positions"] == found.measures.positions
    assert report["winner"] == {"win": 1, "loss": 2}.get(found.measures.value.outcome)
    assert report["plies"] == found.measures.value.plies
    assert [each["share"] for each in report["shares"]] == [
        round(each.mean, 3) for each in found.measures.first_share.values()
    ]
    assert [each["element"] for each in report["idle"]] == [each.element for each in found.idle]
    assert report["rules"] == list(gist_of(parse(CODE), "de"))


def test_a_turned_board_is_the_same_duel(client: httpx.Client) -> None:
    turned = ask(client, "/api/workshop", code="duel1-4x3-o1-t0-r1tpb-ge-l-sc").json()
    assert turned == ask(client, "/api/workshop", code=CODE).json()


@pytest.mark.parametrize("code", CONTRADICTIONS)
def test_a_contradiction_is_refused_at_once_in_one_sentence_in_both_languages(client: httpx.Client, code: str) -> None:
    response = client.get("/api/workshop", params={"code": code})
    status, kind, sentence = refused(response)
    assert (status, kind, sentence) == (422, "setup", CONTRADICTIONS[code])
    assert words_of("de").translated(sentence) != sentence


def test_a_duel_with_the_longest_code_is_played_like_any_other(client: httpx.Client) -> None:
    made = client.post("/api/duels", json={"game": LONGEST, "seat": "both"})
    assert made.status_code == 201, made.text
    assert made.json()["state"]["game"] == LONGEST


def test_a_day_is_described_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Describing a duel takes a few milliseconds, and a request may name sixty days."""
    described = []

    def described_once(code: DuelCode, language: str = "en") -> tuple[str, str, str]:
        described.append(str(code))
        return gist_of(code, language)

    monkeypatch.setattr(invented, "gist_of", described_once)
    days = last_days(300, FIRST_DAY + timedelta(days=299))
    for _ in range(2):
        for day in days:
            invented._day_duel(day, "de")
    assert described == [day.code for day in days]


@pytest.mark.parametrize("query", [{}, {"code": "d" * 61}, {"code": CODE, "more": "1"}])
def test_a_malformed_question_is_refused(client: httpx.Client, query: dict[str, str]) -> None:
    assert refused(client.get("/api/workshop", params=query))[:2] == (400, "malformed")


@pytest.mark.heavy
def test_a_duel_that_is_too_large_is_refused_in_words(client: httpx.Client) -> None:
    _, kind, sentence = refused(ask(client, "/api/workshop", code="duel1-5x5-k1-t1-r2-gn-l-sc"))
    assert kind == "too-big"
    assert sentence.startswith("This duel has more than 1,000,000 positions")
    assert words_of("de").translated(sentence) != sentence


def test_the_gallery_has_the_best_with_their_boards(client: httpx.Client) -> None:
    duels = ask(client, "/api/gallery", language="de").json()
    assert [each["code"] for each in duels] == [each.code for each in best()]
    for duel in duels:
        assert duel["game"]["id"] == duel["code"]
        assert duel["rules"] == list(gist_of(parse(duel["code"]), "de"))
        assert [each["ahead"] for each in duel["shares"]] == [1, 3, 5, 7]


def test_a_rule_book_is_a_page_of_its_own_in_both_languages(client: httpx.Client) -> None:
    english = ask(client, f"/api/games/{CODE}/book.html")
    german = ask(client, f"/api/games/{CODE}/book.html", language="de")
    assert english.headers["content-type"] == "text/html; charset=utf-8"
    assert english.headers["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'"
    assert '<html lang="en">' in english.text
    assert '<html lang="de">' in german.text
    assert english.text.count("<svg") > 3
    assert refused(client.get("/api/games/gridlock/book.html"))[:2] == (422, "setup")
