"""`gridduels picture`: a game as a picture or an animation."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridduels.commands.options import add_command, add_force, add_setup, chosen_game, positive
from gridduels.errors import SetupError

if TYPE_CHECKING:
    from gridduels.duel import Duel


def add(commands: Any) -> None:
    about = "Draw where moves lead or a recorded game ends: SVG, PNG, or the whole game as an animated GIF."
    picture = add_command(commands, "picture", run, "draw a game", about)
    picture.add_argument("game", metavar="GAME|FILE", help="a game, or a file with a record")
    picture.add_argument("moves", metavar="MOVE", nargs="*", help="moves from the start of GAME")
    add_setup(picture)
    picture.add_argument("--number", metavar="N", type=positive, help="the Nth game of FILE (default: the last)")
    picture.add_argument("--dark", action="store_true", help="light on dark (an SVG adapts by itself)")
    picture.add_argument("-o", "--output", metavar="FILE", required=True, help="where to: .svg, .png or .gif")
    add_force(picture)


def run(options: argparse.Namespace) -> int:
    from gridduels.files import check_output, write_atomically
    from gridduels.pictures.svg import is_picture, picture_of

    path = Path(options.output)
    check_output(path, is_picture, options.force)
    data = picture_of(_duel(options), path.suffix.lower(), dark=options.dark)
    try:
        write_atomically(path, [data])
    except OSError as error:
        raise SetupError(f"cannot write {path} ({error.strerror})") from None
    print(f"Drawn to {path}.")
    return 0


def _duel(options: argparse.Namespace) -> "Duel":
    from gridduels.duel import Duel
    from gridduels.record import load

    file = Path(options.game)
    if not file.is_file():
        if options.number is not None:
            raise SetupError("--number goes with a file of records")
        return Duel(chosen_game(options), options.moves)
    if options.moves or options.rule or options.size is not None:
        raise SetupError(f"{file} has its own moves, --size and --rule")
    records = load(file)
    number = options.number or len(records)
    if number > len(records):
        raise SetupError(f"{file} has no game {number}: it has {len(records)}")
    return records[number - 1].duel
