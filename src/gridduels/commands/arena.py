"""`gridduels match` and `gridduels tournament`: pit players against each other in pairs of games."""

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gridduels.commands.options import (
    Commands,
    add_command,
    add_engine,
    add_game,
    add_games,
    add_json,
    add_output,
    add_seed,
    add_setup,
    add_think,
    add_workers,
    chosen_game,
    positive,
    print_json,
    print_text,
    read_rules,
    refuse,
    seconds,
)
from gridduels.errors import SetupError

if TYPE_CHECKING:
    from gridduels.arena.encounter import Encounter, Tournament
    from gridduels.arena.entrants import Entrant
    from gridduels.arena.openings import Openings
    from gridduels.arena.results import Results
    from gridduels.game import Game
    from gridduels.players.limits import TimeControl
    from gridduels.terminal.progress import ProgressBar

_PAIRS: Final = 50
_PER_ROUND: Final = 10
_RESULTS: Final = "gridduels-results.jsonl"
_MOST_PAIRS: Final = 5000
"""The length of a sequential test if neither --pairs nor the number of openings limits it."""
_BALANCED, _RANDOM, _FAIR = "balanced", "random", "fair"


def add(commands: Commands) -> None:
    _add_match(commands)
    _add_tournament(commands)


def _add_match(commands: Commands) -> None:
    about = (
        "Let two players play a match. Each opening is played twice, with sides swapped. Every game is saved when it "
        "ends, so an interrupted match continues where it stopped."
    )
    examples = "light-cycle hard medium", "pathway perfect 'cmd:python3 my_bot.py' --sprt 0,50 -o report"
    match = add_command(commands, "match", _run_match, "let two players play a match", about, examples)
    add_game(match)
    match.add_argument("a", metavar="A", help="a player: one of `gridduels players`")
    match.add_argument("b", metavar="B", help="the opponent")
    about = f"pairs of games (default: {_PAIRS}; with --sprt at most {_MOST_PAIRS}, or the number of openings)"
    match.add_argument("--pairs", metavar="N", type=positive, help=about)
    about = "stop as soon as one of two Elo differences is accepted, with error rates of 5 %%"
    match.add_argument("--sprt", metavar="ELO0,ELO1", type=_elos, help=about)
    add_output(match, "also write match.html, .txt, .json, .csv and games.txt to FOLDER", "FOLDER")
    _add_arena_options(match)
    add_json(match)


def _add_tournament(commands: Commands) -> None:
    about = (
        "Let several players play each other, rate them, and write a page, text, JSON, CSV and a chart. Every game is "
        "saved when it ends, so an interrupted tournament continues where it stopped."
    )
    examples = "easy medium hard", "perfect greedy random --game light-cycle --game pathway --gauntlet"
    tournament = add_command(
        commands, "tournament", _run_tournament, "let several players play each other", about, examples
    )
    tournament.add_argument("players", metavar="PLAYER", nargs="+", help="two or more of `gridduels players`")
    add_games(tournament)
    add_setup(tournament)
    about = f"pairs of games per pairing, game and round (default: {_PER_ROUND}; with --sprt as many as it takes)"
    tournament.add_argument("--pairs", metavar="N", type=positive, help=about)
    about = "number of rounds; in each, everyone plays everyone (default: 1)"
    tournament.add_argument("--rounds", metavar="N", type=positive, default=1, help=about)
    about = "only the first player plays the others"
    tournament.add_argument("--gauntlet", action="store_true", help=about)
    about = "a gauntlet whose matches each stop as soon as one of two Elo differences is accepted"
    tournament.add_argument("--sprt", metavar="ELO0,ELO1", type=_elos, help=about)
    about = "folder for tournament.html, .txt, .json, .csv, .svg and games.txt"
    add_output(tournament, about, "FOLDER", default="gridduels-tournament")
    _add_arena_options(tournament)
    add_json(tournament)


# --- Match


