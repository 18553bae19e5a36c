"""`gridduels analyse`: annotate recorded games."""

import argparse
from typing import TYPE_CHECKING

from gridduels.commands.options import (
    Commands,
    add_command,
    add_output,
    add_plies_or_json,
    print_json,
    print_text,
    read_records,
    refuse,
)

if TYPE_CHECKING:
    from gridduels.analysis.annotations import Annotation
    from gridduels.duel import Duel


def add(commands: Commands) -> None:
    about = (
        "Annotate every move of recorded games with its exact value: best, slower, loses sooner, mistake or blunder."
    )
    examples = "games.txt", "games.txt -o annotated.txt"
    analyse = add_command(commands, "analyse", run, "annotate recorded games", about, examples)
    analyse.add_argument("file", metavar="FILE", help="a file of records, or - for standard input")
    add_output(analyse, "also write the annotated records to FILE")
    add_plies_or_json(analyse)


def run(options: argparse.Namespace) -> int:
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
