"""View: how a live duel looks to those who are connected. What everybody sees alike is made once for each version."""

from functools import lru_cache
from typing import Any, Final, Literal

from msgspec import UNSET
from msgspec.structs import replace

from gridduels.duel import Duel
from gridduels.record import HUMAN
from gridduels.targets import kind_of_marks, update_kinds
from gridduels.web.dates import utc
from gridduels.web.live.changes import MOST_ASKED
from gridduels.web.live.clock import clock_of
from gridduels.web.live.saved import Live, Sides, size_of_number
from gridduels.web.live.secrets import derive_secret
from gridduels.web.messages.answers import Presence
from gridduels.web.messages.board import Board, board_at, legal_of
from gridduels.web.messages.state import (
    Chair,
    Missed,
    Names,
    NextDuel,
    Present,
    Rematch,
    Score,
    Seats,
    Series,
    State,
    Takeback,
    TakebacksLeft,
)
from gridduels.web.messages.values import outcome_of

__all__ = ["View", "thinks"]

_YOU: Final[dict[Sides, Literal[1, 2, "both"] | None]] = {(): None, (1,): 1, (2,): 2, (1, 2): "both"}
_NOBODY: Final = Present(one=False, two=False)


def thinks(live: Live) -> bool:
    """Whether the computer is to move."""
    return live.saved.is_computer(live.duel.turn) and not live.duel.outcome


class View:
    """The States of one duel."""

    def __init__(self, live: Live, expire: float) -> None:
        self._expire = expire
        self._start = live.saved.start
        self._rulings = dict(live.duel.game.rulings)
        self._board = _FollowedBoard()
        self._live: Live | None = None
        self._shared: State

    def state(self, live: Live, here: Presence, now: float, sides: Sides, secret: str | None) -> State:
        """The State, now, for who plays these sides and knows this secret."""
        if self._live is not live:
            self._live, self._shared = live, self._make(live)
        return replace(
            self._shared,
            present=here.present,
            watchers=here.watchers,
            clock=clock_of(live, now),
            missed=_missed(live, now, sides),
            you=_YOU[sides],
            next=_next(live, secret if sides else None),
        )

    def _make(self, live: Live) -> State:
        """What depends on nothing but the version."""
        saved, duel = live
        game, outcome = duel.game, outcome_of(duel)
        return State(
            version=saved.version,
            id=saved.id,
            game=saved.game,
            title=game.title,
            size=size_of_number(saved.size),
            rules=self._rulings,
            p1=saved.p1,
            p2=saved.p2,
            names=Names(*saved.names),
            seats=_seats(*saved.players, saved.is_open(1), saved.is_open(2)),
            present=_NOBODY,
            watchers=0,
            you=None,
            first=duel.start.turn,
            ply=duel.ply,
            turn=duel.turn,
            moves=saved.moves.split(),
            movers=list(duel.movers),
            start=self._start,
            position=game.text(duel.position),
            board=self._board.at(duel),
            legal=legal_of(duel),
            status=game.words.status(duel),
            outcome=outcome,
            series=Series(round=saved.round, score=Score(*live.match.score)),
            clock=None,
            takeback=_takeback(live),
            takebacks_left=TakebacksLeft(*(MOST_ASKED - asked for asked in saved.asked)),
            missed=None,
            rematch=Rematch(by=saved.rematch_by) if saved.rematch_by and not saved.next_began else None,
            next=None,
            swap=live.match.may_swap,
            thinking=thinks(live),
            note=saved.note,
            expires=None if outcome else _date(int(saved.changed + self._expire)),
        )


class _FollowedBoard:
    """The board of one duel; what each marked cell is is brought up to date move by move."""

    def __init__(self) -> None:
        self._history: tuple[Any, ...] = ()
        self._kinds: dict[int, str] = {}

    def at(self, duel: Duel) -> Board:
        """The board now; after anything but a single move the marks are found out from the start on."""
        history = duel.history()
        if self._history and history[:-1] == self._history:
            update_kinds(duel.game, history[-2], history[-1], self._kinds)
        elif history != self._history:
            self._kinds = kind_of_marks(duel)
        self._history = history
        return board_at(duel.game, history, self._kinds)


@lru_cache(1024)
def _seats(p1: str, p2: str, open1: bool, open2: bool) -> Seats:
    def chair(name: str, is_open: bool) -> Chair:
        return "computer" if name != HUMAN else "open" if is_open else "taken"

    return Seats(one=chair(p1, open1), two=chair(p2, open2))


@lru_cache(1024)
def _date(seconds: int) -> str:
    return utc(seconds).isoformat(timespec="seconds")


def _takeback(live: Live) -> Takeback | None:
    saved, duel = live
    if saved.takeback_by is None or saved.takeback_to is None:
        return None
    return Takeback(by=saved.takeback_by, to=saved.takeback_to, undoes=list(duel.moves[saved.takeback_to :]))


def _missed(live: Live, now: float, sides: Sides) -> Missed | None:
    """Who is missed, as the other one and those who watch are told."""
    found = ((player, until) for player, until in enumerate(live.saved.missed, 1) if player not in sides)
    player, until = next(((player, until) for player, until in found if until is not None), (0, 0.0))
    if not player or live.duel.outcome:
        return None
    return Missed(player=player, seconds=round(max(until - now, 0.0), 1))


def _next(live: Live, secret: str | None) -> NextDuel | None:
    """The next duel; who sits here is told the secret of the seat there."""
    saved = live.saved
    if not saved.next_began or saved.next is None:
        return None
    return NextDuel(id=saved.next, seat=UNSET if secret is None else derive_secret(secret, saved.next))
