"""Each line of a duel's rules is shown by a legal move."""

from datetime import date, timedelta

import pytest

from gridduels.duel import Duel
from gridduels.invent import parse
from gridduels.invent.examples import examples_of
from gridduels.invent.gallery import FIRST_DAY, duel_of
from gridduels.targets import MOVE, PLACE, targets


@pytest.mark.parametrize("number", range(0, 1827, 150))
def test_the_examples_are_moves_of_the_duel_and_show_what_the_lines_say(number: int) -> None:
    code = duel_of(FIRST_DAY + timedelta(days=number)).code
    moving, changing, ending = examples_of(code)
    for before, after in (moving, changing, ending):
        assert Duel(after.game, after.moves) == after
        assert after.undo() == before
    assert moving[0].ply == 0
    assert _kind(*moving) == MOVE
    assert _kind(*changing) == (PLACE if parse(code).obstacles else MOVE)
    assert changing[1].outcome is None or ending[1].ply <= changing[1].ply
    assert ending[1].outcome


def test_a_duel_with_a_goal_is_shown_to_end_there() -> None:
    _, (_, ended) = examples_of(duel_of(date(2026, 11, 18)).code)[1:]
    assert ended.ended.reason == "goal"


def _kind(before: Duel, after: Duel) -> str:
    return targets(before)[after.moves[-1]].kind
