"""`gridduels match`: play two players against each other, in pairs of games."""

import argparse
from typing import TYPE_CHECKING, Final

from gridduels.commands.arena_options import (
    MOST_PAIRS,
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
    add_game,
    add_json,
    add_output,
    chosen_game,
    positive,
    print_json,
    print_text,
)
from gridduels.errors import SetupError

if TYPE_CHECKING:
    from gridduels.arena.encounter import Encounter
    from gridduels.arena.entrants import Entrant
    from gridduels.game import Game

_PAIRS: Final = 50


def add(commands: Commands) -> None:
    about = (
        "Let two players play a match. Each opening is played twice, with sides swapped. Every game is saved when it "
        "ends, so an interrupted match continues where it stopped."
    )
    examples = "light-cycle hard medium", "pathway perfect 'cmd:python3 my_bot.py' --sprt 0,50 -o report"
    match = add_command(commands, "match", run, "let two players play a match", about, examples)
    add_game(match)
    match.add_argument("a", metavar="A", help="a player: one of `gridduels players`")
    match.add_argument("b", metavar="B", help="the opponent")
    about = f"pairs of games (default: {_PAIRS}; with --sprt at most {MOST_PAIRS}, or the number of openings)"
    match.add_argument("--pairs", metavar="N", type=positive, help=about)
    about = "stop as soon as one of two Elo differences is accepted, with error rates of 5 %%"
    match.add_argument("--sprt", metavar="ELO0,ELO1", type=elos, help=about)
    add_output(match, "also write match.html, .txt, .json, .csv and games.txt to FOLDER", "FOLDER")
    add_arena_options(match)
    add_json(match)


def run(options: argparse.Namespace) -> int:
    from gridduels.arena.entrants import entitle
    from gridduels.arena.export import MATCH, export_match, make_folder
    from gridduels.arena.report import match_data, match_heading, match_text
    from gridduels.players.bots.protocol import describe

    game = chosen_game(options)
    entrants = entitle([enter_player(name) for name in (options.a, options.b)])
    for entrant in entrants:
        if not entrant.plays(game):
            raise SetupError(f"{entrant.title} does not play {describe(game)}")
    check_options(options)
    if options.output:
        make_folder(options.output, MATCH, options.force)
    match = _match(game, entrants, options)
    hold_all([match], match_heading(match), options)
    if options.output:
        export_match(match, options.output)
    if options.json:
        return print_json({**match_data(match), "results": options.results})
    print_text(match_text(match))
    page = f"; open {options.output / 'match.html'} to replay them" if options.output else ""
    print(f"\nAll games are in {options.results}{page}")
    return 0


def _match(game: "Game", entrants: "list[Entrant]", options: argparse.Namespace) -> "Encounter":
    from gridduels.arena.encounter import Encounter
    from gridduels.arena.statistics import Sprt

    openings, sprt = openings_of(game, options), Sprt(*options.sprt) if options.sprt else None
    pairs = options.pairs or (most_pairs(openings) if sprt else _PAIRS)
    a, b = entrants
    return Encounter(a, b, openings, pairs, options.seed, control_of(options), sprt)
