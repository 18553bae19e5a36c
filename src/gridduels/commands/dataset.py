"""`gridduels dataset`: positions with exact values and best moves, for supervised learning."""

import argparse
from typing import TYPE_CHECKING, Any

from gridduels.board import size_text
from gridduels.commands.options import (
    add_command,
    add_force,
    add_json,
    add_setup,
    chosen_game,
    positive,
    print_json,
    whole,
)
from gridduels.errors import SetupError

if TYPE_CHECKING:
    from pathlib import Path

    from gridduels.game import Game

FORMATS = {"planes": ("npz", "parquet"), "chat": ("jsonl", "parquet")}
PROMPTS = ("board", "book", "line", "coordinates")
VARIANTS = ("plain", "turned", "renamed", "disguised")
SAMPLINGS = ("random", "best", "uniform")


def add(commands: Any) -> None:
    about = "Write positions with their exact values and all their best moves, and a data card beside the file."
    dataset = add_command(commands, "dataset", run, "write positions with exact values", about)
    dataset.add_argument("game", metavar="GAME")
    dataset.add_argument("--positions", metavar="N", type=positive, required=True, help="how many different positions")
    about = "how they are drawn: from random games (default), from games near best play, or each as likely"
    dataset.add_argument("--sampling", choices=SAMPLINGS, default="random", help=about)
    dataset.add_argument("--seed", metavar="N", type=whole, default=0, help="what chance depends on (default: 0)")
    about = "planes of numbers (default), or conversations for language models"
    dataset.add_argument("--form", choices=tuple(FORMATS), default="planes", help=about)
    dataset.add_argument("--prompt", choices=PROMPTS, default="board", help="of chat: how a position is told (board)")
    dataset.add_argument("--variant", choices=VARIANTS, default="plain", help="of chat: what is changed (plain)")
    about = "the kind of file (default: by the name given with -o, else npz, or jsonl for chat)"
    dataset.add_argument("--format", choices=("npz", "jsonl", "parquet"), help=about)
    about = "the file to write (default: gridduels-GAME-SIZE.npz or .jsonl)"
    dataset.add_argument("-o", "--output", metavar="FILE", help=about)
    add_force(dataset)
    add_setup(dataset)
    add_json(dataset)


def run(options: argparse.Namespace) -> int:
    from gridduels.analysis.dataset import check_writable, draw_dataset, write_dataset
    from gridduels.terminal.progress import ProgressBar

    game = chosen_game(options)
    if options.seed < 0:
        raise SetupError(f"--seed {options.seed} is below 0")
    path, form = _target(options, game)
    check_writable(path, form, options.force)
    with ProgressBar(f"Drawing positions of {game.title}") as progress:
        dataset = draw_dataset(game, options.positions, options.sampling, options.seed, progress)
    command = _command(options, game, form)
    if options.form == "chat":
        from gridduels.language.positions import write_chat
        from gridduels.language.prompts import Manner

        about = write_chat(dataset, path, form, Manner(options.prompt, options.variant), command, options.force)
    else:
        about = write_dataset(dataset, path, form, command, options.force)
    if options.json:
        return print_json(about)
    print(_text(about))
    return 0


def _target(options: argparse.Namespace, game: "Game") -> "tuple[Path, str]":
    """Where to write, and what kind of file."""
    from pathlib import Path

    allowed = FORMATS[options.form]
    if options.format and options.format not in allowed:
        raise SetupError(f"--form {options.form} cannot be written as {options.format}: it is {' or '.join(allowed)}")
    if options.output is None:
        form = options.format or allowed[0]
        return Path(f"gridduels-{game.id}-{game.size}.{form}"), form
    path = Path(options.output)
    ending = path.suffix.removeprefix(".").lower()
    if options.format is None and ending not in allowed:
        endings = " or ".join(f".{each}" for each in allowed)
        raise SetupError(f"-o {options.output!r} does not end in {endings}: say which with --format")
    return path, options.format or ending


def _command(options: argparse.Namespace, game: "Game", form: str) -> str:
    """The command that gives the same positions again, every choice spelled out."""
    chat = f" --form chat --prompt {options.prompt} --variant {options.variant}" if options.form == "chat" else ""
    rulings = "".join(f" --rule {name}={value}" for name, value in game.rulings.items())
    return (
        f"gridduels dataset {game.id} --size {game.size}{rulings} --positions {options.positions} "
        f"--sampling {options.sampling} --seed {options.seed}{chat} --format {form}"
    )


def _text(about: dict[str, Any]) -> str:
    from pathlib import Path

    from gridduels.analysis.dataset import card_path

    values = ", ".join(f"{number:,} {name}" for name, number in about["values"].items() if number)
    positions = "position" if about["positions"] == 1 else "positions"
    lines = [f"{about['positions']:,} {positions} of {about['game']} {size_text(about['size'])}: {values}"]
    if about["undecided"]:
        lines.append(f"{about['undecided']:,} more are left out: search did not find their values soon enough")
    if about["positions"] + about["undecided"] < about["asked"]:
        lines.append(f"{about['asked']:,} were asked for; no more were found")
    lines.append(f"They are in {about['file']}, and {card_path(Path(about['file']))} says how they were drawn")
    return "\n".join(lines)
