"""The API as an OpenAPI document, with an example of each message, and as a page for people."""

import json
import re
import shlex
from functools import cache, lru_cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from gridduels import __version__
from gridduels.protocol.answers import (
    Begun,
    DayDuel,
    DuelReport,
    GalleryDuel,
    Game,
    Health,
    Hint,
    Invitation,
    Joined,
    Lesson,
    Line,
    Lobby,
    Opponent,
    OwnSeat,
    Pair,
    Player,
    Puzzle,
    PuzzleAnswer,
    PuzzleSolution,
    Ready,
    Refusal,
    SeatCode,
    Why,
    Working,
)
from gridduels.protocol.requests import (
    ACTIONS,
    Action,
    Join,
    NewDuel,
    OfferSeat,
    PuzzleMove,
    ShowInvitation,
    TakeSeat,
    tag_of,
)
from gridduels.protocol.schemas import SCHEMAS, body_of, schema_of, type_of
from gridduels.protocol.state import Analysis, State
from gridduels.web.pages.pages import API, page_text

if TYPE_CHECKING:
    from markupsafe import Markup

FILE: Final = Path(__file__).with_name("examples.json")


@cache
def examples() -> dict[str, list[dict[str, Any]]]:
    """Return the examples for each message by name, the fullest first; together they cover every field. Do not change
    them.

    >>> examples()["Ping"]
    [{'type': 'ping'}]
    """
    found: dict[str, list[dict[str, Any]]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


# --- The OpenAPI 3.1 document


Data = dict[str, Any]

_ABOUT: Final = """\
Two-player grid games over HTTP. Names and moves are the same as on the command line. Everything is JSON in UTF-8.

A refused request is answered with a Refusal. If the answer has to be computed first, the response is 202 with the
progress.

Moves can also be played over a websocket at /api/duels/{id}/socket: the first message is
{"type": "hello", "seat": SECRET or null}, then messages have the same fields as the bodies here, with their "type"."""
_SERVER: Final = "The server"
_TAGS: Final = {
    "Games": ("games", "players", "ladder"),
    "Invented duels": ("days", "gallery", "workshop"),
    "Duels": ("duels",),
    "The lobby": ("lobby",),
    "Lines of moves": ("line", "hint", "why"),
    "Puzzles": ("puzzles",),
    _SERVER: (),
}
"""The groups of paths, by the part after /api/."""


def _parameter(
    name: str, description: str, schema: Data, place: str = "query", required: bool = False, **more: Any
) -> Data:
    """Return a parameter; its `example` becomes part of the operation's example."""
    return {"name": name, "in": place, "required": required, "description": description, "schema": schema, **more}


_TEXT: Final = {"type": "string"}
_FLAG: Final = {"enum": ["0", "1"]}
_ID: Final = _parameter("id", "the duel", _TEXT, "path", True)
_LIGHT_CYCLE: Final = "light-cycle"
_COUNT: Final = _parameter("count", "how many days, from 1 to 60 (default: 14)", {"type": "integer"}, example="2")
_GAME: Final = _parameter("game", "the game's id", _TEXT, required=True, example=_LIGHT_CYCLE)
_GAME_IN_PATH: Final = _parameter("game", "the game's id", _TEXT, "path", True, example=_LIGHT_CYCLE)
_DUEL: Final = "duel1-3x3-k1-t1-gn-l-sc"
_DUEL_IN_PATH: Final = _parameter("game", "the duel's code", _TEXT, "path", True, example=_DUEL)
_CODE: Final = _parameter("code", "the duel's code", _TEXT, required=True, example=_DUEL)
_LANGUAGE: Final = _parameter("language", "language of the text: `en` (default) or `de`", _TEXT)
_ANY_GAME: Final = _parameter("game", "the game's id", _TEXT)
_SIZE: Final = _parameter(
    "size", "board size: cells along an edge, or rows and columns such as 6x7", {"type": "string"}
)
_RULE: Final = {
    "name": "rulings",
    "in": "query",
    "description": "rulings, each as rule.NAME=VALUE",
    "style": "form",
    "explode": True,
    "schema": {"type": "object", "additionalProperties": _TEXT},
}
_VALUES: Final = _parameter("values", "1: with the value of everything", _FLAG, example="1")
_DARK: Final = _parameter("dark", "1: dark colours", _FLAG)
_DAY: Final = _parameter(
    "day", "a date such as 2026-01-31 (today, by UTC)", {"type": "string", "format": "date"}, example="2026-01-05"
)
_PUZZLE: Final = examples()["Puzzle"][0]
"""A position to ask for as a puzzle."""
_LINE: Final = [
    _GAME,
    _SIZE,
    _RULE,
    _parameter("start", "a different start position, on one line", _TEXT),
    _parameter("moves", "moves separated by commas: up,down or @2,0,left", _TEXT, example="right,left"),
]


def _json(kind: Any) -> Data:
    """Return the `content` entry for a message, or for a list of messages."""
    return _schema(schema_of(kind))


def _schema(schema: Data) -> Data:
    return {"application/json": {"schema": schema}}


def _operation(
    summary: str,
    content: Data,
    *parameters: Data,
    body: Data | None = None,
    works: bool = False,
    seat: bool = False,
    status: str = "200",
) -> Data:
    """Return an operation. With `works`, its answer may take time to compute; with `seat`, it needs a seat's secret."""
    responses = {status: {"description": "done" if body else "the answer", "content": content}}
    if works:
        responses["202"] = {"description": "being computed", "content": _json(Working)}
    responses["default"] = {"description": "refused", "content": _json(Refusal)}
    found: Data = {"summary": summary, "responses": responses}
    if parameters:
        found["parameters"] = list(parameters)
    if body:
        found["requestBody"] = {"required": True, "content": _schema(body)}
    if seat:
        found["security"] = [{"seat": []}]
    return found


def _post(summary: str, body: Any, answer: Any, *parameters: Data, **more: Any) -> Data:
    return {"post": _operation(summary, _json(answer), *parameters, body=schema_of(body), **more)}


def _act(kind: type[Action]) -> Data:
    """Return the operation for a player's action."""
    summary = (kind.__doc__ or "").rstrip(".")
    sent = [
        {name: value for name, value in each.items() if name != "type"} for each in examples().get(kind.__name__, [])
    ]
    return {"post": _operation(summary, _json(State), _ID, body={**body_of(kind), "examples": sent}, seat=True)}


def _get(summary: str, content: Data, *parameters: Data, works: bool = False) -> Data:
    return {"get": _operation(summary, content, *parameters, works=works)}


_SVG: Final = {"image/svg+xml": {"schema": _TEXT}}
_PNG: Final = {"image/png": {"schema": {"type": "string", "contentMediaType": "image/png"}}}
_GIF: Final = {"image/gif": {"schema": {"type": "string", "contentMediaType": "image/gif"}}}
_HTML: Final = {"text/html": {"schema": _TEXT}}
_PLAIN: Final = {"text/plain": {"schema": _TEXT}}

_LOOK: Final = _get(
    "the state of a duel; with `after`, once there is a later version",
    _json(State),
    _ID,
    _parameter("after", "a version", {"type": "integer"}),
    _parameter("wait", "seconds to wait for a later version, at most 25", {"type": "number"}),
)
_LOOK["get"]["security"] = [{}, {"seat": []}]

PATHS: Final[dict[str, Data]] = {
    "/api": _get("this description; a page for browsers", _schema({"type": "object"})),
    "/api/openapi.json": _get("this description, for browsers too", _schema({"type": "object"})),
    "/api/games": _get("every game", _json(list[Game])),
    "/api/games/{game}": _get(
        "one game with a size and rulings",
        _json(Game),
        _GAME_IN_PATH,
        _SIZE,
        _RULE,
    ),
    "/api/games/{game}/lessons": _get("the tutorial of a game", _json(list[Lesson]), _GAME_IN_PATH),
    "/api/games/{game}/preview.png": _get(
        "a preview picture of the game, for links", _PNG, _GAME_IN_PATH, _LANGUAGE, works=True
    ),
    "/api/players": _get("the players", _json(list[Player])),
    "/api/days": _get(
        "the invented duels of a day and of the days before, latest first",
        _json(list[DayDuel]),
        _COUNT,
        _DAY,
        _LANGUAGE,
        _parameter("examples", "1: with a move for each line of the first duel's rules", _FLAG),
    ),
    "/api/gallery": _get("the best invented duels from a long search", _json(list[GalleryDuel]), _LANGUAGE),
    "/api/workshop": _get(
        "how fair and how deep an invented duel is, and which rules do nothing",
        _json(DuelReport),
        _CODE,
        _LANGUAGE,
        works=True,
    ),
    "/api/games/{game}/book.html": _get(
        "the rule book of an invented duel", _HTML, _DUEL_IN_PATH, _LANGUAGE, works=True
    ),
    "/api/ladder": _get("the opponents on the ladder, the weakest first", _json(list[Opponent])),
    "/api/duels": _post("begin a duel", NewDuel, Begun, status="201"),
    "/api/duels/{id}": _LOOK,
    "/api/duels/{id}/join": _post("take the free seat with an invite; the first visitor gets it", Join, Joined, _ID),
    "/api/duels/{id}/invitation": _post("an invitation as a link and a QR code", ShowInvitation, Invitation, _ID),
    "/api/duels/{id}/seat-code": _post(
        "create a code that moves your seat to another device", OfferSeat, SeatCode, _ID, seat=True
    ),
    "/api/duels/{id}/seat": _post("take over a seat with its one-time code", TakeSeat, OwnSeat, _ID),
    **{f"/api/duels/{{id}}/{tag_of(kind)}": _act(kind) for kind in ACTIONS},
    "/api/duels/{id}/record": _get("the game as a record", _PLAIN, _ID),
    "/api/duels/{id}/picture.svg": _get("the board as SVG", _SVG, _ID, _VALUES, works=True),
    "/api/duels/{id}/picture.png": _get("the board as PNG", _PNG, _ID, _DARK, works=True),
    "/api/duels/{id}/film.gif": _get("the game as an animation", _GIF, _ID, _DARK, works=True),
    "/api/duels/{id}/preview.png": _get(
        "a preview picture of the board, for links",
        _PNG,
        _ID,
        _parameter("version", "the version, so that caches tell pictures apart", _TEXT),
        _LANGUAGE,
        works=True,
    ),
    "/api/duels/{id}/analysis": _get("the value of every move", _json(Analysis), _ID, works=True),
    "/api/duels/{id}/ready": _get("whether the computer knows the board's values", _json(Ready), _ID, works=True),
    "/api/lobby": _get(
        "open challenges and games to watch; with `after`, once the lobby has changed",
        _json(Lobby),
        _parameter("after", "a version", _TEXT),
        _parameter("wait", "seconds to wait for a change, at most 25", {"type": "number"}),
    ),
    "/api/lobby/pair": _post("play someone who wants to play the same game, or wait for an opponent", Pair, Begun),
    "/api/line": _get("a line of moves", _json(Line), *_LINE, _VALUES, works=True),
    "/api/line/record": _get("a line as a record", _PLAIN, *_LINE, works=True),
    "/api/line/picture.svg": _get("the board after a line, as SVG", _SVG, *_LINE, _VALUES, works=True),
    "/api/line/picture.png": _get("the board after a line, as PNG", _PNG, *_LINE, _DARK, works=True),
    "/api/line/film.gif": _get("a line as an animation", _GIF, *_LINE, _DARK, works=True),
    "/api/hint": _get("a hint in steps for the player to move", _json(Hint), *_LINE, works=True),
    "/api/why": _get(
        "whether a move is legal, and if not, why",
        _json(Why),
        *_LINE,
        _parameter("move", "the move in question", _TEXT, required=True, example="left"),
        works=True,
    ),
    "/api/puzzles/day": _get(
        "the puzzle of the day, easy on Mondays, hard on Sundays; with `game`, one of that game",
        _json(Puzzle),
        _ANY_GAME,
        _SIZE,
        _RULE,
        _DAY,
        works=True,
    ),
    "/api/puzzles/next": _get(
        "a puzzle; the same seed gives the same puzzle",
        _json(Puzzle),
        _GAME,
        _SIZE,
        _RULE,
        _parameter("seed", "any text", _TEXT, example="7"),
        _parameter("plies", "length of the solution: an odd number from 3", {"type": "integer"}),
        works=True,
    ),
    "/api/puzzles/preview.png": _get(
        "a preview picture of today's puzzle, for links", _PNG, _ANY_GAME, _SIZE, _LANGUAGE, works=True
    ),
    "/api/puzzles/at": _get(
        "a position as a puzzle, for permanent links",
        _json(Puzzle),
        {**_GAME, "example": _PUZZLE["game"]},
        {**_SIZE, "example": str(_PUZZLE["size"])},
        _RULE,
        _parameter("start", "the position, on one line", _TEXT, required=True, example=_PUZZLE["start"]),
        _parameter("moves", "moves from there to the puzzle; their trails are drawn", _TEXT),
        works=True,
    ),
    "/api/puzzles/answer": _post(
        "judge a move in a puzzle; a right one gets a reply", PuzzleMove, PuzzleAnswer, works=True
    ),
    "/api/puzzles/solution": _get(
        "the puzzle of the day with all its answers",
        _json(PuzzleSolution),
        _DAY,
        works=True,
    ),
    "/health": _get("the server's health", _json(Health)),
    "/metrics": _get("metrics for Prometheus", _PLAIN),
}


@lru_cache(1)
def document() -> Data:
    """Return the OpenAPI document. Do not change it."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Grid Duels", "version": __version__, "description": _ABOUT, "license": {"name": "MIT"}},
        "tags": [{"name": tag} for tag in _TAGS],
        "paths": {
            path: {method: {**operation, "tags": [_tag(path)]} for method, operation in methods.items()}
            for path, methods in PATHS.items()
        },
        "components": {
            "schemas": {name: _with_examples(name, schema) for name, schema in SCHEMAS.items()},
            "securitySchemes": {
                "seat": {"type": "http", "scheme": "bearer", "description": "the secret of your seat in a duel"}
            },
        },
    }


def _tag(path: str) -> str:
    place = path.removeprefix("/api/").split("/")[0]
    return next((tag for tag, places in _TAGS.items() if place in places), _SERVER)


def _with_examples(name: str, schema: Data) -> Data:
    return {**schema, "examples": examples()[name]} if name in examples() else schema


def question(path: str, method: str = "get") -> str:
    """Return an example request: the path, with a query built from its parameters' examples; `{id}` stands for a duel.

    >>> question("/api/why")
    '/api/why?game=light-cycle&moves=right,left&move=left'
    """
    given = [each for each in PATHS[path][method].get("parameters", []) if "example" in each]
    for each in given:
        path = path.replace(f"{{{each['name']}}}", each["example"])
    query = [f"{each['name']}={quote(each['example'], safe=',/')}" for each in given if each["in"] == "query"]
    return path + ("?" + "&".join(query) if query else "")


# --- The page about the API, from the template `static/pages/api.html`


_WIDTH: Final = 92
"""The maximum number of characters in a line of an example."""
_NAME: Final = re.compile(r"\b[A-Z]\w+\b")
_REFERENCE: Final = re.compile(r'"\$ref": "#/components/schemas/(\w+)"')
_BINARY: Final = ("image/",)


def page(address: str) -> str:
    """Return the page; `address` is the site's address as the visitor sees it."""
    return _written().replace("{address}", escape(address))


@cache
def _written() -> str:
    """Return the page with `{address}` in place of the site's address."""
    described = document()
    tags: dict[str, list[Data]] = {tag["name"]: [] for tag in described["tags"]}
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            shown = {
                **operation,
                "path": path,
                "method": method.upper(),
                "anchor": "-".join([method, *re.findall(r"\w+", path)]),
                "seat": operation.get("security") == [{"seat": []}],
                "shell": _shell(path, method, operation),
            }
            tags[operation["tags"][0]].append(shown)
    return page_text(
        API,
        "./",
        about=described["info"]["description"].split("\n\n"),
        tags=tags,
        groups=_groups(),
        schemas=described["components"]["schemas"],
        marked=_marked,
        typed=_typed,
        pretty=pretty,
    )


def _shell(path: str, method: str, operation: Data) -> str:
    """Return the shell command for an operation; `{address}` stands for the site's address."""
    words = [f'"{{address}}{question(path, method)}"'.replace("{id}", "$ID")]
    if operation.get("security") == [{"seat": []}]:
        words.append('-H "Authorization: Bearer $SECRET"')
    if body := operation.get("requestBody"):
        words.append(f"-d {shlex.quote(json.dumps(_example(body['content']), ensure_ascii=False))}")
    if next(iter(operation["responses"]["200" if method == "get" else "default"]["content"])).startswith(_BINARY):
        words.append(f"-o {path.rpartition('/')[2]}")
    return " ".join(["curl -s", *words])


def _example(content: Data) -> Any:
    """Return the first example of a request body."""
    schema = content["application/json"]["schema"]
    if "$ref" in schema:
        schema = document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return next(iter(schema.get("examples", [])), {})


def _groups() -> dict[str, list[str]]:
    """Return the message names grouped by purpose, each in the first group it belongs to."""
    schemas, operations = document()["components"]["schemas"], document()["paths"].values()
    bodies = [each.get("requestBody") for methods in operations for each in methods.values()]
    answers = [each["responses"] for methods in operations for each in methods.values()]
    wanted = {
        "words": [name for name, schema in schemas.items() if "properties" not in schema],
        "sent": _named(bodies),
        "answered": _named(answers),
        "said": _named(schemas["Said"]),
        "told": _named(schemas["Told"]),
        "inner": list(schemas),
    }
    found: dict[str, list[str]] = {}
    for group, names in wanted.items():
        seen = {name for each in found.values() for name in each}
        found[group] = sorted({*names} - seen)
    return found


def _named(schema: Any) -> list[str]:
    """Return the names of the messages that a part of the document refers to."""
    return _REFERENCE.findall(json.dumps(schema))


def _typed(schema: Data) -> "Markup":
    """Return a type in TypeScript's notation, with a link to every message in it."""
    from markupsafe import Markup

    known = document()["components"]["schemas"]
    text = escape(type_of(schema) if schema != {"type": "object"} else "OpenAPI", quote=False)
    return Markup(_NAME.sub(lambda name: f'<a href="#{name[0]}">{name[0]}</a>' if name[0] in known else name[0], text))


def _marked(text: str) -> "Markup":
    """Return a line with everything in backquotes marked up as code."""
    from markupsafe import Markup

    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False)))


def pretty(data: Any, indent: int = 0) -> str:
    """Return data as JSON, keeping each value on one line if it fits.

    >>> print(pretty({"ply": 0, "move": "right"}))
    {"ply": 0, "move": "right"}
    """
    flat = json.dumps(data, ensure_ascii=False)
    if indent + len(flat) <= _WIDTH or not isinstance(data, (dict, list)):
        return flat
    inner, space = indent + 2, " " * (indent + 2)
    if isinstance(data, list):
        lines = [pretty(each, inner) for each in data]
    else:
        lines = [f"{json.dumps(name)}: {pretty(each, inner)}" for name, each in data.items()]
    begin, end = "[]" if isinstance(data, list) else "{}"
    return "\n".join([begin, ",\n".join(f"{space}{line}" for line in lines), " " * indent + end])
