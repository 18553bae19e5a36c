"""Progress: rate and time left on one line of a terminal, and nothing anywhere else."""

import io
import os
import re
import subprocess
import sys

import pytest

from gridduels.terminal.progress import ProgressBar

ERASE = "\x1b[2K"


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True

    @property
    def drawn(self) -> list[str]:
        """Return what the line showed, one update after another, without colours."""
        plain = re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", self.getvalue())
        return [line.rstrip() for line in re.split(r"[\r\n]", plain) if line.strip()]


class Clock:
    """A clock that advances on demand."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("rich.console.monotonic", clock)
    for name, value in {"COLUMNS": "80", "TERM": "xterm-256color", "NO_COLOR": "1"}.items():
        monkeypatch.setenv(name, value)
    return clock


def last_drawn(
    clock: Clock, *steps: tuple[str, int, int | None], title: str = "Solving X", screen: Screen | None = None
) -> str:
    """Return the line after the given steps, one second apart."""
    screen = screen or Screen()
    with ProgressBar(title, stream=screen) as bar:
        for step in steps:
            bar(*step)
            clock.now += 1
    return screen.drawn[-1]


def test_it_shows_how_much_is_done_how_fast_and_how_long_it_will_take(clock: Clock) -> None:
    line = last_drawn(clock, *(("wave 2", done, 40) for done in (0, 10, 20, 30)))
    assert re.fullmatch(r"Solving X: wave 2 ━{18} +75% \(10 a second, 1 s left\)", line)


def test_a_new_stage_starts_over(clock: Clock) -> None:
    line = last_drawn(clock, ("one", 0, 10), ("one", 5, 10), *(("two", done, 10) for done in range(3)))
    assert line.startswith("Solving X: two ━━━━╸ ")
    assert line.endswith(" 20% (1 a second, 8 s left)")


def test_without_a_total_it_counts(clock: Clock) -> None:
    line = last_drawn(clock, *(("searching", done, None) for done in (0, 6_000, 12_000)))
    assert line.startswith("Solving X: searching ")
    assert line.endswith(" 12,000 (6,000 a second)")


def test_there_is_room_for_a_note() -> None:
    screen = Screen()
    with ProgressBar("Playing", lambda: "3 : 2", screen) as bar:
        bar("games", 5, 10)
    assert screen.drawn[-1].endswith(" 50% (0 a second) 3 : 2")


@pytest.mark.parametrize("columns", [10, 30, 60, 79, 200])
def test_the_line_never_wraps(monkeypatch: pytest.MonkeyPatch, clock: Clock, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    screen = Screen()
    steps = [
        ("recomputing values", 0, 1_000_000),
        ("recomputing values", 123_456, 1_000_000),
        ("searching", 10**8, None),
    ]
    last_drawn(clock, *steps, title="Verifying Blockade Runner", screen=screen)
    assert 0 < max(len(line) for line in screen.drawn) <= columns
    assert "\x1b[2A" not in screen.getvalue()  # it never moves the cursor up to a previous line


def test_in_ascii_it_is_ascii(clock: Clock) -> None:
    class Plain(Screen):
        encoding = "ascii"

    assert last_drawn(clock, ("wave 2", 20, 40), screen=Plain()).isascii()


@pytest.mark.parametrize("interrupted", [False, True])
def test_the_end_leaves_an_empty_line(interrupted: bool) -> None:
    screen = Screen()

    def work() -> None:
        with ProgressBar("Solving X", stream=screen) as bar:
            bar("solving", 1, 2)
            if interrupted:
                raise KeyboardInterrupt

    if interrupted:
        with pytest.raises(KeyboardInterrupt):
            work()
    else:
        work()
    assert "Solving X" not in screen.getvalue()[screen.getvalue().rindex(ERASE) :]


def test_nothing_is_drawn_where_there_is_no_terminal() -> None:
    pipe = io.StringIO()
    with ProgressBar("Solving X", stream=pipe) as bar:
        bar("solving", 1, 2)
        bar("solving", 2, 2)
    assert pipe.getvalue() == ""


def test_where_nothing_is_drawn_nothing_is_imported_for_it() -> None:
    code = """
import io, sys
from gridduels.terminal.progress import ProgressBar
with ProgressBar("Solving X", stream=io.StringIO()) as bar:
    bar("solving", 1, 2)
assert "rich" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.filterwarnings("ignore:os.fork:RuntimeWarning")  # from JAX, if another test has loaded it
@pytest.mark.heavy
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_a_real_terminal_sees_the_bar_and_then_the_answer() -> None:
    import pty

    answer = b""
    process, terminal = pty.fork()
    if process == 0:
        os.execv(
            sys.executable, [sys.executable, "-m", "gridduels", "verify", "pathway", "--size", "4", "--games", "200"]
        )
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # how Linux reports that the other end is closed
            break
        if not piece:
            break
        answer += piece
    _, status = os.waitpid(process, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert b"Verifying Pathway Duel: recomputing values " in answer
    assert b" a second" in answer
    assert b"The table is correct.\r\n" in answer
