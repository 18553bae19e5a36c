"""Line mode: a match as a conversation, in the words of the game's rule book."""

import shlex
import textwrap
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

from gridduels.duel import Duel
from gridduels.errors import Forfeit, GridDuelsError, NotationError
from gridduels.game import Game
from gridduels.match import BOOK, FAIR, SWAP, Match, about_start, first_mover
from gridduels.players import Player, Prepares, chosen
from gridduels.record import HUMAN, LiveRecord, Record
from gridduels.terminal.console import Console, EndOfInput
from gridduels.terminal.library import Autosave
from gridduels.terminal.live_match import Computers, LiveMatch, SavedGames, offer_unfinished
from gridduels.terminal.progress import bar_text
from gridduels.terminal.settings import by_turns
from gridduels.text import WIDTH, count, describe_rules, did_you_mean

if TYPE_CHECKING:
    from gridduels.analysis.hints import Hint
    from gridduels.engine import Evaluation, Values
    from gridduels.game import Game
    from gridduels.match import Match
    from gridduels.players.perfect import Preparation


# --- Scores


def score_text(match: Match) -> str:
    """How many rounds each player has won.

    >>> from gridduels import load_game
    >>> score_text(Match.begin(load_game("pathway")).resign())
    'Score: 0 for Player A, 1 for Player B'
    """
    one, two = match.score
    name = match.game.words.player
    return f"Score: {one} for {name(1)}, {two} for {name(2)}"


def result_text(match: Match, name: Callable[[int], str] | None = None) -> str:
    """Who has won the match; `name` is how players are called."""
    low, high = sorted(match.score)
    if match.leader is None:
        return f"The match is drawn, {low} to {high}."
    return f"{(name or match.game.words.player)(match.leader)} wins the match, {high} to {low}."


# --- Hints, values, and the story of a game


class Hinting:
    """Where a hint was asked for last, what there is to say, and which step of it comes next. Who asks again in the
    same position is told the next one."""

    def __init__(self) -> None:
        self._given: tuple[Duel, Hint] | None = None
        self._step = 0

    def next(self, duel: Duel, work_out: "Callable[[], Hint]") -> tuple[str, tuple[str, ...]]:
        """What is said now; with the last step, also the moves that refute what else one might play."""
        if self._given is None or self._given[0] != duel:
            self._given, self._step = (duel, work_out()), 0
        hint, step = self._given[1], self._step
        last = len(hint.steps) - 1
        self._step = min(step + 1, last)
        return hint.steps[step], hint.line if step == last else ()


def moves_text(game: "Game", evaluation: "Evaluation", plies: bool) -> str:
    """What each move is worth to who is to move, in plain words, the best first."""
    from gridduels.analysis.sentences import describe, unit_of

    unit = unit_of(game, plies)
    return "\n".join(evaluation.lines(lambda value: describe(value, unit=unit)))


def story_text(match: "Match") -> str:
    """What a game that is over came down to; nothing where that is not known."""
    from gridduels.analysis.annotations import story_of_match

    told = story_of_match(match)
    return told.sentence if told else ""


# --- Waiting for the computer


