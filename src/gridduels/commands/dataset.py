"""`gridduels dataset`: write positions or games with exact values, for machine learning."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gridduels.board import size_text
from gridduels.commands.options import (
    Commands,
    add_command,
    add_game,
    add_json,
    add_output,
    add_seed,
    chosen_game,
    positive,
    print_json,
    refuse,
)
from gridduels.errors import SetupError

if TYPE_CHECKING:
    from gridduels.game import Game

FORMATS: Final = {"planes": ("npz", "parquet"), "chat": ("jsonl", "parquet")}
GAMES: Final = "games"
PROMPTS: Final = ("board", "book", "line", "coordinates")
VARIANTS: Final = ("plain", "turned", "renamed", "disguised")
SAMPLINGS: Final = ("random", "best", "uniform")
SPLITS: Final = ("train", "test", "both")


def add(commands: Commands) -> None:
    about = "Write positions with their exact values and best moves to a file, or complete games to a folder."
    examples = "pathway --positions 10000", "light-cycle --form games --games 1000000 -o games"
    dataset = add_command(commands, "dataset", run, "write positions with exact values", about, examples)
    add_game(dataset)
    dataset.add_argument("--positions", metavar="N", type=positive, help="number of distinct positions")
    dataset.add_argument("--games", metavar="N", type=positive, help="number of games, with --form games")
    about = "draw them from random games (default), from games near best play, or uniformly"
    dataset.add_argument("--sampling", choices=SAMPLINGS, help=about)
    about = "positions or games for training (default), for evaluation, or both, labelled (docs/language-models.md)"
    dataset.add_argument("--split", choices=SPLITS, help=about)
    add_seed(dataset)
    about = "planes of numbers (default), conversations for language models, or complete games"
    dataset.add_argument("--form", choices=(*FORMATS, GAMES), default="planes", help=about)
    dataset.add_argument("--prompt", choices=PROMPTS, help="how a chat describes the position (default: board)")
    dataset.add_argument("--variant", choices=VARIANTS, help="how a chat disguises the game (default: plain)")
    about = "file format (default: the extension of -o, else npz, or jsonl for chats)"
    dataset.add_argument("--format", choices=("npz", "jsonl", "parquet"), help=about)
    add_output(dataset, "the file to write (default: gridduels-GAME-SIZE.npz or .jsonl); a folder for games")
    add_json(dataset)


def run(options: argparse.Namespace) -> int:
    game = chosen_game(options)
    options.split = options.split or "train"
    if options.form == GAMES:
        return _write_games(options, game)
    refuse(options, "without --form games", "games")
    if options.positions is None:
        raise SetupError("say how many positions to write, e.g. --positions 10000")
    options.sampling = options.sampling or "random"
    if options.form != "chat":
        refuse(options, "without --form chat", "prompt", "variant")
    options.prompt, options.variant = options.prompt or "board", options.variant or "plain"
    path, form = _target(options, game)
    _require_extras(form)
    from gridduels.analysis.dataset import check_writable, draw_dataset, write_dataset
    from gridduels.analysis.split import SIDES, check_side
    from gridduels.terminal.progress import ProgressBar

    check_side(options.split, game, SIDES)
    check_writable(path, form, options.force)
    with ProgressBar(f"Drawing positions of {game.title}") as progress:
        dataset = draw_dataset(game, options.positions, options.sampling, options.seed, options.split, progress)
    command = _command(options, game, form)
    if options.form == "chat":
        from gridduels.language.positions import write_chat
        from gridduels.language.prompts import Style

        about = write_chat(dataset, path, form, Style(options.prompt, options.variant), command, options.force)
    else:
        about = write_dataset(dataset, path, form, command, options.force)
    if options.json:
        return print_json(about)
    print(_text(about))
    return 0


def _write_games(options: argparse.Namespace, game: "Game") -> int:
    """Write complete games to a folder."""
    refuse(options, "with --form games", "positions", "sampling", "prompt", "variant", "format")
    if options.games is None:
        raise SetupError("say how many games to write, e.g. --games 100000")
    _require_extras("parquet")
    from gridduels.analysis.split import SIDES, check_side
    from gridduels.analysis.trajectories import describe_games, write_games
    from gridduels.terminal.progress import ProgressBar

    check_side(options.split, game, SIDES)
    folder = options.output or Path(f"gridduels-{game.id}-{game.size}-games")
    rulings = "".join(f" --rule {name}={value}" for name, value in game.rulings.items())
    command = f"gridduels dataset {game.id} --size {game.size}{rulings} --form games --games {options.games}"
    command += f" --seed {options.seed} --split {options.split}"
    with ProgressBar(f"Playing games of {game.title}") as progress:
        about = write_games(
            game,
            options.games,
            folder,
            command,
            seed=options.seed,
            side=options.split,
            force=options.force,
            progress=progress,
        )
    if options.json:
        return print_json(about)
    print(describe_games(about))
    return 0


def _require_extras(form: str) -> None:
    """Raise MissingExtra if this format cannot be written."""
    from importlib.util import find_spec

    from gridduels.extras import require

    require("gridduels dataset", "engine", *(["agents"] if form == "parquet" and not find_spec("pyarrow") else []))


def _target(options: argparse.Namespace, game: "Game") -> tuple[Path, str]:
    """Return the output file and its format."""
    allowed = FORMATS[options.form]
    if options.format and options.format not in allowed:
        raise SetupError(f"--form {options.form} cannot be written as {options.format}: choose {' or '.join(allowed)}")
    if options.output is None:
        form = options.format or allowed[0]
        return Path(f"gridduels-{game.id}-{game.size}.{form}"), form
    ending = options.output.suffix.removeprefix(".").lower()
    if options.format is None and ending not in allowed:
        endings = " or ".join(f".{each}" for each in allowed)
        raise SetupError(f"-o {str(options.output)!r} does not end in {endings}: choose one with --format")
    return options.output, options.format or ending


def _command(options: argparse.Namespace, game: "Game", form: str) -> str:
    """Return a command that writes the same positions again, with every option spelled out."""
    chat = f" --form chat --prompt {options.prompt} --variant {options.variant}" if options.form == "chat" else ""
    rulings = "".join(f" --rule {name}={value}" for name, value in game.rulings.items())
    return (
        f"gridduels dataset {game.id} --size {game.size}{rulings} --positions {options.positions} "
        f"--sampling {options.sampling} --seed {options.seed} --split {options.split}{chat} --format {form}"
    )


def _text(about: dict[str, Any]) -> str:
    from gridduels.analysis.dataset import card_path

    values = ", ".join(f"{number:,} {name}" for name, number in about["values"].items() if number)
    noun = "position" if about["positions"] == 1 else "positions"
    lines = [f"{about['positions']:,} {noun} of {about['game']} {size_text(about['size'])}: {values}"]
    if about["undecided"]:
        lines.append(f"{about['undecided']:,} more are left out because search did not find their values in time")
    if about["positions"] + about["undecided"] < about["asked"]:
        lines.append(f"{about['asked']:,} were requested, but no more were found")
    lines.append(f"Wrote {about['file']}, and {card_path(Path(about['file']))}, which says how they were drawn")
    return "\n".join(lines)
