"""A process driven line by line, and everything that ends with it."""

from __future__ import annotations

import gc
import os
import shlex
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from gridduels.errors import Forfeit
from gridduels.players.bots.process import (
    MARK,
    MOST_LOGS,
    BotProcess,
    ErrorLog,
    ProcessGroup,
    log_folder,
    parse_command,
)
from tests.players.bots.hostile import assert_nothing_is_left, hostile, numbers, posix_only, wait_until_noted

pytestmark = posix_only


def soon(seconds: float = 10) -> float:
    return time.monotonic() + seconds


def python(code: str) -> str:
    return shlex.join([sys.executable, "-I", "-S", "-c", code])


def reason(act: object, *arguments: object) -> str:
    assert callable(act)
    with pytest.raises(Forfeit) as caught:
        act(*arguments)
    return str(caught.value)


def test_lines_go_in_and_out() -> None:
    with BotProcess("cat") as bot:
        bot.send(["one", "two three", "", "fünf"], soon())
        assert [bot.receive(soon(), "") for _ in range(4)] == ["one", "two three", "", "fünf"]
    assert bot.exit_code == 0
    assert bot.left_behind == frozenset()


def test_a_line_may_come_in_pieces_and_many_in_one() -> None:
    code = (
        "import os, time\nfor piece in (b'a', b'b\\r\\nc\\nd', b'\\n'):\n    os.write(1, piece)\n    time.sleep(0.05)"
    )
    with BotProcess(python(code)) as bot:
        assert [bot.receive(soon(), "").rstrip() for _ in range(3)] == ["ab", "c", "d"]
        assert reason(bot.receive, soon(), "") == "the bot ended with exit code 0"


def test_no_line_in_time_is_a_forfeit_and_nothing_else_is_waited_for() -> None:
    with BotProcess("cat") as bot:
        before = time.monotonic()
        assert reason(bot.receive, soon(0.2), "the bot sleeps") == "the bot sleeps"
        assert 0.2 <= time.monotonic() - before < 2


def test_a_bot_that_does_not_read_does_not_hold_up_the_host() -> None:
    with BotProcess("sleep 60") as bot:
        before = time.monotonic()
        assert reason(bot.send, ["x" * 100] * 10_000, soon(0.2)) == "the bot does not read its input"
        assert time.monotonic() - before < 2


def test_a_long_question_is_sent_whole() -> None:
    with BotProcess(python("print(len(input()))")) as bot:
        bot.send(["x" * 300_000], soon())
        assert bot.receive(soon(), "") == "300000"


def test_an_unread_flood_stops_by_itself(tmp_path: Path) -> None:
    code = "import os\nwhile True: os.write(1, b'info\\n' * 1000); os.write(2, b'.')"
    with BotProcess(python(code), tmp_path) as bot:
        bot.receive(soon(), "")
        sizes, until = [0, 0], soon()
        while (sizes[-1] == 0 or sizes[-1] != sizes[-2]) and time.monotonic() < until:
            time.sleep(0.1)  # it continues while there is room for more
            sizes.append(bot.log.stat().st_size if bot.log else 0)
        assert 0 < sizes[-1] == sizes[-2] < 1000
        assert len(bot.unasked()) <= 1000


def test_a_closed_process_is_gone_and_its_threads_too(tmp_path: Path) -> None:
    before = threading.active_count()
    descriptors = len(os.listdir("/dev/fd"))
    for way in ("polite", "ignores_quit", "leaves_a_child", "leaves_a_child_in_another_session"):
        bot = BotProcess(hostile(way, tmp_path), grace=0.1)
        wait_until_noted(tmp_path, 1 + way.startswith("leaves"))
        bot.close()
        assert_nothing_is_left(tmp_path)
        (tmp_path / "numbers").unlink()
    assert threading.active_count() == before
    assert len(os.listdir("/dev/fd")) == descriptors


@pytest.mark.heavy
def test_marks_left_behind_are_reported(tmp_path: Path) -> None:
    for way in ("leaves_a_child", "leaves_a_child_in_another_session"):
        with BotProcess(hostile(way, tmp_path), grace=1) as bot:
            wait_until_noted(tmp_path, 2)
        assert bot.exit_code == 0
        assert bot.left_behind == {numbers(tmp_path)[1]}
        (tmp_path / "numbers").unlink()


def test_a_process_that_is_forgotten_is_ended(tmp_path: Path) -> None:
    bot = BotProcess(hostile("ignores_quit", tmp_path))
    wait_until_noted(tmp_path, 1)
    del bot
    gc.collect()
    assert_nothing_is_left(tmp_path)


