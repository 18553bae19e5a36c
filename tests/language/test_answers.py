"""Parsing answers is strict, and never fails on any text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridduels import Duel, load_game
from gridduels.language.disguise import Disguise
from gridduels.language.prompts import Fault, Form, Presentation, Style, read_move, stated
from tests.helpers import duels


def read(reply: str, moves: str = "", id: str = "blockade", form: str = Form.BOARD) -> tuple[str | None, Fault | None]:
    game = load_game(id)
    answer = read_move(reply, Duel(game, moves), Disguise(game), form)
    return answer.move, answer.fault


@pytest.mark.parametrize(
    ("reply", "move"),
    [
        ("ANSWER: down", "down"),
        ("answer:DOWN", "down"),
        ("I block the way.\n\n**ANSWER: @2,0**\n", "@2,0"),
        ("ANSWER: `@2, 0`.", "@2,0"),
        ("down", "down"),
        ("  'Down'. ", "down"),
    ],
)
def test_an_answer_in_its_place_is_read(reply: str, move: str) -> None:
    assert read(reply) == (move, None)


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        ("", Fault.EMPTY),
        (" \n\t", Fault.EMPTY),
        ("ANSWER:", Fault.FORM),
        ("ANSWER: down\nbecause it is free", Fault.FORM),
        ("I think\nI go down", Fault.FORM),
        ("d" * 81, Fault.FORM),
        ("ANSWER: d", Fault.NOTATION),
        ("ANSWER: down or right", Fault.NOTATION),
        ("ANSWER: @9,9", Fault.NOTATION),
        ("ANSWER: up", Fault.ILLEGAL),
        ("ANSWER: @0,0", Fault.ILLEGAL),
    ],
)
def test_any_other_reply_has_its_fault(reply: str, fault: Fault) -> None:
    assert read(reply) == (None, fault)


@pytest.mark.parametrize(("reply", "move"), [("1 down", "down"), ("2 3 4", "@3,4"), ("down", "down")])
def test_the_book_form_accepts_natural_spellings(reply: str, move: str) -> None:
    assert read(f"ANSWER: {reply}", form=Form.BOOK) == (move, None)


def test_neither_half_a_move_nor_an_abbreviation_is_a_move_in_the_book_form() -> None:
    for said in ("2", "r", "1 d", "2 \uff13 4"):
        assert read(f"ANSWER: {said}", form=Form.BOOK) == (None, Fault.NOTATION)
    assert read("an\u017fwer: down\n") == (None, Fault.NOTATION)


@given(duels(), st.text(max_size=60), st.sampled_from([Form.BOARD, Form.BOOK]))
def test_every_text_is_a_legal_move_or_has_a_fault_with_a_sentence(duel: Duel, text: str, form: str) -> None:
    for reply in (text, f"ANSWER: {text}"):
        answer = read_move(reply, duel, Disguise(duel.game), form)
        assert (answer.move is None) == (answer.fault is not None) == bool(answer.sentence)
        assert answer.move is None or answer.move in duel.legal_moves


@given(duels(), st.sampled_from(list(Form)))
def test_answers_are_understood(duel: Duel, form: str) -> None:
    presentation = Presentation(duel, Disguise(duel.game), Style(form))
    for move in duel.legal_moves:
        assert presentation.read(f"ANSWER: {presentation.say(move)}").move == move


def test_a_refusal_in_a_disguise_does_not_give_it_away() -> None:
    game = load_game("light-cycle")
    disguise = Disguise(game, symmetry=2)
    answer = read_move("ANSWER: right", Duel(game), disguise)
    assert answer.sentence == "You cannot play right now (edge)."


def test_only_the_last_line_counts() -> None:
    assert stated("ANSWER: up\nNo, wait.\nANSWER: left") == "left"
