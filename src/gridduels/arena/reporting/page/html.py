"""The page of a match or a tournament, whole in one file."""

import json
from base64 import b64encode
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any

from gridduels.arena.competition import Tournament
from gridduels.arena.encounter import Encounter
from gridduels.arena.playing.task import Played, Task
from gridduels.arena.reporting.chart import rating_chart
from gridduels.arena.reporting.match_report import match_heading, match_rows, match_statistics
from gridduels.arena.reporting.page.frames import Frames
from gridduels.arena.reporting.tournament_report import (
    cross_table,
    cross_title,
    game_table,
    game_title,
    rating_table,
    sprt_lines,
    tournament_heading,
)
from gridduels.arena.reporting.wording import game_text
from gridduels.duel import Duel
from gridduels.look.palette import DARK, LIGHT, Palette
from gridduels.pictures.svg import style_sheet

__all__ = ["match_page", "tournament_page"]

_FOLDER = Path(__file__).parent
_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def match_page(match: Encounter) -> str:
    """A match: its table, what it says, its games."""
    title = f"{match.a.title} against {match.b.title}"
    statistics = "\n".join(match_statistics(match))
    return _page(
        title,
        [_paragraphs(match_heading(match)), _table(match_rows(match)), f"<pre>{escape(statistics)}</pre>"],
        [match],
    )


def tournament_page(tournament: Tournament) -> str:
    """A tournament: ratings, crosstable, results by game, its games."""
    ratings = tournament.ratings()
    names = [rating.player for rating in ratings]
    games = ", ".join(game.title for game in tournament.games)
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
    return _page(f"Tournament: {games}", parts, tournament.encounters)


def _page(title: str, parts: Iterable[str], encounters: Sequence[Encounter]) -> str:
    """A whole document; what belongs to the games is hidden until its script runs."""
    body = "\n".join(parts)
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
            "name": f"{game_text(each.game)}: {each.a.title} and {each.b.title}",
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
