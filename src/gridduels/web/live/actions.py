"""Actions: what a player asks for, as the Change that it is to make."""

from gridduels.web.live import changes
from gridduels.web.live.changes import Change, seating
from gridduels.web.live.changes.sides import change_sides
from gridduels.web.live.leaving import abort, claim
from gridduels.web.messages.requests import (
    AbortDuel,
    Action,
    AnswerTakeback,
    AskRematch,
    AskTakeback,
    ChangeSides,
    ClaimDuel,
    Move,
    Resign,
    Withdraw,
)

__all__ = ["change_of"]


def change_of(action: Action, secret: str | None, most_plies: int) -> Change:
    """Return the change that the owner of a secret asks for; whose seat it opens is decided when the change is made."""
    match action:
        case Move(ply=ply, move=word):
            return changes.move(secret, ply, word, most_plies)
        case Resign(ply=ply):
            return changes.resign(secret, ply)
        case AskTakeback(ply=ply):
            return changes.takeback(secret, ply)
        case AnswerTakeback(ply=ply, to=to, accept=accept):
            return changes.answer(secret, ply, to, accept)
        case AskRematch(ply=ply):
            return changes.rematch(secret, ply)
        case ChangeSides(ply=ply):
            return change_sides(secret, ply)
        case ClaimDuel(ply=ply):
            return claim(secret, ply)
        case AbortDuel(ply=ply):
            return abort(secret, ply)
        case Withdraw():
            return seating.withdraw(secret)
    raise TypeError(f"{action!r} is no action")
