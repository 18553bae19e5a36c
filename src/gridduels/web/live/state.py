"""State: a duel as the page and programs see it. What is the same for everybody is made once for each version,
and what never changes once for each duel.
"""

import json
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final

from gridduels.record import HUMAN
from gridduels.web.live.saved import Live, Seat
from gridduels.web.live.secrets import following
from gridduels.web.messages.board_data import outcome_of
from gridduels.web.messages.board_text import BoardText

__all__ = ["Data", "lasting_text", "own_text", "shared_text", "thinks"]

Data = dict[str, Any]
_YOU: Final[dict[Seat, str]] = {(): "null", (1,): "1", (2,): "2", (1, 2): '"both"'}


def thinks(live: Live) -> bool:
    """Whether the computer is to move."""
    return live.saved.is_computer(live.duel.turn) and not live.duel.outcome


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


def shared_text(live: Live, board: BoardText, expire: float) -> str:
    """The part of the State that depends on nothing but the version, as JSON without its braces."""
    saved, duel = live
    outcome = outcome_of(duel)
    seats = _seats(*saved.players, saved.is_open(1), saved.is_open(2))
    return (
        f'"version": {saved.version}, "seats": {seats}, "ply": {duel.ply}, "turn": {duel.turn}, '
        f'"moves": {_moves(saved.moves)}, "position": {json.dumps(duel.game.text(duel.position))}, '
        f'"board": {board.board(duel)}, "legal": {board.legal(duel)}, '
        f'"status": {json.dumps(duel.game.words.status(duel))}, '
        f'"outcome": {json.dumps(outcome) if outcome else "null"}, {_asked(live)}, '
        f'"expires": {"null" if outcome else _date(int(saved.changed + expire))}'
    )


@lru_cache(1024)
def _seats(p1: str, p2: str, open1: bool, open2: bool) -> str:
    seats = {"1": (p1, open1), "2": (p2, open2)}
    return json.dumps(
        {
            player: "computer" if name != HUMAN else "open" if is_open else "taken"
            for player, (name, is_open) in seats.items()
        }
    )


def _moves(words: str) -> str:
    """The list of words that are kept with a space between them."""
    return "[" + json.dumps(words).replace(" ", '", "') + "]" if words else "[]"


@lru_cache(1024)
def _date(seconds: int) -> str:
    return json.dumps(datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds"))


def _asked(live: Live) -> str:
    """What somebody has asked for, or the computer has to say."""
    saved, thinking = live.saved, thinks(live)
    if not (saved.takeback_by or saved.rematch_by or saved.note or thinking):
        return '"takeback": null, "rematch": null, "thinking": false, "note": null'
    asked = {
        "takeback": _takeback(live),
        "rematch": {"by": saved.rematch_by} if saved.rematch_by and not saved.next_began else None,
        "thinking": thinking,
        "note": saved.note,
    }
    return json.dumps(asked)[1:-1]


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