class Thinking:
    """Lets players choose their moves; how they found one is said where that is worth knowing. What they want to know
    first is worked out while a person plays, and otherwise shown as progress."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._notes: dict[int, str] = {}
        self._preparation: Preparation | None = None

    def begin(self, match: Match) -> None:
        """A match begins: where a person plays in front of us, what the computer wants to know must not cost time."""
        if self._console.interactive and match.opponent:
            from gridduels.players.perfect import Preparation

            self._preparation = Preparation([match.opponent], match.game)

    def choose(self, duel: Duel, player: Player) -> str:
        """The word of a player's move."""
        if not isinstance(player, Prepares):
            return chosen(player, duel)
        if self._preparation and not self._preparation.has_come():
            return self._choose_meanwhile(duel, player, self._preparation)

        from gridduels.terminal.progress import ProgressBar

        with ProgressBar(f"Solving {duel.game.title}") as progress:
            player.prepare(duel.game, progress)
        word = chosen(player, duel)
        self._say_once(duel, player.note)
        return word

    def _choose_meanwhile(self, duel: Duel, player: Player, preparation: "Preparation") -> str:
        from gridduels.players.perfect import choose_meanwhile

        if preparation.under_way:
            how_far = bar_text(*preparation.progress, preparation.seconds_left)
            name = duel.game.words.player(duel.turn)
            self._console.say(f"({name} looks ahead until it knows more: {how_far}.)")
        return choose_meanwhile(player, duel)

    def wait(self) -> None:
        """Waits for what is being worked out, which is shown as progress. Who interrupts that stops it."""
        preparation = self._preparation
        if not preparation or not preparation.under_way:
            return
        from gridduels.terminal.progress import ProgressBar

        self._console.say(f"({bar_text(*preparation.progress, preparation.seconds_left)}; Ctrl-C stops it.)")
        try:
            with ProgressBar("Working out values") as bar:
                while preparation.under_way and not preparation.wait(0.1):
                    bar(*preparation.progress)
        except KeyboardInterrupt:
            preparation.stop()
            raise

    def close(self) -> None:
        """Nobody plays any more."""
        if self._preparation:
            self._preparation.stop()
            self._preparation.wait(0.3)

    def _say_once(self, duel: Duel, note: str) -> None:
        if note and self._notes.get(duel.turn) != note:
            self._console.say(f"({duel.game.words.player(duel.turn)}: {note}.)")
        self._notes[duel.turn] = note


# --- Beginning a match


Ask = Callable[[str], str]
Say = Callable[[str], None]


def begin_match(
    game: Game,
    players: tuple[str, str],
    first: str | None,
    rounds: int | None,
    start: str,
    seed: int | None,
    ask: Ask | None,
    say: Say,
) -> Match:
    """A match before its first move; a person at a terminal, who can be asked, is told what the start means."""
    if first is None and game.definition.players_choose_first and ask and start != FAIR:
        first = _ask_first(ask, say)
    turns = ask is not None and begins_by_turns(players, first, start, seed)
    number, swap = by_turns(game.id) if turns else first_mover(first or "1", seed), first == SWAP
    match = Match.begin(game, players, number, rounds, start=start, swap=swap, seed=seed)
    mover = game.words.player(match.duel.turn)
    if turns:
        say(f"{mover} goes first this time, and the other one next time.\n")
    if first == "toss":
        say(f"The toss: {mover} goes first.\n")
    if start == FAIR:
        say(f"{about_start(game, start)} {mover} goes first.\n")
    elif ask and (about := about_start(game, start)):
        say(f"{about} --start fair begins where chances are even.\n")
    return match


def begins_by_turns(players: tuple[str, str], first: str | None, start: str, seed: int | None) -> bool:
    """Whether a person and a computer begin by turns: where nobody says who begins, nor wants the same game again."""
    return players.count(HUMAN) == 1 and first is None and start != FAIR and seed is None


def _ask_first(ask: Ask, say: Say) -> str:
    while True:
        answer = ask("Who goes first? (1/2/toss): ").strip().lower()
        if answer in ("1", "2", "toss"):
            say("")
            return answer
        say("Type 1, 2 or toss.")


def offer_swap(match: Match, computers: Computers, ask: Ask, say: Say) -> Match:
    """The pie rule: after the first move the second player may take the side of the first."""
    mover = match.game.words.player(match.duel.turn)
    question = f"{mover}, do you want to change sides? (yes/no): "
    if match.is_person(match.duel.turn):
        wants = ask_yes(ask, say, question)
    else:
        wants = computers.wants_to_swap(match)
        say(f"{question}{'yes' if wants else 'no'}")
    if not wants:
        return match
    say(f"The players have changed sides. It is still {mover} to move.\n")
    return match.change_sides()


def ask_yes(ask: Ask, say: Say, question: str) -> bool:
    while True:
        answer = ask(question).strip().lower()
        if answer and "yes".startswith(answer):
            return True
        if answer and "no".startswith(answer):
            return False
        say("Type yes or no.")


# --- Line mode
#
# Everything can be done here and nothing needs more than lines of text, so it is the mode for screen readers and pipes.


