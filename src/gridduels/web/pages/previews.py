"""Link previews: the title, description and image that other sites show for a link."""

from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from gridduels.analysis.puzzles import daily_game
from gridduels.duel import Duel
from gridduels.errors import GridDuelsError
from gridduels.game import Game
from gridduels.protocol.answers import gist_of
from gridduels.web.api.lines import Query, cached, get, known_games, make_game, read_game
from gridduels.web.api.puzzles import day_puzzle
from gridduels.web.dates import today
from gridduels.web.pages.files import ENGLISH, Words, accepted, words_of
from gridduels.web.pool.evaluation import OutOfPatience
from gridduels.web.pool.tasks import sample_duels
from gridduels.web.saved import Live
from gridduels.web.site import site_of
from gridduels.web.transport.security import own_address

_PNG: Final = "image/png"
_SHOWN: Final = 0.6
"""How far into a sample game its image is taken."""
_DAILY: Final = "The puzzle of the day"
_WATCH: Final = "You can watch."


class Preview(NamedTuple):
    """A page's preview; `image` is the path to its image."""

    title: str
    description: str
    image: str


Previews = Callable[[Request], Awaitable[Preview | None]]


def facts_of(request: Request, preview: Preview) -> dict[str, str]:
    """Return a preview as metadata for a page's head. Addresses are absolute because other sites read them out of
    context."""
    facts = {
        "og:type": "website",
        "og:site_name": "Grid Duels",
        "og:title": preview.title,
        "og:description": preview.description,
        "twitter:card": "summary_large_image",
    }
    if address := own_address(request.scope):
        image = f"{address}{_spoken(preview.image, words_for(request))}"
        facts |= {"og:image": image, "og:image:width": "1200", "og:image:height": "630"}
    return facts


def _spoken(image: str, words: Words) -> str:
    """Return the path to an image with text in a given language, since sites that show links do not ask for one."""
    spoken = "" if words.language == ENGLISH else f"{'&' if '?' in image else '?'}language={words.language}"
    return f"{image}{spoken}"


def words_for(request: Request) -> Words:
    """Return the texts in the first language that both the browser and the site support."""
    return words_of(accepted(request.headers.get("accept-language", "")))


async def start_preview(request: Request) -> Preview | None:
    """Return the start page's preview."""
    first, words = next(iter(known_games())), words_for(request)
    sentence = words.say("Small duels for two. Play the computer, or send a friend a link. No account needed.")
    return Preview("Grid Duels", sentence, f"/api/games/{first}/preview.png")


async def puzzle_preview(request: Request) -> Preview | None:
    """Return the preview for the puzzles, or for one game's puzzles if the address names it."""
    wanted, words = known_games().get(request.query_params.get("game", "")), words_for(request)
    title = words.say("The puzzle of the day of {game}", game=wanted.title) if wanted else words.say(_DAILY)
    image = "/api/puzzles/preview.png" + (f"?game={wanted.id}" if wanted else "")
    return Preview(title, words.say("Can you find the win? A new puzzle every day, the same for everyone."), image)


async def game_preview(request: Request) -> Preview | None:
    """Return the preview for a page about one game."""
    found, words = known_games().get(request.path_params["game"]), words_for(request)
    if found is None:
        return None
    title = words.say("Learn {game} in a minute", game=found.title)
    return Preview(title, " ".join(_gist(make_game(found.id, None, {}), words)), f"/api/games/{found.id}/preview.png")


async def duel_preview(request: Request) -> Preview | None:
    """Return the preview of a duel in its current state; None if the duel does not exist or the visitor exceeds the
    rate limit."""
    site = site_of(request.scope)
    try:
        site.addresses.request(request.scope)
        live = (await site.rooms.find(request.path_params["id"])).live
    except GridDuelsError:
        return None
    words = words_for(request)
    image = f"/api/duels/{live.saved.id}/preview.png?version={live.saved.version}"
    return Preview(_title(live, words), _description(live, words), image)


