"""The golden transcripts: the input and the exact output.

`NAME.in` is the input and `NAME.out` the output. `NAME.record` is a record to resume, for sessions that begin in the
middle of a game because the rule book jumps to an unreachable position.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final, NamedTuple

from tests.terminal.processes import Result, run

FOLDER: Final = Path(__file__).parent


class Session(NamedTuple):
    """A command line and its exit code."""

    command: str
    code: int = 0


SESSIONS: Final = {
    "light-cycle-book": Session("play light-cycle"),
    "light-cycle-answers": Session("play light-cycle"),
    "pathway-book": Session("play pathway"),
    "pathway-immobilised": Session("play pathway"),
    "pathway-goal": Session("play pathway"),
    "pathway-sealed": Session("play pathway --rule goal=sealed"),
    "pathway-answers": Session("play pathway"),
    "grid-runner-book": Session("play grid-runner"),
    "grid-runner-repetition": Session("play grid-runner --size 3"),
    "grid-runner-answers": Session("play grid-runner --size 4"),
    "gridlock-book": Session("play gridlock"),
    "gridlock-last-turns": Session("play --resume gridlock-last-turns.record"),
    "gridlock-end": Session("play gridlock"),
    "gridlock-answers": Session("play gridlock"),
    "blockade-book": Session("play blockade"),
    "blockade-turns-7-to-10": Session("play --resume blockade-turns-7-to-10.record"),
    "blockade-turns-11-to-17": Session("play --resume blockade-turns-11-to-17.record"),
    "blockade-goal": Session("play blockade"),
    "blockade-answers": Session("play blockade"),
    "blockade-refusals": Session("play blockade"),
    "pathway-undo": Session("play pathway"),
    "blockade-obstacles": Session("play blockade --size 5"),
    "blockade-pass": Session("play blockade --size 3 --first 2 --rule stuck=passes --rule obstacles=1", 3),
    "commands": Session("play gridlock"),
    "computer": Session("play light-cycle --p2 random --seed 1", 3),
    "learn": Session("learn light-cycle"),
    "learn-blockade": Session("learn blockade"),
    "daily": Session("daily --date 2026-01-06"),
    "ladder": Session("ladder gridlock"),
    "ladders": Session("ladder"),
    "match": Session("play grid-runner --size 3 --p1 random --p2 random --first toss --rounds 3 --seed 7"),
}


def expected(name: str) -> str:
    return (FOLDER / f"{name}.out").read_text(encoding="utf-8")


def play(name: str, folder: Path) -> Result:
    """Play a session in an empty folder."""
    record = FOLDER / f"{name}.record"
    if record.exists():
        shutil.copy(record, folder)
    return run(*SESSIONS[name].command.split(), input=(FOLDER / f"{name}.in").read_bytes(), where=folder)
