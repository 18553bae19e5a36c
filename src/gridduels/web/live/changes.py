"""Changes: what people may do to a duel. Each takes the duel as it is and gives the duel as it becomes, or refuses.

Nothing here waits or keeps anything: a Room puts changes in order, has them kept, and tells everybody.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from gridduels.duel import Duel, Reason
from gridduels.match import Match, last_move_of
from gridduels.web.live.clock import left, paid, running
from gridduels.web.live.saved import Live, Saved, Seat
from gridduels.web.live.secrets import following, hashed, matches, new_id, new_secret
from gridduels.web.messages.refusals import Refused

__all__ = ["Change", "Moment", "answer", "join", "move", "out_of_time", "rematch", "resign", "takeback"]


_BLANK: Final[dict[str, Any]] = {
    name: Saved._field_defaults[name]
    for name in (
        "version",
        "moves",
        "winner",
        "reason",
        "takeback_by",
        "takeback_to",
        "rematch_by",
        "rematch_seat",
        "next",
        "next_began",
        "note",
        "over",
        "invite",
    )
}
"""What is not the same in the next duel: everything that has happened in this one."""


class Moment(NamedTuple):
    """When a change happens: by the calendar, and how long the player to move has been thinking."""

    now: float
    spent: float = 0.0


Change = Callable[[Live, Moment], tuple[Live, ...]]
"""The duel after a change, and a new one where one begins; the very same duel where there is nothing to change."""


def move(seat: Seat, ply: int, word: str, most: int) -> Change:
    """Plays a move; one that is there already, by the same player, is not played twice."""

    def change(live: Live, moment: Moment) -> tuple[Live, ...]:
        duel = live.duel
        _must_sit(seat)
        if ply < duel.ply and duel.history()[ply].turn in seat and duel.moves[ply] == word:
            return (live,)
        _must_be_current(duel, ply)
        _must_go_on(duel)
        if duel.turn not in seat:
            raise Refused("not-your-turn", f"It is {_name(duel, duel.turn)}'s turn.")
        if duel.ply >= most:
            raise Refused("too-big", f"A duel on this server has at most {most} moves.")
        return (_after(live, duel.play(word), moment, word),)

    return change


def resign(seat: Seat, ply: int) -> Change:
    """Gives up; who plays both sides gives up for the player to move."""

    def change(live: Live, moment: Moment) -> tuple[Live, ...]:
        duel = live.duel
        _must_sit(seat)
        loser = seat[0] if len(seat) == 1 else duel.turn
        if duel.outcome == (3 - loser, Reason.RESIGNED):
            return (live,)
        _must_be_current(duel, ply)
        _must_go_on(duel)
        return (_after(live, duel.stop(3 - loser, Reason.RESIGNED), moment),)

    return change


def out_of_time(live: Live, moment: Moment) -> tuple[Live, ...]:
    """Ends the duel where the player to move has no time left."""
    player = running(live)
    if player is None or moment.spent < left(live.saved, player):
        return (live,)
    return (_after(live, live.duel.stop(3 - player, Reason.TIME), moment),)


def takeback(seat: Seat, ply: int) -> Change:
    """Asks to undo everything from one's own last move on; alone with the computer, or for both, it is done at once."""

    def change(live: Live, moment: Moment) -> tuple[Live, ...]:
        saved, duel = live
        _must_sit(seat)
        _must_be_current(duel, ply)
        _must_go_on(duel)
        to = _last_move(duel, seat)
        if len(seat) == len(saved.humans):
            return (_after(live, duel.undo(duel.ply - to), moment),)
        if saved.takeback_by in seat:
            return (live,)
        if saved.takeback_by:
            raise Refused("no-takeback", "The other player has asked to take back: answer that first.")
        if saved.is_open(3 - seat[0]):
            raise Refused("no-takeback", "Nobody sits in the other seat who could agree.")
        return (Live(_next(saved, moment)._replace(takeback_by=seat[0], takeback_to=to), duel),)

    return change


def answer(seat: Seat, ply: int, to: int, accept: bool) -> Change:
    """Answers a request to take back; it must be the very request that is open."""

    def change(live: Live, moment: Moment) -> tuple[Live, ...]:
        saved, duel = live
        _must_sit(seat)
        _must_be_current(duel, ply)
        if saved.takeback_by is None or saved.takeback_to != to:
            raise Refused("stale", "There is no such request to take back any more.")
        if saved.takeback_by in seat:
            raise Refused("no-takeback", "The other player has to answer your request.")
        if accept:
            return (_after(live, duel.undo(duel.ply - to), moment),)
        return (Live(_next(saved, moment)._replace(takeback_by=None, takeback_to=None), duel),)

    return change


