"""A bot that misbehaves; its arguments are a WAY and a FOLDER. It records its processes in FOLDER/numbers.

Every WAY is a function below or in `hostile_bot_2`; apart from its specific fault, the bot behaves correctly.
"""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.players.bots import hostile_bot_2
from tests.players.bots.hostile_speech import converse, first, hang, note, say


def reads_in_blocks() -> None:
    """Wait until a whole block of input has arrived."""
    waiting, legal = b"", [""]
    while chunk := os.read(0, 8192):
        waiting += chunk
        while len(waiting) >= 8192:
            block, waiting = waiting[:8192], waiting[8192:]
            for line in block.decode().splitlines():
                word, *rest = line.split() or [""]
                if word == "gridduels":
                    say("name Blocks\nready 1\n")
                elif word == "legal":
                    legal = rest
                elif word == "go":
                    first(legal)


def never_flushes() -> None:
    for line in sys.stdin:
        if line.startswith("gridduels"):
            sys.stdout.write("name Quiet\nready 1\n")


def polite() -> None:
    converse(first)


def silent_at_start() -> None:
    hang()


def silent() -> None:
    converse(lambda legal: None)


def slow() -> None:
    def answer(legal: list[str]) -> None:
        time.sleep(2)
        first(legal)

    converse(answer)


def late_once() -> None:
    """The first answer arrives after its time is up, and would be a legal answer to the next question."""

    def answer(legal: list[str]) -> None:
        mark = Path(sys.argv[2]) / "late"
        if not mark.exists():
            mark.touch()
            time.sleep(0.9)
            say("move left\n")
        else:
            first(legal)

    converse(answer)


def stops_itself() -> None:
    converse(lambda legal: os.kill(os.getpid(), signal.SIGSTOP))


def crashes_at_start() -> None:
    raise SystemExit(3)


def crashes_at_move() -> None:
    def answer(legal: list[str]) -> None:
        raise RuntimeError("no idea")

    converse(answer)


def crashes_in_the_middle_of_a_line() -> None:
    def answer(legal: list[str]) -> None:
        say("mov")
        os._exit(5)

    converse(answer)


def is_killed() -> None:
    converse(lambda legal: os.kill(os.getpid(), signal.SIGKILL))


def ends_at_move() -> None:
    converse(lambda legal: sys.exit(0))


def floods_without_newline() -> None:
    while True:
        os.write(1, b"x" * 65536)


def floods_a_move() -> None:
    def answer(legal: list[str]) -> None:
        say("move ")
        floods_without_newline()

    converse(answer)


def floods_lines() -> None:
    def answer(legal: list[str]) -> None:
        while True:
            os.write(1, b"info thinking hard\n" * 3000)

    converse(answer)


def floods_empty_lines() -> None:
    while True:
        os.write(1, b"\n" * 65536)


def floods_errors() -> None:
    def answer(legal: list[str]) -> None:
        while True:
            os.write(2, b"e" * 65536)

    converse(answer)


def closes_output() -> None:
    def answer(legal: list[str]) -> None:
        os.close(1)
        hang()

    converse(answer)


def closes_input() -> None:
    for line in sys.stdin:
        if line.startswith("gridduels"):
            say("name Deaf\n")
            os.close(0)
            say("ready 1\n")
            hang()


def closes_everything() -> None:
    os.closerange(0, 3)
    hang()


def plays_an_illegal_move() -> None:
    converse(lambda legal: say("move up\n"))


def plays_no_word_of_the_game() -> None:
    converse(lambda legal: say("move north\n"))


def plays_two_words() -> None:
    converse(lambda legal: say(f"move {legal[0]} {legal[1]}\n"))


def plays_nothing() -> None:
    converse(lambda legal: say("move\n"))


def garbles_its_move() -> None:
    converse(lambda legal: say(f"mvoe {legal[0]}\n"))


def says_binary_garbage() -> None:
    def answer(legal: list[str]) -> None:
        os.write(1, bytes(range(128, 256)) + b"\0\x1b[2J\n")

    converse(answer)


def answers_twice() -> None:
    """Write both answers at once, so that they arrive together."""
    converse(lambda legal: say(f"move {legal[0]}\nmove {legal[1]}\n"))


def gives_up() -> None:
    converse(lambda legal: say("error I have no idea\n"))


def speaks_another_version() -> None:
    converse(first, "name Later\nready 3\n")


def has_no_name() -> None:
    converse(first, "ready 1\n")


