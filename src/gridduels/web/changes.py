"""The changes players may make to a duel: moves, seats, the pie rule, leaving."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import fields, replace

from gridduels.duel import Duel, Reason
from gridduels.errors import GridDuelsError
from gridduels.match import TAKEN, last_move_of
from gridduels.protocol.answers import OwnSeat
from gridduels.protocol.base import Code
from gridduels.protocol.codec import Refused
from gridduels.web.saved import (
    Live,
    Saved,
    Sides,
    checked_name,
    debit,
    derive_secret,
    expiry_of,
    hash_secret,
    matches,
    new_code,
    new_id,
    new_secret,
    running,
    wind,
)

# --- Moves, the end of a duel, and rematches
#
# A change takes the current duel and returns its successor, or refuses. Nothing here waits or persists anything: a Room
# serialises, persists and broadcasts the changes.


_HAPPENED: Final = frozenset(
    {
        "version",
        "moves",
        "winner",
        "reason",
        "takeback_by",
        "takeback_to",
        "asked1",
        "asked2",
        "missed1",
        "missed2",
        "rematch_by",
        "rematch_seat",
        "next",
        "next_began",
        "note",
        "over",
        "deadline",
        "invite",
        "code1",
        "code2",
        "offered",
        "stand_in",
    }
)
_BLANK: Final[dict[str, Any]] = {field.name: field.default for field in fields(Saved) if field.name in _HAPPENED}
"""The fields that a rematch resets, because they describe events in this duel only."""

MOST_ASKED: Final = 3
"""Maximum number of unsuccessful takeback requests per player and duel."""
STANDS_IN: Final = "no one joined in time, so this bot took the seat"


Change = Callable[[Live, float], tuple[Live, ...]]
"""Returns the changed duel, followed by the next duel if one begins. Returns the same object if nothing changes."""


def move(secret: str | None, ply: int, word: str, most: int) -> Change:
    """Play a move. Repeating a move this player has already made at this ply has no effect."""

    def change(live: Live, now: float) -> tuple[Live, ...]:
        duel = live.duel
        sides = must_sit(live.saved, secret)
        if ply < duel.ply and duel.history()[ply].turn in sides and duel.moves[ply] == word:
            return (live,)
        must_be_current(duel, ply)
        must_go_on(duel)
        if duel.turn not in sides:
            raise Refused(Code.NOT_YOUR_TURN, f"It's {_name(duel, duel.turn)}'s turn.")
        if duel.ply >= most:
            raise Refused(Code.TOO_BIG, f"A duel on this server has at most {most} moves.")
        return (after_turn(live, duel.play(word), now, word),)

    return change


def resign(secret: str | None, ply: int) -> Change:
    """Resign. Someone playing both sides resigns for the player to move."""

    def change(live: Live, now: float) -> tuple[Live, ...]:
        duel = live.duel
        sides = must_sit(live.saved, secret)
        loser = sides[0] if len(sides) == 1 else duel.turn
        if duel.outcome == (3 - loser, Reason.RESIGNED):
            return (live,)
        must_be_current(duel, ply)
        must_go_on(duel)
        return (after_turn(live, duel.stop(3 - loser, Reason.RESIGNED), now),)

    return change


def out_of_time(live: Live, now: float) -> tuple[Live, ...]:
    """End the duel if the player to move is out of time, or seat a bot if no one took the free seat in time."""
    player, deadline = running(live), live.saved.deadline
    if deadline is None or now < deadline:
        return (live,)
    if live.saved.stand_in:
        return (_stood_in(live, live.saved.stand_in, now),)
    return (live,) if player is None else (after_turn(live, live.duel.stop(3 - player, Reason.TIME), now),)


def _stood_in(live: Live, bot: str, now: float) -> Live:
    """Return the duel with a bot in the free seat, and a note saying so."""
    free = 1 if live.saved.is_open(1) else 2
    taken: dict[str, Any] = {f"p{free}": bot, "invite": None, "offered": None, "stand_in": None, "note": STANDS_IN}
    return wind(next_version(live.saved, now, **taken), live.duel, now)


def takeback(secret: str | None, ply: int) -> Change:
    """Request to take back your last move and everything after it. Granted at once unless the opponent is a person."""

    def change(live: Live, now: float) -> tuple[Live, ...]:
        saved, duel = live
        sides = must_sit(live.saved, secret)
        must_be_current(duel, ply)
        must_go_on(duel)
        to = _last_move(duel, sides)
        if len(sides) == len(saved.humans):
            return (after_turn(live, duel.undo(duel.ply - to), now),)
        if saved.takeback_by in sides:
            return (live,)
        if saved.takeback_by:
            raise Refused(Code.NO_TAKEBACK, "Your opponent has asked for a takeback. Answer that first.")
        if saved.is_open(3 - sides[0]):
            raise Refused(Code.NO_TAKEBACK, "Your opponent hasn't joined yet.")
        by = sides[0]
        if saved.asked[by - 1] >= MOST_ASKED:
            raise Refused(Code.NO_TAKEBACK, f"After {MOST_ASKED} refused takebacks you can't ask again in this game.")
        kept: dict[str, Any] = {"takeback_by": by, "takeback_to": to, f"asked{by}": saved.asked[by - 1] + 1}
        return (Live(next_version(saved, now, **kept), duel),)

    return change


def answer(secret: str | None, ply: int, to: int, accept: bool) -> Change:
    """Answer a takeback request, which must still be open."""

    def change(live: Live, now: float) -> tuple[Live, ...]:
        saved, duel = live
        sides = must_sit(live.saved, secret)
        must_be_current(duel, ply)
        if saved.takeback_by is None or saved.takeback_to != to:
            raise Refused(Code.STALE, "This takeback request is no longer open.")
        if saved.takeback_by in sides:
            raise Refused(Code.NO_TAKEBACK, "Your opponent has to answer your request.")
        if accept:
            by = saved.takeback_by
            granted: dict[str, Any] = {f"asked{by}": saved.asked[by - 1] - 1}
            return (after_turn(live._replace(saved=replace(saved, **granted)), duel.undo(duel.ply - to), now),)
        return (Live(next_version(saved, now, takeback_by=None, takeback_to=None), duel),)

    return change


def rematch(secret: str | None, ply: int) -> Change:
    """Ask for a rematch with sides swapped. It begins once every human player has asked."""

    def change(live: Live, now: float) -> tuple[Live, ...]:
        saved, duel = live
        sides = must_sit(live.saved, secret)
        if saved.next_began or saved.rematch_by in sides:
            return (live,)
        must_be_current(duel, ply)
        if not duel.outcome:
            raise Refused(Code.NOT_NOW, "You can ask for a rematch when the game is over.")
        if saved.is_open(1) or saved.is_open(2):
            raise Refused(Code.NOT_NOW, "Your opponent hasn't joined yet.")
        next = saved.next or new_id()
        kept = hash_secret(derive_secret(secret or "", next))
        if saved.rematch_by is None and len(sides) < len(saved.humans):
            asked = next_version(saved, now, rematch_by=sides[0], rematch_seat=kept, next=next)
            return (Live(asked, duel),)
        began = next_version(saved, now, next=next, next_began=1)
        return Live(began, duel), _swapped(live, sides, next, kept, now)

    return change


def played_by_computer(live: Live, word: str, note: str | None, now: float) -> Live:
    """Return the duel after a computer's move. The note about a stand-in bot stays until a person has moved."""
    after = after_turn(live, live.duel.play(word), now, word)
    stands_in = STANDS_IN if live.saved.note == STANDS_IN else None
    return after._replace(saved=replace(after.saved, note=note or stands_in))


