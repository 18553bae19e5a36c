"""The findings of the version 2 checks, and the reasons why a bot may be silent."""

from __future__ import annotations

from pathlib import Path

import pytest

from gridduels.players.bots.conformance import Candidate, Finding, check_bot
from tests.players.bots.hostile import assert_nothing_is_left, hostile, posix_only

pytestmark = posix_only


def findings(way: str, folder: Path, think: float = 5, start: float = 10) -> dict[str, Finding]:
    found = {each.check: each for each in check_bot(Candidate(hostile(way, folder), think, start))}
    assert_nothing_is_left(folder)
    return found


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("way", "reason"),
    [
        (
            "reads_in_blocks",
            "it answered only after 64 KiB more had been sent: it must read its input line by line, not in",
        ),
        ("never_flushes", "it answered only after its input had ended: it must flush its output after every line"),
    ],
)
def test_a_silent_bot_is_warned_about_buffering(way: str, reason: str, tmp_path: Path) -> None:
    (fault,) = findings(way, tmp_path, start=1)["introduces itself"].faults
    assert fault.startswith(f"the bot was not ready within 1 s (does it flush its output?); {reason}")


@pytest.mark.heavy
def test_nothing_is_found_in_a_bot_that_does_all_of_version_2(tmp_path: Path) -> None:
    found = findings("polite_in_version_2", tmp_path)
    assert [each for each in found.values() if each.faults or each.remarks or not each.tried] == []
    told = (tmp_path / "told").read_text().splitlines()
    for line in ("option style shy", "option depth 9", "option loud on", "option motto no mercy", "stop"):
        assert line in told
    assert any(line.startswith("newgame pathway size 5 goal open") for line in told)
    assert "go clock 5000 opponent 5000 increment 0" in told
    assert "go time 5000 depth 1" in told
    assert "analyse time 5000 lines 2" in told


@pytest.mark.heavy
def test_a_bot_that_overruns_its_time_is_warned(tmp_path: Path) -> None:
    remarks = findings("overruns", tmp_path, think=0.2)["answers in time"].remarks
    assert "and only the margin saved it" in remarks[0]


@pytest.mark.heavy
def test_a_bot_that_listens_while_it_thinks_is_stopped(tmp_path: Path) -> None:
    found = findings("waits_for_stop", tmp_path, think=0.3)
    assert [each.faults for each in found.values() if each.faults] == []
    assert found["stops when told"].remarks == ()
    assert found["answers in time"].remarks


@pytest.mark.heavy
def test_a_bot_that_does_not_listen_gets_a_remark(tmp_path: Path) -> None:
    (remark,) = findings("overruns", tmp_path, think=0.2)["stops when told"].remarks
    assert remark.startswith("it did not respond to stop")


@pytest.mark.heavy
def test_info_that_cannot_be_read_is_wrong(tmp_path: Path) -> None:
    faults = findings("informs_wrongly", tmp_path)["sends valid info"].faults
    assert "it said 'info score high': score is 'high' instead of a number, win:PLIES, loss:PLIES" in faults[0]
    assert any("nowhere" in fault for fault in faults)


def test_a_bot_without_pong_is_not_tried_any_further(tmp_path: Path) -> None:
    found = findings("never_pongs", tmp_path, think=0.3)
    assert found["answers ping"].faults == ("the bot did not answer ping 1 within 0.3 s",)
    assert not found["plays game after game"].tried


def test_a_bot_of_version_1_gets_a_note_about_missing_features(tmp_path: Path) -> None:
    found = findings("polite", tmp_path)
    assert found["introduces itself"].remarks == ("it speaks version 1 of the protocol, so version 2 is not tested",)
    assert "answers ping" not in found
