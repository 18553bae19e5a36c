"""Clocks: the seconds each player has left. They run on the server, by time that only goes forward.

The rules: a clock runs for the player to move, from the first move of the duel on, while both seats are taken; a move
adds the increment. The computer's clock never runs. What is kept is the deadline, when the player to move runs out of
time, by the time that the store counts: it holds whoever serves the duel, and stands still while nobody does.
"""

from msgspec.structs import replace

from gridduels.duel import Duel
from gridduels.web.live.saved import Live, Saved
from gridduels.web.messages.codes import Code
from gridduels.web.messages.refusals import Refused
from gridduels.web.messages.state import Clock, TimeLeft

__all__ = ["clock_of", "debit", "must_tell_values", "running", "wind", "withholds_values"]


def running(live: Live) -> int | None:
    """Whose clock runs."""
    saved, duel = live
    if saved.seconds is None or duel.outcome or not duel.ply:
        return None
    if saved.is_open(1) or saved.is_open(2) or saved.is_computer(duel.turn):
        return None
    return duel.turn


def withholds_values(live: Live) -> bool:
    """Whether two people play each other by the clock: until it is over no one is told what their moves are worth."""
    saved = live.saved
    return saved.seconds is not None and None not in saved.seats and not saved.together and not live.duel.outcome


def must_tell_values(live: Live) -> None:
    """Refuse to tell the values of a duel that withholds them."""
    if withholds_values(live):
        raise Refused(Code.NOT_NOW, "Two people are playing this by the clock: ask again when the game is over.")


def wind(saved: Saved, duel: Duel, now: float) -> Live:
    """The duel at the beginning of a turn: where a clock runs, it has a deadline."""
    player = running(Live(saved, duel))
    if player is None and (saved.deadline is None or saved.stand_in):
        return Live(saved, duel)
    left = saved.left1 if player == 1 else saved.left2
    return Live(replace(saved, deadline=None if player is None else now + left), duel)


def debit(live: Live, now: float, *, moved: bool = False) -> Saved:
    """What is kept once the player to move has used its time; a move earns the increment."""
    saved, player = live.saved, running(live)
    if player is None or saved.deadline is None:
        return saved
    seconds = max(saved.deadline - now, 0.0) + (saved.increment if moved else 0.0)
    return replace(saved, left1=seconds) if player == 1 else replace(saved, left2=seconds)


def clock_of(live: Live, now: float) -> Clock | None:
    """The clocks as everybody sees them; None without clocks."""
    saved = live.saved
    if saved.seconds is None:
        return None
    shown = debit(live, now)
    return Clock(
        seconds=saved.seconds,
        increment=saved.increment,
        left=TimeLeft(one=round(shown.left1, 2), two=round(shown.left2, 2)),
        running=running(live),
    )
