"""Line mode: a match as a conversation, in the words of the game's rule book.

Everything can be done here and nothing needs more than lines of text, so it is the mode for screen readers and pipes.
"""

import random
import shlex
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Final

from gridduels.duel import Duel
from gridduels.errors import Forfeit, GridDuelsError
from gridduels.game import Game
from gridduels.live_record import LiveRecord
from gridduels.players import HUMAN, Player, make_player
from gridduels.record import Record
from gridduels.terminal.console import Console, EndOfInput
from gridduels.terminal.describe import WIDTH, describe_rules
from gridduels.terminal.saving import SavedGames, number_in
from gridduels.terminal.scores import Scores
from gridduels.terminal.thinking import Thinking

if TYPE_CHECKING:
    from gridduels.engine import Values

__all__ = ["ENDED_EARLY", "Match", "Quit"]

ENDED_EARLY: Final = 3
"""The exit code when input ends before the game does."""


class Quit(Exception):
    """The player wants to leave."""


@dataclass
class Match:
    """Rounds of one game between two players, the first mover alternating."""

    game: Game
    console: Console
    players: tuple[str, str] = (HUMAN, HUMAN)
    first: str | None = None
    rounds: int | None = None
    seed: int | None = None
    record: LiveRecord | None = None
    resumed: Sequence[Record] = ()
    think: float = 1.0

    def __post_init__(self) -> None:
        self._scores = Scores(self.game)
        self._round = 1
        self._kept: Record | None = None
        self._seats: dict[int, Player | None] = {}
        self._duel: Duel | None = None
        self._values: Values | None = None
        self._saved, self._thinking = SavedGames(), Thinking(self.console)
        self._take_seats()

    def run(self) -> int:
        """Plays the match; the exit code."""
        try:
            return self._run()
        except Quit:
            self._farewell("You left the game unfinished." if self._duel else "You left before the game began.")
            return 0
        except EndOfInput:
            self._farewell("The input ended before the game did.")
            return ENDED_EARLY
        except KeyboardInterrupt:
            self._farewell("Interrupted.")
            raise
        finally:
            self._leave_seats()

    def _run(self) -> int:
        if self.console.interactive and HUMAN in self.players:
            self.console.say("Type help at any prompt to see what else you can type.\n")
        duel = self._resume() if self.resumed else self._open()
        while True:
            self._play(duel)
            if not self._goes_on():
                break
            self._round += 1
            self._take_seats()
            duel = Duel(self.game, start=self.game.start(3 - duel.start.turn))
            self.console.say(f"\n{self._heading()} {self._player(duel.turn)} goes first.\n")
            self._begin(duel)
        if self._round > 1:
            self.console.say(self._scores.verdict())
        return 0

    def _take_seats(self) -> None:
        """New players each round, so that a round depends on the seed and its number alone."""
        self._leave_seats()
        for seat, name in enumerate(self.players, 1):
            rng = random.Random(None if self.seed is None else f"{self.seed} {self._round} {seat}")
            self._seats[seat] = make_player(name, rng, self.think)

    def _leave_seats(self) -> None:
        for player in self._seats.values():
            if player:
                player.close()

    def _open(self) -> Duel:
        if self.rounds and self.rounds > 1:
            self.console.say(f"{self._heading()}\n")
        duel = Duel(self.game, start=self.game.start(self._choose_first()))
        self._begin(duel)
        return duel

    def _begin(self, duel: Duel) -> None:
        self._kept = None
        if self.record:
            self.record.begin(self._record(duel))
        self.console.say(self.game.words.opening(duel))

    def _resume(self) -> Duel:
        """Counts the rounds before the last game, and goes on with that."""
        self._kept = last = self.resumed[-1]
        self._round = number_in(last, "Round") or 1
        self.rounds = self.rounds or number_in(last, "Rounds")
        for record in self.resumed[-self._round : -1]:
            if outcome := record.duel.outcome:
                self._scores.add(outcome.winner)
        self._take_seats()
        moves = "1 move" if last.duel.ply == 1 else f"{last.duel.ply} moves"
        self.console.say(f"Resuming {self.game.title} after {moves}.\n")
        self._show_jump(last.duel)
        return last.duel

    def _heading(self) -> str:
        return f"Round {self._round} of {self.rounds}." if self.rounds else f"Round {self._round}."

    def _player(self, number: int) -> str:
        return self.game.words.player(number)

    def _choose_first(self) -> int:
        first = self.first
        if first is None and self.game.definition.players_choose_first and self.console.interactive:
            first = self._ask_first()
        if first == "toss":
            number = random.Random(None if self.seed is None else f"{self.seed} toss").choice((1, 2))
            self.console.say(f"The toss: {self._player(number)} goes first.\n")
            return number
        return int(first or "1")

    def _ask_first(self) -> str:
        while True:
            answer = self._question("Who goes first? (1/2/toss): ").strip().lower()
            if answer in ("1", "2", "toss"):
                self.console.say()
                return answer
            self.console.say("Type 1, 2 or toss.")

    def _play(self, duel: Duel) -> None:
        """One round, from a duel to its end."""
        self._duel = duel
        while duel.outcome is None:
            duel = self._next(duel)
            self._duel = duel
        self.console.say(self.game.words.ending(duel))
        self._scores.add(duel.ended.winner)
        self.console.say(f"\n{self._scores}")

    def _next(self, duel: Duel) -> Duel:
        """One turn: the duel after it, announced and recorded."""
        words = self.game.words
        if self.console.interactive:
            self._show_aside(duel)
        if turn := words.turn(duel):
            self.console.say(turn)
        player = self._seats[duel.turn]
        after = self._ask_person(duel) if player is None else self._ask_computer(duel, player)
        moved = after.ply > duel.ply
        if moved:
            self.console.say(words.moved(duel, after))
        if self.record:
            (self.record.add if moved else self.record.rewrite)(self._record(after))
        return after

    def _ask_computer(self, duel: Duel, player: Player) -> Duel:
        """The computer answers the questions a person would be asked."""
        try:
            word = self._thinking.choose(duel, player)
        except KeyboardInterrupt:
            if HUMAN not in self.players or not self.console.interactive:
                raise
            return self._ask_instead(duel)
        except Forfeit as forfeit:
            self.console.say(f"{self._player(duel.turn)}: {str(forfeit).rstrip('.')}.")
            if forfeit.log:
                self.console.say(f"Its error output is in {forfeit.log}")
            return duel.stop(3 - duel.turn, "forfeit")
        typed = self.game.words.typed(word)
        for count, answer in enumerate(typed):
            self.console.say(self.game.words.prompt(duel, typed[:count]) + answer)
        return duel.play(word)

    def _ask_instead(self, duel: Duel) -> Duel:
        """A person has interrupted the computer, and may move for it."""
        name = self._player(duel.turn)
        self.console.say(f"\n{name} was interrupted. Press Enter to let it think again, or type its move or a command.")
        return self._ask_person(duel)

    def _ask_person(self, duel: Duel) -> Duel:
        """The duel after what a person decides: a move, an undo or giving up."""
        said: tuple[str, ...] = ()
        while True:
            line = self.console.ask(self.game.words.prompt(duel, said))
            if not line.strip() and (player := self._seats[duel.turn]):
                return self._ask_computer(duel, player)
            try:
                if command := _find_command(line):
                    if (after := command(self, line)) is not None:
                        return after
                    continue
                answer = self.game.words.answer(duel, said, line)
                if isinstance(answer, str):
                    return duel.play(answer)
                said = answer
            except GridDuelsError as error:
                self.console.say(str(error))
                said = ()

    def _question(self, prompt: str) -> str:
        """The answer to a question between games; commands work here too."""
        while True:
            line = self.console.ask(prompt)
            command = _find_command(line)
            if not command:
                return line
            try:
                command(self, line)
            except GridDuelsError as error:
                self.console.say(str(error))

    def _goes_on(self) -> bool:
        """Whether there is another round."""
        if self.rounds is not None:
            return self._round < self.rounds
        if HUMAN not in self.players:
            return False
        try:
            while True:
                answer = self._question("Play another round? (yes/no): ").strip().lower()
                if answer and "yes".startswith(answer):
                    return True
                if answer and "no".startswith(answer):
                    return False
                self.console.say("Type yes or no.")
        except (EndOfInput, Quit):
            return False

    def _show_board(self, duel: Duel) -> None:
        lines = self.game.words.board(self.game, duel.position), self.game.words.status(duel)
        self.console.say("\n".join(filter(None, lines)) + "\n")

    def _show_aside(self, duel: Duel) -> None:
        """What the book's own turn flow leaves out."""
        if not self.game.words.draws_board:
            self._show_board(duel)
        elif (status := self.game.words.status(duel)) and duel.ply:
            self.console.say(status)

    def _show_jump(self, duel: Duel) -> None:
        """The board of a duel that no move led to, unless its turn shows it anyway."""
        words = self.game.words
        aside = self.console.interactive and not words.draws_board
        if not aside and words.board(self.game, duel.position) not in words.turn(duel):
            self._show_board(duel)

    def _record(self, duel: Duel) -> Record:
        """The game as a record; of a resumed one, what else its file said about it is kept."""
        tags = {"Date": date.today().isoformat()}
        comments = {}
        if kept := self._kept:
            tags |= kept.tags
            comments = {ply: text for ply, text in kept.comments.items() if duel.moves[:ply] == kept.duel.moves[:ply]}
        tags |= {"Round": str(self._round)} | ({"Rounds": str(self.rounds)} if self.rounds else {})
        return Record(duel, self.players, tags, comments)

    def _farewell(self, sentence: str) -> None:
        self.console.say(sentence)
        if self.record and self._duel and not self._duel.outcome:
            self.console.say(f"Continue with: gridduels play --resume {shlex.quote(str(self.record.path))}")

    def _latest(self) -> Duel:
        """The game on the table, be it over or not."""
        if self._duel is None:
            raise GridDuelsError("The game has not begun.")
        return self._duel

    def _current(self) -> Duel:
        """The game that is being played."""
        if (duel := self._latest()).outcome:
            raise GridDuelsError("The game is over.")
        return duel

    def _help(self, line: str) -> None:
        lines = [f"  {name:<10} {command.help}" for name, command in COMMANDS.items()]
        notation = self.game.words.notation
        self.console.say("\n".join([f"{notation[0].upper()}{notation[1:]}. You can also type:", *lines, ""]))

    def _moves(self, line: str) -> None:
        moves = ", ".join(self._current().legal_moves)
        self.console.say(textwrap.fill(f"You can play: {moves}", WIDTH))

    def _hint(self, line: str) -> None:
        from gridduels.analysis.report import best_allowed

        word, value = best_allowed(self._known(), self._current())
        self.console.say(f"Best is {word}: {value}.")

    def _eval(self, line: str) -> None:
        from gridduels.analysis.report import list_moves

        self.console.say("\n".join(["Each move, for you:", *list_moves(self._known(), self._current()), ""]))

    def _known(self) -> "Values":
        """The exact values of the game, worked out when somebody first asks for them."""
        from gridduels.terminal.progress import solve_showing_progress

        self._current()
        if self._values is None:
            self._values = solve_showing_progress(self.game)
        return self._values

    def _undo(self, line: str) -> Duel:
        """Back to the last decision of a person."""
        before = duel = self._current()
        while duel.ply:
            duel = duel.undo()
            if self._seats[duel.turn] is None:
                taken = ", ".join(before.moves[duel.ply :])
                self.console.say(f"Taken back: {taken}.\n")
                self._show_jump(duel)
                return duel
        raise GridDuelsError("There is no move of yours to take back.")

    def _board(self, line: str) -> None:
        self._show_board(self._latest())

    def _rules(self, line: str) -> None:
        self.console.say(describe_rules(self.game) + "\n")

    def _save(self, line: str) -> None:
        name = line.strip()[len("save") :].strip()
        if not name:
            raise GridDuelsError("Say where to: save FILE.")
        duel = self._latest()
        path = self._saved.save(name, self._record(duel))
        command = "See it with: gridduels replay" if duel.outcome else "Continue later with: gridduels play --resume"
        self.console.say(f"Saved. {command} {shlex.quote(str(path))}")

    def _resign(self, line: str) -> Duel:
        """It is the person who gives up, also when it is the computer's turn."""
        duel = self._current()
        return duel.stop(duel.turn, "resigned") if self._seats[duel.turn] else duel.resign()

    def _quit(self, line: str) -> None:
        raise Quit


