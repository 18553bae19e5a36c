"""Puzzles: a daily one, any number of others, and verdicts on answers."""

import secrets
from datetime import date
from typing import Final

from msgspec import UNSET
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from gridduels.analysis import puzzles as analysis
from gridduels.analysis.sentences import distance_text, unit_of
from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.protocol.answers import Opening, Puzzle, PuzzleAnswer, PuzzleSolution
from gridduels.protocol.base import Code
from gridduels.protocol.codec import Reader, Refused
from gridduels.protocol.requests import PuzzleMove
from gridduels.protocol.state import board_of, legal_of, value_of
from gridduels.web.api.duels import read_body
from gridduels.web.api.lines import LINE, SMALLER, Query, cached_json, get, make_game, or_working, read_game, read_line
from gridduels.web.dates import today
from gridduels.web.pool.tasks import PuzzleFound
from gridduels.web.site import site_of
from gridduels.web.transport.security import json_response

_MOVE: Final[Reader[PuzzleMove]] = Reader(PuzzleMove)
_LONGEST: Final = 126


async def puzzle_of_the_day(request: Request) -> Response:
    """GET /api/puzzles/day"""
    query = Query(request, "game", "size", "day", rulings=True)
    day = _day(query)
    return cached_json(request, await day_puzzle(request, query, day), kept=query.text("day") is not None)


async def day_puzzle(request: Request, query: Query, day: date) -> Puzzle:
    """Return a day's puzzle: the one for the requested game, or the daily one."""
    if query.text("game"):
        return await _puzzle(request, read_game(query), day.isoformat(), None, day.isoformat())
    game, found = await site_of(request.scope).evaluator.daily_puzzle(day)
    return _message(game, found, day.isoformat(), day.isoformat())


def _day(query: Query) -> date:
    """Return the requested day; a future day has no puzzle yet."""
    day = query.day("day") or today()
    if day > today():
        raise Refused(Code.NO_PUZZLE, f"The puzzle for {day} appears on that day, at midnight UTC.")
    return day


async def puzzle_at(request: Request) -> Response:
    """GET /api/puzzles/at"""
    query = Query(request, *LINE, rulings=True)
    if query.text("start") is None:
        raise Refused(Code.MALFORMED, 'The parameter "start" is missing. Give a position, written on one line.')
    evaluator = site_of(request.scope).evaluator
    whole = await evaluator.duel(*read_line(query))
    game, duel = whole.game, Duel(whole.game, start=whole.position)
    value = (await evaluator.worth(duel)).value
    if value is None or value.outcome != "win" or value.plies is None:
        raise Refused(Code.NO_PUZZLE, "The player to move can't force a win in this position, so it isn't a puzzle.")
    from_book = whole.start == game.start(whole.start.turn)
    opening = whole.moves if from_book else ()
    puzzle = analysis.Puzzle(game, duel.position, value.plies, "", opening, whole.start.turn)
    return cached_json(request, _message(game, PuzzleFound.of(puzzle)), kept=True)


async def next_puzzle(request: Request) -> Response:
    """GET /api/puzzles/next"""
    query = Query(request, "game", "size", "seed", "plies", rulings=True)
    seed = query.text("seed")
    plies = query.whole("plies", 1, _LONGEST)
    puzzle = await _puzzle(request, read_game(query), seed or secrets.token_hex(6), plies)
    return json_response(puzzle) if seed is None else cached_json(request, puzzle, kept=True)


async def _puzzle(request: Request, game: Game, seed: str, plies: int | None, day: str | None = None) -> Puzzle:
    found = await site_of(request.scope).evaluator.puzzle(game, seed, plies)
    if found is None:
        if plies is None:
            raise Refused(Code.NO_PUZZLE, f"{game.title} has no puzzles on this board. Choose a larger one.")
        length = distance_text(plies, unit_of(game))
        raise Refused(
            Code.NO_PUZZLE, f"{game.title} has no puzzle of length {length} on this board. Choose another length."
        )
    return _message(game, found, seed, day)


def _message(game: Game, found: PuzzleFound, seed: str | None = None, day: str | None = None) -> Puzzle:
    duel, whole = Duel(game, start=found.position), found.duel
    return Puzzle(
        **game.as_data(),
        start=found.position,
        turn=duel.turn,
        plies=found.plies,
        title=found.title,
        board=board_of(whole),
        legal=legal_of(duel),
        status=game.words.status(duel),
        seed=seed or UNSET,
        day=day or UNSET,
        opening=Opening(start=game.text(whole.start), moves=list(whole.moves)) if whole.moves else UNSET,
    )


async def puzzle_answer(request: Request) -> Response:
    """POST /api/puzzles/answer"""
    Query(request)
    asked = await read_body(request, _MOVE)
    game = make_game(asked.game, asked.size, {name: str(value) for name, value in (asked.rule or {}).items()})
    evaluator = site_of(request.scope).evaluator
    duel = await evaluator.duel(game, asked.start, tuple(asked.moves or ()))
    duel.play(asked.move)
    return json_response(_answer(duel, asked.move, await evaluator.judge(duel, asked.move)))


def _answer(duel: Duel, move: str, judged: analysis.Answer) -> PuzzleAnswer:
    between = after = duel.play(move) if judged.right else duel
    for reply in judged.reply:
        after = after.play(reply)
    return PuzzleAnswer(
        right=judged.right,
        verdict=judged.verdict,
        value=value_of(judged.value),
        reply=list(judged.reply),
        done=judged.right and after.outcome is not None,
        between=board_of(between) if judged.reply else None,
        board=board_of(after),
        legal=legal_of(after),
        moves=list(after.moves),
        status=duel.game.words.status(after),
    )


async def puzzle_solution(request: Request) -> Response:
    """GET /api/puzzles/solution"""
    day = _day(Query(request, "day"))
    evaluator = site_of(request.scope).evaluator
    game, found = await evaluator.daily_puzzle(day)
    start = Duel(game, start=found.position)
    answers = {
        " ".join(moves): _answer(Duel(game, moves[:-1], start=found.position), moves[-1], judged)
        for moves, judged in (await evaluator.solution(start)).items()
    }
    puzzle = _message(game, found, day.isoformat(), day.isoformat())
    return cached_json(request, PuzzleSolution(puzzle=puzzle, answers=answers), kept=True)


routes: Final[list[BaseRoute]] = [
    get("/api/puzzles/day", puzzle_of_the_day, SMALLER),
    get("/api/puzzles/next", next_puzzle, SMALLER),
    get("/api/puzzles/at", puzzle_at, SMALLER),
    get("/api/puzzles/solution", puzzle_solution, SMALLER),
    Route("/api/puzzles/answer", or_working(puzzle_answer), methods=["POST"], name="/api/puzzles/answer"),
]
