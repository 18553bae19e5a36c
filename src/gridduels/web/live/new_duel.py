"""A new duel from what a visitor asks for: the game, who plays, who sits where."""

import secrets
from typing import Any, Final, NamedTuple

from gridduels.duel import Duel
from gridduels.errors import SetupError
from gridduels.game import Game
from gridduels.match import first_mover
from gridduels.record import HUMAN
from gridduels.registry import definition
from gridduels.web.live.saved import Live, Saved, rulings_text
from gridduels.web.live.secrets import hashed, new_id, new_secret
from gridduels.web.messages.reading import Fields
from gridduels.web.messages.refusals import Refused

__all__ = ["WEB_PLAYERS", "NewDuel", "new_duel"]

WEB_PLAYERS: Final = (HUMAN, "easy", "medium", "hard", "perfect", "mcts", "greedy", "random")
MOST_SIMULATIONS: Final = 20_000
_FIELDS: Final = ("game", "size", "rule", "p1", "p2", "first", "seat", "clock", "start", "moves")
_LONGEST_CLOCK: Final = 86_400.0


class NewDuel(NamedTuple):
    """A duel that is not kept yet, and the secrets that only its creator is told."""

    live: Live
    player: int | str | None
    secret: str | None
    invite: str | None


def new_duel(fields: Fields, now: float, most_plies: int) -> NewDuel:
    """The duel that somebody asks for."""
    fields.only(*_FIELDS)
    game = _game(fields)
    players = _player(fields, "p1"), _player(fields, "p2")
    seat = _seat(fields, players)
    duel = _duel(fields, game, most_plies)
    secret = new_secret() if seat is not None else None
    seats = [hashed(secret) if secret and seat in (player, "both") else None for player in (1, 2)]
    free = [player for player in (1, 2) if players[player - 1] == HUMAN and seats[player - 1] is None]
    invite = new_secret() if free else None
    seconds, increment = _clock(fields)
    saved = Saved(
        id=new_id(),
        game=game.id,
        size=game.size,
        rulings=rulings_text(game),
        start=game.text(duel.start),
        p1=players[0],
        p2=players[1],
        seed=secrets.randbits(48),
        created=now,
        changed=now,
        seat1=seats[0],
        seat2=seats[1],
        invite=hashed(invite) if invite else None,
        seconds=seconds,
        increment=increment,
        left1=seconds or 0.0,
        left2=seconds or 0.0,
        moves=" ".join(duel.moves),
        over=int(duel.outcome is not None),
    )
    return NewDuel(Live(saved, duel), seat, secret, invite)


def _game(fields: Fields) -> Game:
    size = fields.whole("size", 0, 99) if fields.has("size") else None
    rulings = fields.mapping("rule", 20, 40) if fields.has("rule") else {}
    return Game(definition(fields.text("game", 40)), size, rulings)


def _player(fields: Fields, name: str) -> str:
    player = fields.text(name, 40) if fields.has(name) else HUMAN
    kind, colon, count = player.partition(":")
    if kind == "mcts" and colon and count.isascii() and count.isdigit() and 0 < int(count) <= MOST_SIMULATIONS:
        return f"mcts:{int(count)}"
    if player not in WEB_PLAYERS:
        allowed = f"{', '.join(WEB_PLAYERS)} or mcts:N with N up to {MOST_SIMULATIONS}"
        raise SetupError(f"there is no player {player!r} here: it is {allowed}")
    return player


def _seat(fields: Fields, players: tuple[str, str]) -> int | str | None:
    """The side, or both, that the creator plays; None for who watches."""
    humans = [player for player in (1, 2) if players[player - 1] == HUMAN]
    usual: int | str = humans[0] if humans else "none"
    seat = fields.one_of("seat", 1, 2, "both", "none") if fields.has("seat") else usual
    allowed: list[int | str] = [*humans, *(["both"] if len(humans) == 2 else []), *([] if humans else ["none"])]
    if seat not in allowed:
        raise SetupError(f"your seat cannot be {seat!r} here: it is {' or '.join(map(repr, allowed))}")
    return None if seat == "none" else seat


def _duel(fields: Fields, game: Game, most: int) -> Duel:
    first = fields.one_of("first", "1", "2", 1, 2, "toss") if fields.has("first") else "1"
    start: Any = game.start(first_mover(str(first)))
    if fields.has("start"):
        start = game.position(fields.text("start", 200))
        if not game.legal(start):
            raise Refused("over", "The game is over in that position: choose one where it goes on.", status=422)
    return Duel(game, fields.texts("moves", most, 20) if fields.has("moves") else (), start=start)


def _clock(fields: Fields) -> tuple[float | None, float]:
    if not fields.has("clock"):
        return None, 0.0
    clock = fields.fields("clock")
    clock.only("seconds", "increment")
    increment = clock.number("increment", 0, _LONGEST_CLOCK) if clock.has("increment") else 0.0
    return clock.number("seconds", 1, _LONGEST_CLOCK), increment
