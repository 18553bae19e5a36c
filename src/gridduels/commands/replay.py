"""`gridduels replay`: show recorded games."""

import argparse

from gridduels.commands.options import Commands, add_command, add_json, positive, print_json, print_text, read_records
from gridduels.errors import SetupError


def add(commands: Commands) -> None:
    examples = "games.txt", "games.txt --number 3"
    replay = add_command(
        commands, "replay", run, "show recorded games", "Show recorded games board by board.", examples
    )
    replay.add_argument("file", metavar="FILE", help="a file of records, or - for standard input")
    replay.add_argument("--number", metavar="N", type=positive, help="only the Nth game of the file")
    add_json(replay)


def run(options: argparse.Namespace) -> int:
    from gridduels.terminal.describe import replay_data, replay_text

    records = list(enumerate(read_records(options.file), 1))
    if options.number:
        if options.number > len(records):
            raise SetupError(f"{options.file} has no game {options.number}: it has {len(records)}")
        records = [records[options.number - 1]]
    if options.json:
        return print_json([replay_data(record) for _, record in records])
    print_text("\n\n".join(replay_text(number, record) for number, record in records))
    return 0
