"""The result of a match or a tournament as files: a page with every game, a chart, records and CSV."""

import csv
import io
import json
from base64 import b64encode
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

from gridduels.arena.chart import rating_chart
from gridduels.arena.encounter import Encounter, Tournament
from gridduels.arena.play import Played, Task
from gridduels.arena.report import (
    cross_table,
    cross_title,
    game_table,
    game_title,
    match_data,
    match_heading,
    match_rows,
    match_statistics,
    match_text,
    rating_table,
    sprt_lines,
    tournament_csv,
    tournament_data,
    tournament_heading,
    tournament_text,
)
from gridduels.duel import STOPS, Duel
from gridduels.errors import SetupError
from gridduels.files import check_output, write_atomically
from gridduels.game import Game
from gridduels.pictures.palette import DARK, LIGHT, Palette
from gridduels.pictures.scene import bare_scene
from gridduels.pictures.svg import shapes_svg, style_sheet
from gridduels.players.info import note_info
from gridduels.record import Record, dumps

# --- Frames: parts that positions have in common are written once
#
# A drawing is a list of SVG elements. Every element is a part, known by its number; the parts that all drawings of a
# board begin with, its empty cells, are its base. So a frame is a handful of numbers.


class Frames:
    """The drawings of some games."""

    def __init__(self) -> None:
        self._parts: dict[str, int] = {}
        self._boards: dict[Game, dict[str, Any]] = {}

    def as_data(self) -> dict[str, Any]:
        """The parts by their numbers, and the base and the measures of each board."""
        return {"parts": list(self._parts), "boards": list(self._boards.values())}

    def board(self, game: Game) -> int:
        """The number of a game's board."""
        if game not in self._boards:
            scene = bare_scene(Duel(game))
            base = self._numbers(scene.shapes[: 1 + game.rules.cells.bit_count()])
            self._boards[game] = {"base": base, "width": round(scene.width, 2), "height": round(scene.height, 2)}
        return list(self._boards).index(game)

    def of(self, duel: Duel) -> list[list[int]]:
        """A frame for each position of a duel, without what all of its board have."""
        self.board(duel.game)
        skipped = len(self._boards[duel.game]["base"])
        steps = [Duel(duel.game, duel.moves[:ply], start=duel.start) for ply in range(duel.ply + 1)]
        return [self._numbers(bare_scene(step).shapes[skipped:]) for step in steps]

    def _numbers(self, shapes: Any) -> list[int]:
        return [self._parts.setdefault(element, len(self._parts)) for element in shapes_svg(shapes)]


# --- The page


_FOLDER = Path(__file__).parent / "page"
_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def match_page(match: Encounter) -> str:
    """A match: its table, what it says, its games."""
    return _page(f"{match.a.title} against {match.b.title}", match_html(match), [match])


def match_html(match: Encounter) -> str:
    """Return the result of a match as HTML: its table and statistics, without the games."""
    statistics = "\n".join(match_statistics(match))
    parts = [_paragraphs(match_heading(match)), _table(match_rows(match)), f"<pre>{escape(statistics)}</pre>"]
    return "\n".join(parts)


def tournament_page(tournament: Tournament) -> str:
    """A tournament: ratings, crosstable, results by game, its games."""
    games = ", ".join(game.title for game in tournament.games)
    return _page(f"Tournament: {games}", tournament_html(tournament), tournament.encounters)


def tournament_html(tournament: Tournament) -> str:
    """Return the result of a tournament as HTML: ratings with their chart, crosstable and results by game."""
    ratings = tournament.ratings()
    names = [rating.player for rating in ratings]
    chart = rating_chart([rating._replace(player=tournament.title(rating.player)) for rating in ratings], "Ratings")
    parts = [
        _paragraphs(tournament_heading(tournament)),
        "<h2>Ratings</h2>",
        _table(rating_table(tournament, ratings)),
        f"<figure>{_image(chart, 'Ratings with their intervals')}</figure>",
        "<h2>Crosstable</h2>",
        f"<p>{cross_title(tournament)}.</p>",
        _table(cross_table(tournament, names)),
    ]
    if len(tournament.games) > 1:
        parts += ["<h2>By game</h2>", f"<p>{game_title(tournament)}.</p>", _table(game_table(tournament, names))]
    if verdicts := sprt_lines(tournament):
        parts += ["<h2>Sequential tests</h2>", _paragraphs("\n".join(verdicts))]
    return "\n".join(parts)


