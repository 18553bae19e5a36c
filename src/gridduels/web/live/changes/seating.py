"""Seating: the changes by which people take a seat of a duel, move it to another device, or offer it no longer."""

from collections.abc import Callable
from typing import Any, Final

from gridduels.web.live.changes import Change, must_sit, next_version
from gridduels.web.live.clock import wind
from gridduels.web.live.names import checked_name
from gridduels.web.live.saved import Live, Saved, Sides
from gridduels.web.live.secrets import derive_secret, expiry_of, hash_secret, matches, new_code, new_secret
from gridduels.web.messages.answers import OwnSeat
from gridduels.web.messages.codes import Code
from gridduels.web.messages.refusals import Refused

__all__ = ["CODE_SECONDS", "join", "must_invite", "offer_seat", "take_seat", "withdraw"]

CODE_SECONDS: Final = 600.0
"""How long the code that moves a seat to another device is good."""

Took = Callable[[OwnSeat], None]
"""Called with a seat that was taken, and its secret; again if the change has to be made again."""


def must_invite(invite: str, saved: Saved) -> None:
    """Refuses an invitation to another duel."""
    if not matches(invite, saved.invite):
        raise Refused(Code.NOT_SEATED, "This invitation is not one of this duel.")


def join(
    invite: str | None,
    claim: str | None,
    took: Took,
    listed: bool | None = None,
    name: str | None = None,
) -> Change:
    """Takes the free seat once, with its invitation or where it is offered to everybody. Who asks again with the same
    claim, having missed the answer, is told again. Where either player does not want it, the lobby shows no game."""

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
            raise Refused(Code.TAKEN, "This seat is taken: you can watch.")
        took(_seat((player,), secret))
        kept: dict[str, Any] = {f"seat{player}": hash_secret(secret), f"name{player}": checked}
        kept |= {"offered": None, "stand_in": None}
        if listed is False:
            kept["listed"] = 0
        return (wind(next_version(saved, now, **kept), live.duel, now),)

    return change


def offer_seat(secret: str | None, made: Callable[[str], None]) -> Change:
    """Makes the code with which another device takes this seat over; a code made before is good for nothing then."""

    def change(live: Live, now: float) -> tuple[Live, ...]:
        sides = must_sit(live.saved, secret)
        _must_not_be_followed(live.saved)
        code = new_code(now + CODE_SECONDS)
        made(code)
        return (Live(next_version(live.saved, now, **{f"code{sides[0]}": hash_secret(code)}), live.duel),)

    return change


def take_seat(code: str, claim: str | None, took: Took) -> Change:
    """Moves a seat to who knows its code, once: the seat has a new secret, and the one before opens nothing more."""

    def change(live: Live, now: float) -> tuple[Live, ...]:
        saved = live.saved
        secret = derive_secret(claim, saved.id) if claim else new_secret()
        if sides := saved.sides_of(secret):
            took(_seat(sides, secret))
            return (live,)
        player = next((player for player in (1, 2) if matches(code, saved.codes[player - 1])), None)
        if player is None or expiry_of(code) < now:
            raise Refused(Code.NOT_SEATED, "This link has been used or has expired: make another where your seat is.")
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
    """Takes the duel out of the lobby; its invitation stays good."""

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
    """Without an invitation only a seat in the lobby can be taken."""
    until = live.saved.offered
    if until is None and not (live.saved.is_open(1) or live.saved.is_open(2)):
        raise Refused(Code.TAKEN, "This seat is taken: you can watch.")
    if until is None or until <= now or live.duel.outcome:
        raise Refused(Code.NOT_SEATED, "This duel is not offered in the lobby: it takes an invitation.")


def _must_not_be_followed(saved: Saved) -> None:
    """The seat of the next duel hangs on the secret of the seat here."""
    if saved.next_began:
        raise Refused(Code.NOT_NOW, "The rematch has begun: move your seat there.")
