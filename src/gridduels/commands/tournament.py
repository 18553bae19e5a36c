"""`gridduels tournament`: everybody against everybody, or one against all."""

import argparse
from typing import TYPE_CHECKING, Any, Final

from gridduels.commands.arena_options import (
    add_arena_options,
    control_of,
    elos,
    enter_player,
    hold_all,
    most_pairs,
    openings_of,
)
from gridduels.commands.options import (
    add_command,
    add_force,
    add_json,
    add_setup,
    positive,
    print_json,
    print_text,
    read_rules,
)
from gridduels.errors import SetupError

if TYPE_CHECKING:
    from gridduels.arena.encounter import Tournament
    from gridduels.arena.entrants import Entrant
    from gridduels.game import Game

_PAIRS: Final = 10
_FOLDER: Final = "gridduels-tournament"


def add(commands: Any) -> None:
    about = (
        "Set everybody against everybody, rate them all, and write the result as a page, text, JSON, CSV and a chart. "
        "Every game is kept as it ends, so that a tournament which was interrupted goes on where it stopped."
    )
    tournament = add_command(commands, "tournament", run, "set several players against each other", about)
    about = "players, as in play --p1, joined by commas; one with a comma in it stands in double quotes"
    tournament.add_argument("--players", metavar="A,B,C", required=True, help=about)
    tournament.add_argument("--game", metavar="GAME,GAME|all", default="all", help="which games (default: all)")
    add_setup(tournament)
    about = f"pairs of games between every two players in each game and round (default: {_PAIRS}, with --sprt many)"
    tournament.add_argument("--pairs", metavar="N", type=positive, help=about)
    about = "rounds: in each, everybody meets everybody (default: 1)"
    tournament.add_argument("--rounds", metavar="N", type=positive, default=1, help=about)
    about = "the first player meets each of the others, who do not meet one another"
    tournament.add_argument("--gauntlet", action="store_true", help=about)
    about = "a gauntlet whose matches each stop as soon as one of two Elo differences is accepted"
    tournament.add_argument("--sprt", metavar="ELO0,ELO1", type=elos, help=about)
    about = f"where the result is written: tournament.html, .txt, .json, .csv, .svg, games.txt (default: {_FOLDER})"
    tournament.add_argument("--output", metavar="FOLDER", default=_FOLDER, help=about)
    add_force(tournament)
    add_arena_options(tournament)
    add_json(tournament)


def run(options: argparse.Namespace) -> int:
    from pathlib import Path

    from gridduels.arena.export import TOURNAMENT, export_tournament, make_folder
    from gridduels.arena.report import tournament_data, tournament_heading, tournament_text

    names, games, folder = _names(options.players), _games(options), Path(options.output)
    entrants = [enter_player(name) for name in names]
    make_folder(folder, TOURNAMENT, options.force)
    tournament = _tournament(entrants, games, options)
    hold_all(tournament.encounters, tournament_heading(tournament), options)
    export_tournament(tournament, folder)
    if options.json:
        return print_json({**tournament_data(tournament), "results": options.results})
    print_text(tournament_text(tournament))
    print(f"\nEvery game is in {options.results}; {folder / 'tournament.html'} shows and replays them")
    return 0


def _tournament(entrants: "list[Entrant]", games: "list[Game]", options: argparse.Namespace) -> "Tournament":
    from functools import partial

    from gridduels.arena.encounter import Tournament
    from gridduels.arena.statistics import Sprt

    openings = [openings_of(game, options) for game in games if _is_played(game, entrants)]
    usual = min(map(most_pairs, openings), default=0) if options.sprt else _PAIRS
    pairs, gauntlet = (options.pairs or usual) * options.rounds, options.gauntlet or options.sprt is not None
    sprt = partial(Sprt, *options.sprt) if options.sprt else None
    return Tournament(entrants, openings, pairs, options.seed, control_of(options), gauntlet, sprt)


def _is_played(game: "Game", entrants: "list[Entrant]") -> bool:
    return sum(entrant.plays(game) for entrant in entrants) > 1


def _names(text: str) -> list[str]:
    import csv

    names = [name.strip() for name in next(csv.reader([text], skipinitialspace=True), [])]
    if len(names) < 2 or len(set(names)) < len(names):
        raise SetupError(f"--players {text!r} does not name two or more different players")
    return names


def _games(options: argparse.Namespace) -> "list[Game]":
    """The games with the size, and with those of the rulings that they have."""
    from gridduels.game import Game
    from gridduels.registry import definition, definitions

    ids = dict.fromkeys(name.strip() for name in options.game.split(","))
    chosen = definitions() if options.game == "all" else [definition(id) for id in ids]
    rulings = read_rules(options.rule)
    known = {ruling.name for each in chosen for ruling in each.rulings}
    if unknown := [name for name in rulings if name not in known]:
        raise SetupError(f"none of the games has a ruling {unknown[0]!r}")
    games = []
    for each in chosen:
        own = {ruling.name for ruling in each.rulings}
        games.append(Game(each, options.size, {name: value for name, value in rulings.items() if name in own}))
    return games
