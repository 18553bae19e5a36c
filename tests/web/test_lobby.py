"""The lobby: offered seats, pairing, bots that step in, and games to watch."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from gridduels.duel import Duel
from gridduels.errors import SetupError
from gridduels.protocol.answers import OwnSeat, Pair
from gridduels.protocol.codec import Refused
from gridduels.web import changes
from gridduels.web.lobby import LiveLobby
from gridduels.web.room import Room
from tests.web.house import House, in_house, wishes


def lobby_of(house: House) -> LiveLobby:
    return LiveLobby(house.rooms, house.store, house.settings)


async def take(room: Room, listed: bool | None = None) -> str:
    """Take an offered seat; return its secret."""
    return (await seat_in(room, Pair(game="", listed=listed))).secret


async def seat_in(room: Room, wish: Pair) -> OwnSeat:
    took: list[OwnSeat] = []
    await room.ask(changes.join(None, None, took.append, wish.listed, wish.name))
    return took[-1]


def test_an_offered_seat_is_found_taken_once_and_gone(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        lobby = lobby_of(house)
        room, made = await lobby.bring(wishes(offer=True, seat=2, clock={"seconds": 60, "increment": 1}), "")
        [challenge] = (await lobby.look()).challenges
        assert (challenge.id, challenge.seat, challenge.pairing) == (made.live.saved.id, 1, False)
        assert (challenge.clock and challenge.clock.seconds) == 60
        found = await asyncio.gather(*(take(room) for _ in range(20)), return_exceptions=True)
        assert sum(isinstance(each, str) for each in found) == 1
        assert {each.code for each in found if isinstance(each, Refused)} == {"taken"}
        assert (await lobby.look()).challenges == []

    in_house(tmp_path, work, lobby_seconds=0.0)


def test_a_duel_outside_the_lobby_needs_an_invitation(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        room, _ = await house.rooms.create(wishes())
        with pytest.raises(Refused, match="need an invitation"):
            await take(room)

    in_house(tmp_path, work)


def test_withdrawn_and_expired_offers_are_neither_shown_nor_given(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        lobby = lobby_of(house)
        withdrawn, made = await lobby.bring(wishes(offer=True), "")
        await withdrawn.ask(changes.withdraw(made.secret))
        late, _ = await lobby.bring(wishes(offer=True), "")
        while house.store.now() < (late.live.saved.offered or 0.0):
            await asyncio.sleep(0.01)
        assert (await lobby.look()).challenges == []
        for room in (withdrawn, late):
            with pytest.raises(Refused, match="need an invitation"):
                await take(room)

    in_house(tmp_path, work, lobby_seconds=0.0, offer_seconds=0.05)


def test_two_visitors_are_paired_and_a_third_waits(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        lobby = lobby_of(house)
        one, two, three = await asyncio.gather(*(lobby.pair(Pair(game="light-cycle"), "", seat_in) for _ in range(3)))
        assert one.room is two.room
        assert {one.player, two.player} == {1, 2}
        assert three.room is not one.room
        other = await lobby.pair(Pair(game="pathway"), "", seat_in)
        assert other.room.live.saved.game == "pathway"
        waits = [each.id for each in (await lobby.look()).challenges]
        assert waits == [three.room.live.saved.id, other.room.live.saved.id]

    in_house(tmp_path, work, lobby_seconds=0.0)


def test_no_one_is_paired_into_the_middle_of_a_game(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        lobby = lobby_of(house)
        moves = ["up", "down", "right"]
        long, _ = await lobby.bring(wishes(offer=True, stand_in="easy", moves=moves), "")
        short, _ = await lobby.bring(wishes(offer=True, stand_in="easy", moves=moves[:1]), "")
        assert (await lobby.pair(Pair(game="light-cycle"), "", seat_in)).room is short
        assert (await lobby.pair(Pair(game="light-cycle"), "", seat_in)).room is not long

    in_house(tmp_path, work, pair_seconds=1000.0)


def test_a_bot_plays_if_no_one_comes_in_time(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        found = await lobby_of(house).pair(Pair(game="light-cycle"), "", seat_in)
        room = found.room
        while room.live.saved.stand_in:
            await room.later_than(room.live.saved.version, 5.0, found.secret)
        saved = room.live.saved
        assert saved.is_computer(3 - found.player)
        assert saved.offered is None
        state = room.state(found.secret)
        assert state.note is None or state.note == changes.STANDS_IN
        assert state.present.two if found.player == 1 else state.present.one
        while house.computer.asked == 0:
            if room.live.duel.turn == found.player:
                await room.ask(changes.move(found.secret, room.live.duel.ply, room.live.duel.legal_moves[0], 100))
            await asyncio.sleep(0.01)

    in_house(tmp_path, work, pair_seconds=0.05)


def test_the_bot_keeps_the_moves_already_played(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        room, made = await lobby_of(house).bring(wishes(offer=True, seat=1, stand_in="easy"), "")
        await room.ask(changes.move(made.secret, 0, room.live.duel.legal_moves[0], 100))
        while room.live.duel.ply < 2:
            await room.later_than(room.live.saved.version, 5.0, made.secret)
        assert room.live.saved.p2 == "easy"

    in_house(tmp_path, work, pair_seconds=0.05)


def test_a_game_is_listed_from_its_first_move_to_its_end_unless_a_player_objects(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        lobby = lobby_of(house)
        shown, first = await lobby.bring(wishes(offer=True), "")
        hidden, second = await lobby.bring(wishes(offer=True, listed=False), "")
        objected, third = await lobby.bring(wishes(offer=True), "")
        private, fourth = await house.rooms.create(wishes(seat="both"))
        for room, listed in ((shown, None), (hidden, None), (objected, False)):
            await take(room, listed)
        for room, made in ((shown, first), (hidden, second), (objected, third), (private, fourth)):
            await room.ask(changes.move(made.secret, 0, "up", 100))
        [game] = (await lobby.look()).games
        assert (game.id, game.ply, game.board.tokens) == (shown.live.saved.id, 1, shown.state().board.tokens)
        await shown.ask(changes.resign(first.secret, 1))
        assert (await lobby.look()).games == []

    in_house(tmp_path, work, lobby_seconds=0.0)


def test_one_visitor_cannot_fill_the_lobby(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        lobby = lobby_of(house)
        tries = [lobby.bring(wishes(offer=True), "greedy one") for _ in range(50)]
        found = await asyncio.gather(*tries, return_exceptions=True)
        assert len((await lobby.look()).challenges) == 3
        assert {str(each) for each in found if isinstance(each, Refused)} == {
            "The lobby shows at most 3 duels from one address: withdraw one first."
        }
        room, made = next(each for each in found if not isinstance(each, BaseException))
        await room.ask(changes.withdraw(made.secret))
        await lobby.bring(wishes(offer=True), "greedy one")
        await lobby.bring(wishes(offer=True), "somebody else")
        with pytest.raises(Refused, match="The lobby is full"):
            await lobby.bring(wishes(offer=True), "one too many")

    in_house(tmp_path, work, shown_an_address=3, challenges=4, lobby_seconds=0.0)


def test_a_waiting_visitor_hears_of_changes_only(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        lobby = lobby_of(house)
        before = await lobby.look()
        assert await lobby.later_than(before.version, 0.05) == before
        waiting = asyncio.create_task(lobby.later_than(before.version, 20.0))
        await lobby.bring(wishes(offer=True), "")
        assert len((await waiting).challenges) == 1
        waiting = asyncio.create_task(lobby.later_than((await lobby.look()).version, 20.0))
        await asyncio.sleep(0)
        lobby.close()
        await waiting

    in_house(tmp_path, work, lobby_seconds=0.01)


def test_the_lobby_forgets_a_cancelled_request(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        lobby = lobby_of(house)
        waiting = asyncio.create_task(lobby.later_than((await lobby.look()).version, 20.0))
        await asyncio.sleep(0)
        assert len(lobby._waiting) == 1
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert not lobby._waiting
        lobby.close()

    in_house(tmp_path, work)


def test_only_a_free_seat_is_offered_and_only_a_computer_stands_in(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        lobby = lobby_of(house)
        for wish in ({"p2": "easy"}, {"seat": "both"}, {"stand_in": "human"}):
            with pytest.raises(SetupError):
                await lobby.bring(wishes(offer=True, **wish), "")
        with pytest.raises(SetupError, match="for a seat that is offered"):
            await lobby.bring(wishes(stand_in="easy"), "")

    in_house(tmp_path, work)


def test_a_game_whose_moves_take_long_to_replay_is_listed_later_and_holds_up_no_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(house: House) -> None:
        lobby, replayed, replay = lobby_of(house), asyncio.Event(), house.computer.replay
        long, _ = await lobby.bring(wishes(offer=True), "")
        house.rooms.drop_idle(-1.0)
        short, _ = await lobby.bring(wishes(offer=True), "")

        async def slow(*line: Any) -> Duel:
            await replayed.wait()
            return await replay(*line)

        monkeypatch.setattr(house.computer, "replay", slow)
        assert [each.id for each in (await lobby.look()).challenges] == [short.live.saved.id]
        replayed.set()
        await asyncio.sleep(0)
        assert {each.id for each in (await lobby.look()).challenges} == {long.live.saved.id, short.live.saved.id}

    in_house(tmp_path, work, lobby_seconds=0.0)
