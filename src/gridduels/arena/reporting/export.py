"""The result of a match or a tournament as files in a folder."""

import csv
import io
import json
from pathlib import Path
from typing import Any

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
from gridduels.files import write_whole

__all__ = ["export_match", "export_tournament", "make_folder"]


def make_folder(folder: Path) -> None:
    """Makes sure that there is such a folder."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SetupError(f"cannot write to {folder}: {error.strerror}") from None


def export_match(match: Encounter, folder: Path) -> None:
    """A match as text, JSON, CSV with a row for each game, records, and a page to replay them."""
    texts = {
        "match.txt": f"{match_heading(match)}\n\n{match_text(match)}\n",
        "match.json": _json(match_data(match)),
        "match.csv": _csv(match.rows()),
        "match.html": match_page(match),
        "games.txt": records_text([match]),
    }
    _write(texts, folder)


def export_tournament(tournament: Tournament, folder: Path) -> None:
    """A tournament as text, JSON, CSV with a row for each player, a chart, records, and a page to replay them."""
    games = ", ".join(game.id for game in tournament.games)
    ratings = [rating._replace(player=tournament.title(rating.player)) for rating in tournament.ratings()]
    texts = {
        "tournament.txt": f"{tournament_heading(tournament)}\n\n{tournament_text(tournament)}\n",
        "tournament.json": _json(tournament_data(tournament)),
        "tournament.csv": tournament_csv(tournament),
        "tournament.svg": rating_chart(ratings, f"Ratings in {games}"),
        "tournament.html": tournament_page(tournament),
        "games.txt": records_text(tournament.encounters),
    }
    _write(texts, folder)


def _write(texts: dict[str, str], folder: Path) -> None:
    for name, text in texts.items():
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
