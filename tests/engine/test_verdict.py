"""The verdict on a move: its effect on the value."""

import pytest

from gridduels.engine import Value, Verdict

PERPETUAL = Value("perpetual", None)


@pytest.mark.parametrize(
    ("best", "played", "verdict"),
    [
        (Value("win", 3), Value("win", 3), Verdict.BEST),
        (Value("win", 3), Value("win", 5), Verdict.SLOWER),
        (Value("loss", 6), Value("loss", 4), Verdict.SOONER_LOST),
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
    assert [str(verdict) for verdict in Verdict] == ["best", "slower", "sooner lost", "mistake", "blunder"]
    assert all(verdict.sentence.endswith(".") for verdict in Verdict)
    assert Verdict("slower") is Verdict.SLOWER
