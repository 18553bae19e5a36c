"""Everyone who asks a room for something is answered, whatever happens to the store or to the room."""

import asyncio
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from gridduels.protocol.base import Code
from gridduels.protocol.codec import Refused
from gridduels.web.changes import Change, move
from gridduels.web.room import NO_SUCH_DUEL, Room, View
from gridduels.web.saved import Live, Saved
from gridduels.web.stores.sqlite import SqliteStore
from tests.web.house import Ear, House, in_house, wishes


def refusing(code: Code) -> Change:
    def change(live: Live, now: float) -> tuple[Live, ...]:
        raise Refused(code, "Not that way.")

    return change


async def answers(*asked: "asyncio.Future[Any]") -> list[Any]:
    """Return the results, all of which must arrive soon."""
    async with asyncio.timeout(5):
        return await asyncio.gather(*asked, return_exceptions=True)


def test_a_room_that_cannot_show_its_state_answers_and_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise ValueError("year 10226 is out of range")

    async def play(house: House) -> None:
        room, _ = await house.rooms.create(wishes(seat="both"))
        with monkeypatch.context() as patch:
            patch.setattr(View, "state", broken)
            first, second = await answers(room.ask(refusing(Code.STALE)), room.ask(refusing(Code.OVER)))
            assert isinstance(first, ValueError)
            assert isinstance(second, ValueError)
        [third] = await answers(room.ask(refusing(Code.OVER)))
        assert third.state is not None

    in_house(tmp_path, play)


@pytest.mark.parametrize("error", [RuntimeError("a fault"), Refused(Code.BUSY, "Not now."), asyncio.CancelledError()])
def test_a_room_that_cannot_catch_up_answers_and_continues(
    error: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def load(store: SqliteStore, id: str) -> Saved | None:
        raise error

    async def play(house: House) -> None:
        room, _ = await house.rooms.create(wishes(seat="both"))
        with monkeypatch.context() as patch:
            patch.setattr(SqliteStore, "load", load)
            room.changed_elsewhere(7)
            for found in await answers(room.ask(refusing(Code.NAME)), room.ask(refusing(Code.NAME))):
                assert isinstance(found, Exception)
        [found] = await answers(room.ask(lambda live, now: (live,)))
        assert found is None

    in_house(tmp_path, play)


def test_a_room_that_is_closed_before_it_catches_up_answers(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        room, _ = await house.rooms.create(wishes(seat="both"))
        room.changed_elsewhere(7)  # closed before its task has taken its first step
        asked = [room.ask(refusing(Code.NAME)) for _ in range(2)]
        room.close(NO_SUCH_DUEL)
        for found in await answers(*asked):
            assert isinstance(found, Refused)
        [found] = await answers(room.ask(refusing(Code.NAME)))
        assert found.code is Code.NO_SUCH_DUEL

    in_house(tmp_path, play)


def test_a_change_made_elsewhere_while_ours_is_saved_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The notice of the other server's change may arrive before the database has confirmed ours."""
    save = SqliteStore.save

    async def play(house: House) -> None:
        room, made = await house.rooms.create(wishes(seat="both"))

        async def saved_and_overtaken(store: SqliteStore, saved: Saved) -> None:
            await save(store, saved)
            await save(store, replace(saved, version=saved.version + 1, moves="up up"))
            room.changed_elsewhere(saved.version + 1)

        monkeypatch.setattr(SqliteStore, "save", saved_and_overtaken)
        ear = Ear(made.secret)
        room.enter(ear)
        await room.ask(move(made.secret, 0, "up", 100))
        async with asyncio.timeout(5):
            await ear.hears("state", lambda told: bool(told["moves"] == ["up", "up"]))

    in_house(tmp_path, play)


@pytest.mark.parametrize("fault", ["executor", "error"])
def test_a_fault_of_the_writing_thread_refuses_only_waiting_changes(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise MemoryError

    async def play(house: House) -> None:
        room, _ = await house.rooms.create(wishes(seat="both"))
        with monkeypatch.context() as patch:
            if fault == "error":
                patch.setattr(SqliteStore, "_save", fail)
            else:
                patch.setattr(house.store._writer, "submit", fail)
            [found] = await answers(asyncio.create_task(house.rooms.create(wishes(seat="both"))))
            assert isinstance(found, Refused)
            assert house.store.trouble
        await house.rooms.create(wishes(seat="both"))
        assert not house.store.trouble
        assert isinstance(room, Room)

    in_house(tmp_path, play)


def test_the_computer_moves_although_its_claim_failed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(house: House) -> None:
        failures = 1

        async def claim(id: str, version: int) -> bool:
            nonlocal failures
            failures -= 1
            if failures >= 0:
                raise RuntimeError("a fault of the driver")
            return True

        monkeypatch.setattr(house.store, "claim", claim)
        room, _ = await house.rooms.create(wishes(p1="easy", seat=2))
        await room.later_than(0, 20, None)
        assert room.live.duel.ply == 1

    in_house(tmp_path, play)


def test_duels_that_wait_too_long_for_the_store_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(house: House) -> None:
        room, _ = await house.rooms.create(wishes(seat="both"))
        assert house.rooms.waiting(0.0) == 0
        done = asyncio.Event()

        async def load(store: SqliteStore, id: str) -> Saved | None:
            await done.wait()
            return None

        with monkeypatch.context() as patch:
            patch.setattr(SqliteStore, "load", load)
            room.changed_elsewhere(7)
            asked = room.ask(refusing(Code.NAME))
            finding = asyncio.create_task(house.rooms.find("nosuchduel"))
            await asyncio.sleep(0.05)
            assert (house.rooms.waiting(0.01), house.rooms.waiting(5.0)) == (2, 0)
            done.set()
            await answers(asked, finding)
        assert house.rooms.waiting(0.0) == 0

    in_house(tmp_path, play)


def test_a_cancelled_wait_for_the_next_version_leaves_no_one_present(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        room, made = await house.rooms.create(wishes(seat=1))
        waiting = asyncio.create_task(room.later_than(0, 60, made.secret))
        await asyncio.sleep(0.01)
        assert (room.present, room.in_use) == ((True, False), True)
        waiting.cancel()
        await answers(waiting)
        assert (room.present, room.in_use) == ((False, False), False)
        house.rooms.drop_idle(0.0)
        assert len(house.rooms) == 0

    in_house(tmp_path, play)


def test_thousands_of_idle_rooms_take_little_memory_and_end_cleanly(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        _, made = await house.rooms.create(wishes(seat="both"))
        before = asyncio.all_tasks()

        def opened(number: int) -> Room:
            live = Live(replace(made.live.saved, id=f"room{number:06}"), made.live.duel)
            return Room(live, house.store, house.settings, lambda saved: None)

        tracemalloc.start()
        rooms = [opened(number) for number in range(2_000)]
        await asyncio.sleep(0)
        used, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert used / len(rooms) < 6_000
        for room in rooms:
            room.close(NO_SUCH_DUEL)
        await asyncio.sleep(0)
        assert asyncio.all_tasks() == before

    in_house(tmp_path, play)
