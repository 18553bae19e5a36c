"""The codes of refusals."""

import re

from gridduels import errors
from gridduels.protocol.base import Code
from gridduels.protocol.codec import Refused, as_refused
from gridduels.protocol.schemas import SCHEMAS


def test_every_reason_of_an_illegal_move_has_a_code() -> None:
    text = (errors.__doc__ or "").partition("Codes of an IllegalMove:")[2]
    reasons = re.findall(r"`([a-z-]+)`", text)
    assert len(reasons) == 9
    assert [Code(reason) for reason in reasons] == reasons


def test_every_code_has_its_own_sentence() -> None:
    sentences = [code.sentence for code in Code]
    assert len(set(sentences)) == len(sentences)
    assert all(re.fullmatch(r"[A-Z].*[a-z`]\.", sentence) for sentence in sentences)


def test_an_error_of_the_games_is_refused_with_its_own_code_and_sentence() -> None:
    refused = as_refused(errors.IllegalMove("edge", "up", "You cannot."))
    assert (refused.code, refused.status, str(refused)) == (Code.EDGE, 422, "You cannot.")
    own = as_refused(errors.IllegalMove("my-own", "up", "You cannot."))
    assert (own.code, own.status) == (Code.NOT_NOW, 422)
    kept = Refused(Code.TAKEN, "Taken.", status=418)
    assert as_refused(kept) is kept


def test_the_description_names_every_code_with_its_sentence() -> None:
    schema = SCHEMAS["Code"]
    assert sorted(schema["enum"]) == sorted(Code)
    assert all(f"`{code}`: {code.sentence}" in schema["description"].splitlines() for code in Code)
