"""Export a match or tournament as files: a page with every game, a chart, records and CSV."""

import csv
import io
import json
import math
from base64 import b64encode
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gridduels.arena.encounter import Encounter, Tournament
from gridduels.arena.play import Played, Task
from gridduels.arena.report import (
    cross_table,
    cross_title,
    elo_text,
    game_table,
    game_title,
    interval_text,
    match_data,
    match_heading,
    match_rows,
    match_statistics,
    match_text,
    rating_table,
    shorten_name,
    sprt_lines,
    tournament_csv,
    tournament_data,
    tournament_heading,
    tournament_text,
)
from gridduels.arena.statistics import Rating
from gridduels.duel import STOPS, Duel
from gridduels.errors import SetupError
from gridduels.files import check_output, write_atomically
from gridduels.game import Game
from gridduels.pictures.palette import DARK, LIGHT, css_variables
from gridduels.pictures.scene import bare_scene
from gridduels.pictures.shapes import Element
from gridduels.pictures.svg import shapes_svg, style_sheet
from gridduels.pictures.templates import templates
from gridduels.players.info import note_info
from gridduels.record import Record, dumps

if TYPE_CHECKING:
    from markupsafe import Markup

# --- Frames: parts that several positions share are written only once
#
# A drawing is a list of SVG elements, called parts and identified by number. The parts that all drawings of a board
# start with, i.e. its empty cells, form its base. This reduces a frame to a handful of numbers.


class Frames:
    """The drawings for a set of games."""

    def __init__(self) -> None:
        self._parts: dict[str, int] = {}
        self._boards: dict[Game, dict[str, Any]] = {}

    def as_data(self) -> dict[str, Any]:
        """Return the parts in numerical order, with each board's base and dimensions."""
        return {"parts": list(self._parts), "boards": list(self._boards.values())}

    def board(self, game: Game) -> int:
        """Return the number of a game's board."""
        if game not in self._boards:
            scene = bare_scene(Duel(game))
            base = self._numbers(scene.shapes[: 1 + game.rules.cells.bit_count()])
            self._boards[game] = {"base": base, "width": round(scene.width, 2), "height": round(scene.height, 2)}
        return list(self._boards).index(game)

    def of(self, duel: Duel) -> list[list[int]]:
        """Return a frame for each position in a duel, without the board's base."""
        self.board(duel.game)
        skipped = len(self._boards[duel.game]["base"])
        steps = [Duel(duel.game, duel.moves[:ply], start=duel.start) for ply in range(duel.ply + 1)]
        return [self._numbers(bare_scene(step).shapes[skipped:]) for step in steps]

    def _numbers(self, shapes: Iterable[Element]) -> list[int]:
        return [self._parts.setdefault(element, len(self._parts)) for element in shapes_svg(shapes)]


# --- The page


_FOLDER: Final = Path(__file__).parent / "page"


def match_page(match: Encounter) -> str:
    """Return a page with a match's result and all its games."""
    return _page(f"{match.a.title} against {match.b.title}", match_html(match), [match])


def match_html(match: Encounter) -> str:
    """Return a match's result as HTML: its table and statistics, without the games."""
    return _result("match", match_heading(match), match_rows(match), match_statistics(match))


def tournament_page(tournament: Tournament) -> str:
    """Return a page with a tournament's result and all its games."""
    games = ", ".join(game.title for game in tournament.games)
    return _page(f"Tournament: {games}", tournament_html(tournament), tournament.encounters)


def tournament_html(tournament: Tournament) -> str:
    """Return a tournament's result as HTML: ratings with their chart, crosstable and results by game."""
    ratings = tournament.ratings()
    names = [rating.player for rating in ratings]
    chart = rating_chart([rating._replace(player=tournament.title(rating.player)) for rating in ratings], "Ratings")
    several = len(tournament.games) > 1
    return _result(
        "tournament",
        tournament_heading(tournament),
        rating_table(tournament, ratings),
        b64encode(chart.encode()).decode(),  # as an image, so its style sheet doesn't affect the page
        (cross_title(tournament), cross_table(tournament, names)),
        (game_title(tournament), game_table(tournament, names)) if several else None,
        sprt_lines(tournament),
    )


def _result(macro: str, *values: Any) -> "Markup":
    made: Markup = getattr(templates(_FOLDER).get_template("result.html").module, macro)(*values)
    return made


def _page(title: str, body: str, encounters: Sequence[Encounter]) -> str:
    """Return a complete document; the replay boards are hidden until its script runs."""
    style = f"{css_variables()}\n{style_sheet()}"
    files = {name: (_FOLDER / name).read_text(encoding="utf-8") for name in ("page.css", "page.js", "replay.html")}
    page = templates(_FOLDER).get_template("page.html")
    return page.render(title=title, style=style, files=files, body=body, data=_data(encounters))


def _data(encounters: Sequence[Encounter]) -> dict[str, Any]:
    """Return the data for replaying every game."""
    frames = Frames()
    meetings = [
        {
            "name": f"{each.game}: {each.a.title} and {each.b.title}",
            "board": frames.board(each.game),
            "games": [_game(each, frames, *ended) for ended in each.games()],
        }
        for each in encounters
    ]
    return {"meetings": meetings, **frames.as_data()}


def _game(encounter: Encounter, frames: Frames, task: Task, played: Played) -> dict[str, Any]:
    titles = encounter.a.title, encounter.b.title
    one, two = reversed(titles) if task.swapped else titles
    duel = Duel(task.game, played.moves, start=task.opening)
    result = f"{(one, two)[played.winner - 1]} wins, {played.reason}" if played.winner else "a draw"
    said = [info.sentence if info else "" for info in played.infos]
    return {
        "name": f"{task.pair + 1}. {one} – {two}: {result}",
        "result": result,
        "why": played.why,
        "players": [one, two],
        "movers": [position.turn for position in duel.history()[: duel.ply]],
        "moves": duel.moves,
        "said": said,
        "frames": frames.of(duel),
    }


