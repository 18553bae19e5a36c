"""`gridduels games`, `rules`, `perft`, `check-game` and `new-game`: look at the games, or write your own."""

import argparse
import keyword
import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gridduels.commands.options import (
    FAILED,
    Commands,
    add_command,
    add_game,
    add_json,
    add_output,
    add_seed,
    chosen_game,
    positive,
    print_json,
    print_text,
)
from gridduels.errors import SetupError
from gridduels.files import check_output, write_atomically

if TYPE_CHECKING:
    from gridduels.game import Game
    from gridduels.testing import Finding


def add(commands: Commands) -> None:
    _add_games(commands)
    _add_rules(commands)
    _add_perft(commands)
    _add_check_game(commands)
    _add_new_game(commands)


# --- Games


def _add_games(commands: Commands) -> None:
    about = "List the built-in games and those from installed packages."
    games = add_command(commands, "games", _run_games, "list the games", about, ("", "--json"))
    add_json(games)


def _run_games(options: argparse.Namespace) -> int:
    from gridduels.game import Game
    from gridduels.registry import definitions
    from gridduels.text import describe_games

    if options.json:
        return print_json([facts(Game(each)) for each in definitions()])
    print(describe_games(definitions()))
    return 0


def facts(game: "Game") -> dict[str, Any]:
    """Return a game's sizes and rulings for --json."""
    definition = game.definition
    return {
        "id": game.id,
        "title": game.title,
        "summary": definition.summary,
        "size": game.size,
        "sizes": list(definition.sizes),
        "rules": dict(game.rulings),
        "rulings": [
            {"name": each.name, "about": each.about, "default": each.values[0], "values": list(each.values)}
            for each in definition.rulings
        ],
        "actions": game.actions,
        "longest": game.max_plies,
    }


# --- Rules


def _add_rules(commands: Commands) -> None:
    about = "Explain a game and the rulings in force."
    examples = "light-cycle", "blockade --size 5 --rule paths=opponent"
    rules = add_command(commands, "rules", _run_rules, "explain a game", about, examples)
    add_game(rules)
    add_json(rules)


def _run_rules(options: argparse.Namespace) -> int:
    from gridduels.text import describe_rules

    game = chosen_game(options)
    if options.json:
        return print_json(facts(game) | {"about": game.words.about})
    print(describe_rules(game))
    return 0


# --- Perft


def _add_perft(commands: Commands) -> None:
    about = "Count the move sequences of each length from the start, as chess programs do to compare rules."
    examples = "light-cycle 8", "blockade 4 --size 5 --json"
    perft = add_command(commands, "perft", _run_perft, "count move sequences", about, examples)
    add_game(perft)
    perft.add_argument("depth", metavar="DEPTH", type=positive, help="length of the longest sequences, in plies")
    add_json(perft)


def _run_perft(options: argparse.Namespace) -> int:
    from gridduels.game import perft

    game = chosen_game(options)
    counts = perft(game, options.depth)
    if options.json:
        return print_json({**game.as_data(), "perft": counts})
    for depth, count in enumerate(counts, 1):
        print(depth, count)
    return 0


# --- Check game


def _add_check_game(commands: Commands) -> None:
    about = (
        "Check everything a game promises (docs/adding-a-game.md): play random games, compare compiled rules with "
        "plain ones, visit every position of the smallest board, solve it and verify its table. Exits with code 1 if "
        "a promise is broken."
    )
    examples = "light-cycle", "blockade --size 3 --games 1000"
    check = add_command(commands, "check-game", _run_check_game, "check a game of your own", about, examples)
    add_game(check)
    check.add_argument("--games", metavar="N", type=positive, default=100, help="random games to play (default: 100)")
    add_seed(check)
    add_json(check)


def _run_check_game(options: argparse.Namespace) -> int:
    from gridduels.testing import findings_of

    game = chosen_game(options)
    findings = findings_of(game, options.games, options.seed)
    broken = sum(finding.fault is not None for finding in findings)
    skipped = sum(finding.skipped is not None for finding in findings)
    if options.json:
        promises = [finding._asdict() for finding in findings]
        print_json({**game.as_data(), "kept": not broken and not skipped, "promises": promises})
    else:
        print_text("\n".join(map(_line, findings)))
        print_text(f"\n{game.title} {_verdict(len(findings), broken, skipped)}")
    return FAILED if broken else 0


def _verdict(promises: int, broken: int, skipped: int) -> str:
    verdict = f"breaks {broken} of" if broken else f"keeps {promises - skipped} of" if skipped else "keeps all"
    unchecked = f" {skipped} could not be checked." if skipped else ""
    return f"{verdict} {promises} promises.{unchecked}"


def _line(finding: "Finding") -> str:
    if finding.skipped:
        return f"skipped {finding.promise} ({finding.skipped})"
    if finding.fault is None:
        return f"ok      {finding.promise}"
    return f"BROKEN  {finding.promise}\n        - {finding.fault}"


# --- New game


_NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_PLACES: Final = {
    "facts": "{package}/__init__.py",
    "project": "pyproject.toml",
    "rules": "{package}/rules.py",
    "test": "tests/test_rules.py",
    "words": "{package}/words.py",
}
"""The output file for each template."""


def _add_new_game(commands: Commands) -> None:
    about = (
        "Write a folder with a small working game: its rules, words, facts and a test. Then change it into yours; "
        "docs/adding-a-game.md explains what goes where."
    )
    examples = "my-game", "my-game -o ~/games/my-game"
    parser = add_command(commands, "new-game", _run_new_game, "start a game of your own", about, examples)
    parser.add_argument("name", metavar="NAME", help="the id of the game, such as my-game")
    add_output(parser, "the folder to write (default: ./gridduels-NAME)", "FOLDER")


def _run_new_game(options: argparse.Namespace) -> int:
    from gridduels.extras import install_package_command

    folder = options.output or Path(f"gridduels-{options.name}")
    files = files_of(_checked(options.name))
    try:
        for name, text in files.items():
            if (folder / name).exists():
                check_output(folder / name, partial(_holds, text), options.force)
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, text)
    except OSError as error:
        raise SetupError(f"cannot write {folder}: {error.strerror}") from None
    print(f"Wrote a working game to {folder}: {', '.join(files)}.")
    print(f"Install it:  {install_package_command(folder)}")
    print(f"Play it:     gridduels play {options.name}")
    print(f"Check it:    gridduels check-game {options.name}")
    return 0


def _holds(text: str, path: Path) -> bool:
    return path.read_text(encoding="utf-8") == text


def _checked(name: str) -> str:
    """Return the name if it is a valid game id and not taken yet."""
    from gridduels.registry import definitions

    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        raise SetupError(f"{name!r} cannot be a game's id: use lower-case letters, digits and hyphens, such as my-game")
    if name in {each.id for each in definitions()}:
        raise SetupError(f"there is already a game {name!r}: choose another name")
    return name


def files_of(name: str) -> dict[str, str]:
    """Return a new game's files by name."""
    templates = Path(__file__).parent / "new_game_files"
    package, title = f"gridduels_{name.replace('-', '_')}", name.replace("-", " ").title()
    found = {}
    for path in sorted(templates.glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        for word, value in (("PACKAGE", package), ("CLASS", title.replace(" ", "")), ("TITLE", title), ("NAME", name)):
            text = text.replace(f"${word}$", value)
        found[_PLACES[path.stem].format(package=package)] = text
    return found