def cannot_play() -> None:
    converse(first, "error not today\n")


def plays_chess() -> None:
    converse(first, "name Chess\ngames chess gridlock\nready 1\n")


def chatters() -> None:
    def answer(legal: list[str]) -> None:
        say("info depth 1\n\ninfo depth 2\n")
        first(legal)

    converse(answer, "hello\nname Chatty\nmood good\nready 1\n")


def thinks_aloud() -> None:
    def answer(legal: list[str]) -> None:
        say("thinking...\n")
        first(legal)

    converse(answer)


def ignores_quit() -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    converse(first, quits=hang)
    hang()


def quits_with_a_code() -> None:
    converse(first, quits=lambda: sys.exit(7))


def remembers() -> None:
    """Keep repeating the first answer."""
    answers: list[str] = []

    def answer(legal: list[str]) -> None:
        answers.append(legal[0])
        say(f"move {answers[0]}\n")

    converse(answer)


def trips_over_unknown_lines() -> None:
    legal: list[str] = []
    for line in sys.stdin:
        word, *rest = line.split()  # fails for an empty line
        if word == "gridduels":
            say("name Strict\nready 1\n")
        elif word == "legal":
            legal = rest
        elif word == "go":
            first(legal)
        elif word == "quit":
            return


def leave_child(session: bool) -> None:
    """Leave a child that keeps all pipes open, ignores signals and hides behind a strange name."""
    code = """
import os, signal, time
for each in (1, 2, 15):
    signal.signal(each, signal.SIG_IGN)
if os.path.exists("/proc/self/comm"):
    open("/proc/self/comm", "wb", 0).write(b"\\xff) Z 0 (")
time.sleep(120)
"""
    note(subprocess.Popen([sys.executable, "-I", "-S", "-c", code], start_new_session=session).pid)


def leaves_a_child() -> None:
    leave_child(session=False)
    converse(first)


def leaves_a_child_in_another_session() -> None:
    leave_child(session=True)
    converse(first)


def leaves_a_daemon() -> None:
    """Leave a child that has detached from its parent, session, environment and pipes."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            note(os.getpid())
            os.closerange(0, 100)
            os.execve(sys.executable, [sys.executable, "-I", "-S", "-c", "import time; time.sleep(120)"], {})
        os._exit(0)
    os.wait()
    converse(first)


def leaves_an_orphan_and_crashes() -> None:
    if os.fork() == 0:
        os.setpgid(0, 0)
        leave_child(session=False)
        os._exit(0)
    os.wait()
    converse(lambda legal: os._exit(6))


def forgets_its_children() -> None:
    """Start 300 generations of short-lived processes, each left behind by its parent; record what is left of them."""

    def answer(legal: list[str]) -> None:
        if os.fork() == 0:
            os.setsid()
            for _ in range(300):
                if os.fork():
                    os._exit(0)
            (Path(sys.argv[2]) / "last").touch()
            os._exit(0)
        os.wait()
        while not (Path(sys.argv[2]) / "last").exists():
            time.sleep(0.01)
        time.sleep(1)
        with (Path(sys.argv[2]) / "zombies").open("a") as file:
            file.write(f"{zombies_of(os.getppid())}\n")
        first(legal)

    converse(answer)


def zombies_of(parent: int) -> int:
    """Return the number of ended processes that a process has not waited for."""
    count = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, number = path.read_bytes().rpartition(b")")[2].split()[:2]
            count += state == b"Z" and int(number) == parent
    return count


def starts_too_many() -> None:
    """Start 300 children that keep running; support only one game, so that checking the bot is quick."""

    def answer(legal: list[str]) -> None:
        for _ in range(300):
            child = os.fork()
            if child == 0:
                hang()
            note(child)
        hang()

    converse(answer, "name Hostile\ngames light-cycle\nready 1\n")


def leaves_too_many() -> None:
    """Leave 300 processes that have detached from their parent, session, environment and pipes."""

    def answer(legal: list[str]) -> None:
        for _ in range(300):
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    note(os.getpid())
                    os.closerange(0, 100)
                    os.execve("/bin/sleep", ["sleep", "120"], {})
                os._exit(0)
            os.wait()
        hang()

    converse(answer)


def main() -> None:
    way = sys.argv[1]
    note(os.getpid())
    sys.stderr.write(f"I am the one who {way}\n")
    sys.stderr.flush()
    (globals().get(way) or getattr(hostile_bot_2, way))()
