"""`gridduels bot`: our players over two pipes."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from gridduels import Duel, load_game
from gridduels.players.bots.protocol import question_lines
from gridduels.players.limits import Limits
from tests.helpers import GAMES
from tests.players.bots.hostile import assert_nothing_is_left, hostile, posix_only
from tests.terminal.processes import COMMAND, environment, piped, run

EVERYBODY = (
    "human, easy, medium, hard, level:NUMBER, perfect, mcts, mcts:SIMULATIONS, greedy, random, net or cmd:COMMAND LINE"
)


def question(id: str, moves: str = "") -> str:
    return "\n".join(question_lines(Duel(load_game(id), moves), Limits())) + "\n"


@pytest.mark.heavy
@pytest.mark.parametrize("id", GAMES)
def test_it_answers_with_a_legal_move(id: str) -> None:
    result = run("bot", "random", input=f"gridduels 1\n{question(id)}quit\n")
    name, ready, answer = result.output.splitlines()
    assert (result.code, name, ready, result.complaint) == (0, "name random", "ready 1", "")
    assert answer.removeprefix("move ") in Duel(load_game(id)).legal_moves


@pytest.mark.heavy
def test_the_same_seed_gives_the_same_moves() -> None:
    input = question("gridlock") * 20
    assert run("bot", "random", "--seed", "7", input=input) == run("bot", "random", "--seed", "7", input=input)
    assert run("bot", "random", "--seed", "7", input=input) != run("bot", "random", "--seed", "8", input=input)


@pytest.mark.heavy
@pytest.mark.parametrize("input", ["", "quit", "quit\nquit\n", "gridduels 1", "game gridlock\n"])
def test_it_ends_at_the_end_of_input_and_on_quit(input: str) -> None:
    result = run("bot", "random", input=input)
    assert (result.code, result.complaint) == (0, "")


def test_it_quits_even_if_more_input_follows() -> None:
    with piped("bot", "random") as session:
        session.send("gridduels 1\n")
        session.wait_for("ready 1\n")
        session.send("quit\n")
        session.ends(0)


def test_it_ignores_garbage() -> None:
    garbage = os.urandom(5000) + b"\n\0\xff\n" + b"x" * 3_000_000 + b"\n"
    result = run("bot", "random", input=garbage + question("pathway").encode())
    assert (result.code, result.complaint) == (0, "")
    assert result.output.splitlines()[-1] in ("move down", "move right")


@posix_only
def test_it_ends_when_its_output_is_closed() -> None:
    process = subprocess.Popen(
        [*COMMAND, "bot", "random"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdout
    process.stdout.close()
    process.stdout = None
    _, complaint = process.communicate(b"gridduels 1\n" * 10, timeout=20)
    assert (process.returncode, complaint) == (0, b"")


@posix_only
def test_an_interrupt_leaves_no_traceback() -> None:
    with piped("bot", "random") as session:
        session.send("gridduels 1\n")
        session.wait_for("ready 1\n")
        session.process.send_signal(signal.SIGINT)
        assert session.ends(130) == ""


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("player", "complaint"),
    [
        ("human", "gridduels: human is a person, not a program that can speak the protocol\n"),
        ("nobody", f"gridduels: there is no player 'nobody': choose {EVERYBODY}\n"),
        ("random:3", "gridduels: there is no player 'random:3'. Did you mean random?\n"),
        ("cmd:", "gridduels: the command line in 'cmd:' cannot be read: it is empty\n"),
    ],
)
def test_a_person_or_an_unknown_player_is_refused(player: str, complaint: str) -> None:
    assert run("bot", player) == (2, "", complaint)


@posix_only
def test_an_external_bot_can_be_wrapped(tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    player = f"cmd:{hostile('polite', tmp_path)}"
    result = run("bot", player, input=f"gridduels 1\n{question('pathway')}quit\n", XDG_CACHE_HOME=cache)
    assert result == (0, f"name {player}\nready 1\nmove down\n", "")
    assert_nothing_is_left(tmp_path)


@posix_only
def test_errors_of_a_wrapped_bot_are_passed_on(tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    player = f"cmd:{hostile('crashes_at_move', tmp_path)}"
    result = run("bot", player, input=question("pathway"), XDG_CACHE_HOME=cache)
    assert result == (0, "error the bot ended with exit code 1\n", "")
    assert_nothing_is_left(tmp_path)
