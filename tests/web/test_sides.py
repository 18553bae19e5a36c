"""The pie rule on the server: after the first move the second player may change sides."""

from pathlib import Path

import pytest

from gridduels.web import changes
from gridduels.web.changes import change_sides
from gridduels.web.saved import derive_secret, live_of, running
from tests.web.house import Ear, House, in_house, wishes
from tests.web.test_changes import SECRETS, done, move, refused, sat


def test_the_second_player_may_take_the_first_side_with_seat_name_and_clock() -> None:
    live = done(sat(first="swap", clock={"seconds": 10}), move(1, 0, "up"), now=2000)
    assert live.match.may_swap
    live = done(live, change_sides(SECRETS[2], 1), now=2003)
    saved = live.saved
    assert (saved.sides_of(SECRETS[1]), saved.sides_of(SECRETS[2])) == ((2,), (1,))
    assert (saved.left1, saved.left2, running(live), saved.deadline) == (7, 10, 2, 2013)
    assert not live.match.may_swap
    assert live_of(saved).match.swap == "taken"
    assert done(live, change_sides(SECRETS[2], 1)) is live  # requested twice
    assert done(live, move(1, 1, "up")).duel.ply == 2


def test_sides_change_nowhere_else() -> None:
    live = sat(first="swap")
    assert refused(live, change_sides(SECRETS[1], 0)) == "not-now"
    begun = done(live, move(1, 0, "up"))
    assert refused(begun, change_sides(SECRETS[1], 1)) == "not-your-turn"
    assert refused(begun, change_sides(None, 1)) == "not-seated"
    assert refused(done(begun, move(2, 1, "up")), change_sides(SECRETS[1], 2)) == "not-now"
    assert refused(done(sat(), move(1, 0, "up")), change_sides(SECRETS[2], 1)) == "not-now"


def test_a_rematch_may_change_sides_again() -> None:
    live = done(sat(first="swap"), move(1, 0, "up"), change_sides(SECRETS[2], 1), changes.resign(SECRETS[1], 1))
    asked = done(live, changes.rematch(SECRETS[2], 1))
    _, again = changes.rematch(SECRETS[1], 1)(asked, 2000.0)
    first = derive_secret(SECRETS[1], again.saved.id)
    assert done(again, changes.move(first, 0, "up", 100)).match.may_swap


@pytest.mark.parametrize("wants", [True, False])
def test_the_computer_changes_sides_where_it_wants_to(wants: bool, tmp_path: Path) -> None:
    async def work(house: House) -> None:
        house.computer.wants_to_swap = wants
        room, made = await house.rooms.create(wishes(first="swap", p2="random", seat=1))
        ear = Ear(made.secret)
        room.enter(ear)
        await room.ask(changes.move(made.secret, 0, "up", 100))
        await ear.hears("state", lambda told: bool(told["you"] == 2 or told["ply"] == 2))
        told = ear.heard[-1]
        assert (told["you"], told["p1"], told["ply"], told["swap"]) == (
            (2, "random", 1, False) if wants else (1, "human", 2, False)
        )
        assert [each["swap"] for each in ear.heard if each["type"] == "state"][1]

    in_house(tmp_path, work)


def test_a_computer_that_fails_to_decide_keeps_its_side(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        house.computer.wants_to_swap, house.computer.failures = True, 1
        room, made = await house.rooms.create(wishes(first="swap", p2="random", seat=1))
        ear = Ear(made.secret)
        room.enter(ear)
        await room.ask(changes.move(made.secret, 0, "up", 100))
        await ear.hears("state", lambda told: bool(told["ply"] == 2))
        assert ear.heard[-1]["you"] == 1

    in_house(tmp_path, work)
