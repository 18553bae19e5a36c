"""All about games that changes nothing: what they are, lines of moves, what moves are worth, puzzles, pictures."""

import json
import secrets
from datetime import UTC, date, datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.pictures.svg import svg_of
from gridduels.players import KINDS, PLAYERS
from gridduels.record import Record, dumps
from gridduels.web.api import openapi
from gridduels.web.api.answers import Handler, answer, fresh_answer, json_answer, or_working
from gridduels.web.api.duels import read_body
from gridduels.web.compute.computing import Computing
from gridduels.web.live.new_duel import MOST_SIMULATIONS, WEB_PLAYERS
from gridduels.web.live.saved import Live
from gridduels.web.messages.board_data import board_of, game_data, legal_of, value_data, why_not
from gridduels.web.messages.line import LINE, MOST_MOVES, Query, known_games, make_game, read_game, read_line
from gridduels.web.messages.refusals import Refused

__all__ = ["routes"]

_SVG, _GIF, _TEXT = "image/svg+xml", "image/gif", "text/plain; charset=utf-8"


def _computing(request: Request) -> Computing:
    computing: Computing = request.app.state.computing
    return computing


async def games(request: Request) -> Response:
    """GET /api/games"""
    Query(request)
    return json_answer(request, [game_data(make_game(id, None, {})) for id in known_games()], kept=True)


async def game(request: Request) -> Response:
    """GET /api/games/{game}"""
    query = Query(request, "size", rules=True)
    found = make_game(request.path_params["game"], query.whole("size", 1, 99), query.rules)
    return json_answer(request, game_data(found), kept=True)


async def players(request: Request) -> Response:
    """GET /api/players"""
    Query(request)
    found = [{"name": name, "about": PLAYERS[name]} for name in WEB_PLAYERS]
    about = f"{KINDS['mcts:SIMULATIONS'].about}, up to {MOST_SIMULATIONS:,}"
    return json_answer(request, [*found, {"name": "mcts:SIMULATIONS", "about": about}], kept=True)


async def line(request: Request) -> Response:
    """GET /api/line"""
    query = Query(request, *LINE, "values", rules=True)
    computing = _computing(request)
    duel = await computing.duel(read_line(query))
    data = await computing.line_data(duel)
    if not query.flag("values"):
        return json_answer(request, data, kept=True)
    worth = await computing.worth(duel)
    analysis = await computing.analyse(duel)
    values = {word: value_data(value) for word, value in worth.moves.items()}
    more = {
        "legal": [{**move, "value": values.get(move["move"])} for move in data["legal"]],
        "value": value_data(worth.value) if worth.value else None,
    }
    note = worth.note or analysis["note"]
    return json_answer(request, {**data, **more, **analysis, "note": note}, kept=note is None)


async def why(request: Request) -> Response:
    """GET /api/why"""
    query = Query(request, *LINE, "move", rules=True)
    duel = await _computing(request).duel(read_line(query))
    move = query.text("move")
    if move is None:
        raise Refused("malformed", 'The parameter "move" is missing.')
    return json_answer(request, why_not(duel, move), kept=True)


async def line_record(request: Request) -> Response:
    """GET /api/line/record"""
    duel = await _computing(request).duel(read_line(Query(request, *LINE, rules=True)))
    return answer(request, dumps(Record(duel)), _TEXT, kept=True, file=f"{duel.game.id}.txt")


async def line_picture(request: Request) -> Response:
    """GET /api/line/picture.svg"""
    query = Query(request, *LINE, "values", rules=True)
    duel = await _computing(request).duel(read_line(query))
    return await _picture(request, duel, query.flag("values"), duel.game.id, kept=True)


async def line_film(request: Request) -> Response:
    """GET /api/line/film.gif"""
    query = Query(request, *LINE, "dark", rules=True)
    duel = await _computing(request).duel(read_line(query))
    film = await _computing(request).film(duel, query.flag("dark"))
    return answer(request, film, _GIF, kept=True, file=f"{duel.game.id}.gif")


async def _picture(request: Request, duel: Duel, values: bool, name: str, kept: bool) -> Response:
    labels = None
    if values:
        worth = await _computing(request).worth(duel)
        labels = {word: value.label for word, value in worth.moves.items()}
        kept = kept and worth.note is None
    return answer(request, svg_of(duel, labels), _SVG, kept=kept, file=f"{name}.svg")


async def _live(request: Request) -> Live:
    room = await request.app.state.rooms.find(request.path_params["id"])
    live: Live = room.live
    return live


async def duel_record(request: Request) -> Response:
    """GET /api/duels/{id}/record"""
    Query(request)
    saved, duel = await _live(request)
    tags = {"Date": datetime.fromtimestamp(saved.created, UTC).date().isoformat()}
    return answer(request, dumps(Record(duel, saved.players, tags)), _TEXT, file=f"{duel.game.id}-{saved.id}.txt")


