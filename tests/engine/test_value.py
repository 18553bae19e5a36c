"""Values and their codes in tables, and the verdict on a move."""

from itertools import pairwise

import pytest

from gridduels.engine import Value, Verdict
from gridduels.engine.value import MAX_PLIES, UNKNOWN

PERPETUAL = Value("perpetual", None)
CODES = [code for code in range(-128, 128) if code != UNKNOWN]


def test_every_code_but_unknown_has_its_own_value() -> None:
    values = [Value.of_code(code) for code in CODES]
    assert len(set(values)) == len(CODES)
    assert max(value.plies or 0 for value in values) == MAX_PLIES
    assert Value.of_code(0) == ("perpetual", None)
    assert (Value.of_code(1), Value.of_code(-1)) == (("win", 0), ("loss", 0))
    assert (Value.of_code(8), Value.of_code(-8)) == (("win", 7), ("loss", 7))


def test_a_move_inverts_the_value_and_takes_a_ply() -> None:
    assert Value("loss", 0).before() == ("win", 1)
    assert Value("win", 6).before() == ("loss", 7)
    assert Value("perpetual", None).before() == ("perpetual", None)


def test_quick_wins_and_slow_losses_rank_higher() -> None:
    best_first = [
        Value("win", 1),
        Value("win", 3),
        Value("win", MAX_PLIES),
        Value("perpetual", None),
        Value("loss", MAX_PLIES),
        Value("loss", 2),
        Value("loss", 0),
    ]
    assert all(better.rank > worse.rank for better, worse in pairwise(best_first))


def test_a_value_prints_its_unit() -> None:
    assert [str(Value("win", 1)), str(Value("loss", 0)), str(Value("win", 2))] == [
        "win in 1 ply",
        "loss in 0 plies",
        "win in 2 plies",
    ]
    assert str(Value("perpetual", None)) == "perpetual"


@pytest.mark.parametrize(
    ("best", "played", "verdict"),
    [
        (Value("win", 3), Value("win", 3), Verdict.BEST),
        (Value("win", 3), Value("win", 5), Verdict.SLOWER),
        (Value("loss", 6), Value("loss", 4), Verdict.LOSES_SOONER),
        (PERPETUAL, PERPETUAL, Verdict.BEST),
        (Value("win", 3), PERPETUAL, Verdict.MISTAKE),
        (PERPETUAL, Value("loss", 4), Verdict.MISTAKE),
        (Value("win", 3), Value("loss", 4), Verdict.BLUNDER),
    ],
)
def test_a_verdict_compares_a_move_with_the_best_legal_move(best: Value, played: Value, verdict: Verdict) -> None:
    assert Verdict.of(played, best) is verdict
    assert verdict.keeps == (played.outcome == best.outcome)


def test_every_verdict_has_a_word_and_a_sentence_and_mistakes_have_a_mark() -> None:
    assert [verdict.mark for verdict in Verdict] == ["", "", "", "?", "??"]
    assert [str(verdict) for verdict in Verdict] == ["best", "slower", "loses sooner", "mistake", "blunder"]
    assert all(verdict.sentence.endswith(".") for verdict in Verdict)
    assert Verdict("slower") is Verdict.SLOWER
