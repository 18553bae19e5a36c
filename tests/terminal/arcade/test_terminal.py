"""The arcade in a real terminal: tmux, with a whole game of each kind, other sizes, and a kill -9."""

import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from gridduels import Duel, load_game
from gridduels.terminal.arcade.work import REPEAT_SECONDS
from tests.helpers import GAMES
from tests.skips import require, require_package
from tests.terminal.processes import COMMAND, Session, environment, in_terminal

PATIENCE = 60


class Terminal:
    """A private tmux server with one window."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._server = ["tmux"]

    def start(self, *arguments: str, size: tuple[int, int] = (80, 24), **variables: str) -> None:
        self._server = ["tmux", "-L", f"gridduels-{uuid.uuid4().hex[:8]}", "-f", "/dev/null"]
        variables = {"GRIDDUELS_CONFIG": str(self.folder), "TERM": "tmux-256color", **variables}
        assignments = [f"{name}={value}" for name, value in variables.items()]
        command = shlex.join(["env", *assignments, sys.executable, "-m", "gridduels", *arguments])
        width, height = map(str, size)
        command = shlex.join(["sh", "-c", f"echo $$ >{shlex.quote(str(self.folder / 'process'))}; exec {command}"])
        script = f"{command}; echo ended with $?; exec sleep 600"
        self._run("new-session", "-d", "-x", width, "-y", height, "sh", "-c", script)

    def press(self, *keys: str) -> None:
        self._run("send-keys", *keys)

    def resize(self, width: int, height: int) -> None:
        self._run("resize-window", "-x", str(width), "-y", str(height))

    def text(self, *options: str) -> str:
        return self._run("capture-pane", "-p", *options)

    def sees(self, words: str) -> str:
        deadline = time.monotonic() + PATIENCE
        while words not in (text := self.text()):
            assert time.monotonic() < deadline, f"{words!r} never came; instead:\n{text}"
            time.sleep(0.05)
        return text

    def colours(self) -> set[str]:
        """The codes of all colours on the screen."""
        return set(re.findall(r"\x1b\[([34]8;[0-9;]+|[349]\d|10\d)m", self.text("-e")))

    def process(self) -> int:
        """The id of the arcade's process."""
        return int((self.folder / "process").read_text(encoding="utf-8"))

    def close(self) -> None:
        subprocess.run([*self._server, "kill-server"], capture_output=True, check=False)

    def _run(self, *arguments: str) -> str:
        done = subprocess.run(
            [*self._server, *arguments], capture_output=True, text=True, check=True, env=environment(TERM="screen")
        )
        return done.stdout


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    require(os.name == "posix", "it is about POSIX processes")
    require_package(shutil.which("tmux"), "tmux is not installed")
    folder = tmp_path / "terminal"
    folder.mkdir()
    found = Terminal(folder)
    yield found
    found.close()


KEYS = {"up": "Up", "down": "Down", "left": "Left", "right": "Right"}


def keys_of(word: str) -> list[str]:
    """Return the keys that play a move."""
    if match := re.fullmatch(r"([a-z]+)(\d)", word):
        return [KEYS[match[1]]] * int(match[2]) + ["Enter"]
    if match := re.fullmatch(r"@(\d),(\d)", word):  # from the middle of a 3x3 board
        right, down = int(match[1]) - 1, int(match[2]) - 1
        across = ["Right"] * right if right > 0 else ["Left"] * -right
        return ["p", *across, *(["Down"] * down if down > 0 else ["Up"] * -down), "Enter"]
    return [KEYS[word]]


@pytest.mark.heavy
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_in_a_real_terminal(terminal: Terminal, game: str) -> None:
    bound = load_game(game, size=3)
    terminal.start("play", game, "--size", "3", "--p1", "human", "--p2", "human", size=(60, 20))
    if bound.definition.players_choose_first:
        terminal.sees("Who goes first?")
        terminal.press("1")
    terminal.sees("to move")
    duel, rng = Duel(bound), random.Random(4)
    while not duel.outcome:
        word = rng.choice(duel.legal_moves)
        duel = duel.play(word)
        time.sleep(REPEAT_SECONDS)  # if pressed again sooner, the same key would count as held
        terminal.press(*keys_of(word))
        words = bound.words.player(duel.outcome.winner if duel.outcome else duel.turn)
        terminal.sees(f"{words} {'wins' if duel.outcome else 'to move'}")
    terminal.press("q", "q")
    terminal.sees("ended with 0")


