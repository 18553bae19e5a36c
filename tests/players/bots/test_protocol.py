"""The protocol's messages, how our own players handle them, and the examples in its documentation."""

from __future__ import annotations

import random
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridduels import Duel, GridDuelsError, load_game
from gridduels.players.bots.conformance import Candidate, check_bot
from gridduels.players.bots.player import BotPlayer
from gridduels.players.bots.protocol import BOT_WORDS, Line, Question, game_text, question_lines
from gridduels.players.bots.speaker import speak
from gridduels.players.limits import Clock, Limits
from tests.helpers import duels
from tests.players.bots.hostile import posix_only

DOCUMENT: Final = Path(__file__).parents[3] / "docs" / "bot-protocol.md"
GRID_RUNNER: Final = "game grid-runner size 3"


def blocks(language: str) -> list[str]:
    """Return the document's code blocks in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def hear(*lines: str) -> Question:
    question = Question()
    for line in lines:
        question.hear(Line.read(line))
    return question


def replies(*lines: str) -> list[str]:
    return list(speak("random", random.Random(1), lines))


def all_limits() -> st.SearchStrategy[Limits]:
    """Draw the limits a host may set, in whole milliseconds."""
    seconds, count = st.integers(1, 10**6).map(lambda each: each / 1000), st.none() | st.integers(1, 10**8)
    timed = st.builds(lambda *given: Limits(*given), seconds, count, count)
    clocks = st.builds(Clock, seconds, seconds, seconds)
    return timed | st.builds(lambda clock, depth: Limits(clock.share, depth, None, clock), clocks, count)


@given(duels(), all_limits())
def test_a_question_has_the_whole_duel_and_the_limits(duel: Duel, limits: Limits) -> None:
    lines = question_lines(duel, limits)
    question = hear(*lines)
    if duel.outcome:
        with pytest.raises(GridDuelsError, match="the game is over"):
            question.duel()
        return
    heard = question.duel()
    assert heard == duel
    assert lines[-2].split()[1:] == list(heard.legal_moves)
    assert question.limits() == limits
    assert not any("\n" in line for line in lines)


@given(duels())
def test_a_position_alone_is_enough(duel: Duel) -> None:
    lines = [line for line in question_lines(duel, Limits()) if line.split()[0] in ("game", "position", "go")]
    if duel.game.winner(duel.position):
        return
    assert hear(*lines).duel() == Duel(duel.game, start=duel.position)


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        (["go"], "there is no game line before go"),
        (["game", "position x", "go"], "unknown game ''"),
        (["game chess size 8", "position x", "go"], "unknown game 'chess'"),
        (["game grid-runner size", "go"], "the game line does not have a value for each name: 'size'"),
        (["game grid-runner size 99", "go"], "grid-runner has no size 99"),
        (["game grid-runner size " + "0" * 5000, "go"], "is not a size"),
        (["game grid-runner mood good", "go"], "grid-runner has no ruling 'mood'"),
        ([GRID_RUNNER, "go"], "there is no position line before go"),
        ([GRID_RUNNER, "position 1../... 1", "go"], "is not a position of this game: it has 2 rows instead of 3"),
        ([GRID_RUNNER, "start 1../.../..2 1", "moves up", "go"], "You cannot move up"),
        ([GRID_RUNNER, "start 1../.../..2 1", "moves down", "position 1../.../..2 1", "go"], "the moves lead to"),
        ([GRID_RUNNER, "position 1../.../..2 1", "go time"], "the go line does not have a value for each name"),
        ([GRID_RUNNER, "position 1../.../..2 1", "go time -1"], "time is '-1' instead of a number"),
    ],
)
def test_a_question_that_cannot_be_answered_is_answered_with_an_error(lines: list[str], complaint: str) -> None:
    answer, *more = replies(*lines)
    assert answer.startswith("error ")
    assert complaint in answer
    assert more == []


def test_a_question_does_not_depend_on_the_one_before() -> None:
    start = "position 1../.../..2 1"
    assert len(replies(GRID_RUNNER, start, "go", "go")) == 2
    assert replies(GRID_RUNNER, start, "go", "go")[1] == "error there is no game line before go"
    assert replies(GRID_RUNNER, start, GRID_RUNNER, "go") == ["error there is no position line before go"]


def test_our_players_ignore_what_they_do_not_know() -> None:
    lines = ["", "hello", "\x00\ufffd", GRID_RUNNER, "mood good", "position 1../.../..2 1", "go time 5 moonlight 3"]
    (answer,) = replies(*lines)
    assert answer in ("move down", "move right")
    assert replies("gridduels 1", "gridduels 1", "quit", "gridduels 1") == ["name random", "ready 1"] * 2


@pytest.mark.heavy
@given(st.text())
def test_our_players_never_break(text: str) -> None:
    for answer in replies(GRID_RUNNER, *text.splitlines(), f"game {text}", f"position {text}", f"go {text}", "go"):
        assert "\n" not in answer
        assert answer.split()[0] in BOT_WORDS


@pytest.fixture
def documented(tmp_path: Path) -> dict[str, str]:
    """Return the command line of each bot in the document, by language."""
    commands = {"python": f"{shlex.quote(sys.executable)} bot.python", "sh": "sh bot.sh"}
    for language in commands:
        (code,) = blocks(language)
        (tmp_path / f"bot.{language}").write_text(code)
    return {name: command.replace("bot.", str(tmp_path / "bot.")) for name, command in commands.items()}


@pytest.mark.parametrize("language", ["python", "sh"])
def test_a_bot_of_the_document_has_20_lines(language: str) -> None:
    (code,) = blocks(language)
    assert len(code.splitlines()) <= 20


@pytest.mark.heavy
@posix_only
@pytest.mark.parametrize("language", ["python", "sh"])
def test_a_bot_of_the_document_passes_every_check(language: str, documented: dict[str, str]) -> None:
    verdicts = list(check_bot(Candidate(documented[language], think=5)))
    assert [verdict for verdict in verdicts if verdict.faults or not verdict.tried] == []


@posix_only
def test_the_bots_of_the_document_play_each_other(documented: dict[str, str]) -> None:
    players = [BotPlayer(command, think=5) for command in documented.values()]
    duel = Duel(load_game("pathway"))
    while not duel.outcome:
        duel = duel.play(players[duel.turn - 1].choose(duel))
    for player in players:
        player.close()
    assert duel.ended.reason in ("goal", "no moves", "repetition")


@posix_only
def test_the_session_of_the_document_is_what_really_happens(documented: dict[str, str]) -> None:
    (session,) = blocks("text")
    said = {side: [line[2:] for line in session.splitlines() if line[0] == side] for side in "<>"}
    sent = "".join(line + "\n" for line in said[">"])
    done = subprocess.run(shlex.split(documented["sh"]), input=sent, capture_output=True, text=True, timeout=20)
    assert (done.returncode, done.stdout.splitlines(), done.stderr) == (0, said["<"], "")
    asked = question_lines(Duel(game := load_game("grid-runner"), "right up"), Limits())
    assert said[">"] == ["gridduels 2", f"newgame {game_text(game)}", "ping 1", *asked, "quit"]
