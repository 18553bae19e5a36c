"""Rooms in this process on a real store: failing saves, passing time, failing computer players."""

import asyncio
import json
import sqlite3
import time
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace as msgspec_replace

from gridduels.duel import Duel
from gridduels.players.greedy import greedy_moves
from gridduels.protocol.base import Code
from gridduels.protocol.codec import Refused
from gridduels.web import changes, rooms
from gridduels.web.new_duel import wanted_line
from tests.web.house import Ear, House, in_house, wishes


def test_a_change_that_cannot_be_saved_is_neither_made_nor_announced(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        room, made = await house.rooms.create(wishes(seat="both"))
        ear = Ear(made.secret)
        room.enter(ear)
        before, heard = room.live, len(ear.heard)
        house.store._writing.execute("PRAGMA query_only = ON")  # like a full or broken disk
        with pytest.raises(Refused) as refused:
            await room.ask(changes.move(made.secret, 0, "up", 100))
        assert refused.value.code == "busy"
        assert room.live is before
        assert not any(told["moves"] for told in ear.heard[heard:] if told["type"] == "state")
        house.store._writing.execute("PRAGMA query_only = OFF")
        await room.ask(changes.move(made.secret, 0, "up", 100))
        assert ear.heard[-1]["moves"] == ["up"]

    in_house(tmp_path, work)


def test_two_visitors_with_the_same_wish_get_a_duel_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(house: House) -> None:
        replay = house.computer.replay
        shared = await replay(*wanted_line(wish := wishes(seat="both", moves=["up", "down"]), 100))

        async def replay_once(*line: Any, visitor: str = "") -> Duel:
            return shared  # as when a worker answers a question that has been asked twice

        monkeypatch.setattr(house.computer, "replay", replay_once)
        (room, made), (other, other_made) = await asyncio.gather(*(house.rooms.create(wish) for _ in range(2)))
        assert room is not other
        assert made.live.saved.id != other_made.live.saved.id
        assert made.secret != other_made.secret
        await room.ask(changes.move(made.secret, 2, "right", 100))
        assert (room.live.duel.ply, other.live.duel.ply) == (3, 2)
        with pytest.raises(Refused) as refused:
            await other.ask(changes.resign(made.secret, 2))
        assert refused.value.code is Code.NOT_SEATED

    in_house(tmp_path, work)


def test_announced_changes_are_already_on_the_disk(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        room, made = await house.rooms.create(wishes(seat="both"))
        reader = sqlite3.connect(house.settings.db)

        class Checking(Ear):
            def tell(self, text: str) -> None:
                told = json.loads(text)
                if told["type"] == "state":
                    [kept] = reader.execute("SELECT moves FROM duels WHERE id = ?", (told["id"],)).fetchone()
                    assert kept == " ".join(told["moves"])
                    self.heard.append(told)

        ear = Checking(made.secret)
        room.enter(ear)
        while not room.live.duel.outcome:
            await room.ask(changes.move(made.secret, room.live.duel.ply, room.live.duel.legal_moves[0], 100))
        assert len(ear.heard) == room.live.duel.ply + 1
        reader.close()

    in_house(tmp_path, work)


def test_a_change_completes_although_its_request_is_cancelled(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        room, made = await house.rooms.create(wishes(seat="both"))
        ear = Ear()
        room.enter(ear)
        asking = asyncio.ensure_future(room.ask(changes.move(made.secret, 0, "up", 100)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert room.live.duel.ply == 0  # it is with the store now
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert room.in_use
        await room.ask(changes.move(made.secret, 1, "down", 100))
        assert [told["moves"] for told in ear.heard if told["type"] == "state"] == [[], ["up"], ["up", "down"]]
        kept = await house.store.load(room.live.saved.id)
        assert kept == room.live.saved
        assert not room.live.saved.over
        room.leave(ear)
        assert not room.in_use

    in_house(tmp_path, work)


def test_simultaneous_changes_are_made_in_order(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        room, made = await house.rooms.create(wishes(seat="both"))
        order: list[tuple[int, str]] = []
        done = asyncio.Event()

        def note(number: int, asked: "asyncio.Future[None]") -> None:
            error = asked.exception()
            order.append((number, error.code if isinstance(error, Refused) else "made"))
            if number == 1:  # requested during an answer
                room.ask(changes.resign(made.secret, 2)).add_done_callback(partial(note, 3))
            if len(order) == 4:
                done.set()

        for number, word in enumerate(("up", "down", "nonsense")):
            room.ask(changes.move(made.secret, number, word, 100)).add_done_callback(partial(note, number))
        await done.wait()
        assert [number for number, _ in order] == [0, 1, 2, 3]
        assert [code for _, code in order] == ["made", "made", "notation", "made"]
        assert room.live.saved.moves == "up down"

    in_house(tmp_path, work)


def test_an_announcement_that_fails_does_not_stop_the_room(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        room, made = await house.rooms.create(wishes(seat="both"))

        class Broken(Ear):
            def tell(self, text: str) -> None:
                if json.loads(text).get("ply"):
                    raise RuntimeError("it fell over")

        room.enter(Broken())
        await room.ask(changes.move(made.secret, 0, "up", 100))
        await room.ask(changes.move(made.secret, 1, "down", 100))
        kept = await house.store.load(room.live.saved.id)
        assert kept == room.live.saved
        assert kept.moves == "up down"

    in_house(tmp_path, work)


def test_a_computer_that_fails_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "_AGAIN", 0.01)

    async def work(house: House) -> None:
        house.computer.failures = 1
        room, _ = await house.rooms.create(wishes(p1="hard"))
        await room.later_than(0, 10, None)
        assert (room.live.duel.ply, room.live.saved.note, house.computer.asked) == (1, None, 2)

    in_house(tmp_path, work)


def test_a_computer_that_keeps_failing_plays_a_greedy_move_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "_AGAIN", 0.01)

    async def work(house: House) -> None:
        house.computer.failures = 100
        room, _ = await house.rooms.create(wishes(p1="hard"))
        await room.later_than(0, 10, None)
        assert room.live.duel.ply == 1
        start = Duel(room.live.duel.game)
        assert room.live.duel.moves[0] in greedy_moves(start, start.legal_moves)
        assert room.state().note == "it could not work out its move, and played what looked best"

    in_house(tmp_path, work)


def test_a_computer_that_is_busy_is_asked_for_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "_AGAIN", 0.001)

    async def work(house: House) -> None:
        house.computer.failures, house.computer.failure = 10, Refused(Code.BUSY, "Too much is asked for.")
        room, _ = await house.rooms.create(wishes(p1="hard"))
        await room.later_than(0, 10, None)
        assert (room.live.duel.ply, room.live.saved.note, house.computer.asked) == (1, None, 11)

    in_house(tmp_path, work)


def test_a_computers_move_that_cannot_be_saved_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "_AGAIN", 0.01)

    async def work(house: House) -> None:
        room, _ = await house.rooms.create(wishes(p1="hard"))
        house.store._writing.execute("PRAGMA query_only = ON")
        await house.computer.asked_again.wait()
        assert room.live.duel.ply == 0
        house.store._writing.execute("PRAGMA query_only = OFF")
        await room.later_than(0, 10, None)
        assert room.live.duel.ply == 1

    in_house(tmp_path, work)


def test_a_takeback_while_the_computer_thinks_makes_it_think_again(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        thinks, may_go_on, moved = asyncio.Event(), asyncio.Event(), asyncio.Event()
        choose = house.computer.choose

        async def slow(duel: Duel, player: str, seed: int | str, visitor: str) -> tuple[str, str]:
            thinks.set()
            await may_go_on.wait()
            moved.set()
            return await choose(duel, player, seed, visitor)

        house.computer.choose = slow  # type: ignore[method-assign]
        room, made = await house.rooms.create(wishes(p2="hard"))
        await room.ask(changes.move(made.secret, 0, "up", 100))
        await thinks.wait()
        await room.ask(changes.takeback(made.secret, 1))
        assert room.live.duel.ply == 0
        may_go_on.set()
        await moved.wait()
        await asyncio.wait(room._errands)  # it has nothing left to do
        assert room.live.duel.ply == 0
        await room.ask(changes.move(made.secret, 0, "right", 100))
        await room.later_than(room.live.saved.version, 5, made.secret)
        assert room.live.duel.moves[0] == "right"
        assert room.live.duel.ply == 2

    in_house(tmp_path, work)


def test_two_computers_stop_when_no_one_watches(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        room, _ = await house.rooms.create(wishes(p1="hard", p2="easy", size=7))
        assert house.computer.asked == 0  # no one watches yet
        ear = Ear()
        room.enter(ear)
        await ear.hears("state", lambda told: told["ply"] > 0)
        room.leave(ear)
        await asyncio.wait(room._errands)
        assert not room.live.duel.outcome
        assert not room.in_use

    in_house(tmp_path, work, pace_seconds=0.02)


def test_presence_is_up_to_date_after_a_quick_visit(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        room, made = await house.rooms.create(wishes(seat="both"))
        ear, watcher = Ear(made.secret), Ear()
        room.enter(ear)
        await ear.hears("presence")
        room.enter(watcher)
        await room.ask(changes.move(made.secret, 0, "up", 100))
        assert ear.heard[-1]["watchers"] == 1
        room.leave(watcher)
        await ear.hears("presence", lambda told: told["watchers"] == 0)

    in_house(tmp_path, work, presence_seconds=0.2)


def test_an_idle_room_leaves_memory_and_comes_back_from_the_store(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        room, made = await house.rooms.create(wishes(seat="both"))
        await room.ask(changes.move(made.secret, 0, "up", 100))
        ear = Ear(made.secret)
        room.enter(ear)
        house.rooms.drop_idle(0.0)
        assert len(house.rooms) == 1  # someone is connected
        room.leave(ear)
        house.rooms.drop_idle(60.0)
        assert len(house.rooms) == 1  # someone was connected just now
        house.rooms.drop_idle(0.0)
        assert len(house.rooms) == 0
        again, same = await asyncio.gather(house.rooms.find(room.live.saved.id), house.rooms.find(room.live.saved.id))
        assert again is same is not room
        assert again.live == room.live

    in_house(tmp_path, work)


def test_a_running_clock_keeps_no_room_in_memory_and_ends_the_duel_when_it_is_loaded(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        room, made = await house.rooms.create(wishes(seat="both", clock={"seconds": 60}))
        await room.ask(changes.move(made.secret, 0, "up", 100))
        house.rooms.drop_idle(0.0)
        assert len(house.rooms) == 0
        house.store._began += 30
        again = await house.rooms.find(room.live.saved.id)
        assert again.live.duel.outcome is None
        assert again.state().clock.left.two < 31  # type: ignore[union-attr]
        house.rooms.drop_idle(0.0)
        house.store._began += 31
        again = await house.rooms.find(room.live.saved.id)
        assert again.live.duel.outcome == (1, "time")

    in_house(tmp_path, work)


def test_an_unwatched_duel_is_ended_by_its_clock(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        begun = [await house.rooms.create(wishes(seat="both", clock={"seconds": 60})) for _ in range(3)]
        for room, made in begun:
            await room.ask(changes.move(made.secret, 0, "up", 100))
        house.rooms.drop_idle(0.0)
        house.store._began += 61
        await house.rooms.end_overdue()
        assert await house.store.overdue(10) == []
        for room, _ in begun:
            kept = await house.store.load(room.live.saved.id)
            assert kept is not None
            assert (kept.over, kept.reason) == (1, "time")

    in_house(tmp_path, work)


def test_time_that_ran_out_unnoticed_is_noticed_by_the_next_move(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        room, made = await house.rooms.create(wishes(seat="both", clock={"seconds": 1}))
        await room.ask(changes.move(made.secret, 0, "up", 100))
        house.store._began += 5  # as if the loop had been blocked
        with pytest.raises(Refused) as refused:
            await room.ask(changes.move(made.secret, 1, "up", 100), made.secret)
        assert refused.value.code == "over"
        assert refused.value.state is not None
        assert refused.value.state.outcome is not None
        assert refused.value.state.outcome.reason == "time"

    in_house(tmp_path, work)


def test_an_expired_duel_is_removed_and_its_watchers_disconnected(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        room, made = await house.rooms.create(wishes())
        finished, over = await house.rooms.create(wishes(seat="both"))
        await finished.ask(changes.resign(over.secret, 0))
        assert finished.state().expires is None
        ear = Ear()
        room.enter(ear)
        assert await house.rooms.sweep() == [room.live.saved.id]
        assert ear.codes == [4404]
        with pytest.raises(Refused, match="There is no such duel"):
            await house.rooms.find(room.live.saved.id)
        with pytest.raises(Refused, match="no longer exists"):
            await room.ask(changes.move(made.secret, 0, "up", 100))
        assert await house.rooms.find(finished.live.saved.id)
        house.store._began += 366 * 86_400
        assert await house.rooms.sweep() == [finished.live.saved.id]

    in_house(tmp_path, work, expire=-60.0)


def test_the_state_says_when_a_duel_expires(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        room, _ = await house.rooms.create(wishes())
        expires = datetime.fromisoformat(room.state().expires or "").timestamp()
        assert abs(expires - time.time() - 14 * 86_400) < 60

    in_house(tmp_path, work)


def test_there_are_limits_on_rooms_on_duels_and_on_watchers(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        room, made = await house.rooms.create(wishes())
        room.enter(Ear())
        with pytest.raises(Refused, match="Too many people are watching this duel"):
            room.enter(Ear())
        room.enter(Ear(made.secret))  # players always get in
        with pytest.raises(Refused, match="Too many duels are open"):
            await house.rooms.create(wishes())

    in_house(tmp_path, work, watchers=1, rooms=1)

    async def full(house: House) -> None:
        await house.rooms.sweep()
        with pytest.raises(Refused, match="Too many duels are being played"):
            await house.rooms.create(wishes())

    in_house(tmp_path, full, unfinished=1)


def test_a_change_that_comes_second_is_tried_again_on_the_stored_version(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        room, made = await house.rooms.create(wishes(seat="both"))
        ear = Ear(made.secret)
        room.enter(ear)
        [elsewhere] = changes.move(made.secret, 0, "up", 100)(room.live, house.store.now())
        await house.store.save(elsewhere.saved)  # as another server does
        with pytest.raises(Refused) as refused:
            await room.ask(changes.move(made.secret, 0, "right", 100), made.secret)
        assert refused.value.code == "stale"
        assert refused.value.state is not None
        assert refused.value.state.moves == ear.heard[-1]["moves"] == ["up"]
        await room.ask(changes.move(made.secret, 0, "up", 100))  # a move played elsewhere is not played twice
        await room.ask(changes.move(made.secret, 1, "left", 100))
        assert await house.store.load(room.live.saved.id) == room.live.saved

    in_house(tmp_path, work)


def test_a_duel_with_illegal_moves_is_reported_and_not_shown(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        _, made = await house.rooms.create(wishes(seat="both"))
        bad = msgspec_replace(made.live.saved, version=1, moves="up up up up up")
        await house.store.save(bad)
        house.rooms.drop_idle(0.0)
        with pytest.raises(Refused, match=f"The stored moves of duel {bad.id} can't be replayed") as refused:
            await house.rooms.find(bad.id)
        assert refused.value.code == "damaged"

    in_house(tmp_path, work)
