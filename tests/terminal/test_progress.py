"""The progress bar: rate and time left on one line of a terminal, nothing anywhere else."""

import io
import os
import sys
import time
from itertools import count

import pytest

from gridduels.terminal.progress import ProgressBar


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True

    @property
    def lines(self) -> list[str]:
        """What stood on the line, one drawing after the other."""
        return [line.rstrip() for line in self.getvalue().split("\r")[1:]]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second goes by between one look at the clock and the next."""
    seconds = count(100)
    monkeypatch.setattr(time, "monotonic", lambda: float(next(seconds)))
    monkeypatch.setenv("COLUMNS", "80")


def test_it_tells_how_much_is_done_how_fast_and_how_long_it_will_take(clock: None) -> None:
    screen = Screen()
    bar = ProgressBar("Solving X", screen)
    for done in (0, 10, 20, 30):
        bar("wave 2", done, 40)
    assert screen.lines == [
        "Solving X: wave 2 [........................] 0% (0 a second)",
        "Solving X: wave 2 [######..................] 25% (10 a second, 3 s left)",
        "Solving X: wave 2 [############............] 50% (10 a second, 2 s left)",
        "Solving X: wave 2 [##################......] 75% (10 a second, 1 s left)",
    ]


def test_a_new_stage_begins_anew(clock: None) -> None:
    screen = Screen()
    bar = ProgressBar("Solving X", screen)
    bar("one", 0, 10)
    bar("one", 5, 10)
    bar("two", 0, 10)
    bar("two", 1, 10)
    assert screen.lines[-1] == "Solving X: two [##......................] 10% (1 a second, 9 s left)"


def test_without_a_total_it_counts(clock: None) -> None:
    screen = Screen()
    bar = ProgressBar("Solving X", screen)
    bar("searching", 0, None)
    bar("searching", 12_000, None)
    assert screen.lines[-1] == "Solving X: searching 12,000 (12,000 a second)"


@pytest.mark.parametrize("columns", [10, 30, 60, 79, 200])
def test_the_line_never_wraps(monkeypatch: pytest.MonkeyPatch, clock: None, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    screen = Screen()
    bar = ProgressBar("Verifying Blockade Runner", screen)
    bar("recomputing values", 0, 1_000_000)
    bar("recomputing values", 123_456, 1_000_000)
    bar("searching", 123_456_789, None)
    assert 0 < max(len(line) for line in screen.lines) < columns


def test_the_end_leaves_an_empty_line(clock: None) -> None:
    screen = Screen()
    with ProgressBar("Solving X", screen) as bar:
        bar("solving", 1, 2)
    *_, drawn, wiped, back = screen.getvalue().split("\r")
    assert drawn.strip()
    assert (wiped.strip(), len(wiped), back) == ("", len(drawn), "")


def test_it_is_wiped_when_the_work_is_interrupted(clock: None) -> None:
    screen = Screen()

    def interrupted() -> None:
        with ProgressBar("Solving X", screen) as bar:
            bar("solving", 1, 2)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert screen.lines[-2:] == ["", ""]


def test_nothing_is_drawn_where_there_is_no_terminal(clock: None) -> None:
    pipe = io.StringIO()
    with ProgressBar("Solving X", pipe) as bar:
        bar("solving", 1, 2)
        bar("solving", 2, 2)
    assert pipe.getvalue() == ""


@pytest.mark.skipif(sys.platform == "win32", reason="this platform has no pseudo-terminals")
def test_a_real_terminal_sees_the_bar_and_then_the_answer() -> None:
    import pty

    answer = b""
    process, terminal = pty.fork()
    if process == 0:
        os.execv(sys.executable, [sys.executable, "-m", "gridduels", "verify", "pathway", "--games", "20000"])
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # how Linux says that the other end is closed
            break
        if not piece:
            break
        answer += piece
    _, status = os.waitpid(process, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert b"\rVerifying Pathway Duel: recomputing values [" in answer
    assert b" a second, " in answer
    assert b" s left)" in answer
    assert answer.endswith(b"The table is right.\r\n")
