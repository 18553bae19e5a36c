"""The workshop's answers, and the best duels that ship."""

import pytest

from gridduels.engine.solvers.limits import TooBig
from gridduels.invent import parse
from gridduels.invent.gallery import Best, best
from gridduels.invent.measures import graph_of, measure, signature
from gridduels.invent.search import ending_of, kind_of, simplify
from gridduels.invent.workshop import PLAYERS, answer


def test_a_rule_that_does_nothing_is_found_and_the_others_are_not() -> None:
    code = parse("duel1-3x5-o1-t0-r1tpb-gr-l-sc")
    found = answer(code)
    assert [each.element for each in found.idle] == ["paths"]
    [idle] = found.idle
    assert idle.code is not None
    assert signature(graph_of(idle.code)) == signature(graph_of(code))
    assert answer(idle.code).idle == ()
    assert (found.measures.positions, found.measures.value.outcome, found.measures.plies) == (12_147, "win", 11)
    assert tuple(found.measures.first_share) == PLAYERS


def test_a_duel_with_too_many_positions_is_refused() -> None:
    with pytest.raises(TooBig):
        answer(parse("duel1-3x4-k1-t1-r1-gn-l-sc"), limit=20_000)


def test_progress_is_reported_and_can_stop_the_work() -> None:
    stages: list[str] = []
    answer(parse("duel1-3x3-k1-t1-gn-l-sc"), lambda stage, done, total: stages.append(stage))
    assert stages[-1] == "checking every rule"

    def stop(stage: str, done: int, total: int | None) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        answer(parse("duel1-3x3-k1-t1-gn-l-sc"), stop)


def test_the_best_are_twenty_duels_of_different_kinds_with_every_ending() -> None:
    codes = [parse(each.code) for each in best()]
    assert [str(code) for code in codes] == [each.code for each in best()]
    assert len({kind_of(code) for code in codes}) == len({each.name for each in best()}) == len(codes) == 20
    assert {each.ending for each in best()} == {"trap", "race", "refuge"}
    assert [each.ending for each in best()] == [ending_of(code) for code in codes]
    assert all(min(each.fair, each.deep) > 0.5 and each.matter > 0.25 for each in best())


@pytest.mark.parametrize(
    "duel",
    [
        pytest.param(duel, id=duel.name, marks=[] if duel.positions < 3000 else pytest.mark.heavy)
        for duel in sorted(best(), key=lambda each: each.positions)[:8]
    ],
)
def test_one_of_the_best_is_what_the_list_says(duel: Best) -> None:
    graph = graph_of(parse(duel.code))
    fresh = measure(graph, PLAYERS, games=600, seed=9)
    assert (fresh.positions, fresh.plies) == (duel.positions, duel.plies)
    assert str(simplify(parse(duel.code), graph)[0]) == duel.code, "one of its rules does nothing"
    assert all(abs(fresh.first_share[ahead].mean - share) < 0.12 for ahead, share in duel.shares.items())
    assert abs(fresh.deep - duel.deep) < 0.15
