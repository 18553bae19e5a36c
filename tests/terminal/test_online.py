"""Duels on a real server, played from line mode in real terminals and through pipes."""

import json
import re
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest

from gridduels.errors import SetupError
from gridduels.protocol.answers import Health
from gridduels.terminal.online import server as online_server
from gridduels.terminal.online import start as online_seats
from gridduels.terminal.online.server import ServerGone
from gridduels.terminal.online.start import Link, keep_seat, kept_seat, read_link
from tests.terminal.processes import Session, in_terminal, run
from tests.web.server import Server, free_port


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with Server(tmp_path_factory.mktemp("server")) as server:
        yield server.url


def link_in(session: Session) -> str:
    """Return the printed link for the other player."""
    return session.wait_for("\n").split()[-1]


def at_home(folder: Path, name: str, *arguments: str) -> AbstractContextManager[Session]:
    """Start the command in a player's terminal; each player has their own stored seats."""
    return in_terminal(*arguments, GRIDDUELS_CONFIG=str(folder / name), COLUMNS="200")


def test_a_friend_joins_by_link_and_both_play_to_the_end_and_again(url: str, tmp_path: Path) -> None:
    game = ("play", "gridlock", "--size", "3", "--server", url)
    with at_home(tmp_path, "ada", *game) as ada:
        ada.wait_for("Send this link to your opponent: ")
        link = link_in(ada)
        ada.wait_for("Player 1: person, you\nPlayer 2: not here yet\n")
        ada.wait_for("Token is at (2,2).")
        with at_home(tmp_path, "bob", "play", "--duel", link) as bob:
            bob.wait_for("Player 1: person\nPlayer 2: person, you\n")
            bob.wait_for("Waiting for Player 1.")
            ada.wait_for("Player 2 has joined.")
            ada.wait_for("Enter direction (up/down/left/right): ")
            ada.send("up1\n")
            ada.wait_for("Token moved to (1,2).")
            bob.wait_for("Enter direction (up/down/left/right): up\nEnter number of steps: 1\nToken moved to (1,2).")
            bob.wait_for("Player 2's Turn:\nEnter direction: ")
            bob.send("right\n")
            bob.wait_for("Enter number of steps: ")
            bob.send("1\n")
            ada.wait_for("Player 1's Turn:\nEnter direction: ")
            ada.send("down2\n")
            bob.wait_for("Player 2's Turn:\nEnter direction: ")
            bob.send("left2\n")
            ada.wait_for("Player 1's Turn:\nEnter direction: ")
            ada.send("up2\n")
            for player in (ada, bob):
                player.wait_for("No valid moves available.\nPlayer 1 wins!")
                player.wait_for("Play another round? (yes/no): ")
            ada.send("yes\n")
            ada.wait_for("Waiting for your opponent's answer.")
            bob.wait_for("Player 1 wants a rematch.")
            bob.wait_for("Play another round? (yes/no): ")
            bob.send("yes\n")
            for player, you in ((ada, 2), (bob, 1)):
                player.wait_for("Rematch. You have swapped sides.")
                player.wait_for(f"Player {you}: person, you\n")
            bob.wait_for("Enter direction")
            bob.send("resign\n")
            ada.wait_for("Player 1 resigns.\nPlayer 2 wins!")
            ada.wait_for("(yes/no): ")
            ada.send("no\n")
            ada.ends(0)


def test_in_the_lobby_people_find_each_other(url: str, tmp_path: Path) -> None:
    lobby = ("play", "--server", url)
    with at_home(tmp_path, "ada", *lobby) as ada, at_home(tmp_path, "bob", *lobby) as bob:
        for player in (ada, bob):
            player.wait_for("  2. Play anyone: Pathway Duel. You play the next person who wants this game; after ")
            player.wait_for("or quit): ")
        ada.send("x\n")
        ada.wait_for("Type a number from 1 to ")
        ada.wait_for("or quit): ")
        ada.send("2\n")
        ada.wait_for(": not here yet\n")
        bob.send("2\n")
        bob.wait_for(": person, you\n")
        ada.wait_for(" has joined.")
        bob.send("resign\n")
        ada.wait_for("(yes/no): ")
        ada.send("no\n")
        ada.ends(0)
        bob.wait_for("(yes/no): ")
        bob.send("no\n")
        bob.ends(0)


