"""`gridduels match`: two players against each other, in pairs of games."""

import argparse
from typing import TYPE_CHECKING, Any, Final

from gridduels.commands.arena_options import (
    MOST_PAIRS,
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
    chosen_game,
    positive,
    print_json,
    print_text,
)
from gridduels.errors import SetupError

if TYPE_CHECKING:
    from gridduels.arena.encounter import Encounter

_PAIRS: Final = 50


def add(commands: Any) -> None:
    about = (
        "Set two players against each other. Each opening is played twice, with the sides swapped. Every game is kept "
        "as it ends, so that a match which was interrupted goes on where it stopped."
    )
    match = add_command(commands, "match", run, "set two players against each other", about)
    match.add_argument("a", metavar="A", help="a player, as in play --p1")
    match.add_argument("b", metavar="B", help="the other player")
    match.add_argument("--game", metavar="GAME", required=True, help="which game; `gridduels games` lists them")
    add_setup(match)
    about = f"pairs of games (default: {_PAIRS}; with --sprt at most {MOST_PAIRS}, or as many as there are openings)"
    match.add_argument("--pairs", metavar="N", type=positive, help=about)
    about = "stop as soon as one of two Elo differences is accepted, with error rates of 5 %%"
    match.add_argument("--sprt", metavar="ELO0,ELO1", type=elos, help=about)
    about = "a folder for the result as well: match.html, .txt, .json, .csv, games.txt"
    match.add_argument("--output", metavar="FOLDER", help=about)
    add_force(match)
    add_arena_options(match)
    add_json(match)


def run(options: argparse.Namespace) -> int:
    from pathlib import Path

    from gridduels.arena.export import MATCH, export_match, make_folder
    from gridduels.arena.report import match_data, match_heading, match_text

    folder = Path(options.output) if options.output else None
    if folder:
        make_folder(folder, MATCH, options.force)
    match = _match(options)
    hold_all([match], match_heading(match), options)
    if folder:
        export_match(match, folder)
    if options.json:
        return print_json({**match_data(match), "results": options.results})
    print_text(match_text(match))
    shown = f"; {folder / 'match.html'} shows and replays them" if folder else ""
    print(f"\nEvery game is in {options.results}{shown}")
    return 0


def _match(options: argparse.Namespace) -> "Encounter":
    from gridduels.arena.encounter import Encounter
    from gridduels.arena.entrants import entitle
    from gridduels.arena.statistics import Sprt
    from gridduels.players.bots.protocol import describe

    game = chosen_game(options)
    entrants = [enter_player(name) for name in (options.a, options.b)]
    for entrant in entrants:
        if not entrant.plays(game):
            raise SetupError(f"{entrant.title} says that it does not play {describe(game)}")
    openings, sprt = openings_of(game, options), Sprt(*options.sprt) if options.sprt else None
    pairs = options.pairs or (most_pairs(openings) if sprt else _PAIRS)
    a, b = entitle(entrants)
    return Encounter(a, b, openings, pairs, options.seed, control_of(options), sprt)
