"""A player who has left is missed, and the opponent may end the duel after a while."""

from pathlib import Path
from typing import Any

import pytest

from gridduels.protocol.answers import OwnSeat
from gridduels.protocol.codec import Refused
from gridduels.web import changes
from gridduels.web.room import Room
from gridduels.web.rooms import abort, came_back, can_be_missed, claim, miss
from gridduels.web.saved import Live, live_of
from tests.web.house import Ear, House, in_house, wishes
from tests.web.test_changes import SECRETS, done, move, refused, sat

SOON: Any = {"missed_seconds": 0.01, "claim_seconds": 0.0, "claim_unclocked_seconds": 0.0}


def test_a_missed_player_loses_when_the_opponent_claims_in_time() -> None:
    live = done(sat(), move(1, 0, "up"), miss(2, 5))
    assert live.saved.missed2 == 2005
    assert refused(live, claim(SECRETS[1], 1)) == "not-now"
    assert refused(live, claim(SECRETS[2], 1)) == "not-now"  # only the sender is missed
    assert refused(live, claim(None, 1)) == "not-seated"
    assert refused(live, claim(SECRETS[1], 0)) == "stale"
    ended = done(live, claim(SECRETS[1], 1), now=2005)
    assert ended.duel.outcome == (1, "forfeit")
    assert done(ended, claim(SECRETS[1], 1)) is ended


def test_a_claimable_duel_can_be_aborted_instead() -> None:
    live = done(sat(), move(1, 0, "up"), miss(2, 5))
    assert refused(live, abort(SECRETS[1], 1)) == "not-now"
    assert refused(live, abort(SECRETS[2], 1)) == "not-now"
    assert refused(live, abort(None, 1)) == "not-seated"
    assert refused(live, abort(SECRETS[1], 0)) == "stale"
    ended = done(live, abort(SECRETS[1], 1), now=2005)
    assert ended.duel.outcome == (0, "aborted")
    assert (ended.saved.over, ended.match.score) == (1, (0, 0))
    assert live_of(ended.saved).duel == ended.duel
    assert done(ended, abort(SECRETS[1], 1)) is ended
    assert refused(ended, claim(SECRETS[1], 1)) == "over"


def test_a_player_who_returns_or_moves_is_no_longer_missed() -> None:
    live = done(sat(size=5), move(1, 0, "up"), miss(2, 5))
    assert done(live, came_back(2)).saved.missed == (None, None)
    assert done(live, move(2, 1, "up")).saved.missed == (None, None)
    assert done(live, came_back(1)) is live
    assert done(live, miss(2, 50)) is live


@pytest.mark.parametrize(
    ("missed", "wish"),
    [
        (True, {}),
        (True, {"clock": {"seconds": 300}}),
        (False, {"clock": {"seconds": 86_400}}),
        (False, {"p2": "random"}),
        (False, {"seat": "both"}),
    ],
)
def test_only_a_person_who_is_expected_can_be_missed(missed: bool, wish: dict[str, Any]) -> None:
    assert can_be_missed(sat(**wish)) is missed
    assert not can_be_missed(done(sat(), changes.resign(SECRETS[1], 0)))


async def friends(house: House, **wish: Any) -> tuple[Room, str, str]:
    """Return a duel and its two secrets."""
    room, made = await house.rooms.create(wishes(seat=1, **wish))
    took: list[OwnSeat] = []
    await room.ask(changes.join(made.invite, None, took.append))
    assert made.secret
    return room, made.secret, took[0].secret


def test_the_opponent_hears_when_a_player_leaves_and_returns(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        room, *secrets = await friends(house)
        one, two = Ear(secrets[0]), Ear(secrets[1])
        room.enter(one)
        await one.hears("state", lambda told: told["missed"] == {"player": 2, "seconds": 0.0})
        room.enter(two)
        await one.hears("state", lambda told: told["missed"] is None)
        room.leave(two)
        await one.hears("state", lambda told: told["missed"] is not None)
        assert room.state(secrets[1]).missed is None
        await room.ask(claim(secrets[0], 0), secrets[0])
        assert room.live.duel.outcome == (1, "forfeit")

    in_house(tmp_path, work, **SOON)


def test_without_an_opponent_or_after_a_short_absence_no_one_is_missed(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        room, *secrets = await friends(house)
        one, two = Ear(secrets[0]), Ear(secrets[1])
        for ear in (one, two):
            room.enter(ear)
        await one.hears("presence")
        room.leave(two)
        await one.hears("presence", lambda told: not told["present"]["2"])
        room.enter(two)
        await one.hears("presence", lambda told: told["present"]["2"])
        room.leave(one)
        room.leave(two)
        with pytest.raises(Refused, match="Your opponent is here"):
            await room.ask(claim(secrets[0], 0), secrets[0])

    in_house(tmp_path, work, missed_seconds=5.0)


def test_the_time_to_wait_is_longer_without_a_clock(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        told = []
        for clock in (None, {"seconds": 60}):
            room, secret, _ = await friends(house, clock=clock)
            ear = Ear(secret)
            room.enter(ear)
            await ear.hears("state", lambda state: state["missed"] is not None)
            told.append(round(ear.heard[-1]["missed"]["seconds"]))
        assert told == [600, 120]

    in_house(tmp_path, work, missed_seconds=0.01)


def test_an_absence_survives_when_the_room_leaves_memory(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        room, secret, other = await friends(house)
        ear = Ear(secret)
        room.enter(ear)
        await ear.hears("state", lambda state: state["missed"] is not None)
        room.leave(ear)
        house.rooms.drop_idle(0.0)
        found: Live = (await house.rooms.find(room.live.saved.id)).live
        assert found.saved.missed[1] is not None
        again = await house.rooms.find(room.live.saved.id)
        back = Ear(other)
        again.enter(back)
        await back.hears("state", lambda state: state["version"] > found.saved.version)
        assert again.live.saved.missed == (None, None)

    in_house(tmp_path, work, **SOON)
