"""What can be typed instead of a move in a duel on a server."""

import shlex
import textwrap
from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING, Final, NamedTuple

from gridduels.errors import GridDuelsError
from gridduels.players import HUMAN
from gridduels.record import Record
from gridduels.terminal.describe import WIDTH, describe_rules
from gridduels.terminal.line import Quit
from gridduels.terminal.online.answers import Worth, read_worths
from gridduels.terminal.online.seats import kept_seat
from gridduels.terminal.saving import SavedGames

if TYPE_CHECKING:
    from gridduels.terminal.online.play import OnlineDuel

__all__ = ["COMMANDS", "Command", "find_command", "rematch"]

_saved: Final = SavedGames()


class Command(NamedTuple):
    """Something a person can type instead of a move."""

    run: "Callable[[OnlineDuel, str], None]"
    help: str


def find_command(line: str) -> Command | None:
    """The command that a line is, if it is one."""
    name, *rest = line.lower().split(maxsplit=1) or [""]
    return _SPELLINGS.get(name) if not rest or name == "save" else None


def rematch(online: "OnlineDuel") -> None:
    """Asks for another round."""
    online.learn(online.post("rematch"))


def _help(online: "OnlineDuel", line: str) -> None:
    notation = online.duel.game.words.notation
    lines = [f"  {name:<10} {command.help}" for name, command in COMMANDS.items()]
    online.say("\n".join([f"{notation[0].upper()}{notation[1:]}. You can also type:", *lines, ""]))


def _moves(online: "OnlineDuel", line: str) -> None:
    moves = ", ".join(online.duel.legal_moves)
    online.say(textwrap.fill(f"Allowed now: {moves}", WIDTH) if moves else "The game is over.")


def _worth(online: "OnlineDuel") -> list[Worth]:
    """What each move is worth, the best first; only where no other person plays."""
    state, duel = online.state, online.duel
    if duel.outcome:
        raise GridDuelsError("The game is over.")
    if len(state.you) < 2 and state.players == (HUMAN, HUMAN):
        raise GridDuelsError("Against another person there are no hints.")
    game, start = duel.game, duel.game.text(duel.start)
    query = {"game": game.id, "size": game.size, "start": start, "moves": ",".join(duel.moves)}
    query |= {f"rule.{name}": value for name, value in game.rulings.items()}
    worths, note = online.server.work_out(lambda answer: read_worths(answer, duel), "/api/line", query | {"values": 1})
    if not worths:
        raise GridDuelsError(note or "Nothing is known about this position.")
    return worths


def _hint(online: "OnlineDuel", line: str) -> None:
    word, told = _told(online)[0]
    online.say(f"Best is {word}: {told}.")


def _eval(online: "OnlineDuel", line: str) -> None:
    moves = _told(online)
    width = max(len(word) for word, _ in moves)
    online.say("\n".join(["Each move, for the player to move:", *(f"  {w:<{width}}  {told}" for w, told in moves), ""]))


def _told(online: "OnlineDuel") -> list[tuple[str, str]]:
    """Each move with what it is worth in plain words, the best first."""
    from gridduels.analysis.plain import unit_of

    who = "you" if online.my_turn else online.name(online.duel.turn)
    unit = unit_of(online.duel.game, online.plies)
    return [(worth.move, worth.told(who, unit)) for worth in _worth(online)]


def _undo(online: "OnlineDuel", line: str) -> None:
    state = online.post("takeback")
    if state.takeback:
        online.say("The other player is asked.")
    online.learn(state)


def _answer(accept: bool) -> "Callable[[OnlineDuel, str], None]":
    def run(online: "OnlineDuel", line: str) -> None:
        asked = online.state.takeback
        if not (asked and online.is_other(asked.by)):
            raise GridDuelsError("Nobody asks you to take anything back.")
        online.learn(online.post("takeback-answer", to=asked.to, accept=accept))

    return run


def _board(online: "OnlineDuel", line: str) -> None:
    online.show_board()


def _rules(online: "OnlineDuel", line: str) -> None:
    online.say(describe_rules(online.duel.game) + "\n")


def _save(online: "OnlineDuel", line: str) -> None:
    name = line.strip()[len("save") :].strip()
    if not name:
        raise GridDuelsError("Say where to: save FILE.")
    path = _saved.save(name, Record(online.duel, online.state.players, {"Date": date.today().isoformat()}))
    online.say(f"Saved. See it with: gridduels replay {shlex.quote(str(path))}")


def _link(online: "OnlineDuel", line: str) -> None:
    address = f"{online.server.url}/duel/{online.state.id}"
    invite = kept_seat(online.server.url, online.state.id, "invite")
    if invite and "open" in online.state.chairs:
        online.say(f"For the other player: {address}#join={invite}")
    online.say(f"To watch: {address}")


def _resign(online: "OnlineDuel", line: str) -> None:
    online.learn(online.post("resign"))


def _claim(online: "OnlineDuel", line: str) -> None:
    online.learn(online.post("claim"))


def _abort(online: "OnlineDuel", line: str) -> None:
    online.learn(online.post("abort"))


def _swap(online: "OnlineDuel", line: str) -> None:
    online.learn(online.post("swap"))


def _rematch(online: "OnlineDuel", line: str) -> None:
    rematch(online)


def _quit(online: "OnlineDuel", line: str) -> None:
    raise Quit


COMMANDS: Final = {
    "help": Command(_help, "show this list"),
    "moves": Command(_moves, "list the moves that are allowed now"),
    "hint": Command(_hint, "show a best move and what it is worth (not against people)"),
    "eval": Command(_eval, "show what every move is worth (not against people)"),
    "undo": Command(_undo, "ask to take back your last move; the computer agrees at once"),
    "accept": Command(_answer(True), "agree to what the other player wants to take back"),
    "refuse": Command(_answer(False), "do not agree to it"),
    "board": Command(_board, "show the board"),
    "rules": Command(_rules, "explain the game"),
    "link": Command(_link, "show the links for the other player and for watching"),
    "save FILE": Command(_save, "write the game to a file"),
    "swap": Command(_swap, "change sides after the first move, where the duel was begun with --first swap"),
    "resign": Command(_resign, "give up this game"),
    "claim": Command(_claim, "end the game as won, when the other player has left for long enough"),
    "abort": Command(_abort, "end it without a winner, when it could be claimed"),
    "rematch": Command(_rematch, "ask for another round when the game is over"),
    "quit": Command(_quit, "leave; the game can be gone on with later"),
}
_SPELLINGS: Final = {name.split()[0]: command for name, command in COMMANDS.items()} | {
    "?": COMMANDS["help"],
    "q": COMMANDS["quit"],
    "exit": COMMANDS["quit"],
}
