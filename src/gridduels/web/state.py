"""State: a duel as the page and programs see it. What is the same for everybody is made once for each version,
and what never changes once for each duel.
"""

import json
from datetime import UTC, datetime
from typing import Any, Final

from gridduels.web.board_data import board_of, legal_of, outcome_of
from gridduels.web.saved import Live, Seat
from gridduels.web.secrets import following

__all__ = ["Data", "lasting_text", "own_text", "shared_text", "thinks"]

Data = dict[str, Any]
_YOU: Final[dict[Seat, str]] = {(): "null", (1,): "1", (2,): "2", (1, 2): '"both"'}


def thinks(live: Live) -> bool:
    """Whether the computer is to move."""
    return not live.duel.outcome and live.saved.is_computer(live.duel.turn)


def lasting_text(live: Live) -> str:
    """The part of the State that never changes, as JSON without its last brace."""
    saved, duel = live
    lasting = {
        "type": "state",
        "id": saved.id,
        "game": saved.game,
        "title": duel.game.title,
        "size": saved.size,
        "rules": dict(duel.game.rulings),
        "p1": saved.p1,
        "p2": saved.p2,
        "first": duel.start.turn,
        "start": saved.start,
    }
    return json.dumps(lasting)[:-1]


def shared_text(live: Live, expire: float) -> str:
    """The part of the State that depends on nothing but the version, as JSON without its braces."""
    saved, duel = live
    outcome = outcome_of(duel)
    expires = None if outcome else datetime.fromtimestamp(saved.changed + expire, UTC).isoformat(timespec="seconds")
    shared = {
        "version": saved.version,
        "seats": {"1": _seat(live, 1), "2": _seat(live, 2)},
        "ply": duel.ply,
        "turn": duel.turn,
        "moves": duel.moves,
        "position": duel.game.text(duel.position),
        "board": board_of(duel),
        "legal": legal_of(duel),
        "status": duel.game.words.status(duel),
        "outcome": outcome,
        "takeback": _takeback(live),
        "rematch": {"by": saved.rematch_by} if saved.rematch_by and not saved.next_began else None,
        "thinking": thinks(live),
        "note": saved.note,
        "expires": expires,
    }
    return json.dumps(shared)[1:-1]


def _seat(live: Live, player: int) -> str:
    saved = live.saved
    if saved.is_computer(player):
        return "computer"
    return "open" if saved.is_open(player) else "taken"


def _takeback(live: Live) -> Data | None:
    saved, duel = live
    if saved.takeback_by is None or saved.takeback_to is None:
        return None
    return {"by": saved.takeback_by, "to": saved.takeback_to, "undoes": duel.moves[saved.takeback_to :]}


def own_text(live: Live, seat: Seat, secret: str | None) -> str:
    """The part of the State that depends on who is told, as JSON without its braces."""
    return f'"you": {_YOU[seat]}, "next": {json.dumps(_next_of(live, secret)) if live.saved.next_began else "null"}'


def _next_of(live: Live, secret: str | None) -> Data:
    """The next duel; who sits here is told the secret of the seat there."""
    id = live.saved.next or ""
    return {"id": id} if secret is None else {"id": id, "seat": following(secret, id)}
