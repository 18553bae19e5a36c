"""The command line.

Exit codes: 0 success, 1 internal error or failed check, 2 usage error, 3 input ended before the game did, 130 Ctrl-C.
"""

import argparse
import io
import os
import re
import sys
import warnings
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Final, NoReturn

from gridduels import __version__
from gridduels.errors import GridDuelsError
from gridduels.extras import MissingExtra, check_dependencies, extra_of
from gridduels.text import did_you_mean, printable

INTERNAL_ERROR, WRONG_USAGE, ENDED_EARLY, INTERRUPTED = 1, 2, 3, 130
GROUPS: Final = {
    "Play": ("play", "learn", "puzzle", "daily", "ladder", "history", "games", "rules", "players", "serve", "mcp"),
    "Study": ("explore", "analyse", "replay", "picture", "solve", "verify"),
    "Compete": ("match", "tournament"),
    "Research": ("dataset", "perft", "benchmark", "study", "llm-report"),
    "Build your own": ("invent", "new-game", "check-game", "bot", "check-bot"),
    "Maintain": ("tables", "completion", "help"),
}
"""The commands, in the order shown in the help."""
COMMANDS: Final = tuple(name for names in GROUPS.values() for name in names)
_MODULES: Final = (
    "play",
    "practice",
    "games",
    "players",
    "serve",
    "explore",
    "records",
    "solve",
    "arena",
    "dataset",
    "benchmark",
    "study",
    "invent",
    "help",
)
"""The modules of `gridduels.commands`, which define one or more commands each."""
_OPENING: Final = re.compile(r"^(?:Blocked|Can't|Cannot|Only|The|There|These|This|You|Your)\b")


def main(arguments: Sequence[str] | None = None, parser: Callable[[], argparse.ArgumentParser] | None = None) -> int:
    """Run one command and return its exit code. `parser` builds a command line other than the default one."""
    warnings.showwarning = lambda message, *_, **__: _complain(str(message))
    _prepare_streams()
    playing, what = False, "gridduels"
    try:
        made = (parser or command_line)()
        options = _parse(made, arguments)
        what = f"{made.prog} {options.command or ''}".rstrip()
        playing = options.command == "play"
        check_dependencies()
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except GridDuelsError as error:
        _complain(str(error))
        return WRONG_USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _forget_output()
        return ENDED_EARLY if playing else 0
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and (extra := extra_of(error.name or "")):
            _complain(str(MissingExtra(what, extra)))
            return WRONG_USAGE
        if os.environ.get("GRIDDUELS_DEBUG"):
            raise
        if isinstance(error, OSError):
            _forget_output()  # the write to stdout may be what failed
        _complain(f"internal error: {type(error).__name__}: {error} (GRIDDUELS_DEBUG=1 shows where)")
        return INTERNAL_ERROR


def run() -> NoReturn:
    """Run one command and exit the process without waiting for threads that are still compiling or searching."""
    code = main()
    perfect, progress = (sys.modules.get(f"gridduels.{name}") for name in ("players.perfect", "engine.progress"))
    if (perfect and perfect.still_busy()) or (progress and progress.has_stragglers()):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    raise SystemExit(code)


def _prepare_streams() -> None:
    """Reopen closed streams on the null device, and replace characters that cannot be decoded or encoded."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper) and stream.errors != "replace":
            stream.reconfigure(errors="replace")


def _complain(sentence: str) -> None:
    """Print an error or a warning in the usual style: no capital at the start, no full stop after a single sentence."""
    sentence = _OPENING.sub(lambda found: found[0].lower(), sentence)
    if not re.search(r"[.?!]\s+[A-Z]", sentence):
        sentence = sentence.removesuffix(".")
    print(f"gridduels: {printable(sentence)}", file=sys.stderr)


def _forget_output() -> None:
    """Point stdout at the null device so that Python's flush at exit does not fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# --- Parsing