def _title(live: Live, words: Words) -> str:
    game, outcome = live.duel.game.title, live.duel.outcome
    if _is_open(live):
        host = next(filter(None, live.saved.names), None) or words.say("A friend")
        return words.say("{host} invites you to {game}", host=host, game=game)
    if outcome is None:
        one, two = (_called(live, player, words) for player in (1, 2))
        return words.say("{game}: {one} against {two}", game=game, one=one, two=two)
    if not outcome.winner:
        return words.say("{game}: no one wins", game=game)
    return words.say("{game}: {name} wins", game=game, name=_called(live, outcome.winner, words))


def _description(live: Live, words: Words) -> str:
    duel = live.duel
    if _is_open(live):
        return " ".join(_gist(duel.game, words))
    if duel.outcome is None:
        return f"{_turn(duel, words)} {words.say(_WATCH)}"
    return words.translated(duel.game.words.why(duel))


def _is_open(live: Live) -> bool:
    return live.duel.outcome is None and (live.saved.is_open(1) or live.saved.is_open(2))


def _called(live: Live, player: int, words: Words) -> str:
    """Return a player's name as shown in a preview."""
    saved = live.saved
    if saved.is_computer(player):
        return words.say("the computer ({name})", name=words.translated(saved.players[player - 1]))
    return saved.names[player - 1] or words.translated(live.duel.game.words.player(player))


def _gist(game: Game, words: Words) -> list[str]:
    return [words.translated(line) for line in gist_of(game)]


def _turn(duel: Duel, words: Words) -> str:
    name = words.translated(duel.game.words.player(duel.turn))
    if duel.ply == 0:
        return words.say("{name} to move before the first move.", name=name)
    if duel.ply == 1:
        return words.say("{name} to move after one move.", name=name)
    return words.say("{name} to move after {count} moves.", name=name, count=duel.ply)


async def duel_picture(request: Request) -> Response:
    """GET /api/duels/{id}/preview.png. It shows no names, because the font lacks some letters."""
    words = _words(Query(request, "version", "language"))
    duel = (live := (await site_of(request.scope).rooms.find(request.path_params["id"])).live).duel
    if _is_open(live):
        lines = [words.say("You are invited to play."), *_gist(duel.game, words)]
    elif duel.outcome is None:
        lines = [_turn(duel, words), words.say(_WATCH)]
    else:
        lines = [words.translated(line) for line in (duel.game.words.why(duel), duel.game.words.victory(duel))]
    return await _painted(request, duel, lines)


def _words(query: Query) -> Words:
    return words_of(query.text("language") or ENGLISH)


async def game_picture(request: Request) -> Response:
    """GET /api/games/{game}/preview.png"""
    words = _words(Query(request, "language"))
    return await _example(request, make_game(request.path_params["game"], None, {}), words)


async def puzzle_picture(request: Request) -> Response:
    """GET /api/puzzles/preview.png. It shows a board of the same game while the puzzle is being computed."""
    day, query = today(), Query(request, "game", "size", "language")
    game, words = read_game(query) if query.text("game") else daily_game(day), _words(query)
    try:
        found = await day_puzzle(request, query, day)
    except OutOfPatience:
        return await _example(request, Game(game.definition), words)
    duel = Duel(game, start=found.start)
    task = words.say("{name} to move and win.", name=words.translated(game.words.player(duel.turn)))
    return await _painted(request, duel, [words.say(_DAILY), task])


async def _example(request: Request, game: Game, words: Words) -> Response:
    """Return a picture of a sample game, or of the start of an invented duel."""
    known = known_games().get(game.id)
    duels = sample_duels(known) if known else [Duel(game)]
    return await _painted(request, duels[int(len(duels) * _SHOWN)], _gist(game, words), kept=True)


async def _painted(request: Request, duel: Duel, lines: list[str], *, kept: bool = False) -> Response:
    picture = await site_of(request.scope).evaluator.preview(duel, tuple(lines))
    return cached(request, picture, _PNG, kept=kept, file=f"{duel.game.id}.png")


routes: list[BaseRoute] = [
    get("/api/duels/{id}/preview.png", duel_picture),
    get("/api/games/{game}/preview.png", game_picture),
    get("/api/puzzles/preview.png", puzzle_picture),
]