# --- Records


def records_text(encounters: Iterable[Encounter]) -> str:
    """Return the records of all games that count, in the order of the encounters."""
    return "\n".join(dumps(_record(each, *game)) for each in encounters for game in each.games())


def _record(encounter: Encounter, task: Task, played: Played) -> Record:
    titles = encounter.a.title, encounter.b.title
    stopped = (played.winner, played.reason) if played.reason in STOPS else None
    duel = Duel(task.game, played.moves, start=task.opening, stopped=stopped)
    tags = {"Pair": str(task.pair + 1), "Seed": str(task.seed), "Limits": str(task.control)}
    if played.why:
        tags["Why"] = played.why
    comments = {ply: note_info(info) for ply, info in enumerate(played.infos, 1) if info}
    return Record(duel, (titles[1], titles[0]) if task.swapped else titles, tags, comments)


# --- The folder


MATCH: Final = ("match.json", "match.txt", "match.csv", "match.html", "games.txt")
TOURNAMENT: Final = (
    "tournament.json",
    "tournament.txt",
    "tournament.csv",
    "tournament.svg",
    "tournament.html",
    "games.txt",
)
"""The result files. The JSON file comes first because it identifies the others as ours."""


def make_folder(folder: Path, files: Sequence[str], force: bool = False) -> None:
    """Create the folder if necessary and check that these files may be written to it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SetupError(f"cannot write to {folder}: {error.strerror}") from None
    for name in files:
        check_output(folder / name, lambda _: _is_result(folder / files[0]), force)


def _is_result(path: Path) -> bool:
    """Return whether a file is a match's or tournament's JSON."""
    data = json.loads(path.read_text(encoding="utf-8"))
    wanted = {"pair_scores", "players"} if path.name == MATCH[0] else {"matches", "ratings"}
    return isinstance(data, dict) and wanted <= data.keys()


def export_match(match: Encounter, folder: Path) -> None:
    """Write a match as text, JSON, CSV with one row per game, records, and a page to replay them."""
    texts = [
        _json(match_data(match)),
        f"{match_heading(match)}\n\n{match_text(match)}\n",
        _csv(match.rows()),
        match_page(match),
        records_text([match]),
    ]
    _write(MATCH, texts, folder)


def export_tournament(tournament: Tournament, folder: Path) -> None:
    """Write a tournament as text, JSON, CSV with one row per player, a chart, records, and a page to replay them."""
    games = ", ".join(game.id for game in tournament.games)
    ratings = [rating._replace(player=tournament.title(rating.player)) for rating in tournament.ratings()]
    texts = [
        _json(tournament_data(tournament)),
        f"{tournament_heading(tournament)}\n\n{tournament_text(tournament)}\n",
        tournament_csv(tournament),
        rating_chart(ratings, f"Ratings in {games}"),
        tournament_page(tournament),
        records_text(tournament.encounters),
    ]
    _write(TOURNAMENT, texts, folder)


def _write(names: Sequence[str], texts: Sequence[str], folder: Path) -> None:
    for name, text in zip(names, texts, strict=True):
        write_atomically(folder / name, text)


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, indent=2) + "\n"


def _csv(rows: list[dict[str, Any]]) -> str:
    """Return rows as CSV with a header; dicts are written as JSON."""
    target = io.StringIO()
    writer = csv.DictWriter(target, rows[0] if rows else (), lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: json.dumps(value) if isinstance(value, dict) else value for name, value in row.items()})
    return target.getvalue()


# --- The chart of ratings: one row per player with its interval, best on top, in light and dark


_WIDTH: Final = 820
_LEFT: Final = 270
_RIGHT: Final = 610
"""The axis runs from `_LEFT` to `_RIGHT`."""
_TOP: Final = 64
_ROW: Final = 34
_FOOT: Final = 56


def rating_chart(ratings: Sequence[Rating], title: str) -> str:
    """Return the chart as an SVG document."""
    bottom = _TOP + _ROW * len(ratings)
    low, high = min(rating.low for rating in ratings), max(rating.high for rating in ratings)
    step = _round_step((high - low) / 6)
    first, last = math.floor(low / step) * step, math.ceil(high / step) * step

    def x(elo: float) -> float:
        return round(_LEFT + (elo - first) / (last - first) * (_RIGHT - _LEFT), 1)

    rows = [
        {
            "player": rating.player,
            "name": shorten_name(rating.player),
            "figures": f"{elo_text(rating.elo)} ({interval_text(rating.low, rating.high)})",
            "y": _TOP + _ROW * number + _ROW // 2,
            "x": x(rating.elo),
            "low": x(rating.low),
            "high": x(rating.high),
        }
        for number, rating in enumerate(ratings)
    ]
    ticks = [{"elo": elo, "x": x(elo), "text": elo_text(elo)} for elo in range(first, last + 1, step)]
    sizes = {"width": _WIDTH, "height": bottom + _FOOT, "top": _TOP, "bottom": bottom, "right": _RIGHT}
    chart = templates(Path(__file__).parent / "page").get_template("chart.svg")
    middle = (_LEFT + _RIGHT) // 2
    return chart.render(title=title, rows=rows, ticks=ticks, middle=middle, light=LIGHT, dark=DARK, **sizes)


def _round_step(width: float) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, 50... that is at least this width."""
    power = 10 ** math.floor(math.log10(max(width, 1)))
    return next(int(factor * power) for factor in (1, 2, 5, 10) if factor * power >= width)