def test_a_takeback_is_asked_for_refused_and_agreed_to(url: str, tmp_path: Path) -> None:
    with at_home(tmp_path, "ada", "play", "light-cycle", "--size", "3", "--server", url) as ada:
        ada.wait_for("Send this link to your opponent: ")
        with at_home(tmp_path, "bob", "play", "--duel", link_in(ada)) as bob:
            ada.wait_for("has joined.")
            ada.send("up\n")
            ada.wait_for("Waiting for Player 2.")
            ada.send("undo\n")
            ada.wait_for("Waiting for your opponent to agree.")
            bob.wait_for("Player 1 asks to take back up. Type accept or refuse.")
            bob.send("refuse\n")
            ada.wait_for("Player 2 declines the takeback.")
            ada.send("undo\n")
            bob.wait_for("Player 1 asks to take back up.")
            bob.send("hint\n")
            bob.wait_for("There are no hints against another person.")
            bob.send("accept\n")
            for player in (ada, bob):
                player.wait_for("Taken back: up.\n\n. . .\n1 . 2\n")
            bob.send("accept\n")
            bob.wait_for("Your opponent hasn't asked to take anything back.")
            bob.send("up\n")
            bob.wait_for("It's Player 1's turn. Wait for the move, or type help.")


@pytest.mark.heavy
def test_a_player_left_alone_may_end_the_game_without_a_winner(tmp_path: Path) -> None:
    game = ("play", "light-cycle", "--size", "3", "--server")
    soon: Any = {"missed_seconds": 0.2, "claim_unclocked_seconds": 0.0}
    with Server(tmp_path, **soon) as server, at_home(tmp_path, "ada", *game, server.url) as ada:
        ada.wait_for("Send this link to your opponent: ")
        with at_home(tmp_path, "bob", "play", "--duel", link_in(ada)) as bob:
            ada.wait_for("has joined.")
            bob.wait_for("Waiting for Player 1.")
            bob.ends_by_ctrl_c()
        ada.wait_for("has left. Now you can type claim to win, or abort to end the game without a winner.")
        ada.send("abort\n")
        ada.wait_for("The game was aborted and doesn't count.\nNo one wins.")


@pytest.mark.heavy
def test_a_seat_is_kept_and_an_invite_works_once(url: str, tmp_path: Path) -> None:
    begun = run("play", "grid-runner", "--size", "3", "--server", url, GRIDDUELS_CONFIG=str(tmp_path / "ada"))
    assert begun.code == 3
    assert "The input ended before the game did." in begun.output
    [link] = re.findall(r"http\S+join=\S+", begun.output)
    address = link.partition("#")[0]
    id = address.rpartition("/")[2]
    assert begun.output.endswith(f"Continue with: gridduels play --server {url} --duel {id}\n")
    with at_home(tmp_path, "bob", "play", "--duel", link) as bob:
        bob.wait_for("Player 2: person, you")
        bob.wait_for("Waiting")
        bob.ends_by_ctrl_c()
    for name, seat, words in (
        ("bob", link, "Player 2: person, you"),
        ("bob", address, "Player 2: person, you"),
        ("ada", link, "Player 1: person, you"),
        ("eve", link, "This seat is taken, but you can watch."),
        ("eve", address, "You're watching."),
        ("eve", f"{address}#seat=guessed", "This link's seat doesn't belong to this duel."),
    ):
        with at_home(tmp_path, name, "play", "--duel", seat) as session:
            session.wait_for(words)
    secrets = tmp_path / "ada" / "seats.json"
    assert stat.S_IMODE(secrets.stat().st_mode) == 0o600
    secret = json.loads(secrets.read_text())[address]["secret"]
    offered = httpx.post(f"{url}/api/duels/{id}/seat-code", json={}, headers={"Authorization": f"Bearer {secret}"})
    code = f"{address}#take={offered.json()['code']}"
    with at_home(tmp_path, "eve", "play", "--duel", f"{address}#take=1-guessed") as eve:
        eve.wait_for("This link has been used or has expired")
    with at_home(tmp_path, "laptop", "play", "--duel", code) as ada:
        ada.wait_for("Player 1: person, you")
        ada.wait_for("enter your move")
        ada.send("quit\n")
        ada.wait_for("You left the game unfinished.")
        ada.ends(0)


