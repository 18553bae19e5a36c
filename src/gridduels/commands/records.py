"""`gridduels analyse`, `replay` and `picture`: annotate, show and draw recorded games."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from gridduels.commands.options import (
    Commands,
    add_command,
    add_json,
    add_output,
    add_plies_or_json,
    add_setup,
    chosen_game,
    positive,
    print_json,
    print_text,
    read_records,
    refuse,
)
from gridduels.errors import SetupError
from gridduels.extras import require

if TYPE_CHECKING:
    from gridduels.analysis.annotations import Annotation
    from gridduels.duel import Duel


def add(commands: Commands) -> None:
    _add_analyse(commands)
    _add_replay(commands)
    _add_picture(commands)


# --- Analyse


def _add_analyse(commands: Commands) -> None:
    about = (
        "Annotate every move of recorded games with its exact value: best, slower, loses sooner, mistake or blunder."
    )
    examples = "games.txt", "games.txt -o annotated.txt"
    analyse = add_command(commands, "analyse", _run_analyse, "annotate recorded games", about, examples)
    analyse.add_argument("file", metavar="FILE", help="a file of records, or - for standard input")
    add_output(analyse, "also write the annotated records to FILE")
    add_plies_or_json(analyse)


def _run_analyse(options: argparse.Namespace) -> int:
    from gridduels.analysis.annotations import annotated_record, annotation_data, annotation_text, is_annotated
    from gridduels.files import check_output, write_atomically
    from gridduels.record import dumps, load

    if not options.output:
        refuse(options, "without -o", "force")
    records = read_records(options.file)
    if options.output:
        check_output(options.output, lambda path: is_annotated(load(path)), options.force)
    pairs = [(record, _annotated(record.duel)) for record in records]
    if options.output:
        write_atomically(options.output, "\n".join(dumps(annotated_record(*pair)) for pair in pairs))
    if options.json:
        return print_json([annotation_data(*pair) for pair in pairs])
    print_text("\n\n".join(annotation_text(*pair, options.plies) for pair in pairs))
    return 0


def _annotated(duel: "Duel") -> "Annotation":
    from gridduels.analysis.annotations import annotate
    from gridduels.terminal.progress import open_values

    with open_values(duel.game) as values:
        return annotate(duel, values)


# --- Replay


def _add_replay(commands: Commands) -> None:
    examples = "games.txt", "games.txt --number 3"
    replay = add_command(
        commands, "replay", _run_replay, "show recorded games", "Show recorded games board by board.", examples
    )
    replay.add_argument("file", metavar="FILE", help="a file of records, or - for standard input")
    replay.add_argument("--number", metavar="N", type=positive, help="only the Nth game of the file")
    add_json(replay)


def _run_replay(options: argparse.Namespace) -> int:
    from gridduels.terminal.library import replay_data, replay_text

    records = list(enumerate(read_records(options.file), 1))
    if options.number:
        if options.number > len(records):
            raise SetupError(f"{options.file} has no game {options.number}: it has {len(records)}")
        records = [records[options.number - 1]]
    if options.json:
        return print_json([replay_data(record) for _, record in records])
    print_text("\n\n".join(replay_text(number, record) for number, record in records))
    return 0


# --- Picture


def _add_picture(commands: Commands) -> None:
    about = "Draw the position after some moves or at the end of a recorded game, or the whole game as an animation."
    examples = "light-cycle right left -o board.svg", "games.txt --number 2 -o game.gif"
    picture = add_command(commands, "picture", _run_picture, "draw a game", about, examples)
    picture.add_argument("game", metavar="GAME|FILE", help="a game, or a file of records")
    picture.add_argument("moves", metavar="MOVE", nargs="*", default=[], help="moves from the start of GAME")
    add_setup(picture)
    picture.add_argument("--number", metavar="N", type=positive, help="the Nth game of FILE (default: the last)")
    picture.add_argument(
        "--dark", action="store_true", help="light on dark, for PNG and GIF (an SVG adapts on its own)"
    )
    add_output(picture, "the file to write: .svg, .png, or .gif for an animation", required=True)


def _run_picture(options: argparse.Namespace) -> int:
    from gridduels.files import check_output, write_atomically
    from gridduels.pictures.svg import is_picture, picture_of

    duel, path, ending = _duel_to_draw(options), options.output, options.output.suffix.lower()
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


def _duel_to_draw(options: argparse.Namespace) -> "Duel":
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
