"""Actions: what a player asks for, as the Change that it is to make."""

from gridduels.web.live import changes
from gridduels.web.live.changes import Change, seating
from gridduels.web.live.changes.sides import change_sides
from gridduels.web.live.leaving import abort, claim
from gridduels.web.live.saved import Sides
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


def change_of(action: Action, sides: Sides, secret: str | None, most_plies: int) -> Change:
    """The change that who plays these sides asks for; who plays none is refused by the change itself."""
    match action:
        case Move(ply=ply, move=word):
            return changes.move(sides, ply, word, most_plies)
        case Resign(ply=ply):
            return changes.resign(sides, ply)
        case AskTakeback(ply=ply):
            return changes.takeback(sides, ply)
        case AnswerTakeback(ply=ply, to=to, accept=accept):
            return changes.answer(sides, ply, to, accept)
        case AskRematch(ply=ply):
            return changes.rematch(sides, ply, secret or "")
        case ChangeSides(ply=ply):
            return change_sides(sides, ply)
        case ClaimDuel(ply=ply):
            return claim(sides, ply)
        case AbortDuel(ply=ply):
            return abort(sides, ply)
        case Withdraw():
            return seating.withdraw(sides)
    raise TypeError(f"{action!r} is no action")