def test_the_computer_is_played_through_a_pipe_in_the_books_words(url: str, tmp_path: Path) -> None:
    typed = "up\nhint\neval\nmoves\nrules\nboard\nlink\nsave game.txt\nleft\nresign\nno\n"
    game = ("play", "light-cycle", "--server", url, "--p2", "random")
    done = run(*game, input=typed, where=tmp_path, patience=300, GRIDDUELS_CONFIG=str(tmp_path))
    assert done.code == 0, done.output + done.complaint
    first = "Player 1's turn. Enter move direction (up/down/left/right): up\n\n. . . . .\n1 . . . .\n# . . . 2\n"
    assert first in done.output
    assert re.search(r"Player 2's turn. Enter move direction \(up/down/left/right\): (up|down|left)\n", done.output)
    assert re.search(r"The best move is \w+: you (win|lose) in \d+ more moves?.", done.output)
    assert "Values for the player to move:" in done.output
    assert f"To watch: {url}/duel/" in done.output
    assert "You cannot move left: that is off the grid." in done.output
    assert done.output.endswith("Player 1 resigns.\nPlayer 2 wins!\nPlay another round? (yes/no): no\n")
    assert (tmp_path / "game.txt").read_text().startswith('[Game "light-cycle"]')


def test_undo_against_the_computer_happens_at_once(url: str, tmp_path: Path) -> None:
    typed = "down\nundo\nquit\n"
    done = run("play", "grid-runner", "--server", url, "--p2", "greedy", input=typed, GRIDDUELS_CONFIG=str(tmp_path))
    assert re.search(r"Taken back: down, \w+\.\n\nP1 -", done.output)
    assert "You left the game unfinished." in done.output


@pytest.mark.heavy
def test_a_spectator_sees_every_move_to_the_end(url: str, tmp_path: Path) -> None:
    watched = ("play", "light-cycle", "--size", "3", "--server", url, "--p1", "greedy", "--p2", "greedy")
    done = run(*watched, GRIDDUELS_CONFIG=str(tmp_path))
    assert done.code == 0
    assert "You're watching.\n" in done.output
    assert done.output.count("Enter move direction") >= 3
    assert re.search(r"Player \d has no valid moves.\nPlayer \d wins!\n", done.output)


@pytest.mark.heavy
def test_a_server_that_is_killed_and_comes_back_costs_no_move(tmp_path: Path) -> None:
    with Server(tmp_path, port=free_port()) as server:
        game = ("play", "light-cycle", "--size", "3", "--server", server.url, "--p2", "greedy")
        with at_home(tmp_path, "ada", *game) as ada:
            ada.wait_for("Enter move direction")
            server.kill()
            ada.wait_for("Connection lost")
            ada.wait_for("Enter move direction")
            ada.send("up\n")
            server.start()
            ada.wait_for("Connected again.")
            ada.wait_for("1 . .\n# . 2")
            ada.wait_for("Player 1's turn.")
            ada.send("quit\n")
            ada.ends(0)


def test_ctrl_c_says_how_to_continue(url: str, tmp_path: Path) -> None:
    with at_home(tmp_path, "ada", "play", "pathway", "--server", url) as ada:
        ada.wait_for("not here yet")
        ada.wait_for("move")
        assert f"Continue with: gridduels play --server {url} --duel " in ada.ends_by_ctrl_c()


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--server", "http://127.0.0.1:1", "--duel", "abcdefghij"), "http://127.0.0.1:1 cannot be reached: "),
        (("--duel", "abcdefghij"), "say where the duel is: add --server URL, or give --duel the whole link"),
        (("--duel", "http://127.0.0.1:1/abc"), "is not a duel link"),
        (("--server", "ftp://x", "--duel", "abcdefghij"), "'ftp://x' is not a server address"),
        (("--server", "http://[", "--duel", "abcdefghij"), "is not a server address"),
        (("--server", "localhost:1", "--duel", "a/../b"), "is not a duel link"),
        (("--server", "localhost:1", "--size", "5"), "--size cannot be used in a server's lobby, without GAME"),
        (("gridlock", "--server", "x:1", "--duel", "abcdefghij"), "GAME cannot be used with --duel"),
        (("--server", "x:1", "--duel", "abcdefghij", "--p2", "hard"), "--p2 cannot be used with --duel"),
        (("gridlock", "--server", "x:1", "--record", "f"), "--record cannot be used on a server"),
        (("chess", "--server", "x:1"), "unknown game 'chess'"),
    ],
)
def test_wrong_usage_is_a_sentence(arguments: tuple[str, ...], sentence: str, tmp_path: Path) -> None:
    done = run("play", *arguments, GRIDDUELS_CONFIG=str(tmp_path))
    assert done.code == 2
    assert sentence in done.complaint
    assert len(done.complaint.splitlines()) == 1


