"""The command line: its commands, refusals and exit codes."""

import argparse
import json
import re
import shlex
import sys
import warnings
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest

from gridduels import Duel, __version__, definitions, load_game
from gridduels.cli import COMMANDS, command_line, main
from gridduels.commands.games import facts
from gridduels.commands.options import chosen_game
from gridduels.game import perft
from gridduels.record import Record, dumps, load
from gridduels.terminal.line import list_games
from gridduels.text import describe_games, describe_rules
from tests.helpers import GAMES
from tests.terminal.processes import run


class Result(NamedTuple):
    code: int
    output: str
    complaint: str


class Command:
    """The command line, run in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, *arguments: str, typed: str = "") -> Result:
        self._monkeypatch.setattr(sys, "stdin", StringIO(typed))
        try:
            code = main(arguments)
        except SystemExit as leaving:
            code = int(leaving.code or 0)
        return Result(code, *self._capsys.readouterr())


@pytest.fixture
def gridduels(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)
    return Command(capsys, monkeypatch)


def test_without_a_command_and_a_terminal_it_lists_the_games() -> None:
    assert run() == (0, f"{list_games()}\n", "")


def test_the_version_is_printed(gridduels: Command) -> None:
    assert gridduels("--version") == (0, f"gridduels {__version__}\n", "")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, gridduels: Command) -> None:
    code, output, complaint = gridduels(command, "--help")
    assert (code, complaint) == (0, "")
    assert output.startswith(f"usage: gridduels {command} ")
    assert re.search(rf"\n    {command}\s", gridduels("--help").output)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_two_examples_that_it_understands(command: str, gridduels: Command) -> None:
    _, *examples = gridduels(command, "--help").output.partition("Examples:\n")[2].split("  gridduels ")
    assert len(examples) == 2
    for example in examples:
        options = command_line().parse_args(shlex.split(example.partition(">")[0]))
        assert options.command == command
        if {"game", "size", "rule"} <= vars(options).keys() and options.game in GAMES:
            assert chosen_game(options)


def test_help_explains_a_command(gridduels: Command) -> None:
    assert gridduels("help", "match") == gridduels("match", "--help")
    assert gridduels("help") == gridduels("--help")
    assert "Did you mean match?" in gridduels("help", "mach").complaint


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("solve pathway --device cuda", "--device cuda cannot be used for pathway: it needs a game with layers"),
        ("solve blockade --engine ray", "there is already a table for blockade 5x5, so --engine ray has no effect"),
        ("solve light-cycle --size 7 --disk", "--disk cannot be used here: light-cycle 7x7 is searched on"),
        ("solve pathway --workers 2", "--workers cannot be used for pathway 5x5 without --engine ray"),
        ("solve blockade --again --device cuda --disk", "--device cuda and --disk cannot be combined"),
        ("solve pathway --plies --json", "argument --json: not allowed with argument --plies"),
        ("explore pathway --lines 2", "--lines cannot be used without --player"),
        ("explore pathway --player hard --memory 1", "--memory cannot be used with --player"),
        ("explore pathway --first 2 --position x", "argument --position: not allowed with argument --first"),
        ("dataset pathway --positions 5 --prompt book", "--prompt cannot be used without --form chat"),
        ("match pathway easy hard --opening-plies 3", "--opening-plies needs --openings FILE"),
        ("picture pathway --dark -o x.svg", "--dark cannot be used for SVG"),
        ("play pathway --server x:1 --start fair", "--start cannot be used on a server"),
        ("tables --remove all --json", "argument --json: not allowed with argument --remove"),
        ("serve --force", "--force cannot be used without --backup"),
        ("solve pathway --force", "--force cannot be used without --proof"),
        ("match pathway easy hard --force", "--force cannot be used without -o"),
        ("analyse nothing --force", "--force cannot be used without -o"),
        ("invent book duel1-3x5-k1-t1-r1-gn-l-sc --force", "--force cannot be used without -o"),
        ("invent book duel1-3x5-k1-t1-r1-gn-l-sc --workers 1", "--workers cannot be used with invent book"),
        ("history 1 --statistics", "--statistics counts all games: leave out N"),
        ("play pathway --think 3", "--think cannot be used between two people"),
        ("play pathway --p2 human --think=3", "--think cannot be used between two people"),
        ("play pathway --seed 3", "--seed cannot be used between two people without --first toss or --start fair"),
        ("serve --backup x --port 9", "--port cannot be used with --backup"),
        ("serve --copy-to x --mcp", "--mcp cannot be used with --copy-to"),
        ("ladder pathway --start book", "--start cannot be used without the NAME of an opponent"),
        ("ladder pathway --side 1", "--side cannot be used without the NAME of an opponent"),
    ],
)
def test_no_option_is_silently_ignored(arguments: str, complaint: str, gridduels: Command) -> None:
    code, output, said = gridduels(*arguments.split())
    assert (code, output) == (2, "")
    assert said.startswith(f"gridduels: {complaint}")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("explore pathway --size 3 down up", {"game": "pathway", "size": "3", "moves": ["down", "up"]}),
        ("explore --size 3 pathway down --plies up", {"game": "pathway", "moves": ["down", "up"], "plies": True}),
        ("tournament easy --pairs 1 hard", {"players": ["easy", "hard"], "pairs": 1}),
        ("ladder light-cycle --side 2 emil", {"game": "light-cycle", "opponent": "emil", "side": 2}),
        ("invent review --seed 4 pathway", {"action": "review", "game": "pathway", "seed": 4}),
        ("benchmark page -o x.html results", {"action": "page", "given": ["results"]}),
        ("play --p2 easy gridlock", {"game": "gridlock", "p2": "easy"}),
    ],
)
def test_options_and_arguments_can_be_given_in_any_order(arguments: str, expected: dict[str, object]) -> None:
    seen: dict[str, object] = {}

    def note(options: argparse.Namespace) -> int:
        seen.update(vars(options))
        return 0

    def line() -> argparse.ArgumentParser:
        parser = command_line()
        parser.commands[arguments.split()[0]].set_defaults(run=note)
        return parser

    assert main(arguments.split(), line) == 0
    assert {name: seen[name] for name in expected} == expected
    assert seen["command"] == arguments.split()[0]


def test_the_games_are_listed(gridduels: Command) -> None:
    assert gridduels("games") == (0, f"{describe_games(definitions())}\n", "")
    listed = json.loads(gridduels("games", "--json").output)
    assert listed == [facts(load_game(game)) for game in GAMES]


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_explained(game: str, gridduels: Command) -> None:
    assert gridduels("rules", game) == (0, f"{describe_rules(load_game(game))}\n", "")
    small = json.loads(gridduels("rules", game, "--size", "3", "--json").output)
    assert small == facts(load_game(game, 3)) | {"about": load_game(game).words.about}


def test_the_rules_show_the_rulings_asked_for(gridduels: Command) -> None:
    code, output, _ = gridduels("rules", "blockade", "--rule", "paths=opponent", "--rule", "obstacles=5")
    assert code == 0
    assert "\n  obstacles=5: " in output
    assert "\n    * opponent: " in output


@pytest.mark.parametrize("game", GAMES)
def test_perft_counts_move_sequences(game: str, gridduels: Command) -> None:
    counts = perft(load_game(game, 3), 4)
    code, output, _ = gridduels("perft", game, "4", "--size", "3")
    assert code == 0
    assert output == "".join(f"{depth} {count}\n" for depth, count in enumerate(counts, 1))
    data = json.loads(gridduels("perft", game, "4", "--size", "3", "--json").output)
    assert data == {"game": game, "size": 3, "rules": dict(load_game(game, 3).rulings), "perft": counts}


def test_perft_uses_the_ruling(gridduels: Command) -> None:
    data = json.loads(gridduels("perft", "pathway", "5", "--size", "3", "--rule", "goal=sealed", "--json").output)
    assert data["rules"] == {"goal": "sealed"}
    assert data["perft"] == perft(load_game("pathway", 3, goal="sealed"), 5)


GAME_LIST = ", ".join(GAMES)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("nonsense", "unknown command 'nonsense' (see gridduels --help)"),
        ("paly pathway", "unknown command 'paly'. Did you mean play? (see gridduels --help)"),
        ("pathwy", "unknown command 'pathwy'. Did you mean gridduels play pathway? (see gridduels --help)"),
        ("pathway", "unknown command 'pathway'. Did you mean gridduels play pathway? (see gridduels --help)"),
        ("--nonsense", "unknown option '--nonsense' (see gridduels --help)"),
        (
            "daily --date 2026-13-01",
            "argument --date: '2026-13-01' is not a date such as 2026-01-05 (see gridduels daily --help)",
        ),
        ("play", "say which game to play: gridduels play GAME (gridduels games lists them)"),
        ("play chess", f"unknown game 'chess'. The games are {GAME_LIST}."),
        ("play light-cycel", "unknown game 'light-cycel'. Did you mean light-cycle?"),
        ("play Pathway", "unknown game 'Pathway'. Did you mean pathway?"),
        ("play pathway gridlock", "unknown argument 'gridlock' (see gridduels play --help)"),
        ("play pathway --siz 5", "unknown option '--siz'. Did you mean --size? (see gridduels play --help)"),
        ("play pathway --size", "argument --size: expected one argument (see gridduels play --help)"),
        ("play pathway --size five", "'five' is not a size. Use a number such as 5, or rows and columns such as 6x7."),
        ("play pathway --size 2", "pathway has no size 2. Choose 3, 4, 5, 6 or 7."),
        ("play light-cycle --size 4", "light-cycle has no size 4. Choose 3, 5 or 7."),
        ("play pathway --rule goal", "--rule 'goal' is not of the form name=value"),
        ("play pathway --rule =open", "--rule '=open' is not of the form name=value"),
        ("play pathway --rule goal=", "ruling 'goal' cannot be ''. Choose open or sealed."),
        ("play pathway --rule goal=shut", "ruling 'goal' cannot be 'shut'. Choose open or sealed."),
        ("play pathway --rule size=3", "pathway has no ruling 'size': its rulings are goal"),
        ("play pathway --rule goal=open --rule goal=open", "--rule sets 'goal' twice"),
        ("play light-cycle --rule goal=open", "light-cycle has no ruling 'goal': it has no rulings"),
        ("play pathway --p1 bob", "there is no player 'bob': choose human"),
        ("play pathway --p2 bob", "there is no player 'bob': choose human"),
        ("play pathway --first 3", "--first cannot be '3'. Choose 1, 2, toss or swap (see gridduels play --help)"),
        ("play pathway --rounds 0", "argument --rounds: '0' is not between 1 and 99999999"),
        ("play pathway --rounds -1", "argument --rounds: '-1' is not between 1 and 99999999"),
        ("play pathway --rounds 1e3", "argument --rounds: '1e3' is not a whole number"),
        ("play pathway --seed luck", "argument --seed: 'luck' is not a whole number"),
        ("play pathway --record .", "cannot read .: Is a directory"),
        ("play pathway --record no/such/place", "cannot write no/such/place: No such file or directory"),
        ("play --resume nothing", "cannot read nothing: No such file or directory"),
        ("play --resume nothing --first 1", "--first cannot be used with --resume: the game continues in its own file"),
        ("play --resume nothing --size 5", "--size cannot be used with --resume: the game continues in its own file"),
        (
            "play --resume nothing --record x",
            "--record cannot be used with --resume: the game continues in its own file",
        ),
        ("explore", "the following arguments are required: GAME (see gridduels explore --help)"),
        ("invent --size 9x9x9", "'9x9x9' is not a size. Use a number such as 5, or rows and columns such as 6x7.\n"),
        ("daily --date 2020-01-01 x", "unknown argument 'x' (see gridduels daily --help)"),
        ("ladder pathway nobody", "there is no opponent 'nobody'. The opponents are "),
        ("play pathway --p2 level:99", "there is no level '99'. A level is a number from 1 to 10, such as 4 or 7.5."),
        ("history 3", "there is no game 3: the history contains 0 games\n"),
        ("rules", "the following arguments are required: GAME (see gridduels rules --help)"),
        ("rules chess", f"unknown game 'chess'. The games are {GAME_LIST}."),
        ("perft pathway", "the following arguments are required: DEPTH (see gridduels perft --help)"),
        ("perft pathway 0", "argument DEPTH: '0' is not between 1 and 99999999"),
        ("perft pathway deep", "argument DEPTH: 'deep' is not a whole number"),
        ("replay", "the following arguments are required: FILE (see gridduels replay --help)"),
        ("benchmark", "the following arguments are required: action (see gridduels benchmark --help)"),
        ("serve --workers 2", "unknown option '--workers' (see gridduels serve --help)"),
        ("replay nothing", "cannot read nothing: No such file or directory"),
        ("games --size 3", "unknown option '--size' (see gridduels games --help)"),
    ],
)
def test_wrong_usage_is_refused_in_one_sentence(arguments: str, complaint: str, gridduels: Command) -> None:
    code, output, said = gridduels(*arguments.split())
    assert (code, output) == (2, "")
    assert said.startswith(f"gridduels: {complaint}")
    assert said.count("\n") == 1
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("paly", "play"), ("play pathway --p2 hrad", "hard"), ("rules pathwya", "pathway"), ("games --jsn", "--json")],
)
def test_a_typo_gets_a_suggestion(typed: str, meant: str, gridduels: Command) -> None:
    assert f"did you mean {meant}?" in gridduels(*typed.split()).complaint.lower()


NONSENSE = ["", " ", "x", "-1", "0", "1.5", "1e3", "９", "+7", "1_0", "9" * 30, "9" * 5000, "--", "=", "é", "\x1b[31m"]


@pytest.mark.parametrize("option", ["--size", "--rule", "--p1", "--p2", "--first", "--rounds", "--seed"])
def test_no_value_of_an_option_breaks_anything(option: str, gridduels: Command) -> None:
    for value in NONSENSE:
        code, output, complaint = gridduels("play", "light-cycle", option, value)
        assert code in (2, 3), value
        assert (code == 2) == (complaint != ""), value
        assert complaint.count("\n") == (code == 2), value
        assert "internal" not in complaint
        assert "\x1b" not in complaint + output


@pytest.mark.heavy
@pytest.mark.parametrize("arguments", [["play"], ["rules"], ["perft", "3"], ["replay"], ["play", "--resume"], []])
def test_no_word_in_the_wrong_place_breaks_anything(arguments: list[str], gridduels: Command) -> None:
    for value in NONSENSE:
        code, output, complaint = gridduels(*arguments[:1], value, *arguments[1:])
        assert (code, output) == (2, ""), value
        assert complaint.count("\n") == 1
        assert "\x1b" not in complaint


def test_records_can_come_from_standard_input(gridduels: Command) -> None:
    record = dumps(Record(Duel(load_game("light-cycle"), "right left"), ("human", "human")))
    Path("games.txt").write_text(record, encoding="utf-8")
    for command in ("replay", "analyse"):
        assert gridduels(command, "-", typed=record) == gridduels(command, "games.txt")


def test_an_empty_file_name_is_refused(gridduels: Command) -> None:
    assert gridduels("play", "pathway", "--record", "").complaint == "gridduels: cannot read .: Is a directory\n"
    assert gridduels("play", "--resume", "").complaint == "gridduels: cannot read .: Is a directory\n"


def test_a_whole_game_is_played_and_recorded(gridduels: Command) -> None:
    code, output, complaint = gridduels(
        "play", "pathway", "--size", "3", "--p1", "random", "--p2", "random", "--rounds", "2", "--record", "games"
    )
    assert (code, complaint) == (0, "")
    assert "Round 2 of 2. Player B goes first." in output
    assert [record.players for record in load(Path("games"))] == [("random", "random")] * 2
    assert gridduels("replay", "games").code == 0


@pytest.mark.heavy
@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_games_in_every_process(game: str) -> None:
    arguments = ("play", game, "--p1", "random", "--p2", "random", "--rounds", "2", "--first", "toss", "--seed", "42")
    one, two = run(*arguments, PYTHONHASHSEED="1"), run(*arguments, PYTHONHASHSEED="2")
    assert one == two
    assert one.code == 0


def test_input_that_ends_early_is_exit_code_3(gridduels: Command) -> None:
    assert gridduels("play", "gridlock", typed="up\n3\n").code == 3
    assert gridduels("play", "gridlock", "--plain", typed="quit\n").code == 0
    assert gridduels("play", "gridlock", typed="resign\n").code == 0


def test_a_game_cannot_be_resumed_with_other_rules(gridduels: Command) -> None:
    gridduels("play", "pathway", "--record", "game", typed="down\n")
    before = Path("game").read_text()
    for extra in (["--rule", "goal=open"], ["--rule", "goal=sealed"]):
        code, _, complaint = gridduels("play", "--resume", "game", *extra)
        assert code == 2
        assert complaint == "gridduels: game holds a game of Pathway Duel: resume it without GAME and --rule\n"
    assert gridduels("play", "gridlock", "--resume", "game").code == 2
    assert Path("game").read_text() == before
    assert gridduels("play", "pathway", "--resume", "game", typed="up\n").code == 3
    assert load(Path("game"))[0].duel.moves == ("down", "up")


def test_a_record_with_unknown_players_needs_others_to_resume(gridduels: Command) -> None:
    Path("game").write_text('[Game "pathway"]\n[Player1 "Ada"]\n[Player2 "Bob"]\n\n1. down\n')
    code, _, complaint = gridduels("play", "--resume", "game")
    assert code == 2
    assert complaint.startswith("gridduels: there is no player 'Ada': choose human")
    assert gridduels("play", "--resume", "game", "--p1", "human", "--p2", "human", typed="quit\n").code == 0


def broken(*_: object) -> None:
    raise RuntimeError("a bug")


def test_a_bug_is_one_sentence_and_exit_code_1(gridduels: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GRIDDUELS_DEBUG", raising=False)
    monkeypatch.setattr("gridduels.game.perft", broken)
    said = "gridduels: internal error: RuntimeError: a bug (GRIDDUELS_DEBUG=1 shows where)\n"
    assert gridduels("perft", "pathway", "3") == (1, "", said)
    monkeypatch.setenv("GRIDDUELS_DEBUG", "1")
    with pytest.raises(RuntimeError, match="a bug"):
        gridduels("perft", "pathway", "3")


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


def test_ctrl_c_is_exit_code_130(gridduels: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridduels.game.perft", interrupted)
    assert gridduels("perft", "pathway", "3") == (130, "", "")


def test_a_warning_is_one_sentence(gridduels: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def warns(*_: object) -> list[int]:
        with warnings.catch_warnings(action="always"):
            warnings.warn("something is odd", stacklevel=1)
        return [1]

    monkeypatch.setattr("gridduels.game.perft", warns)
    assert gridduels("perft", "pathway", "1") == (0, "1 1\n", "gridduels: something is odd\n")
