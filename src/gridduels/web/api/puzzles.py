"""Puzzles: one a day, and others without end; and what an answer to one is worth."""

import secrets
from datetime import UTC, date, datetime
from typing import Final

from msgspec import UNSET
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.web.api.cached import cached_json
from gridduels.web.api.duels import read_body
from gridduels.web.api.query import Query, known_games, make_game, read_game
from gridduels.web.api.working import get, or_working
from gridduels.web.messages.board import board_of, legal_of
from gridduels.web.messages.codec import Reader
from gridduels.web.messages.codes import Code
from gridduels.web.messages.lines import Puzzle, PuzzleAnswer
from gridduels.web.messages.refusals import Refused
from gridduels.web.messages.requests import PuzzleMove
from gridduels.web.messages.values import value_of
from gridduels.web.site import site_of
from gridduels.web.transport.responses import json_response

__all__ = ["day_game", "day_puzzle", "routes", "today"]

_MOVE: Final[Reader[PuzzleMove]] = Reader(PuzzleMove)
_LONGEST: Final = 126


async def puzzle_of_the_day(request: Request) -> Response:
    """GET /api/puzzles/day"""
    query = Query(request, "game", "size", "day", rulings=True)
    day = _day(query)
    puzzle = await day_puzzle(request, day_game(query, day), day)
    return cached_json(request, puzzle, kept=query.text("day") is not None)


def day_game(query: Query, day: date) -> Game:
    """The game of a day's puzzle, unless one is asked for."""
    ids = list(known_games())
    return read_game(query, ids[day.toordinal() % len(ids)])


async def day_puzzle(request: Request, game: Game, day: date) -> Puzzle:
    """The puzzle of a game on a day."""
    return await _puzzle(request, game, day.isoformat(), None, day=day.isoformat())


def today() -> date:
    """The day it is, the same for everybody."""
    return datetime.now(UTC).date()


def _day(query: Query) -> date:
    text = query.text("day")
    if text is None:
        return today()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refused(Code.MALFORMED, f'"day" must be a date such as 2026-01-31, not {text!r}.') from None


async def next_puzzle(request: Request) -> Response:
    """GET /api/puzzles/next"""
    query = Query(request, "game", "size", "seed", "plies", rulings=True)
    seed = query.text("seed")
    plies = query.whole("plies", 1, _LONGEST)
    puzzle = await _puzzle(request, read_game(query), seed or secrets.token_hex(6), plies)
    return json_response(puzzle) if seed is None else cached_json(request, puzzle, kept=True)


async def _puzzle(request: Request, game: Game, seed: str, plies: int | None, day: str | None = None) -> Puzzle:
    found = await site_of(request.scope).computing.puzzle(game, seed, plies)
    if found is None:
        length = f" of {plies} plies" if plies else ""
        raise Refused(Code.NO_PUZZLE, f"{game.title} has no puzzle{length} on this board: choose a larger one.")
    duel = Duel(game, start=found.position)
    return Puzzle(
        **game.as_data(),
        start=found.position,
        turn=duel.turn,
        plies=found.plies,
        title=found.title,
        board=board_of(duel),
        legal=legal_of(duel),
        status=game.words.status(duel),
        seed=seed,
        day=day or UNSET,
    )


async def puzzle_answer(request: Request) -> Response:
    """POST /api/puzzles/answer"""
    Query(request)
    asked = await read_body(request, _MOVE)
    game = make_game(asked.game, asked.size, {name: str(value) for name, value in (asked.rule or {}).items()})
    duel = Duel(game, asked.moves or (), start=asked.start)
    after = duel.play(asked.move)
    judged = await site_of(request.scope).computing.judge(duel, asked.move)
    after = after if judged.right else duel
    after = after.play(judged.reply) if judged.reply else after
    found = PuzzleAnswer(
        right=judged.right,
        value=value_of(judged.value),
        reply=judged.reply,
        done=judged.right and after.outcome is not None,
        board=board_of(after),
        legal=legal_of(after),
        moves=list(after.moves),
    )
    return json_response(found)


routes: Final[list[BaseRoute]] = [
    get("/api/puzzles/day", puzzle_of_the_day),
    get("/api/puzzles/next", next_puzzle),
    Route("/api/puzzles/answer", or_working(puzzle_answer), methods=["POST"], name="/api/puzzles/answer"),
]
