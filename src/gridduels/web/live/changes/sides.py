"""Sides: the pie rule. After the first move the second player may take the side of who began, and leave it its own."""

from msgspec.structs import replace

from gridduels.errors import GridDuelsError
from gridduels.match import TAKEN
from gridduels.web.live.changes import Change, must_be_current, must_sit
from gridduels.web.live.clock import debit, wind
from gridduels.web.live.saved import Live
from gridduels.web.messages.codes import Code
from gridduels.web.messages.refusals import Refused

__all__ = ["change_sides", "exchanged"]


def change_sides(secret: str | None, ply: int) -> Change:
    """Changes sides, for who is to move; to ask for it again does no harm."""

    def change(live: Live, now: float) -> tuple[Live, ...]:
        sides = must_sit(live.saved, secret)
        must_be_current(live.duel, ply)
        if live.saved.swap == TAKEN and ply == 1:
            return (live,)
        if live.duel.turn not in sides:
            raise Refused(Code.NOT_YOUR_TURN, "Only who is to move can change sides.")
        return (exchanged(live, now),)

    return change


def exchanged(live: Live, now: float) -> Live:
    """The duel once whoever was on one side, person or computer, is on the other with everything that is theirs."""
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
