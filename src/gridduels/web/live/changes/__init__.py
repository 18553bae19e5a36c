"""Changes: what people may do to a duel. Each takes the duel as it is and gives the duel as it becomes, or refuses.

Nothing here waits or keeps anything: a Room puts changes in order, has them kept, and tells everybody. Moves and what
ends a duel or begins the next are here; `seating` has who sits where, `sides` the pie rule.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import fields, replace

from gridduels.duel import Duel, Reason
from gridduels.match import last_move_of
from gridduels.web.live.clock import debit, running, wind
from gridduels.web.live.saved import Live, Saved, Sides
from gridduels.web.live.secrets import derive_secret, hash_secret, new_id
from gridduels.web.messages.codes import Code
from gridduels.web.messages.refusals import Refused

__all__ = [
    "MOST_ASKED",
    "Change",
    "after_turn",
    "answer",
    "move",
    "must_be_current",
    "must_go_on",
    "must_sit",
    "next_version",
    "out_of_time",
    "rematch",
    "resign",
    "takeback",
]


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
"""What is not the same in the next duel: everything that has happened in this one."""

MOST_ASKED: Final = 3
"""Requests to take back that a player may make in vain in one duel."""
STANDS_IN: Final = "nobody came in time, so this bot took the seat"


Change = Callable[[Live, float], tuple[Live, ...]]
"""The duel after a change, now, and a new one where one begins; the very same one where there is nothing to change."""


def move(secret: str | None, ply: int, word: str, most: int) -> Change:
    """Plays a move; one that is there already, by the same player, is not played twice."""

    def change(live: Live, now: float) -> tuple[Live, ...]:
        duel = live.duel
        sides = must_sit(live.saved, secret)
        if ply < duel.ply and duel.history()[ply].turn in sides and duel.moves[ply] == word:
            return (live,)
        must_be_current(duel, ply)
        must_go_on(duel)
        if duel.turn not in sides:
            raise Refused(Code.NOT_YOUR_TURN, f"It is {_name(duel, duel.turn)}'s turn.")
        if duel.ply >= most:
            raise Refused(Code.TOO_BIG, f"A duel on this server has at most {most} moves.")
        return (after_turn(live, duel.play(word), now, word),)

    return change


def resign(secret: str | None, ply: int) -> Change:
    """Gives up; who plays both sides gives up for the player to move."""

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
    """Ends the duel where the player to move has no time left; where nobody has come, a bot takes the free seat."""
    player, deadline = running(live), live.saved.deadline
    if deadline is None or now < deadline:
        return (live,)
    if live.saved.stand_in:
        return (_stood_in(live, live.saved.stand_in, now),)
    return (live,) if player is None else (after_turn(live, live.duel.stop(3 - player, Reason.TIME), now),)


def _stood_in(live: Live, bot: str, now: float) -> Live:
    """The duel with a bot on the free seat, which says so."""
    free = 1 if live.saved.is_open(1) else 2
    taken: dict[str, Any] = {f"p{free}": bot, "invite": None, "offered": None, "stand_in": None, "note": STANDS_IN}
    return wind(next_version(live.saved, now, **taken), live.duel, now)


def takeback(secret: str | None, ply: int) -> Change:
    """Asks to undo everything from one's own last move on; alone with the computer, or for both, it is done at once."""

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
            raise Refused(Code.NO_TAKEBACK, "The other player has asked to take back: answer that first.")
        if saved.is_open(3 - sides[0]):
            raise Refused(Code.NO_TAKEBACK, "Nobody sits in the other seat who could agree.")
        by = sides[0]
        if saved.asked[by - 1] >= MOST_ASKED:
            raise Refused(Code.NO_TAKEBACK, f"You have asked to take back {MOST_ASKED} times in vain: play on.")
        kept: dict[str, Any] = {"takeback_by": by, "takeback_to": to, f"asked{by}": saved.asked[by - 1] + 1}
        return (Live(next_version(saved, now, **kept), duel),)

    return change