def rematch(seat: Seat, ply: int, secret: str) -> Change:
    """Asks for another duel with sides swapped; it begins when everybody who plays has asked."""

    def change(live: Live, moment: Moment) -> tuple[Live, ...]:
        saved, duel = live
        _must_sit(seat)
        if saved.next_began or saved.rematch_by in seat:
            return (live,)
        _must_be_current(duel, ply)
        if not duel.outcome:
            raise Refused("not-now", "A rematch can be asked for when the game is over.")
        if saved.is_open(1) or saved.is_open(2):
            raise Refused("not-now", "Nobody sits in the other seat.")
        next = saved.next or new_id()
        kept = hashed(following(secret, next))
        if saved.rematch_by is None and len(seat) < len(saved.humans):
            asked = _next(saved, moment)._replace(rematch_by=seat[0], rematch_seat=kept, next=next)
            return (Live(asked, duel),)
        began = _next(saved, moment)._replace(next=next, next_began=1)
        return Live(began, duel), _swapped(live, seat, next, kept, moment)

    return change


def join(invite: str, claim: str | None, took: Callable[[int, str], None]) -> Change:
    """Takes the free seat once. Who asks again with the same claim, having missed the answer, is told again."""

    def change(live: Live, moment: Moment) -> tuple[Live, ...]:
        saved = live.saved
        if not matches(invite, saved.invite):
            raise Refused("not-seated", "This invitation is not one of this duel.")
        secret = following(claim, saved.id) if claim else new_secret()
        if seat := saved.seated(secret):
            took(seat[0], secret)
            return (live,)
        player = next((player for player in (1, 2) if saved.is_open(player)), None)
        if player is None:
            raise Refused("taken", "This seat is taken: you can watch.")
        took(player, secret)
        kept = hashed(secret)
        sat = _next(saved, moment)
        return (Live(sat._replace(seat1=kept) if player == 1 else sat._replace(seat2=kept), live.duel),)

    return change


def played_by_computer(live: Live, word: str, note: str | None, moment: Moment) -> Live:
    """The duel after a move of the computer."""
    after = _after(live, live.duel.play(word), moment, word)
    return after._replace(saved=after.saved._replace(note=note))


def _after(live: Live, duel: Duel, moment: Moment, word: str | None = None) -> Live:
    """The duel after a move with this word, or after anything else that ends a turn."""
    saved = paid(live, moment.spent, moved=word is not None)
    outcome = duel.outcome
    stopped = outcome if outcome and duel.ply == live.duel.ply else None
    kept = saved._replace(
        version=saved.version + 1,
        changed=moment.now,
        moves=" ".join(duel.moves) if word is None else f"{saved.moves} {word}".lstrip(),
        winner=stopped and stopped.winner,
        reason=stopped and stopped.reason,
        takeback_by=None,
        takeback_to=None,
        note=None,
        over=int(outcome is not None),
    )
    return Live(kept, duel)


def _next(saved: Saved, moment: Moment) -> Saved:
    return saved._replace(version=saved.version + 1, changed=moment.now)


def _swapped(live: Live, seat: Seat, id: str, kept: bytes, moment: Moment) -> Live:
    """The duel after this one: who asked second sits down with a new secret, like who asked first."""
    saved = live.saved
    swapped = Match(live.duel, saved.players).rematch()
    seats: list[bytes | None] = [None, None]
    for player in seat:
        seats[player - 1] = kept
    if saved.rematch_by:
        seats[saved.rematch_by - 1] = saved.rematch_seat
    fresh = saved._replace(
        id=id,
        p1=swapped.players[0],
        p2=swapped.players[1],
        seed=saved.seed + 1,
        seat1=seats[1],
        seat2=seats[0],
        left1=saved.seconds or 0.0,
        left2=saved.seconds or 0.0,
        created=moment.now,
        changed=moment.now,
        **_BLANK,
    )
    return Live(fresh, swapped.duel)


def _last_move(duel: Duel, seat: Seat) -> int:
    """The ply of the last move these sides made."""
    if (ply := last_move_of(duel, seat)) is None:
        raise Refused("no-takeback", "You have not moved yet.")
    return ply


def _must_sit(seat: Seat) -> None:
    if not seat:
        raise Refused("not-seated", "You are watching: only who has a seat can do that.")


def _must_be_current(duel: Duel, ply: int) -> None:
    if ply != duel.ply:
        raise Refused("stale", f"That was meant for ply {ply}, but the duel is at ply {duel.ply}.")


def _must_go_on(duel: Duel) -> None:
    if duel.outcome:
        raise Refused("over", "The game is over.")


def _name(duel: Duel, player: int) -> str:
    return duel.game.words.player(player)