def _run_match(options: argparse.Namespace) -> int:
    from gridduels.arena.entrants import entitle
    from gridduels.arena.export import MATCH, export_match, make_folder
    from gridduels.arena.report import match_data, match_heading, match_text
    from gridduels.players.bots.protocol import describe

    if not options.output:
        refuse(options, "without -o", "force")
    game = chosen_game(options)
    entrants = entitle([_enter_player(name) for name in (options.a, options.b)])
    for entrant in entrants:
        if not entrant.plays(game):
            raise SetupError(f"{entrant.title} does not play {describe(game)}")
    _check_options(options)
    if options.output:
        make_folder(options.output, MATCH, options.force)
    match = _match(game, entrants, options)
    _hold_all([match], match_heading(match), options)
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

    openings, sprt = _openings_of(game, options), Sprt(*options.sprt) if options.sprt else None
    pairs = options.pairs or (_most_pairs(openings) if sprt else _PAIRS)
    a, b = entrants
    return Encounter(a, b, openings, pairs, options.seed, _control_of(options), sprt)


# --- Tournament


def _run_tournament(options: argparse.Namespace) -> int:
    from gridduels.arena.export import TOURNAMENT, export_tournament, make_folder
    from gridduels.arena.report import tournament_data, tournament_heading, tournament_text

    if len(options.players) < 2 or len(set(options.players)) < len(options.players):
        raise SetupError("a tournament needs two or more different players")
    games, entrants = _games(options), [_enter_player(name) for name in options.players]
    _check_options(options)
    make_folder(options.output, TOURNAMENT, options.force)
    tournament = _tournament(entrants, games, options)
    _hold_all(tournament.encounters, tournament_heading(tournament), options)
    export_tournament(tournament, options.output)
    if options.json:
        return print_json({**tournament_data(tournament), "results": options.results})
    print_text(tournament_text(tournament))
    print(f"\nAll games are in {options.results}; open {options.output / 'tournament.html'} to replay them")
    return 0


def _tournament(entrants: "list[Entrant]", games: "list[Game]", options: argparse.Namespace) -> "Tournament":
    from gridduels.arena.encounter import Tournament
    from gridduels.arena.statistics import Sprt

    openings = [_openings_of(game, options) for game in games if _is_played(game, entrants)]
    usual = min(map(_most_pairs, openings), default=0) if options.sprt else _PER_ROUND
    pairs, gauntlet = (options.pairs or usual) * options.rounds, options.gauntlet or options.sprt is not None
    sprt = partial(Sprt, *options.sprt) if options.sprt else None
    return Tournament(entrants, openings, pairs, options.seed, _control_of(options), gauntlet, sprt)


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


# --- Options, progress and interruption handling for both commands


def _add_arena_options(parser: argparse.ArgumentParser) -> None:
    add_seed(parser)
    timed = parser.add_mutually_exclusive_group()
    add_think(timed)
    about = "use a clock per player and game instead, with an increment per move"
    timed.add_argument("--clock", metavar="SECONDS[+INCREMENT]", type=_clock, help=about)
    parser.add_argument("--depth", metavar="N", type=positive, help="maximum search depth in plies")
    about = "maximum number of positions searched per move (for mcts: simulations)"
    parser.add_argument("--nodes", metavar="N", type=positive, help=about)
    about = "openings: balanced by exact values (default), random, fair starts, or a FILE of records or positions"
    parser.add_argument("--openings", metavar="balanced|random|fair|FILE", default=_BALANCED, help=about)
    about = "use the first N plies of each record in FILE as the opening (default: all)"
    parser.add_argument("--opening-plies", metavar="N", type=positive, help=about)
    about = f"file of all games played; games in it are not played again (default: {_RESULTS})"
    parser.add_argument("--results", metavar="FILE", default=_RESULTS, help=about)
    add_workers(parser)
    add_engine(parser)


def _check_options(options: argparse.Namespace) -> None:
    """Refuse options that would be ignored, or that cannot work here."""
    from gridduels.extras import require

    if options.opening_plies and options.openings in (_BALANCED, _RANDOM, _FAIR):
        raise SetupError("--opening-plies needs --openings FILE")
    require(f"gridduels {options.command}", "engine", *(["ray"] if options.engine == "ray" else []))