Answer = TypeVar("Answer")

ENDED_EARLY: Final = 3
"""The exit code when input ends before the game does."""


class Quit(Exception):
    """The player wants to leave."""


@dataclass
class LineMode:
    """A match at a console."""

    game: Game
    console: Console
    players: tuple[str, str] = (HUMAN, HUMAN)
    first: str | None = None
    rounds: int | None = None
    seed: int | None = None
    record: LiveRecord | Autosave | None = None
    resumed: Sequence[Record] = ()
    think: float = 1.0
    bots: Collection[str] = ()
    """The outside bots that a person has named here; no other is started."""
    plain: bool = False
    """Whether the person asked for lines although there is a full screen."""
    start: str = BOOK
    plies: bool = False
    """Whether distances are told in plies instead of moves."""

    def __post_init__(self) -> None:
        self._computers = Computers(self.players, self.seed, self.think, self.bots)
        self._live: LiveMatch | None = None
        self._saved, self._thinking, self._hinting = SavedGames(), Thinking(self.console), Hinting()

    def run(self) -> int:
        """Plays the match; the exit code."""
        try:
            self._run()
        except Quit:
            self._farewell("You left the game unfinished." if self._live else "You left before the game began.")
        except EndOfInput:
            self._farewell("The input ended before the game did.")
            return ENDED_EARLY
        except KeyboardInterrupt:
            self._farewell("Interrupted.")
            raise
        finally:
            self._thinking.close()
            self._computers.close()
            if self._live:
                self._live.close()
        return 0

    def _run(self) -> None:
        if self.console.interactive and HUMAN in self.players:
            self.console.say("Type help at any prompt to see what else you can type.\n")
        self._find_keeper()
        live = self._live = self._resume() if self.resumed else self._open()
        while True:
            self._play(live)
            if not self._goes_on(live.match):
                break
            live.become(live.match.next_round(self.seed))
            self.console.say(
                f"\n{_heading(live.match.round, live.match.rounds)} {self._player(live.duel.turn)} goes first.\n"
            )
            self.console.say(self.game.words.opening(live.duel))
        if live.match.round > 1:
            self.console.say(result_text(live.match))

    def _find_keeper(self) -> None:
        """A person who names no file can go on with the game left last; one that begins is kept all the same."""
        if self.resumed or self.record or not self.console.interactive or HUMAN not in self.players:
            return
        if not (found := offer_unfinished(self.console, self.game.id)):
            self.record = Autosave()
            return
        self.record, self.resumed = found.resume(), [found.record]
        self.game, self.players = found.record.duel.game, found.record.players
        self._computers = Computers(self.players, self.seed, self.think, self.bots)

    def _open(self) -> LiveMatch:
        if self.rounds and self.rounds > 1:
            self.console.say(f"{_heading(1, self.rounds)}\n")
        ask = self._question if self.console.interactive else None
        match = begin_match(
            self.game, self.players, self.first, self.rounds, self.start, self.seed, ask, self.console.say
        )
        live = LiveMatch(match, self._computers, self.record)
        live.begin()
        self._thinking.begin(match)
        self.console.say(self.game.words.opening(live.duel))
        return live

    def _resume(self) -> LiveMatch:
        """Goes on with the last game of a file."""
        match = Match.resume(self.resumed, self.players, self.rounds)
        self.console.say(f"Resuming {self.game.title} after {count(match.duel.ply, 'move')}.\n")
        self._show_jump(match.duel)
        self._thinking.begin(match)
        return LiveMatch(match, self._computers, self.record)

    def _player(self, number: int) -> str:
        return self.game.words.player(number)

    def _play(self, live: LiveMatch) -> None:
        """One round, to its end."""
        while live.duel.outcome is None:
            self._take_turn(live)
        self.console.say(self.game.words.ending(live.duel))
        if self.console.interactive and (story := story_text(live.match)):
            self.console.say(f"\n{story}")
        self.console.say(f"\n{score_text(live.match)}")

    def _take_turn(self, live: LiveMatch) -> None:
        """One turn, announced and kept."""
        words, duel = self.game.words, live.duel
        if live.match.may_swap:
            live.become(offer_swap(live.match, self._computers, self._question, self.console.say))
        if self.console.interactive:
            self._show_aside(duel)
        if turn := words.turn(duel):
            self.console.say(turn)
        computer = self._computers.to_move(live.match)
        after = self._ask_computer(live.match, computer) if computer else self._ask_person(live.match)
        if after.duel.ply > duel.ply:
            self.console.say(words.moved(duel, after.duel))
        live.become(after)

    def _ask_computer(self, match: Match, computer: Player) -> Match:
        """The computer answers the questions a person would be asked."""
        duel = match.duel
        try:
            word = self._thinking.choose(duel, computer)
            self._latest().hear(computer)
        except KeyboardInterrupt:
            if HUMAN not in self.players or not self.console.interactive:
                raise
            return self._ask_instead(match)
        except Forfeit as forfeit:
            self.console.say(f"{self._player(duel.turn)}: {str(forfeit).rstrip('.')}.")
            if forfeit.log:
                self.console.say(f"Its error output is in {forfeit.log}")
            return match.forfeit(forfeit.code)
        typed = self.game.words.typed(word)
        for number, answer in enumerate(typed):
            self.console.say(self.game.words.prompt(duel, typed[:number]) + answer)
        return match.play(word)

    def _ask_instead(self, match: Match) -> Match:
        """A person has interrupted the computer, and may move for it."""
        name = self._player(match.duel.turn)
        self.console.say(f"\n{name} was interrupted. Press Enter to let it think again, or type its move or a command.")
        return self._ask_person(match)

    def _ask_person(self, match: Match) -> Match:
        """The match after what a person decides: a move, an undo or giving up."""
        said: tuple[str, ...] = ()
        while True:
            line = self.console.ask(self.game.words.prompt(match.duel, said))
            if not line.strip() and (computer := self._computers.to_move(match)):
                return self._ask_computer(self._current(), computer)
            try:
                if command := _find_command(line):
                    if (after := command(self, line)) is not None:
                        return after
                    continue
                answer = self.game.words.answer(match.duel, said, line)
                if isinstance(answer, str):
                    return self._current().play(answer)
                said = answer
            except GridDuelsError as error:
                typo = "" if said or not isinstance(error, NotationError) else did_you_mean(line, self._vocabulary())
                self.console.say(f"{error}{typo}")
                said = ()

    def _vocabulary(self) -> list[str]:
        """The words that may be typed at a prompt."""
        return [*_SPELLINGS, *self._current().duel.legal_moves]

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

    def _goes_on(self, match: Match) -> bool:
        """Whether there is another round."""
        if match.rounds is not None:
            return match.another_round
        if HUMAN not in self.players:
            return False
        try:
            return ask_yes(self._question, self.console.say, "Play another round? (yes/no): ")
        except (EndOfInput, Quit):
            return False

    def _show_board(self, duel: Duel) -> None:
        self.console.say(self.game.words.grid(duel))

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

    def _farewell(self, sentence: str) -> None:
        self.console.say(sentence)
        if not (self.record and self._live) or self._live.duel.outcome:
            return
        if isinstance(self.record, LiveRecord):
            self.console.say(f"Continue with: {self._command} --resume {shlex.quote(str(self.record.path))}")
        elif self._live.duel.ply:
            self.console.say(f"It is kept, and offered again by: {self._command} {self.game.id}")

    @property
    def _command(self) -> str:
        """What starts line mode again the way it was started."""
        return "gridduels play --plain" if self.plain else "gridduels play"

    def _latest(self) -> LiveMatch:
        """The match, its game be it over or not."""
        if self._live is None:
            raise GridDuelsError("The game has not begun.")
        return self._live

    def _current(self) -> Match:
        """The match whose game is being played."""
        if (live := self._latest()).duel.outcome:
            raise GridDuelsError("The game is over.")
        return live.match

    def _help(self, line: str) -> None:
        lines = [f"  {name:<10} {command.help}" for name, command in COMMANDS.items()]
        notation = self.game.words.notation
        self.console.say("\n".join([f"{notation[0].upper()}{notation[1:]}. You can also type:", *lines, ""]))

    def _moves(self, line: str) -> None:
        moves = ", ".join(self._current().duel.legal_moves)
        self.console.say(textwrap.fill(f"You can play: {moves}", WIDTH))

    def _hint(self, line: str) -> None:
        """Where to look; asked again the move; asked again why, with what refutes another move played out."""
        from gridduels.analysis.hints import hint_for

        duel = self._current().duel
        said, refutation = self._hinting.next(
            duel, lambda: self._ask_values(lambda values, duel: hint_for(values, duel, self.plies))
        )
        self.console.say(said)
        if refutation:
            self.console.say(f"So it would go: {', '.join(refutation)}.\n")
            self._show_board(Duel(self.game, (*duel.moves, *refutation), start=duel.start))

    def _eval(self, line: str) -> None:
        evaluation = self._ask_values(lambda values, duel: values.evaluate(duel))
        self.console.say(f"Each move, for you:\n{moves_text(self.game, evaluation, self.plies)}\n")

    def _ask_values(self, question: "Callable[[Values, Duel], Answer]") -> "Answer":
        """An answer from the exact values; whoever asks has had help."""
        from gridduels.terminal.progress import asking_showing_progress

        match = self._current().take_help()
        self._latest().become(match)
        try:
            self._thinking.wait()
            with asking_showing_progress(self.game) as values:
                return question(values, match.duel)
        except KeyboardInterrupt:
            if not self.console.interactive:
                raise
            raise GridDuelsError("\nStopped: what the moves are worth is not known.") from None

    def _undo(self, line: str) -> Match:
        before = self._current()
        after = before.undo()
        self.console.say(f"Taken back: {', '.join(before.duel.moves[after.duel.ply :])}.\n")
        self._show_jump(after.duel)
        return after

    def _board(self, line: str) -> None:
        self._show_board(self._latest().duel)

    def _rules(self, line: str) -> None:
        self.console.say(describe_rules(self.game) + "\n")

    def _save(self, line: str) -> None:
        name = line.strip()[len("save") :].strip()
        if not name:
            raise GridDuelsError("Say where to: save FILE.")
        live = self._latest()
        path = self._saved.save(name, live.record())
        later = f"Continue later with: {self._command} --resume"
        command = "See it with: gridduels replay" if live.duel.outcome else later
        self.console.say(f"Saved. {command} {shlex.quote(str(path))}")

    def _resign(self, line: str) -> Match:
        return self._current().resign()

    def _quit(self, line: str) -> None:
        raise Quit


