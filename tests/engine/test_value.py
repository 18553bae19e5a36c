"""Values, and their codes in tables."""

from itertools import pairwise

from gridduels.engine import Value
from gridduels.engine.value import MAX_PLIES, UNKNOWN

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
