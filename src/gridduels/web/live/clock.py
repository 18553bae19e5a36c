"""Clocks: the seconds each player has left. They run on the server, by time that only goes forward.

The rules: a clock runs for the player to move, from the first move of the duel on, while both seats are taken; a move
adds the increment. The computer's clock never runs. What a player thought before the server stopped without warning is
given back, and a clock goes on when somebody opens the duel again.
"""

from msgspec.structs import replace

from gridduels.web.live.saved import Live, Saved
from gridduels.web.messages.state import Clock, TimeLeft

__all__ = ["clock_of", "debit", "left", "running"]


def running(live: Live) -> int | None:
    """Whose clock runs."""
    saved, duel = live
    if saved.seconds is None or duel.outcome or not duel.ply:
        return None
    if saved.is_open(1) or saved.is_open(2) or saved.is_computer(duel.turn):
        return None
    return duel.turn


def left(saved: Saved, player: int) -> float:
    """The seconds a player had when the turn began."""
    return saved.left1 if player == 1 else saved.left2


def debit(live: Live, spent: float, *, moved: bool = False) -> Saved:
    """What is kept once the player to move has used some seconds; a move earns the increment."""
    saved, player = live.saved, running(live)
    if player is None:
        return saved
    seconds = max(left(saved, player) - spent, 0.0) + (saved.increment if moved else 0.0)
    return replace(saved, left1=seconds) if player == 1 else replace(saved, left2=seconds)


def clock_of(live: Live, spent: float) -> Clock | None:
    """The clocks as everybody sees them; None without clocks."""
    saved = live.saved
    if saved.seconds is None:
        return None
    now = debit(live, spent)
    return Clock(
        seconds=saved.seconds,
        increment=saved.increment,
        left=TimeLeft(one=round(now.left1, 2), two=round(now.left2, 2)),
        running=running(live),
    )
