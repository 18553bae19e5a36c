"""Six emotes between two people, with a mute. They are shown, not stored."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from gridduels.protocol.answers import OwnSeat
from gridduels.protocol.codec import Refused
from gridduels.web import changes
from gridduels.web.room import Room
from tests.web.house import Ear, House, in_house, wishes
from tests.web.server import Server


async def friends(house: House, **more: Any) -> tuple[Room, Ear, Ear]:
    """Return a room with two people, both connected."""
    room, made = await house.rooms.create(wishes(seat=1, **more))
    took: list[OwnSeat] = []
    await room.ask(changes.join(made.invite, None, took.append))
    ears = Ear(made.secret), Ear(took[0].secret)
    for ear in ears:
        room.enter(ear)
    return room, *ears


def emotes(ear: Ear) -> list[tuple[int, str]]:
    return [(told["player"], told["emote"]) for told in ear.heard if told["type"] == "emote"]


def test_everyone_who_has_not_muted_them_sees_emotes_and_the_duel_does_not_change(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        room, one, two = await friends(house)
        watcher, before = Ear(), room.live
        room.enter(watcher)
        room.emote("good-luck", one.secret)
        watcher.muted = True
        room.emote("thanks", two.secret)
        assert emotes(one) == emotes(two) == [(1, "good-luck"), (2, "thanks")]
        assert emotes(watcher) == [(1, "good-luck")]
        assert room.live is before

    in_house(tmp_path, work)


def test_emotes_of_each_player_are_limited(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        room, one, two = await friends(house)
        for _ in range(3):
            room.emote("nice", one.secret)
        with pytest.raises(Refused, match="Too many emotes") as refused:
            room.emote("nice", one.secret)
        assert refused.value.code == "too-fast"
        room.emote("oops", two.secret)
        assert len(emotes(two)) == 4

    in_house(tmp_path, work)


def test_changing_sides_gives_no_one_more_emotes(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        room, one, two = await friends(house, first="swap")
        await room.ask(changes.move(one.secret, 0, "right", 100))
        for _ in range(3):
            room.emote("nice", two.secret)
        await room.ask(changes.change_sides(two.secret, 1))
        with pytest.raises(Refused, match="Too many emotes"):
            room.emote("nice", two.secret)
        room.emote("oops", one.secret)

    in_house(tmp_path, work)


def test_emotes_need_two_people_and_a_seat(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        for wish in ({"seat": "both"}, {"p2": "easy"}, {"seat": 1}):
            room, made = await house.rooms.create(wishes(**wish))
            with pytest.raises(Refused, match="two people"):
                room.emote("hello", made.secret)
        room, *_ = await friends(house)
        with pytest.raises(Refused, match="Only the players"):
            room.emote("hello", None)

    in_house(tmp_path, work)


def test_emotes_travel_over_websockets(server: Server) -> None:
    async def work() -> None:
        id, one, two = server.friends()
        async with await server.client(id, one) as first, await server.client(id, two) as second:
            await first.say("emote", emote="thinking")
            told = await second.hear("emote")
            assert (told["player"], told["emote"]) == (1, "thinking")
            assert (await second.ask("emote", emote="rude"))["code"] == "malformed"
            await second.say("mute", muted=True)
            await second.say("ping")
            await second.hear("pong")  # it is muted now
            await first.say("emote", emote="nice")
            await first.hear("emote", lambda told: told["emote"] == "nice")
            await second.say("mute", muted=False)
            await second.say("emote", emote="thanks")
            assert (await second.hear("emote"))["emote"] == "thanks"

    asyncio.run(work())
