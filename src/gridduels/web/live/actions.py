"""Actions: what a player asks for by a message or a request, read into a Change."""

from typing import Final

from gridduels.web.live import changes
from gridduels.web.live.changes import Change
from gridduels.web.live.saved import Seat
from gridduels.web.messages.reading import Fields

__all__ = ["ACTIONS", "read_action"]

ACTIONS: Final = ("move", "resign", "takeback", "takeback-answer", "rematch")
_MOST: Final = 1_000_000


def read_action(kind: str, fields: Fields, seat: Seat, secret: str | None, most_plies: int) -> Change:
    """The change that somebody in this seat asks for; who has none is refused by the change itself."""
    ply = fields.whole("ply", 0, _MOST)
    if kind == "move":
        return changes.move(seat, ply, fields.text("move", 20), most_plies)
    if kind == "resign":
        return changes.resign(seat, ply)
    if kind == "takeback":
        return changes.takeback(seat, ply)
    if kind == "takeback-answer":
        return changes.answer(seat, ply, fields.whole("to", 0, _MOST), fields.truth("accept"))
    return changes.rematch(seat, ply, secret or "")
