"""`gridduels check-bot`: its findings about correct and faulty bots."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from tests.helpers import GAMES
from tests.players.bots.hostile import assert_nothing_is_left, hostile, posix_only
from tests.skips import require
from tests.terminal.processes import run

pytestmark = posix_only

CHECKS: Final = [
    "starts",
    "introduces itself",
    *(f"plays {id}" for id in GAMES),
    "needs no memory",
    "ignores unknown lines",
    "quits when asked",
    "exits at the end of input",
    f"leaves no processes behind{'' if sys.platform == 'linux' else ' that can be seen here'}",
    "answers in time",
    "prints only protocol lines",
]

VERSION_2: Final = [
    "accepts its options",
    "plays game after game",
    "stops when told",
    "stays within its clock",
    "respects depth and nodes",
    "analyses",
    "sends valid info",
]
CHECKS_2: Final = [*CHECKS[:2], "answers ping", *CHECKS[2:9], *VERSION_2, *CHECKS[9:]]

WRONG: Final = {
    "informs_wrongly": ("sends valid info", "it said 'info score high': score is 'high' instead of a number"),
    "moves_instead_of_pong": ("answers ping", "the bot said 'move up' when 'pong 1' was expected"),
    "crashes_at_start": ("introduces itself", "the bot ended with exit code 3"),
    "speaks_another_version": ("introduces itself", "the bot said 'ready 3' instead of 'ready 2' or 'ready 1'"),
    "has_no_name": ("introduces itself", "the bot said it was ready without giving its name"),
    "floods_without_newline": ("introduces itself", "the bot flooded its output"),
    "plays_an_illegal_move": ("plays grid-runner", "the bot played up, which is not legal"),
    "plays_no_word_of_the_game": ("plays gridlock", "the bot said 'move north', which is not a move of gridlock"),
    "crashes_at_move": ("plays pathway", "the bot ended with exit code 1"),
    "silent": ("plays pathway", "the bot gave no move within 0.2 s (asked about Duel(load_game('pathway', size=5"),
    "remembers": ("needs no memory", "the bot "),
    "answers_twice": ("plays light-cycle", "without being asked"),
    "trips_over_unknown_lines": ("ignores unknown lines", "the bot ended with exit code 1"),
    "chatters": ("prints only protocol lines", "it said 'hello': a line begins with one of name, version, games,"),
    "ignores_quit": ("quits when asked", "it is still running 0.5 s after quit"),
    "quits_with_a_code": ("quits when asked", "its exit code after quit is 7 instead of 0"),
    "leaves_a_child": (CHECKS[-3], "processes it started were still running after it ended"),
}


def check(way: str, folder: Path, *options: str) -> tuple[int, Any]:
    command = hostile(way, folder)
    result = run("check-bot", command, "--json", *options, XDG_CACHE_HOME=str(folder / "cache"), patience=50)
    assert result.complaint == ""
    return result.code, json.loads(result.output)


@pytest.mark.heavy
def test_a_correct_bot_passes(tmp_path: Path) -> None:
    code, report = check("polite", tmp_path, "--think", "5")
    assert code == 0
    assert (report["passed"], report["name"]) == (True, "Hostile")
    assert [each["check"] for each in report["checks"]] == CHECKS
    assert all(each["tried"] and not each["faults"] for each in report["checks"])
    assert Path(report["log"]).read_text() == "I am the one who polite\n"
    assert_nothing_is_left(tmp_path)


@pytest.mark.heavy
def test_our_own_players_pass() -> None:
    result = run("check-bot", f"cmd:{shlex.join([sys.executable, '-m', 'gridduels', 'bot', 'random'])}", "--think", "5")
    lines = [f"{'ok':<10} {check}" for check in CHECKS_2]
    assert result == (0, "\n".join([*lines, "", "random follows the protocol.", ""]), "")


@pytest.mark.heavy
def test_a_detached_daemon_is_found_and_ended(tmp_path: Path) -> None:
    require(sys.platform == "linux", "processes can be looked into only through /proc")
    code, report = check("leaves_a_daemon", tmp_path, "--think", "5")
    assert code == 1
    (found,) = [each for each in report["checks"] if each["check"] == "leaves no processes behind"]
    assert "processes it started were still running after it ended" in found["faults"][0]
    assert_nothing_is_left(tmp_path)


@pytest.mark.heavy
@pytest.mark.parametrize("way", WRONG)
def test_every_fault_is_reported(way: str, tmp_path: Path) -> None:
    code, report = check(way, tmp_path, "--think", "0.2" if way == "silent" else "5")
    name, fault = WRONG[way]
    assert (code, report["passed"]) == (1, False)
    (found,) = [each for each in report["checks"] if each["check"] == name]
    assert fault in found["faults"][0]
    assert_nothing_is_left(tmp_path)


def test_a_bot_that_does_not_start_is_not_tested_further() -> None:
    result = run("check-bot", "./no-such-bot")
    lines = result.output.splitlines()
    assert (result.code, result.complaint) == (1, "")
    assert lines[:3] == [
        "WRONG      starts",
        "           - the bot './no-such-bot' cannot be started: No such file or directory",
        "not tried  introduces itself",
    ]
    assert lines[-1] == f"The bot breaks the protocol: 1 of {len(CHECKS)} checks failed."


@pytest.mark.heavy
def test_a_bot_for_some_games_is_tested_on_those(tmp_path: Path) -> None:
    code, report = check("plays_chess", tmp_path, "--think", "5")
    assert code == 0
    assert [each["check"] for each in report["checks"] if "plays" in each["check"]] == ["plays gridlock"]


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((), "the following arguments are required: COMMAND"),
        (("",), "the command line '' cannot be read: it is empty"),
        (("'bot",), 'the command line "\'bot" cannot be read: No closing quotation'),
        (("bot", "--think", "0"), "argument --think: '0' is not a number of seconds"),
        (("bot", "--think", "nan"), "argument --think: 'nan' is not a number of seconds"),
    ],
)
def test_wrong_usage_is_refused(arguments: tuple[str, ...], complaint: str) -> None:
    result = run("check-bot", *arguments)
    assert (result.code, result.output) == (2, "")
    assert complaint in result.complaint