def after_turn(live: Live, duel: Duel, now: float, word: str | None = None) -> Live:
    """Return the duel after this move, or after anything else that ends a turn."""
    saved = debit(live, now, moved=word is not None)
    moved: dict[str, Any] = {} if word is None else {f"missed{live.duel.turn}": None}
    outcome = duel.outcome
    stopped = outcome if outcome and duel.ply == live.duel.ply else None
    kept = replace(
        saved,
        version=saved.version + 1,
        changed=now,
        moves=" ".join(duel.moves) if word is None else f"{saved.moves} {word}".lstrip(),
        winner=stopped and stopped.winner,
        reason=stopped and stopped.reason,
        takeback_by=None,
        takeback_to=None,
        note=None,
        over=int(outcome is not None),
        **moved,
    )
    return wind(kept, duel, now)


def next_version(saved: Saved, now: float, **changes: Any) -> Saved:
    """Return the next version of a row, with these changes applied."""
    return replace(saved, version=saved.version + 1, changed=now, **changes)


def _swapped(live: Live, sides: Sides, id: str, kept: bytes, now: float) -> Live:
    """Return the next duel of the series, with new secrets for both players."""
    saved = live.saved
    swapped = live.match.rematch()
    seats: list[bytes | None] = [None, None]
    for player in sides:
        seats[player - 1] = kept
    if saved.rematch_by:
        seats[saved.rematch_by - 1] = saved.rematch_seat
    fresh = replace(
        saved,
        id=id,
        p1=swapped.players[0],
        p2=swapped.players[1],
        round=swapped.round,
        earlier1=swapped.earlier[0],
        earlier2=swapped.earlier[1],
        name1=saved.name2,
        name2=saved.name1,
        swap=swapped.swap,
        seed=saved.seed + 1,
        seat1=seats[1],
        seat2=seats[0],
        left1=saved.seconds or 0.0,
        left2=saved.seconds or 0.0,
        created=now,
        changed=now,
        **_BLANK,
    )
    return Live(fresh, swapped.duel)


