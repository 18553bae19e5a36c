"""`gridduels analyse`: what every move of a recorded game was worth."""

import argparse
from typing import TYPE_CHECKING, Any

from gridduels.commands.options import add_command, add_force, add_json, add_plies, print_json, print_text

if TYPE_CHECKING:
    from gridduels.analysis.annotations import Annotation
    from gridduels.duel import Duel


def add(commands: Any) -> None:
    about = "Annotate recorded games move by move with exact values: best, slower, sooner lost, mistake or blunder."
    analyse = add_command(commands, "analyse", run, "annotate a recorded game", about)
    analyse.add_argument("file", metavar="FILE")
    analyse.add_argument("--output", metavar="FILE", help="also write the annotated records to this file")
    add_force(analyse)
    add_plies(analyse)
    add_json(analyse)


def run(options: argparse.Namespace) -> int:
    from pathlib import Path

    from gridduels.analysis.annotations import annotated_record, annotation_data, annotation_text, is_annotated
    from gridduels.files import check_output, write_atomically
    from gridduels.record import dumps, load

    records = load(Path(options.file))
    if options.output:
        check_output(Path(options.output), lambda path: is_annotated(load(path)), options.force)
    annotations = [_annotated(record.duel) for record in records]
    pairs = list(zip(records, annotations, strict=True))
    if options.output:
        write_atomically(Path(options.output), "\n".join(dumps(annotated_record(*pair)) for pair in pairs))
    if options.json:
        return print_json([annotation_data(*pair) for pair in pairs])
    print_text("\n\n".join(annotation_text(*pair, options.plies) for pair in pairs))
    return 0


def _annotated(duel: "Duel") -> "Annotation":
    from gridduels.analysis.annotations import annotate
    from gridduels.terminal.progress import asking_showing_progress

    with asking_showing_progress(duel.game) as values:
        return annotate(duel, values)