@dataclass(frozen=True)
class Command:
    """Something a player can type instead of a move. It gives a Match where it changes the game."""

    run: Callable[[LineMode, str], Match | None]
    help: str

    def __call__(self, mode: LineMode, line: str) -> Match | None:
        return self.run(mode, line)


COMMANDS: Final = {
    "help": Command(LineMode._help, "show this list"),
    "moves": Command(LineMode._moves, "list the moves you can make"),
    "hint": Command(LineMode._hint, "where to look; again: a best move; again: why"),
    "eval": Command(LineMode._eval, "show what every move is worth"),
    "undo": Command(LineMode._undo, "take back your last move, with the computer's answer to it"),
    "board": Command(LineMode._board, "show the board"),
    "rules": Command(LineMode._rules, "explain the game"),
    "save FILE": Command(LineMode._save, "write the game to a file, to continue or replay it later"),
    "resign": Command(LineMode._resign, "give up this game"),
    "quit": Command(LineMode._quit, "leave"),
}
_SPELLINGS: Final = {name.split()[0]: command for name, command in COMMANDS.items()} | {
    "?": COMMANDS["help"],
    "q": COMMANDS["quit"],
    "exit": COMMANDS["quit"],
}


def _heading(round: int, rounds: int | None) -> str:
    return f"Round {round} of {rounds}." if rounds else f"Round {round}."


def _find_command(line: str) -> Command | None:
    name, *rest = line.lower().split(maxsplit=1) or [""]
    return _SPELLINGS.get(name) if not rest or name == "save" else None