def test_a_copy_of_the_host_does_not_end_its_bots() -> None:
    code = """
import os, time
from gridduels.players.bots.process import BotProcess
bot = BotProcess("cat")
if os.fork() == 0:
    del bot
    os._exit(0)
os.wait()
bot.send(["still here"], time.monotonic() + 10)
print(bot.receive(time.monotonic() + 10, ""))
"""
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, timeout=20)
    assert (done.stdout, done.stderr) == ("still here\n", "")


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="processes can be looked into only through /proc")
def test_a_bot_of_a_bot_is_ended_with_it(tmp_path: Path) -> None:
    inner = hostile("ignores_quit", tmp_path)
    start = f"from gridduels.players.bots.process import BotProcess\nbot = BotProcess({inner!r})"
    code = f"import time\n{start}\ntime.sleep(60)"
    with BotProcess(shlex.join([sys.executable, "-c", code]), grace=0.1):
        wait_until_noted(tmp_path, 1)
    assert_nothing_is_left(tmp_path)


def test_the_group_does_not_count_the_dead_or_the_host() -> None:
    group = ProcessGroup("true")
    assert group.wait(10) == 0
    assert group.survivors() == set()
    for stream in (group.process.stdin, group.process.stdout, group.process.stderr):
        assert stream
        stream.close()
    group.kill()
    group.kill()
    assert os.environ.get(MARK) is None


def test_error_output_is_kept_by_name_and_number(tmp_path: Path) -> None:
    code = "import sys\nsys.stderr.write('oh no')"
    with BotProcess(python(code), tmp_path / "logs") as bot:
        assert reason(bot.receive, soon(), "") == "the bot ended with exit code 0"
    assert bot.log == tmp_path / "logs" / f"{Path(sys.executable).name}-{bot.pid}.log"
    assert bot.log.read_text() == "oh no"


def test_without_error_output_there_is_no_log(tmp_path: Path) -> None:
    with BotProcess("true", tmp_path / "logs") as bot:
        pass
    assert bot.log is None
    assert not (tmp_path / "logs").exists()


def test_error_output_is_bounded_and_does_not_hold_up_the_bot(tmp_path: Path) -> None:
    code = "import os\nfor _ in range(64): os.write(2, b'e' * 65536)\nprint('done', flush=True)"
    with BotProcess(python(code), tmp_path) as bot:
        assert bot.receive(soon(), "") == "done"
    assert bot.log
    assert bot.log.read_bytes() == b"e" * (1 << 20) + b"\n(more was said, but it is not kept)\n"


def test_a_log_that_cannot_be_written_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with BotProcess(python("import sys\nsys.stderr.write('oh no')\nprint('fine')"), tmp_path / "file") as bot:
        assert bot.receive(soon(), "") == "fine"
    assert bot.log is None


def test_logs_are_in_the_cache_folder_and_not_too_many(tmp_path: Path) -> None:
    folder = tmp_path / "cache" / "gridduels" / "bots"
    assert log_folder() == folder
    folder.mkdir(parents=True)
    for number in range(MOST_LOGS + 10):
        (folder / f"{number}.log").touch()
        os.utime(folder / f"{number}.log", (number, number))
    log = ErrorLog(folder, "new bot")
    log.feed(b"hello")
    log.feed(b"")
    kept = {path.name for path in folder.iterdir()}
    assert kept == {"new_bot.log", *(f"{number}.log" for number in range(11, MOST_LOGS + 10))}


def test_the_cache_folder_can_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert log_folder() in (tmp_path / ".cache/gridduels/bots", tmp_path / "Library/Caches/gridduels/bots")
    monkeypatch.setenv("GRIDDUELS_CACHE", str(tmp_path / "here"))
    assert log_folder() == tmp_path / "here" / "bots"


def test_a_command_line_is_split_like_in_a_shell_but_no_shell_runs_it() -> None:
    assert parse_command("bot 'my file' --x=\"1 2\"") == ["bot", "my file", "--x=1 2"]
    with BotProcess("echo $HOME ; exit 1 | cat > x") as bot:
        assert bot.receive(soon(), "") == "$HOME ; exit 1 | cat > x"


def test_many_bots_at_once_do_not_interfere() -> None:
    bots = [BotProcess("cat") for _ in range(20)]
    for number, bot in enumerate(bots):
        bot.send([str(number)], soon())
    assert [bot.receive(soon(), "") for bot in reversed(bots)] == [str(number) for number in reversed(range(20))]
    for bot in bots:
        bot.close()
        assert bot.exit_code == 0