@pytest.mark.heavy
def test_other_sizes_and_no_colour(terminal: Terminal) -> None:
    terminal.start("play", "light-cycle", "--tui", NO_COLOR="1")
    terminal.sees("Player 1 to move")
    terminal.press("Right")
    terminal.sees("Player 2 to move")
    terminal.resize(30, 10)
    terminal.sees("This is 30x10.")
    terminal.resize(100, 35)
    terminal.sees("Player 2 to move")
    assert terminal.colours() <= {"39", "49"}  # the terminal's own
    terminal.press("C-c")
    terminal.sees("ended with 130")


COLOURS = {
    "16": ("xterm-16color", "", {"96", "91", "44", "41"}),
    "256": ("xterm-256color", "", {"38;5;74", "38;5;209", "48;5;23", "48;5;58"}),
    "truecolor": (
        *("xterm-256color", "truecolor"),
        {"38;2;86;180;233", "38;2;242;140;60", "48;2;31;78;107", "48;2;107;58;23"},
    ),
}
"""The colours of both players and their trails, by the number of available colours."""


@pytest.mark.heavy
@pytest.mark.parametrize("many", COLOURS)
def test_the_players_and_their_trails_have_their_colours_on_every_terminal(terminal: Terminal, many: str) -> None:
    term, colorterm, wanted = COLOURS[many]
    terminal.start("play", "light-cycle", "--tui", TERM=term, COLORTERM=colorterm)
    terminal.sees("Player 1 to move")
    terminal.press("Right")
    terminal.sees("Player 2 to move")
    time.sleep(REPEAT_SECONDS)  # a key pressed sooner may count as held
    terminal.press("Left")
    terminal.sees("left")
    deadline = time.monotonic() + PATIENCE
    while not wanted <= (drawn := terminal.colours()):  # a token may still be on its way
        assert time.monotonic() < deadline, f"{wanted - drawn} never came, but {drawn}"
    kinds = {code.split(";")[1] for code in drawn if ";" in code}
    assert kinds == {"16": set(), "256": {"5"}, "truecolor": {"2"}}[many]


@pytest.mark.heavy
def test_a_killed_game_is_offered_again(terminal: Terminal) -> None:
    terminal.start("play", "gridlock", "--tui", "--first", "1")
    terminal.sees("Player 1 to move")
    terminal.press("Up", "Enter")
    terminal.sees("Player 2 to move")
    os.kill(terminal.process(), signal.SIGKILL)
    terminal.sees("ended with 137")
    terminal.close()
    terminal.start()
    terminal.sees("c Continue")
    terminal.press("c", "Enter")
    terminal.sees("u undo")
    assert "up1" in terminal.text()
    terminal.press("q")
    terminal.sees("c Continue")
    terminal.press("q")
    terminal.sees("ended with 0")


def test_bare_gridduels_opens_the_arcade_and_the_mouse_works(terminal: Terminal) -> None:
    terminal.start()
    terminal.sees("Your move")
    terminal.press("-l", "\x1b[<0;28;1M\x1b[<0;28;1m")
    terminal.sees("Mondays are easy")
    terminal.press("C-c")
    terminal.sees("ended with 130")


@pytest.mark.heavy
def test_an_ascii_terminal_gets_ascii(terminal: Terminal) -> None:
    terminal.start("play", "blockade", LC_ALL="C")
    assert terminal.sees("(1) Player 1 to move").isascii()
    terminal.press("r")
    assert terminal.sees("obstacle").isascii()
    terminal.press("Escape")
    terminal.press("C-c")
    terminal.sees("ended with 130")


def test_a_terminal_of_lines_gets_line_mode() -> None:
    with in_terminal("play", "light-cycle", "--tui") as session:
        session.wait_for("this terminal can only print lines (TERM)")
        session.ends(2)
    with in_terminal("play", "light-cycle") as session:
        session.wait_for("Enter move direction")


def test_plain_means_lines_on_any_terminal(terminal: Terminal) -> None:
    terminal.start("play", "light-cycle", "--plain")
    terminal.sees("Player 1's turn. Enter move direction")


@pytest.mark.heavy
def test_a_lost_terminal_ends_the_arcade_silently(tmp_path: Path) -> None:
    require(os.name == "posix", "this platform has no pseudo-terminals")
    ours, theirs = os.openpty()
    deaf = ["sh", "-c", 'trap "" HUP; exec "$@"', "sh", *COMMAND]
    told = environment(TERM="xterm-256color", GRIDDUELS_CONFIG=str(tmp_path))
    with subprocess.Popen(deaf, stdin=theirs, stdout=theirs, stderr=theirs, env=told) as process:
        os.close(theirs)
        session = Session(process, ours, ours)
        session.wait_for("Your move")
        session.hang_up()
        try:
            assert process.wait(PATIENCE) == -signal.SIGHUP
        finally:
            process.kill()
