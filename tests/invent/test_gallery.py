"""The duels of the day: a list for five years, solved and measured."""

from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

import pytest

from gridduels.invent import parse
from gridduels.invent.gallery import FIRST_DAY, duel_of, last_days, name_of
from gridduels.invent.measures import graph_of, measure
from gridduels.invent.search import kind_of, simplify

DAYS = 1827
"""Five years."""


def test_the_list_covers_five_years_without_repeating_a_duel_or_a_name() -> None:
    duels = [duel_of(FIRST_DAY + timedelta(days=each)) for each in range(DAYS)]
    assert len({duel.code for duel in duels}) == len({duel.name for duel in duels}) == DAYS
    assert all(str(parse(duel.code)) == duel.code for duel in duels)


def test_after_its_end_the_list_starts_over() -> None:
    first, again = duel_of(FIRST_DAY), duel_of(FIRST_DAY + timedelta(days=DAYS))
    assert replace(again, day=FIRST_DAY) == first
    before = duel_of(FIRST_DAY - timedelta(days=1))
    assert before.code == duel_of(FIRST_DAY + timedelta(days=DAYS - 1)).code


def test_neighbours_are_of_different_kinds() -> None:
    kinds = [kind_of(parse(duel_of(FIRST_DAY + timedelta(days=each)).code)) for each in range(DAYS)]
    assert all(one != two for one, two in pairwise([*kinds, kinds[0]]))


@pytest.mark.parametrize("number", [2, *(pytest.param(each, marks=pytest.mark.heavy) for each in (0, 321, 1000, 1500))])
def test_a_duel_of_the_day_is_what_the_list_says(number: int) -> None:
    duel = duel_of(FIRST_DAY + timedelta(days=number))
    graph = graph_of(parse(duel.code))
    assert graph.entries == duel.positions
    assert abs(int(graph.codes[0])) - 1 == duel.plies
    assert str(simplify(parse(duel.code), graph)[0]) == duel.code, "one of its rules does nothing"
    fresh = measure(graph, games=600, seed=7)
    assert fresh.fair > 0.6
    assert abs(fresh.matter.mean - duel.matter) < 0.1


def test_days_are_listed_latest_first() -> None:
    days = last_days(3, date(2026, 11, 18))
    assert [each.day for each in days] == [date(2026, 11, 18), date(2026, 11, 17), date(2026, 11, 16)]
    assert days[0].as_data()["day"] == "2026-11-18"
    assert len(days[0].rules) == 3
    assert name_of(days[0].code) == days[0].name
    assert name_of("pathway") == ""