def _page(title: str, body: str, encounters: Sequence[Encounter]) -> str:
    """A whole document; what belongs to the games is hidden until its script runs."""
    data = json.dumps(_data(encounters), separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)}</title>
<style>{_colours()}{_text("page.css")}{style_sheet()}</style>
</head>
<body>
<main>
<h1>{escape(title)}</h1>
{body}
<h2>Games</h2>
<noscript><p>To replay the games here, allow the script of this page. They are in games.txt as well.</p></noscript>
{_text("replay.html")}
</main>
<script type="application/json" id="data">{data}</script>
<script type="module">
{_text("page.js")}
</script>
</body>
</html>
"""


def _text(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8").strip()


def _colours() -> str:
    dark = f"@media (prefers-color-scheme: dark) {{ :root {{ {_variables(DARK)} }} }}"
    return f":root {{ {_variables(LIGHT)} }}\n{dark}\n"


def _variables(palette: Palette) -> str:
    return " ".join(f"--{name.replace('_', '-')}: {colour};" for name, colour in palette._asdict().items())


def _image(svg: str, words: str) -> str:
    """A drawing of its own, whose style is nobody else's."""
    data = b64encode(svg.encode()).decode()
    return f'<img alt="{escape(words)}" src="data:image/svg+xml;base64,{data}">'


def _paragraphs(text: str) -> str:
    return "\n".join(f"<p>{escape(line.strip())}</p>" for line in text.splitlines())


def _table(rows: list[list[str]]) -> str:
    """Rows whose first one has the headings of columns, and whose first cells are the headings of rows."""
    head, *others = rows
    lines = ["".join(f'<th scope="col">{escape(cell)}</th>' if cell else "<td></td>" for cell in head)]
    for first, *cells in others:
        lines.append(f'<th scope="row">{escape(first)}</th>' + "".join(f"<td>{escape(cell)}</td>" for cell in cells))
    body = "\n".join(f"<tr>{line}</tr>" for line in lines)
    return f'<div class="wide"><table>\n{body}\n</table></div>'


def _data(encounters: Sequence[Encounter]) -> dict[str, Any]:
    """Everything that is replayed."""
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
    """Every game that counts, in the order of the encounters."""
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
"""The files of a result. The JSON comes first: it tells that the others are ours."""


def make_folder(folder: Path, files: Sequence[str], force: bool = False) -> None:
    """Make sure that there is such a folder, and that these files may be written to it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SetupError(f"cannot write to {folder}: {error.strerror}") from None
    for name in files:
        check_output(folder / name, lambda _: _is_result(folder / files[0]), force)


def _is_result(path: Path) -> bool:
    """Return whether a file is the JSON of a match or a tournament."""
    data = json.loads(path.read_text(encoding="utf-8"))
    wanted = {"pair_scores", "players"} if path.name == MATCH[0] else {"matches", "ratings"}
    return isinstance(data, dict) and wanted <= data.keys()


def export_match(match: Encounter, folder: Path) -> None:
    """A match as text, JSON, CSV with a row for each game, records, and a page to replay them."""
    texts = [
        _json(match_data(match)),
        f"{match_heading(match)}\n\n{match_text(match)}\n",
        _csv(match.rows()),
        match_page(match),
        records_text([match]),
    ]
    _write(MATCH, texts, folder)


def export_tournament(tournament: Tournament, folder: Path) -> None:
    """A tournament as text, JSON, CSV with a row for each player, a chart, records, and a page to replay them."""
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
    """Rows with a heading; what is not a single value stands as JSON."""
    target = io.StringIO()
    writer = csv.DictWriter(target, rows[0] if rows else (), lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: json.dumps(value) if isinstance(value, dict) else value for name, value in row.items()})
    return target.getvalue()