def _last_move(duel: Duel, sides: Sides) -> int:
    """Return the ply of the last move made by these sides."""
    if (ply := last_move_of(duel, sides)) is None:
        raise Refused(Code.NO_TAKEBACK, "You haven't moved yet.")
    return ply


def must_sit(saved: Saved, secret: str | None) -> Sides:
    """Return the sides a secret controls in this version of a duel; refuse a secret that controls none.

    Sides are looked up only when a change is applied: after the request was made, the pie rule may have swapped them,
    or a seat may have moved to another device.
    """
    if sides := saved.sides_of(secret):
        return sides
    raise Refused(Code.NOT_SEATED, "You're watching. Only the players can do that.")


def must_be_current(duel: Duel, ply: int) -> None:
    if ply != duel.ply:
        raise Refused(Code.STALE, f"That was meant for move {ply + 1}, but the game is at move {duel.ply + 1}.")


def must_go_on(duel: Duel) -> None:
    if duel.outcome:
        raise Refused(Code.OVER, "The game is over.")


def _name(duel: Duel, player: int) -> str:
    return duel.game.words.player(player)


# --- Seats: joining, moving to another device, withdrawing an offer


CODE_SECONDS: Final = 600.0
"""Lifetime of the code that moves a seat to another device."""

Took = Callable[[OwnSeat], None]
"""Called with a newly taken seat and its secret, and again if the change has to be retried."""


def must_invite(invite: str, saved: Saved) -> None:
    """Refuse an invitation that belongs to another duel."""
    if not matches(invite, saved.invite):
        raise Refused(Code.NOT_SEATED, "This invitation is for another duel.")


def join(
    invite: str | None,
    claim: str | None,
    took: Took,
    listed: bool | None = None,
    name: str | None = None,
) -> Change:
    """Take the free seat, by invitation or from the lobby. A seat can be taken only once.

    Repeating the request with the same claim, e.g. after a lost response, returns the same seat. The lobby lists the
    game only if both players agree.
    """

    def change(live: Live, now: float) -> tuple[Live, ...]:
        saved, checked = live.saved, checked_name(name)
        secret = derive_secret(claim, saved.id) if claim else new_secret()
        if sides := saved.sides_of(secret):
            took(_seat(sides[:1], secret))
            return (live,)
        if invite is None:
            _must_be_offered(live, now)
        else:
            must_invite(invite, saved)
        player = next((player for player in (1, 2) if saved.is_open(player)), None)
        if player is None:
            raise Refused(Code.TAKEN, "This seat is taken, but you can watch.")
        took(_seat((player,), secret))
        kept: dict[str, Any] = {f"seat{player}": hash_secret(secret), f"name{player}": checked}
        kept |= {"offered": None, "stand_in": None}
        if listed is False:
            kept["listed"] = 0
        return (wind(next_version(saved, now, **kept), live.duel, now),)

    return change


def offer_seat(secret: str | None, made: Callable[[str], None]) -> Change:
    """Create the code that lets another device take over this seat; it replaces any earlier code."""

    def change(live: Live, now: float) -> tuple[Live, ...]:
        sides = must_sit(live.saved, secret)
        _must_not_be_followed(live.saved)
        code = new_code(now + CODE_SECONDS)
        made(code)
        return (Live(next_version(live.saved, now, **{f"code{sides[0]}": hash_secret(code)}), live.duel),)

    return change