def _elos(text: str) -> tuple[float, float]:
    """Return the two Elo differences of a sequential test."""
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        elo0, elo1 = 1.0, 0.0
    if not -1000 <= elo0 < elo1 <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} must be two Elo differences, the smaller one first, such as 0,50")
    return elo0, elo1


def _clock(text: str) -> tuple[float, float]:
    """Return a clock's time and increment, in seconds."""
    base, plus, increment = text.partition("+")
    try:
        return seconds(base), seconds(increment) if plus else 0.0
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a clock such as 60 or 60+0.5, in seconds") from None


def _most_pairs(openings: "Openings") -> int:
    """Return the maximum number of pairs in a sequential test: the number of openings, up to a limit."""
    return openings.count_ahead(_MOST_PAIRS) or _MOST_PAIRS


def _control_of(options: argparse.Namespace) -> "TimeControl":
    from gridduels.players.limits import TimeControl

    clock, increment = options.clock or (None, 0.0)
    return TimeControl(options.think, clock, increment, options.depth, options.nodes)


def _enter_player(name: str) -> "Entrant":
    from gridduels.arena.entrants import enter
    from gridduels.players.bots.process import adopt_orphans

    adopt_orphans()
    return enter(name)


def _openings_of(game: "Game", options: argparse.Namespace) -> "Openings":
    """Return a game's openings, creating its table first if it is missing."""
    from gridduels.arena.openings import DrawnOpenings, fair_openings, read_openings
    from gridduels.arena.play import check_game, known_values
    from gridduels.terminal.progress import ProgressBar

    check_game(game)
    with ProgressBar(f"Solving {game.title}") as progress:
        values = known_values(game, progress)
    if options.openings == _FAIR:
        return fair_openings(game)
    if options.openings not in (_BALANCED, _RANDOM):
        return read_openings(Path(options.openings), game, options.opening_plies)
    return DrawnOpenings(game, options.seed, values if options.openings == _BALANCED else None)


def _hold_all(encounters: "Sequence[Encounter]", heading: str, options: argparse.Namespace) -> None:
    """Print what will be played, play it with a progress bar, and explain how to continue if interrupted."""
    from gridduels.arena.results import Results, hold
    from gridduels.terminal.progress import ProgressBar

    total = sum(2 * encounter.pairs for encounter in encounters)
    with Results(Path(options.results)) as results:
        if not options.json:
            print_text("\n".join([heading, *_unheeded(encounters), *_what_is_known(encounters, results), ""]))
        try:
            with ProgressBar("Playing", partial(_score, encounters)) as bar:
                watch = partial(_draw, bar, encounters, total)
                hold(encounters, results, options.workers, options.engine, watch)
        except KeyboardInterrupt:
            kept = f"{_played(encounters)} of {total} games are in {results.path}"
            print(f"gridduels: interrupted: {kept}; run the same command again to continue", file=sys.stderr)
            raise


def _unheeded(encounters: "Sequence[Encounter]") -> list[str]:
    """Return a line for each player that ignores depth or node limits."""
    from gridduels.players.limits import UNHEEDED

    counted = [each for each in encounters if each.control.limits().counted]
    found = {who.title for each in counted for who in each.players if not who.heeds_counts(each.game)}
    return [f"{title} {UNHEEDED}" for title in sorted(found)]


def _what_is_known(encounters: "Sequence[Encounter]", results: "Results") -> list[str]:
    """Return lines about games already in the results file."""
    tasks = [task for encounter in encounters for task in encounter.outline()]
    known = sum(map(results.has, tasks))
    outdated = sum(map(results.has_other_version, tasks))
    lines = [f"{known} of {len(tasks)} games are already in {results.path}"] if known else []
    if outdated:
        lines.append(f"{outdated} games there were played by other versions of these players, so they do not count")
    return lines


def _draw(bar: "ProgressBar", encounters: "Sequence[Encounter]", total: int) -> None:
    bar("games", _played(encounters), total)


def _played(encounters: "Sequence[Encounter]") -> int:
    return sum(encounter.played for encounter in encounters)


def _score(encounters: "Sequence[Encounter]") -> str:
    """Return the score of a single match."""
    return "{:g} : {:g}".format(*encounters[0].points()) if len(encounters) == 1 else ""
