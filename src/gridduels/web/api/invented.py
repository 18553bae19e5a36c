"""Invented duels: the duel of the day, the best ones from a long search, the workshop's answers, and rule books."""

from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from msgspec import UNSET
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute

import gridduels.invent
from gridduels.invent import Code as DuelCode
from gridduels.invent import parse
from gridduels.invent.examples import examples_of
from gridduels.invent.gallery import FIRST_DAY, Best, Day, best, last_days
from gridduels.invent.words import gist_of, title_of
from gridduels.pictures.templates import templates
from gridduels.protocol.answers import DayDuel, DuelReport, GalleryDuel, IdleRule, PlayerShare, example_of, game_of
from gridduels.protocol.base import Code
from gridduels.protocol.codec import Refused
from gridduels.web.api.lines import SMALLER, Query, cached, cached_json, get, make_game
from gridduels.web.dates import today
from gridduels.web.pages.files import ENGLISH, words_of
from gridduels.web.pool.evaluation import OutOfPatience
from gridduels.web.site import site_of

_DAYS, _MOST_DAYS = 14, 60
_TEMPLATES: Final = Path(gridduels.invent.__file__).parent / "page"
_BOOK_HEADERS: Final = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
"""A rule book is a single printable file, so its style sheet is inline."""


def _language(query: Query) -> str:
    return words_of(query.text("language") or ENGLISH).language


async def days(request: Request) -> Response:
    """GET /api/days"""
    query = Query(request, "count", "day", "language", "examples")
    count = query.whole("count", 1, _MOST_DAYS) or _DAYS
    day = query.day("day") or today()
    if day > today():
        raise Refused(Code.MALFORMED, f"The duel for {day} appears on that day, at midnight UTC.")
    if day < FIRST_DAY:
        raise Refused(Code.MALFORMED, f"The first duel of the day is that of {FIRST_DAY}.")
    language = _language(query)
    first, *others = last_days(count, day)
    found = [_day_duel(first, language, query.flag("examples")), *(_day_duel(each, language) for each in others)]
    return cached_json(request, found)


@lru_cache(2048)
def _day_duel(day: Day, language: str, examples: bool = False) -> DayDuel:
    data = vars(day) | {"day": day.day.isoformat()}
    return DayDuel(
        **data,
        rules=list(gist_of(parse(day.code), language)),
        game=game_of(day.game),
        examples=[example_of(*each) for each in examples_of(day.code)] if examples else UNSET,
    )


async def gallery(request: Request) -> Response:
    """GET /api/gallery"""
    return cached_json(request, _gallery(_language(Query(request, "language"))), kept=True)


@cache
def _gallery(language: str) -> list[GalleryDuel]:
    return [_gallery_duel(each, language) for each in best()]


def _gallery_duel(duel: Best, language: str) -> GalleryDuel:
    code = parse(duel.code)
    data = vars(duel) | {"shares": _shares(duel.shares), "rules": list(gist_of(code, language))}
    return GalleryDuel(**data, game=game_of(make_game(duel.code, None, {})))


def _shares(shares: dict[int, float]) -> list[PlayerShare]:
    return [PlayerShare(ahead=ahead, share=round(share, 3)) for ahead, share in shares.items()]


# --- The workshop


async def workshop(request: Request) -> Response:
    """GET /api/workshop"""
    query = Query(request, "code", "language")
    code, language = _code(query.text("code")), _language(query)
    found = await site_of(request.scope).evaluator.workshop(str(code))
    measures, value = found.measures, found.measures.value
    report = DuelReport(
        code=str(code),
        title=title_of(code),
        rules=list(gist_of(code, language)),
        positions=measures.positions,
        winner={"win": 1, "loss": 2}.get(value.outcome),
        plies=value.plies,
        first_moves=measures.first_moves,
        kept_first_moves=measures.kept_first_moves,
        shares=_shares({player: share.mean for player, share in measures.first_share.items()}),
        depth=round(measures.depth.mean, 3),
        matter=round(measures.matter.mean, 3),
        length=round(measures.length.mean, 1),
        fair=round(measures.fair, 3),
        deep=round(measures.deep, 3),
        idle=[IdleRule(element=each.element, code=str(each.code)) for each in found.idle],
    )
    return cached_json(request, report, kept=True)


def _code(text: str | None) -> DuelCode:
    """Return the code in a request; refuse an invalid one before anything is built from it."""
    if text is None:
        raise Refused(Code.MALFORMED, 'The parameter "code" is missing, e.g. duel1-3x5-k1-t1-r1-gn-l-sc.')
    return parse(text)


async def book(request: Request) -> Response:
    """GET /api/games/{game}/book.html: until the book is ready, browsers get a page that reloads itself"""
    query = Query(request, "language")
    code, language = _code(request.path_params["game"]), _language(query)
    try:
        found = await site_of(request.scope).evaluator.book(str(code), language)
    except OutOfPatience:
        if "text/html" not in request.headers.get("accept", ""):
            raise
        text = words_of(language).say("Writing the rule book…")
        page = templates(_TEMPLATES).get_template("waiting.html").render(language=language, text=text)
        return HTMLResponse(page, 202, {"Refresh": "1", "Cache-Control": "no-store"})
    answer = cached(request, found, "text/html; charset=utf-8", kept=True, file=f"{code}.html")
    answer.headers.update(_BOOK_HEADERS)
    return answer


routes: list[BaseRoute] = [
    get("/api/days", days, SMALLER),
    get("/api/gallery", gallery, SMALLER),
    get("/api/workshop", workshop, SMALLER),
    get("/api/games/{game}/book.html", book, SMALLER),
]