def answer(secret: str | None, ply: int, to: int, accept: bool) -> Change:
    """Answers a request to take back; it must be the very request that is open."""

    def change(live: Live, now: float) -> tuple[Live, ...]:
        saved, duel = live
        sides = must_sit(live.saved, secret)
        must_be_current(duel, ply)
        if saved.takeback_by is None or saved.takeback_to != to:
            raise Refused(Code.STALE, "There is no such request to take back any more.")
        if saved.takeback_by in sides:
            raise Refused(Code.NO_TAKEBACK, "The other player has to answer your request.")
        if accept:
            by = saved.takeback_by
            granted: dict[str, Any] = {f"asked{by}": saved.asked[by - 1] - 1}
            return (after_turn(live._replace(saved=replace(saved, **granted)), duel.undo(duel.ply - to), now),)
        return (Live(next_version(saved, now, takeback_by=None, takeback_to=None), duel),)

    return change


def rematch(secret: str | None, ply: int) -> Change:
    """Asks for another duel with sides swapped; it begins when everybody who plays has asked."""

    def change(live: Live, now: float) -> tuple[Live, ...]:
        saved, duel = live
        sides = must_sit(live.saved, secret)
        if saved.next_began or saved.rematch_by in sides:
            return (live,)
        must_be_current(duel, ply)
        if not duel.outcome:
            raise Refused(Code.NOT_NOW, "A rematch can be asked for when the game is over.")
        if saved.is_open(1) or saved.is_open(2):
            raise Refused(Code.NOT_NOW, "Nobody sits in the other seat.")
        next = saved.next or new_id()
        kept = hash_secret(derive_secret(secret or "", next))
        if saved.rematch_by is None and len(sides) < len(saved.humans):
            asked = next_version(saved, now, rematch_by=sides[0], rematch_seat=kept, next=next)
            return (Live(asked, duel),)
        began = next_version(saved, now, next=next, next_began=1)
        return Live(began, duel), _swapped(live, sides, next, kept, now)

    return change


def played_by_computer(live: Live, word: str, note: str | None, now: float) -> Live:
    """The duel after a move of the computer; that it stands in for a person is said until one has moved."""
    after = after_turn(live, live.duel.play(word), now, word)
    stands_in = STANDS_IN if live.saved.note == STANDS_IN else None
    return after._replace(saved=replace(after.saved, note=note or stands_in))


def after_turn(live: Live, duel: Duel, now: float, word: str | None = None) -> Live:
    """The duel after a move with this word, or after anything else that ends a turn."""
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
    """The next version, with these changes."""
    return replace(saved, version=saved.version + 1, changed=now, **changes)


def _swapped(live: Live, sides: Sides, id: str, kept: bytes, now: float) -> Live:
    """The duel after this one: who asked second sits down with a new secret, like who asked first."""
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
    """The ply of the last move these sides made."""
    if (ply := last_move_of(duel, sides)) is None:
        raise Refused(Code.NO_TAKEBACK, "You have not moved yet.")
    return ply


def must_sit(saved: Saved, secret: str | None) -> Sides:
    """Return the sides that a secret opens in this very version of a duel; refuse one that opens none.

    Sides are never looked up before a change has its turn: the pie rule exchanges them, and a seat can move to another
    device, between the request and the change.
    """
    if sides := saved.sides_of(secret):
        return sides
    raise Refused(Code.NOT_SEATED, "You are watching: only who has a seat can do that.")


def must_be_current(duel: Duel, ply: int) -> None:
    if ply != duel.ply:
        raise Refused(Code.STALE, f"That was meant for ply {ply}, but the duel is at ply {duel.ply}.")


def must_go_on(duel: Duel) -> None:
    if duel.outcome:
        raise Refused(Code.OVER, "The game is over.")


def _name(duel: Duel, player: int) -> str:
    return duel.game.words.player(player)