def take_seat(code: str, claim: str | None, took: Took) -> Change:
    """Move a seat to the owner of its code, once. The seat gets a new secret, and the old one becomes invalid."""

    def change(live: Live, now: float) -> tuple[Live, ...]:
        saved = live.saved
        secret = derive_secret(claim, saved.id) if claim else new_secret()
        if sides := saved.sides_of(secret):
            took(_seat(sides, secret))
            return (live,)
        player = next((player for player in (1, 2) if matches(code, saved.codes[player - 1])), None)
        if player is None or expiry_of(code) < now:
            raise Refused(
                Code.NOT_SEATED, "This link has been used or has expired. Create a new one on the device you play on."
            )
        _must_not_be_followed(saved)
        sides = tuple(each for each in (1, 2) if saved.seats[each - 1] == saved.seats[player - 1])
        took(_seat(sides, secret))
        kept: dict[str, bytes | None] = {f"code{player}": None}
        kept |= {f"seat{each}": hash_secret(secret) for each in sides}
        if saved.next and saved.rematch_by in sides:
            kept["rematch_seat"] = hash_secret(derive_secret(secret, saved.next))
        return (Live(next_version(saved, now, **kept), live.duel),)

    return change


def withdraw(secret: str | None) -> Change:
    """Withdraw the duel from the lobby; its invitation stays valid."""

    def change(live: Live, now: float) -> tuple[Live, ...]:
        must_sit(live.saved, secret)
        if live.saved.offered is None:
            return (live,)
        kept = next_version(live.saved, now, offered=None, stand_in=None, listed=0, deadline=None)
        return (Live(kept, live.duel),)

    return change


def _seat(sides: Sides, secret: str) -> OwnSeat:
    return OwnSeat(player="both" if len(sides) == 2 else 1 if sides == (1,) else 2, secret=secret)


def _must_be_offered(live: Live, now: float) -> None:
    """Refuse someone without an invitation unless the lobby offers the seat."""
    until = live.saved.offered
    if until is None and not (live.saved.is_open(1) or live.saved.is_open(2)):
        raise Refused(Code.TAKEN, "This seat is taken, but you can watch.")
    if until is None or until <= now or live.duel.outcome:
        raise Refused(Code.NOT_SEATED, "This duel isn't in the lobby. You need an invitation to join.")


def _must_not_be_followed(saved: Saved) -> None:
    """Refuse to move a seat once the rematch has begun, because the next seat depends on this seat's secret."""
    if saved.next_began:
        raise Refused(Code.NOT_NOW, "The rematch has begun. Move your seat there instead.")


# --- The pie rule: after the first move, the second player may take over the first player's side


def change_sides(secret: str | None, ply: int) -> Change:
    """Swap sides on behalf of the player to move; repeating the request has no effect."""

    def change(live: Live, now: float) -> tuple[Live, ...]:
        sides = must_sit(live.saved, secret)
        must_be_current(live.duel, ply)
        if live.saved.swap == TAKEN and ply == 1:
            return (live,)
        if live.duel.turn not in sides:
            raise Refused(Code.NOT_YOUR_TURN, "Only the player to move can change sides.")
        return (exchanged(live, now),)

    return change


def exchanged(live: Live, now: float) -> Live:
    """Return the duel after both players, human or computer, have swapped sides along with everything that belongs to
    them."""
    try:
        match = live.match.change_sides()
    except GridDuelsError as error:
        raise Refused(Code.NOT_NOW, str(error)) from None
    saved = debit(live, now)
    kept = replace(
        saved,
        version=saved.version + 1,
        changed=now,
        p1=match.players[0],
        p2=match.players[1],
        seat1=saved.seat2,
        seat2=saved.seat1,
        code1=saved.code2,
        code2=saved.code1,
        name1=saved.name2,
        name2=saved.name1,
        asked1=saved.asked2,
        asked2=saved.asked1,
        missed1=saved.missed2,
        missed2=saved.missed1,
        left1=saved.left2,
        left2=saved.left1,
        earlier1=match.earlier[0],
        earlier2=match.earlier[1],
        swap=match.swap,
        takeback_by=None,
        takeback_to=None,
        note=None,
    )
    return wind(kept, live.duel, now)
