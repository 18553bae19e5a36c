"""`gridduels tournament`: everybody against everybody."""

import argparse
from typing import TYPE_CHECKING, Any, Final

from gridduels.commands.arena_options import add_arena_options, hold_matches, openings_of
from gridduels.commands.options import add_command, add_json, positive, print_json, print_text
from gridduels.errors import SetupError

if TYPE_CHECKING:
    from pathlib import Path

    from gridduels.arena.competition import Tournament
    from gridduels.game import Game

_PAIRS: Final = 10
_FOLDER: Final = "gridduels-tournament"


def add(commands: Any) -> None:
    about = (
        "Set everybody against everybody, rate them all, and write the result as text, JSON, CSV and a chart. "
        "Every game is kept as it ends, so that a tournament which was interrupted goes on where it stopped."
    )
    tournament = add_command(commands, "tournament", run, "set several players against each other", about)
    about = "players, as in play --p1, joined by commas; one with a comma in it stands in double quotes"
    tournament.add_argument("--players", metavar="A,B,C", required=True, help=about)
    tournament.add_argument("--games", metavar="GAME,GAME|all", default="all", help="which games (default: all)")
    about = f"pairs of games between every two players in each game (default: {_PAIRS})"
    tournament.add_argument("--pairs", metavar="N", type=positive, default=_PAIRS, help=about)
    about = f"where the result is written: tournament.txt, .json, .csv and .svg (default: {_FOLDER})"
    tournament.add_argument("--output", metavar="FOLDER", default=_FOLDER, help=about)
    add_arena_options(tournament)
    add_json(tournament)


def run(options: argparse.Namespace) -> int:
    from pathlib import Path

    from gridduels.arena.competition import Tournament

    players, games = _players(options), _games(options.games)
    folder = Path(options.output)
    _make_folder(folder)
    openings = [openings_of(game, options.seed) for game in games]
    tournament = Tournament(players, openings, options.pairs, options.seed, options.think)
    hold_matches(tournament.matches, options)
    _write(tournament, folder)
    if options.json:
        return print_json({**tournament.data(), "results": options.results})
    print_text(tournament.text())
    print(f"\nEvery game is in {options.results}, and this result with a chart in {folder}")
    return 0


def _players(options: argparse.Namespace) -> list[str]:
    import csv

    from gridduels.arena.playing.play import check_player

    players = [name.strip() for name in next(csv.reader([options.players], skipinitialspace=True), [])]
    if len(players) < 2 or len(set(players)) < len(players):
        raise SetupError(f"--players {options.players!r} does not name two or more different players")
    for name in players:
        check_player(name, options.think)
    return players


def _games(text: str) -> "list[Game]":
    from gridduels.game import Game
    from gridduels.registry import definition, definitions

    if text == "all":
        return [Game(each) for each in definitions()]
    return [Game(definition(id)) for id in dict.fromkeys(name.strip() for name in text.split(","))]


def _make_folder(folder: "Path") -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SetupError(f"cannot write to {folder}: {error.strerror}") from None


def _write(tournament: "Tournament", folder: "Path") -> None:
    import json

    from gridduels.arena.reporting.chart import rating_chart
    from gridduels.files import write_whole

    games = ", ".join(game.id for game in tournament.games)
    texts = {
        "txt": tournament.text() + "\n",
        "json": json.dumps(tournament.data(), indent=2) + "\n",
        "csv": tournament.csv(),
        "svg": rating_chart(tournament.ratings(), f"Ratings in {games}"),
    }
    for ending, text in texts.items():
        write_whole(folder / f"tournament.{ending}", text)
