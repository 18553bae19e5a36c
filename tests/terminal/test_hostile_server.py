"""A malicious server cannot cause more than an error message: no traceback, no terminal escapes, no endless wait."""

import io
import json
import sys
import threading
import warnings
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridduels.cli import main
from gridduels.protocol.state import State
from gridduels.terminal.online import play as online_events
from gridduels.terminal.online import server
from gridduels.terminal.online.server import Nonsense, decode, read_state
from gridduels.terminal.online.start import kept_seat
from tests.terminal.hostile_server import (
    ID,
    LATER,
    NOT_ANSWERS,
    STATE,
    WRONG_STATES,
    Answer,
    hostile_server,
    http,
    state,
)

PATIENCE = 10
TYPED = "up\nhint\neval\nundo\naccept\nboard\nlink\nsave game\nresign\nno\n"


class Talk(NamedTuple):
    code: int
    output: str
    complaint: str


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Shorten all deadlines, and use a private folder."""
    monkeypatch.setattr(server, "ANSWER", 0.3)
    monkeypatch.setattr(server, "PATIENCE", 0.1)
    monkeypatch.setattr(server, "LONGEST_WORK", 2)
    monkeypatch.setattr(server, "WORK_PAUSE", 0.01)
    monkeypatch.setattr(online_events, "_LONGER_PACE", 0.05)
    monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)
    monkeypatch.setenv("GRIDDUELS_CONFIG", str(tmp_path))
    monkeypatch.chdir(tmp_path)


def talk(monkeypatch: pytest.MonkeyPatch, *arguments: str, typed: str = TYPED) -> Talk:
    """Run the command in a thread that has to finish."""
    output, complaint = io.StringIO(), io.StringIO()
    for name, stream in (("stdin", io.StringIO(typed)), ("stdout", output), ("stderr", complaint)):
        monkeypatch.setattr(sys, name, stream)
    codes: list[int] = []
    thread = threading.Thread(target=lambda: codes.append(main(["play", *arguments])), daemon=True)
    thread.start()
    thread.join(PATIENCE)
    assert not thread.is_alive(), f"hangs after:\n{output.getvalue()}"
    [code] = codes
    return Talk(code, output.getvalue(), complaint.getvalue())


def play(monkeypatch: pytest.MonkeyPatch, answers: dict[str, Answer]) -> Talk:
    """Play a duel on a server with these answers."""
    with hostile_server(answers) as url:
        return talk(monkeypatch, "--duel", f"{url}/duel/{ID}#seat=mine")


def assert_harmless(said: Talk) -> None:
    assert said.code in (0, 2, 3), said
    assert "internal error" not in said.complaint
    assert (said.output + said.complaint).replace("\n", "").isprintable()
    assert said.complaint.count("\n") <= 1
    assert max(map(len, said.output.splitlines()), default=0) < 500
    assert len(said.complaint) < 500


@pytest.mark.heavy
@pytest.mark.parametrize("answer", NOT_ANSWERS.values(), ids=NOT_ANSWERS)
def test_an_invalid_response_is_reported_in_one_sentence(answer: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    said = play(monkeypatch, {"state": answer})
    assert_harmless(said)
    assert (said.code, said.output, said.complaint.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("changes", WRONG_STATES.values(), ids=WRONG_STATES)
def test_an_impossible_state_is_reported_in_one_sentence(
    changes: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = play(monkeypatch, {"state": state(**changes)})
    assert_harmless(said)
    assert (said.code, said.output) == (2, "")
    assert "does not answer like a Grid Duels server: " in said.complaint


@pytest.mark.heavy
@pytest.mark.parametrize("answers", LATER.values(), ids=LATER)
def test_a_later_fault_is_reported_or_survived(answers: dict[str, Answer], monkeypatch: pytest.MonkeyPatch) -> None:
    said = play(monkeypatch, answers)
    assert_harmless(said)
    assert "Player 1: " in said.output


@pytest.mark.parametrize(
    "answer",
    [
        NOT_ANSWERS["silence"],
        NOT_ANSWERS["a redirect elsewhere"],
        http('{"player": 1, "secret": "a\\r\\nX-Evil: b"}'),
        http('{"player": 1, "secret": 7}'),
        http('{"player": 1, "secret": ""}'),
    ],
)
def test_the_answer_to_an_invite_is_checked_as_well(answer: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    with hostile_server({"join": answer}) as url:
        said = talk(monkeypatch, "--duel", f"{url}/duel/{ID}#join=please")
        assert kept_seat(url, ID, "secret") is None
    assert_harmless(said)
    assert said.code == 2


@pytest.mark.parametrize(
    "changes",
    [
        {"invite": "\x1b[2J"},
        {"seat": {"player": 1, "secret": "\n"}},
        {"seat": 7},
        {"state": None},
        {"state": STATE | {"id": "/"}},
    ],
)
def test_an_impossible_new_duel_is_reported_in_one_sentence(
    changes: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = {"id": ID, "url": "/", "seat": {"player": 1, "secret": "mine"}, "invite": None, "state": STATE} | changes
    with hostile_server({"begin": http(json.dumps(begun))}) as url:
        said = talk(monkeypatch, "light-cycle", "--server", url)
    assert_harmless(said)
    assert (said.code, said.output) == (2, "")


def test_a_good_server_works(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    said = play(monkeypatch, {})
    assert (said.code, said.complaint) == (0, "")
    assert "The best move is up: you win in 2 more moves." in said.output
    assert said.output.endswith("Player 1 resigns.\nPlayer 2 wins!\nPlay another round? (yes/no): no\n")
    assert (tmp_path / "game").exists()


def test_a_redirect_is_not_followed_so_the_secret_of_the_seat_stays_here(monkeypatch: pytest.MonkeyPatch) -> None:
    with hostile_server({}) as elsewhere:
        moved = http("", "302 Found", "text/html", f"Location: {elsewhere}/api/duels/{ID}")
        said = play(monkeypatch, {"state": moved})
    assert said.code == 2
    assert f"redirects to '{elsewhere}/api" in said.complaint


def test_a_bot_named_by_a_server_is_not_started_by_resuming_the_saved_game(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with hostile_server({"state": state(p2="cmd:evil")}) as url:
        talk(monkeypatch, "--duel", f"{url}/duel/{ID}", typed="save game\nquit\n")
    assert '[Player2 "cmd:evil"]' in (tmp_path / "game").read_text()
    said = talk(monkeypatch, "--plain", "--resume", "game")
    assert (said.code, said.output) == (2, "")
    assert "an external bot for Player 2, 'cmd:evil'" in said.complaint


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=60)
@given(field=st.sampled_from(sorted(STATE)), value=JSON)
def test_any_value_of_a_field_gives_a_state_or_nonsense(field: str, value: object) -> None:
    try:
        found = read_state(decode(json.dumps(STATE | {field: value}).encode(), State))
        shown = "".join((*found.players, found.note, found.id))
    except Nonsense as nonsense:
        shown = str(nonsense)
    assert shown.isprintable()
