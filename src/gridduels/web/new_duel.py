"""Create a duel from a visitor's request: the game, the players and their seats."""

import secrets
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from gridduels.duel import Duel
from gridduels.errors import SetupError
from gridduels.extras import has_engine
from gridduels.game import Game
from gridduels.match import ALLOWED, FAIR, SWAP, draw_start, first_mover
from gridduels.players import PLAYERS, installed_players
from gridduels.players.levels import level_number
from gridduels.protocol.base import Code
from gridduels.protocol.codec import Refused
from gridduels.protocol.requests import NewDuel
from gridduels.record import HUMAN
from gridduels.registry import definition
from gridduels.web.saved import (
    Live,
    Saved,
    StoredLine,
    checked_name,
    hash_secret,
    new_id,
    new_secret,
    number_of_size,
    rulings_text,
    wind,
)
from gridduels.web.settings import Settings

WEB_PLAYERS: Final = (HUMAN, "easy", "medium", "hard", "perfect", "mcts", "greedy", "random")
"""The built-in players."""
SEARCH: Final = "mcts"
"""The player that requires the engine."""
MOST_SIMULATIONS: Final = 20_000
_DAY: Final = 86_400.0
Chosen = Literal[1, 2, "both"]


class Started(NamedTuple):
    """A duel that is not stored yet, and the secrets that only its creator receives."""

    live: Live
    player: Chosen | None
    secret: str | None
    invite: str | None


def web_players() -> dict[str, str]:
    """Return every player that needs no parameters, with its description; installed players only if they allow it."""
    return _own_players() | {name: found.kind.about for name, found in installed_players().items() if found.kind.web}


def _own_players() -> dict[str, str]:
    """Return the players that ship with the package, without the slow search for installed ones."""
    return {name: PLAYERS[name] for name in WEB_PLAYERS if name != SEARCH or has_engine()}


def new_duel(wish: NewDuel, now: float, most_plies: int, replayed: Duel | None = None) -> Started:
    """Return the duel a visitor asks for; its line may have been replayed already."""
    players = _player(wish.p1), _player(wish.p2)
    seat, name = _seat(wish, players), checked_name(wish.name)
    duel = replayed or wanted_line(wish, most_plies).replayed()
    game = duel.game
    secret = new_secret() if seat is not None else None
    seats = [hash_secret(secret) if secret and seat in (player, "both") else None for player in (1, 2)]
    free = [player for player in (1, 2) if players[player - 1] == HUMAN and seats[player - 1] is None]
    invite = new_secret() if free else None
    seconds, increment = (wish.clock.seconds, wish.clock.increment or 0.0) if wish.clock else (None, 0.0)
    saved = Saved(
        id=new_id(),
        game=game.id,
        size=number_of_size(game.size),
        rulings=rulings_text(game),
        start=game.text(duel.start),
        p1=players[0],
        p2=players[1],
        seed=secrets.randbits(48),
        created=now,
        changed=now,
        seat1=seats[0],
        seat2=seats[1],
        invite=hash_secret(invite) if invite else None,
        seconds=seconds,
        increment=increment,
        left1=seconds or 0.0,
        left2=seconds or 0.0,
        moves=" ".join(duel.moves),
        over=int(duel.outcome is not None),
        name1=name if seat == 1 else None,
        name2=name if seat == 2 else None,
        swap=ALLOWED if wish.first == SWAP else "",
    )
    return Started(wind(saved, duel, now), seat, secret, invite)


def offered(made: Started, wish: NewDuel, settings: Settings) -> Started:
    """Return the duel as the lobby lists it, if the visitor wants it listed."""
    saved = made.live.saved
    if wish.offer and made.invite is None:
        raise SetupError("only a duel with a free seat can be offered in the lobby; every seat here is taken")
    if wish.stand_in and (not wish.offer or _player(wish.stand_in) == HUMAN):
        raise SetupError("only a computer can stand in, and only for a seat that is offered")
    listed = bool(wish.offer if wish.listed is None else wish.listed)
    seconds = _DAY if (saved.seconds or 0.0) >= _DAY else settings.offer_seconds
    kept = replace(
        saved,
        listed=int(listed),
        offered=saved.created + seconds if wish.offer else None,
        stand_in=_player(wish.stand_in) if wish.stand_in else None,
        deadline=saved.created + settings.pair_seconds if wish.stand_in else saved.deadline,
    )
    return made._replace(live=made.live._replace(saved=kept))


def _player(name: str | None) -> str:
    if name is None:
        return HUMAN
    kind, colon, count = name.partition(":")
    if kind == "mcts" and colon and count.isascii() and count.isdigit() and 0 < int(count) <= MOST_SIMULATIONS:
        return f"mcts:{int(count)}"
    if kind == "level" and colon:
        return f"level:{level_number(count):g}"
    if name not in _own_players() and name not in (players := web_players()):
        allowed = f"{', '.join(players)}, level:N with N from 1 to 10, or mcts:N with N up to {MOST_SIMULATIONS}"
        raise SetupError(f"there is no player {name!r} here; choose {allowed}")
    return name


def _seat(wish: NewDuel, players: tuple[str, str]) -> Chosen | None:
    """Return the side or sides played by the creator; None for a spectator."""
    humans: list[Literal[1, 2]] = [player for player in (1, 2) if players[player - 1] == HUMAN]
    seat = wish.seat or (humans[0] if humans else "none")
    allowed: list[int | str] = [*humans, *(["both"] if len(humans) == 2 else []), *([] if humans else ["none"])]
    if seat not in allowed:
        raise SetupError(f"your seat can't be {seat!r} here; choose {' or '.join(map(repr, allowed))}")
    return None if seat == "none" else seat


def wanted_line(wish: NewDuel, most: int) -> StoredLine:
    """Return the line a visitor asks for, whose moves are not checked yet."""
    game, players = Game(definition(wish.game), wish.size, wish.rule), (_player(wish.p1), _player(wish.p2))
    first = wish.first or 1
    start = game.start(first_mover(str(first)))
    if wish.start == FAIR:
        if wish.first not in (None, SWAP):
            raise SetupError('A balanced start decides who goes first. Leave out "first", or set it to "swap".')
        start = draw_start(game, players, secrets.SystemRandom())
    elif wish.start is not None:
        start = game.position(wish.start)
        if not game.legal(start):
            raise Refused(Code.OVER, "The game is over in that position. Choose one where it isn't.", status=422)
    moves = tuple(wish.moves or ())
    if len(moves) > most:
        raise Refused(Code.TOO_BIG, f"A duel on this server has at most {most} moves.")
    return StoredLine(game, moves, start)