async def duel_picture(request: Request) -> Response:
    """GET /api/duels/{id}/picture.svg"""
    query = Query(request, "values")
    saved, duel = await _live(request)
    return await _picture(request, duel, query.flag("values"), f"{duel.game.id}-{saved.id}", kept=False)


async def duel_film(request: Request) -> Response:
    """GET /api/duels/{id}/film.gif"""
    query = Query(request, "dark")
    saved, duel = await _live(request)
    film = await _computing(request).film(duel, query.flag("dark"))
    return answer(request, film, _GIF, file=f"{duel.game.id}-{saved.id}.gif")


async def duel_analysis(request: Request) -> Response:
    """GET /api/duels/{id}/analysis"""
    Query(request)
    _, duel = await _live(request)
    return json_answer(request, await _computing(request).analyse(duel))


async def puzzle_of_the_day(request: Request) -> Response:
    """GET /api/puzzles/day"""
    query = Query(request, "game", "size", "day", rules=True)
    day = _day(query)
    ids = list(known_games())
    found = read_game(query, ids[day.toordinal() % len(ids)])
    puzzle = await _puzzle(request, found, day.isoformat(), None)
    return json_answer(request, puzzle | {"day": day.isoformat()}, kept=query.text("day") is not None)


def _day(query: Query) -> date:
    text = query.text("day")
    if text is None:
        return datetime.now(UTC).date()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refused("malformed", f'"day" must be a date such as 2026-01-31, not {text!r}.') from None


async def next_puzzle(request: Request) -> Response:
    """GET /api/puzzles/next"""
    query = Query(request, "game", "size", "seed", "plies", rules=True)
    seed = query.text("seed")
    puzzle = await _puzzle(request, read_game(query), seed or secrets.token_hex(6), query.whole("plies", 1, 126))
    return fresh_answer(puzzle) if seed is None else json_answer(request, puzzle, kept=True)


async def _puzzle(request: Request, game: Game, seed: str, plies: int | None) -> dict[str, Any]:
    found = await _computing(request).puzzle(game, seed, plies)
    if found is None:
        length = f" of {plies} plies" if plies else ""
        raise Refused("no-puzzle", f"{game.title} has no puzzle{length} on this board: choose a larger one.")
    duel = Duel(game, start=found.position)
    return {
        **game.as_data(),
        "start": found.position,
        "turn": duel.turn,
        "plies": found.plies,
        "title": found.title,
        "board": board_of(duel),
        "legal": legal_of(duel),
        "status": game.words.status(duel),
        "seed": seed,
    }


async def puzzle_answer(request: Request) -> Response:
    """POST /api/puzzles/answer"""
    Query(request)
    fields = await read_body(request)
    fields.only("game", "size", "rule", "start", "moves", "move")
    size = fields.whole("size", 1, 99) if fields.has("size") else None
    rules = fields.mapping("rule", 20, 40) if fields.has("rule") else {}
    game = make_game(fields.text("game", 40), size, {name: str(value) for name, value in rules.items()})
    moves = fields.texts("moves", MOST_MOVES, 20) if fields.has("moves") else []
    duel = Duel(game, moves, start=fields.text("start", 200))
    move = fields.text("move", 20)
    duel.play(move)
    judged = await _computing(request).judge(duel, move)
    after = duel.play(move) if judged.right else duel
    after = after.play(judged.reply) if judged.reply else after
    return fresh_answer(
        {
            "right": judged.right,
            "value": value_data(judged.value),
            "reply": judged.reply,
            "done": judged.right and after.outcome is not None,
            "board": board_of(after),
            "legal": legal_of(after),
            "moves": list(after.moves),
        }
    )


async def description(request: Request) -> Response:
    """GET /api"""
    Query(request)
    if "text/html" in request.headers.get("accept", ""):
        return answer(request, openapi.page(), "text/html; charset=utf-8", kept=True)
    return answer(request, json.dumps(openapi.document()), "application/json", kept=True)


def _get(path: str, handler: Handler) -> Route:
    return Route(path, or_working(handler), methods=["GET"], name=path)


routes: list[BaseRoute] = [
    _get("/api", description),
    _get("/api/games", games),
    _get("/api/games/{game}", game),
    _get("/api/players", players),
    _get("/api/line", line),
    _get("/api/line/record", line_record),
    _get("/api/line/picture.svg", line_picture),
    _get("/api/line/film.gif", line_film),
    _get("/api/why", why),
    _get("/api/puzzles/day", puzzle_of_the_day),
    _get("/api/puzzles/next", next_puzzle),
    Route("/api/puzzles/answer", or_working(puzzle_answer), methods=["POST"], name="/api/puzzles/answer"),
    _get("/api/duels/{id}/record", duel_record),
    _get("/api/duels/{id}/picture.svg", duel_picture),
    _get("/api/duels/{id}/film.gif", duel_film),
    _get("/api/duels/{id}/analysis", duel_analysis),
]
