"""The search for duels."""

import random
from itertools import islice

import pytest

from gridduels.engine.solvers.limits import TooBig
from gridduels.errors import SetupError
from gridduels.invent import parse
from gridduels.invent.measures import graph_of, signature
from gridduels.invent.search import (
    STAGES,
    Search,
    change,
    draw,
    kind_of,
    screen,
    screening,
    simplify,
)

LIMIT = 5_000


def small_search(seed: int, **options: object) -> Search:
    return Search(seed, size="3x4", limit=LIMIT, **options)  # type: ignore[arg-type]


def run(search: Search, generations: int = 3) -> Search:
    for _ in islice(search.generations(), generations):
        pass
    return search


def test_the_same_seed_gives_the_same_duels() -> None:
    one, two = run(small_search(1)), run(small_search(1))
    assert one.best() == two.best()
    assert one.stages == two.stages
    assert run(small_search(2)).stages != one.stages


@pytest.mark.heavy
def test_several_processes_find_the_same_duels() -> None:
    alone, shared = run(small_search(3), 2), small_search(3)
    with screening("local", 2, LIMIT) as screen_all:
        for _ in islice(shared.generations(screen_all), 2):
            pass
    assert shared.best() == alone.best()


def test_a_search_counts_every_code_once_and_stays_at_its_size() -> None:
    search = run(small_search(4))
    assert search.screened == search.stages.total()
    assert set(search.stages) <= set(STAGES)
    assert all((each.code.rows, each.code.columns) == (3, 4) for each in search.best())


def test_elites_are_the_best_of_their_kind() -> None:
    search = run(small_search(5), 4)
    assert search.elites
    assert all(kind_of(each.code) == kind for kind, each in search.elites.items())
    assert [each.score for each in search.best()] == sorted((each.score for each in search.best()), reverse=True)


def test_a_search_like_a_duel_begins_with_that_duel() -> None:
    like = parse("duel1-3x4-k1-t1-gn-l-sc")
    search = Search(0, like=like, limit=LIMIT)
    codes = search.generation()
    assert codes[0] == like
    assert all(code != like for code in codes[1:])


@pytest.mark.parametrize("seed", range(5))
def test_random_and_changed_codes_are_valid(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(50):
        code = draw(rng)
        assert parse(str(code)) == code
        changed = change(code, rng, keep_size=True)
        assert parse(str(changed)) == changed != code


def test_simplifying_keeps_every_value() -> None:
    rng, simplified = random.Random(7), 0
    for _ in range(60):
        code = draw(rng, "3x3")
        try:
            graph = graph_of(code, LIMIT)
        except TooBig:
            continue
        simpler, found = simplify(code, graph, LIMIT)
        assert signature(found) == signature(graph)
        assert (graph.codes == found.codes).all()
        simplified += simpler != code
    assert simplified, "none of these duels had a rule that does nothing"


def test_a_duel_that_is_too_large_is_not_solved() -> None:
    assert screen(parse("duel1-7x7-k1-t1-r3-gn-l-sc"), LIMIT).stage == "too big"


def test_a_board_that_the_family_does_not_have_is_refused() -> None:
    with pytest.raises(SetupError, match="2 to 9 rows"):
        parse("duel1-50x50-o1-t1-gn-l-sc")
