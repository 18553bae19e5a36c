"""`gridduels tournament`: play everyone against everyone, or one against all."""

import argparse
from typing import TYPE_CHECKING, Final

from gridduels.commands.arena_options import (
    add_arena_options,
    check_options,
    control_of,
    elos,
    enter_player,
    hold_all,
    most_pairs,
    openings_of,
)
from gridduels.commands.options import (
    Commands,
    add_command,
    add_games,
    add_json,
    add_output,
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


def add(commands: Commands) -> None:
    about = (
        "Let several players play each other, rate them, and write a page, text, JSON, CSV and a chart. Every game is "
        "saved when it ends, so an interrupted tournament continues where it stopped."
    )
    examples = "easy medium hard", "perfect greedy random --game light-cycle --game pathway --gauntlet"
    tournament = add_command(commands, "tournament", run, "let several players play each other", about, examples)
    tournament.add_argument("players", metavar="PLAYER", nargs="+", help="two or more of `gridduels players`")
    tournament.set_defaults(rest="players")
    add_games(tournament)
    add_setup(tournament)
    about = f"pairs of games per two players, game and round (default: {_PAIRS}; with --sprt as many as it takes)"
    tournament.add_argument("--pairs", metavar="N", type=positive, help=about)
    about = "rounds, in each of which everyone plays everyone (default: 1)"
    tournament.add_argument("--rounds", metavar="N", type=positive, default=1, help=about)
    about = "only the first player plays the others"
    tournament.add_argument("--gauntlet", action="store_true", help=about)
    about = "a gauntlet whose matches each stop as soon as one of two Elo differences is accepted"
    tournament.add_argument("--sprt", metavar="ELO0,ELO1", type=elos, help=about)
    about = "folder for tournament.html, .txt, .json, .csv, .svg and games.txt"
    add_output(tournament, about, "FOLDER", default="gridduels-tournament")
    add_arena_options(tournament)
    add_json(tournament)


def run(options: argparse.Namespace) -> int:
    from gridduels.arena.export import TOURNAMENT, export_tournament, make_folder
    from gridduels.arena.report import tournament_data, tournament_heading, tournament_text

    if len(options.players) < 2 or len(set(options.players)) < len(options.players):
        raise SetupError("a tournament needs two or more different players")
    games, entrants = _games(options), [enter_player(name) for name in options.players]
    check_options(options)
    make_folder(options.output, TOURNAMENT, options.force)
    tournament = _tournament(entrants, games, options)
    hold_all(tournament.encounters, tournament_heading(tournament), options)
    export_tournament(tournament, options.output)
    if options.json:
        return print_json({**tournament_data(tournament), "results": options.results})
    print_text(tournament_text(tournament))
    print(f"\nAll games are in {options.results}; open {options.output / 'tournament.html'} to replay them")
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


def _games(options: argparse.Namespace) -> "list[Game]":
    """Return the games with the given size and, for each game, the rulings it supports."""
    from gridduels.game import Game
    from gridduels.registry import definition, definitions

    chosen = [definition(id) for id in dict.fromkeys(options.game)] or definitions()
    rulings = read_rules(options.rule)
    known = {ruling.name for each in chosen for ruling in each.rulings}
    if unknown := [name for name in rulings if name not in known]:
        raise SetupError(f"none of the games has a ruling {unknown[0]!r}")
    games = []
    for each in chosen:
        own = {ruling.name for ruling in each.rulings}
        games.append(Game(each, options.size, {name: value for name, value in rulings.items() if name in own}))
    return games
