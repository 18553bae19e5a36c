"""`gridduels match`: two players against each other, in pairs of games."""

import argparse
from typing import TYPE_CHECKING, Any, Final

from gridduels.commands.arena_options import add_arena_options, hold_matches, openings_of
from gridduels.commands.options import add_command, add_json, add_setup, chosen_game, positive, print_json, print_text

if TYPE_CHECKING:
    from gridduels.arena.encounter import Encounter

_PAIRS: Final = 50
_MOST_PAIRS: Final = 5000
"""With --sprt, where --pairs does not say."""


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
    about = f"pairs of games (default: {_PAIRS}; with --sprt at most {_MOST_PAIRS})"
    match.add_argument("--pairs", metavar="N", type=positive, help=about)
    about = "stop as soon as one of two Elo differences is accepted, with error rates of 5 %%"
    match.add_argument("--sprt", metavar="ELO0,ELO1", type=_elos, help=about)
    add_arena_options(match)
    add_json(match)


def _elos(text: str) -> tuple[float, float]:
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        elo0, elo1 = 1.0, 0.0
    if not -1000 <= elo0 < elo1 <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is not two Elo differences, the smaller first, such as 0,50")
    return elo0, elo1


def run(options: argparse.Namespace) -> int:
    from gridduels.arena.reporting.text import match_data, match_text

    match = _match(options)
    hold_matches([match], options)
    if options.json:
        return print_json({**match_data(match), "results": options.results})
    print_text(match_text(match))
    print(f"\nEvery game is in {options.results}")
    return 0


def _match(options: argparse.Namespace) -> "Encounter":
    from gridduels.arena.encounter import Encounter
    from gridduels.arena.playing.play import check_player
    from gridduels.arena.statistics.scores import Sprt

    game = chosen_game(options)
    for name in (options.a, options.b):
        check_player(name, options.think)
    sprt = Sprt(*options.sprt) if options.sprt else None
    pairs = options.pairs or (_MOST_PAIRS if sprt else _PAIRS)
    openings = openings_of(game, options.seed)
    return Encounter(options.a, options.b, game, openings, pairs, options.seed, options.think, sprt)