def test_a_refusal_by_the_server_is_a_sentence(url: str, tmp_path: Path) -> None:
    done = run("play", "--server", url, "--duel", "0123456789", GRIDDUELS_CONFIG=str(tmp_path))
    assert (done.code, done.complaint) == (2, "gridduels: there is no such duel\n")
    done = run("play", "gridlock", "--server", url, "--p2", "cmd:evil", GRIDDUELS_CONFIG=str(tmp_path))
    assert done.code == 2
    assert "there is no player 'cmd:evil' here" in done.complaint


def test_playing_on_a_server_needs_no_extra() -> None:
    missing = "starlette", "uvicorn", "websockets", "PIL", "numpy", "numba", "textual", "httpx"
    code = f"import sys; sys.modules.update(dict.fromkeys({missing!r})); import gridduels.terminal.online.start"
    subprocess.run([sys.executable, "-c", code], check=True)


class Strange(BaseHTTPRequestHandler):
    """A server that is not a Grid Duels server."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<html>")

    def log_message(self, format: str, *args: object) -> None:
        pass


def test_a_server_of_another_kind_is_noticed() -> None:
    with HTTPServer(("127.0.0.1", 0), Strange) as strange:
        threading.Thread(target=strange.handle_request, daemon=True).start()
        server = online_server.Server(f"http://127.0.0.1:{strange.server_port}", lambda sentence: None)
        with pytest.raises(ServerGone, match="does not answer like a Grid Duels server"):
            server.state("0123456789")


@pytest.mark.heavy
def test_a_server_that_stays_away_is_given_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    said: list[str] = []
    with Server(tmp_path) as running:
        server = online_server.Server(running.url, said.append)
        assert server.ask(Health, "/health").status == "ok"
    monkeypatch.setattr(online_server, "PATIENCE", 0.1)
    with pytest.raises(ServerGone, match="cannot be reached"):
        server.state("0123456789")
    assert [sentence.split(" (")[0] for sentence in said] == ["Connection lost"]


@pytest.mark.parametrize(
    ("text", "server", "link"),
    [
        ("4f8aKd02Xw", "localhost:8000", Link("http://localhost:8000", "4f8aKd02Xw")),
        ("https://x.org/games/duel/4f8aKd02Xw", None, Link("https://x.org/games", "4f8aKd02Xw")),
        ("http://x/duel/4f8aKd02Xw#seat=s-_1", "http://other", Link("http://x", "4f8aKd02Xw", "s-_1")),
        ("http://x/duel/4f8aKd02Xw#join=abc", None, Link("http://x", "4f8aKd02Xw", None, "abc")),
        ("http://x/duel/4f8aKd02Xw#take=1-ab", None, Link("http://x", "4f8aKd02Xw", None, None, "1-ab")),
    ],
)
def test_links_are_understood(text: str, server: str | None, link: Link) -> None:
    assert read_link(text, server) == link


def test_only_the_latest_seats_are_kept_and_a_damaged_file_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GRIDDUELS_CONFIG", str(tmp_path))
    monkeypatch.setattr(online_seats, "_MOST", 2)
    for number in range(3):
        keep_seat("http://x", f"duel{number}", secret=f"secret{number}")
    keep_seat("http://x", "duel1", invite="please")
    assert [kept_seat("http://x", f"duel{number}", "secret") for number in range(3)] == [None, "secret1", "secret2"]
    assert kept_seat("http://x", "duel1", "invite") == "please"
    (tmp_path / "seats.json").write_text("[")
    with pytest.raises(SetupError, match=r"seats.json.* is damaged"):
        kept_seat("http://x", "duel1", "secret")
    assert (tmp_path / "seats.json").read_text() == "["