@dataclass(frozen=True)
class Command:
    """Something a player can type instead of a move. It gives a Duel where it changed the game."""

    run: Callable[[Match, str], Duel | None]
    help: str

    def __call__(self, match: Match, line: str) -> Duel | None:
        return self.run(match, line)


COMMANDS: Final = {
    "help": Command(Match._help, "show this list"),
    "moves": Command(Match._moves, "list the moves you can make"),
    "hint": Command(Match._hint, "show a best move and what it is worth"),
    "eval": Command(Match._eval, "show what every move is worth"),
    "undo": Command(Match._undo, "take back your last move, with the computer's answer to it"),
    "board": Command(Match._board, "show the board"),
    "rules": Command(Match._rules, "explain the game"),
    "save FILE": Command(Match._save, "write the game to a file, to continue or replay it later"),
    "resign": Command(Match._resign, "give up this game"),
    "quit": Command(Match._quit, "leave"),
}
_SPELLINGS: Final = {name.split()[0]: command for name, command in COMMANDS.items()} | {
    "?": COMMANDS["help"],
    "q": COMMANDS["quit"],
    "exit": COMMANDS["quit"],
}


def _find_command(line: str) -> Command | None:
    name, *rest = line.lower().split(maxsplit=1) or [""]
    return _SPELLINGS.get(name) if not rest or name == "save" else None