class Parser(argparse.ArgumentParser):
    """An argument parser that reports each error in one sentence, with the likely correction first."""

    def error(self, message: str) -> NoReturn:
        _complain(f"{self._corrected(message)} (see {self.prog} --help)")
        raise SystemExit(WRONG_USAGE)

    def _corrected(self, message: str) -> str:
        if found := re.fullmatch(r"argument COMMAND: invalid choice: '(.*?)' \(choose from .*\)", message, re.DOTALL):
            return _unknown_command(found[1])
        if found := re.fullmatch(r"argument (\S+): invalid choice: '(.*?)' \(choose from (.*)\)", message, re.DOTALL):
            choices = re.findall(r"[\w-]+", found[3])
            return f"{found[1]} cannot be {found[2]!r}.{did_you_mean(found[2], choices)} Choose {_either(choices)}"
        if found := re.match(r"unrecognized arguments: (\S*)", message):
            # The usage line lists every option; argparse has no public API for that.
            if not found[1].startswith("-"):
                return f"unknown argument {found[1]!r}"
            known = re.findall(r"--([\w-]+)", self.format_usage())
            meant = did_you_mean(found[1].lstrip("-"), known).replace("mean ", "mean --")
            return f"unknown option {found[1]!r}.{meant}".removesuffix(".")
        return message


def _either(choices: list[str]) -> str:
    return f"{', '.join(choices[:-1])} or {choices[-1]}"


def _unknown_command(typed: str) -> str:
    from gridduels.registry import definitions

    games = [each.id for each in definitions()]
    sentence = f"unknown command {typed!r}.{did_you_mean(typed, [*games, *COMMANDS])}".removesuffix(".")
    return re.sub(rf"(?<=mean )({'|'.join(games)})\?$", r"gridduels play \1?", sentence)


class _Formatter(argparse.HelpFormatter):
    """A help formatter that preserves the line breaks in examples."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if "\n" in text else super()._fill_text(text, width, indent)


class CommandParser(Parser):
    """The argument parser for a single command."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(formatter_class=_Formatter, **settings)


class CommandLine(Parser):
    """The top-level `gridduels` parser, whose help lists the commands by group."""

    commands: dict[str, argparse.ArgumentParser]

    def format_help(self) -> str:
        width = max(map(len, COMMANDS))
        lines = ["usage: gridduels [COMMAND] [OPTION]...", "", self.description or ""]
        for title, names in GROUPS.items():
            summaries = {name: self.commands[name].get_default("summary") for name in names}
            lines += ["", f"{title}:", *(f"    {name:<{width}}  {text}" for name, text in summaries.items())]
        return "\n".join([*lines, "", _FOOTER])


_FOOTER: Final = """\
Examples:
  gridduels play light-cycle --p2 medium
  gridduels explore pathway down up

gridduels help COMMAND explains a command; gridduels --version prints the version.
"""


def command_line() -> CommandLine:
    """Return the parser for all commands."""
    about = "Five small duels for two. Without a command, gridduels opens the menu."
    parser = CommandLine(prog="gridduels", description=about, allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"gridduels {__version__}")
    parser.set_defaults(run=_menu)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", parser_class=CommandParser)
    for module in _MODULES:
        import_module(f"gridduels.commands.{module}").add(commands)
    parser.commands = dict(commands.choices)
    return parser


def _parse(parser: argparse.ArgumentParser, arguments: Sequence[str] | None) -> argparse.Namespace:
    typed = list(sys.argv[1:] if arguments is None else arguments)
    try:
        options, rest = parser.parse_known_args(typed)
        if rest and typed[0] != options.command:
            parser.error(f"unrecognized arguments: {' '.join(rest)}")
        if rest:
            # By default, argparse rejects optional arguments that follow an option: `explore pathway --size 3 down up`.
            before = argparse.Namespace(command=options.command)
            options = options.parser.parse_intermixed_args(typed[1:], before)
        options.typed = {word.partition("=")[0] for word in typed}
        return options
    finally:
        sys.stdout.flush()  # --help exits by raising an exception


def _menu(options: argparse.Namespace) -> int:
    from gridduels.terminal.arcade import why_not_full_screen
    from gridduels.terminal.console import Console
    from gridduels.terminal.line import list_games, open_menu

    console = Console()
    if console.interactive and not why_not_full_screen():
        from gridduels.terminal.arcade.app import open_arcade

        return open_arcade()
    if console.interactive:
        return open_menu(console)
    console.say(list_games())
    return 0
