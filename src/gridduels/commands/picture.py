"""`gridduels picture`: draw a game."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from gridduels.commands.options import Commands, add_command, add_output, add_setup, chosen_game, positive, refuse
from gridduels.errors import SetupError
from gridduels.extras import require

if TYPE_CHECKING:
    from gridduels.duel import Duel


def add(commands: Commands) -> None:
    about = "Draw the position after some moves or at the end of a recorded game, or the whole game as an animation."
    examples = "light-cycle right left -o board.svg", "games.txt --number 2 -o game.gif"
    picture = add_command(commands, "picture", run, "draw a game", about, examples)
    picture.add_argument("game", metavar="GAME|FILE", help="a game, or a file of records")
    picture.add_argument("moves", metavar="MOVE", nargs="*", default=[], help="moves from the start of GAME")
    add_setup(picture)
    picture.add_argument("--number", metavar="N", type=positive, help="the Nth game of FILE (default: the last)")
    picture.add_argument(
        "--dark", action="store_true", help="light on dark, for PNG and GIF (an SVG adapts on its own)"
    )
    add_output(picture, "the file to write: .svg, .png, or .gif for an animation", required=True)


def run(options: argparse.Namespace) -> int:
    from gridduels.files import check_output, write_atomically
    from gridduels.pictures.svg import is_picture, picture_of

    duel, path, ending = _duel(options), options.output, options.output.suffix.lower()
    if ending == ".svg":
        refuse(options, "for SVG, which adapts to light and dark on its own", "dark")
    if ending in (".png", ".gif"):
        require("gridduels picture", "pictures")
    check_output(path, is_picture, options.force)
    data = picture_of(duel, ending, dark=options.dark)
    try:
        write_atomically(path, [data])
    except OSError as error:
        raise SetupError(f"cannot write {path} ({error.strerror})") from None
    print(f"Wrote {path}.")
    return 0


def _duel(options: argparse.Namespace) -> "Duel":
    from gridduels.duel import Duel
    from gridduels.record import load

    file = Path(options.game)
    if not file.is_file():
        refuse(options, "without a file of records", "number")
        return Duel(chosen_game(options), options.moves)
    if options.moves or options.rule or options.size is not None:
        raise SetupError(f"{file} has its own moves, --size and --rule")
    records = load(file)
    number = options.number or len(records)
    if number > len(records):
        raise SetupError(f"{file} has no game {number}: it has {len(records)}")
    return records[number - 1].duel
