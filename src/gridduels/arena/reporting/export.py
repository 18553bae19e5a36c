"""The result of a match or a tournament as files in a folder."""

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from gridduels.arena.competition import Tournament
from gridduels.arena.encounter import Encounter
from gridduels.arena.reporting.chart import rating_chart
from gridduels.arena.reporting.match_report import match_data, match_heading, match_text
from gridduels.arena.reporting.page.html import match_page, tournament_page
from gridduels.arena.reporting.records import records_text
from gridduels.arena.reporting.tournament_report import (
    tournament_csv,
    tournament_data,
    tournament_heading,
    tournament_text,
)
from gridduels.errors import SetupError
from gridduels.files import check_output, write_whole

__all__ = ["MATCH", "TOURNAMENT", "export_match", "export_tournament", "make_folder"]


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
        write_whole(folder / name, text)


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
