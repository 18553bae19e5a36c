"""Line mode: a match as a dialogue, in the words of the game's rule book."""

import shlex
import textwrap
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

from gridduels.duel import Duel
from gridduels.errors import Forfeit, GridDuelsError, NotationError
from gridduels.game import Definition, Game
from gridduels.match import BOOK, FAIR, SWAP, Match, about_start, first_mover
from gridduels.players import HUMAN, Player, Prepares, chosen
from gridduels.players.ladder import called
from gridduels.record import LiveRecord, Record
from gridduels.registry import definitions
from gridduels.terminal.console import Commands, Console, EndOfInput
from gridduels.terminal.library import Autosave, add_game
from gridduels.terminal.live_match import Computers, LiveMatch, SavedGames, offer_unfinished
from gridduels.terminal.progress import bar_text
from gridduels.terminal.settings import about_player, by_turns, choosable
from gridduels.text import WIDTH, count, describe_games, describe_rules, did_you_mean

if TYPE_CHECKING:
    from gridduels.analysis.hints import Hint
    from gridduels.engine import Evaluation, Values
    from gridduels.players.perfect import Preparation


# --- Scores


def score_text(match: Match) -> str:
    """Return the score: points if the rule book has them, otherwise games won, or nothing for a single game.

    >>> from gridduels import load_game
    >>> score_text(Match.begin(load_game("grid-runner")).resign())
    'Score: 0 for Player 1, 1 for Player 2'
    >>> score_text(Match.begin(load_game("pathway"), rounds=3).resign())
    'Games won: 0 for Player A, 1 for Player B'
    """
    one, two = match.score
    words = match.game.words
    if not words.has_points and match.round == 1 and match.rounds in (None, 1):
        return ""
    label = "Score" if words.has_points else "Games won"
    return f"{label}: {one} for {words.player(1)}, {two} for {words.player(2)}"


def result_text(match: Match, name: Callable[[int], str] | None = None) -> str:
    """Return who won the match; `name` maps a player to its name."""
    low, high = sorted(match.score)
    if match.leader is None:
        return f"The match is drawn, {low} to {high}."
    return f"{(name or match.game.words.player)(match.leader)} wins the match, {high} to {low}."


# --- Hints, values, and the game summary


class HintSteps:
    """Gives hints step by step: asking again in the same position gives the next step."""

    def __init__(self) -> None:
        self._given: tuple[Duel, Hint] | None = None
        self._step = 0

    def next(self, duel: Duel, compute: "Callable[[], Hint]") -> tuple[str, tuple[str, ...]]:
        """Return the next step and, with the last one, the imagined line."""
        if self._given is None or self._given[0] != duel:
            self._given, self._step = (duel, compute()), 0
        hint, step = self._given[1], self._step
        last = len(hint.steps) - 1
        self._step = min(step + 1, last)
        return hint.steps[step], hint.line if step == last else ()


def moves_text(game: "Game", evaluation: "Evaluation", plies: bool) -> str:
    """Return the value of each move for the player to move in plain words, best first."""
    from gridduels.analysis.sentences import describe, unit_of

    unit = unit_of(game, plies)
    return "\n".join(evaluation.lines(lambda value: describe(value, unit=unit)))


def story_text(match: "Match") -> str:
    """Return a sentence on what decided a finished game, or an empty string if that is unknown."""
    from gridduels.analysis.annotations import story_of_match

    story = story_of_match(match)
    return story.sentence if story else ""


# --- Waiting for the computer


class Thinking:
    """Lets computers choose their moves. The values they need are computed in the background while a person plays, and
    otherwise with a progress bar."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._notes: dict[int, str] = {}
        self._preparation: Preparation | None = None

    def begin(self, match: Match) -> None:
        """Start computing what the opponent needs, if a person plays at this terminal."""
        if self._console.interactive and match.opponent:
            from gridduels.players.perfect import Preparation

            self._preparation = Preparation([match.opponent], match.game)

    def choose(self, duel: Duel, player: Player) -> str:
        """Return a player's move."""
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
            status = bar_text(*preparation.progress, preparation.seconds_left)
            name = duel.game.words.player(duel.turn)
            self._console.say(f"({name} searches ahead while the exact values are computed: {status}.)")
        return choose_meanwhile(player, duel)

    def wait(self) -> None:
        """Show a progress bar until the values are computed; Ctrl-C cancels the computation."""
        preparation = self._preparation
        if not preparation or not preparation.under_way:
            return
        from gridduels.terminal.progress import ProgressBar

        self._console.say(f"({bar_text(*preparation.progress, preparation.seconds_left)}; Ctrl-C stops it.)")
        try:
            with ProgressBar("Computing values") as bar:
                while preparation.under_way and not preparation.wait(0.1):
                    bar(*preparation.progress)
        except KeyboardInterrupt:
            preparation.stop()
            raise

    def close(self) -> None:
        """Cancel the computation."""
        if self._preparation:
            self._preparation.stop()
            self._preparation.wait(0.3)

    def _say_once(self, duel: Duel, note: str) -> None:
        if note and self._notes.get(duel.turn) != note:
            self._console.say(f"({duel.game.words.player(duel.turn)}: {note}.)")
        self._notes[duel.turn] = note


# --- Starting a match


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
    """Return a match before its first move. `ask` is None unless a person at a terminal can be asked."""
    if first is None and game.definition.players_choose_first and ask and start != FAIR:
        first = _ask_first(ask, say)
    alternating = ask is not None and alternates(players, first, start, seed)
    number, swap = by_turns(game.id) if alternating else first_mover(first or "1", seed), first == SWAP
    match = Match.begin(game, players, number, rounds, start=start, swap=swap, seed=seed)
    mover = game.words.player(match.duel.turn)
    if alternating:
        say(f"{mover} goes first this time. Next time it's the other way round.\n")
    if first == "toss":
        say(f"{mover} wins the toss and goes first.\n")
    if start == FAIR:
        say(f"{about_start(game, start)} {mover} goes first.\n")
    elif ask and (about := about_start(game, start)):
        say(f"{about} Use --start fair for a balanced start.\n")
    return match


def alternates(players: tuple[str, str], first: str | None, start: str, seed: int | None) -> bool:
    """Return whether the first move alternates: it does against the computer, unless an option decides or fixes it."""
    return players.count(HUMAN) == 1 and first is None and start != FAIR and seed is None


def _ask_first(ask: Ask, say: Say) -> str:
    while True:
        answer = ask("Who goes first? (1/2/toss): ").strip().lower()
        if answer in ("1", "2", "toss"):
            say("")
            return answer
        say("Type 1, 2 or toss.")


def offer_swap(match: Match, computers: Computers, ask: Ask, say: Say) -> Match:
    """Offer the pie rule: after the first move, the second player may swap sides."""
    mover = match.game.words.player(match.duel.turn)
    question = f"{mover}, do you want to change sides? (yes/no): "
    if match.is_person(match.duel.turn):
        wants = ask_yes(ask, say, question)
    else:
        wants = computers.wants_to_swap(match)
        say(f"{question}{'yes' if wants else 'no'}")
    if not wants:
        return match
    say(f"The players have changed sides. {mover} is still to move.\n")
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
# It works with screen readers and in pipes, and gives access to every feature in plain text.


Answer = TypeVar("Answer")

ENDED_EARLY: Final = 3
"""The exit code if input ends before the game does."""


class Quit(Exception):
    """The person wants to leave."""


@dataclass
class LineMode:
    """A match at a console, with the options of `gridduels play`."""

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
    """The external bots named on the command line; no others are started."""
    plain: bool = False
    """Whether --plain was given; the commands suggested at the end repeat it."""
    start: str = BOOK
    plies: bool = False
    """Whether distances are given in plies instead of moves."""

    def __post_init__(self) -> None:
        self._computers = Computers(self.players, self.seed, self.think, self.bots)
        self._live: LiveMatch | None = None
        self._saved, self._thinking, self._hints = SavedGames(), Thinking(self.console), HintSteps()

    @property
    def match(self) -> Match | None:
        """The match being played, once it has begun."""
        return self._live.match if self._live else None

    def run(self) -> int:
        """Play the match and return the exit code."""
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
        self._choose_file()
        live = self._live = self._resume() if self.resumed else self._open()
        while True:
            self._play(live)
            if not self._plays_again(live.match):
                break
            live.become(live.match.next_round(self.seed))
            self.console.say(
                f"\n{_heading(live.match.round, live.match.rounds)} {self._player(live.duel.turn)} goes first.\n"
            )
            self.console.say(self.game.words.opening(live.duel))
        if live.match.round > 1:
            self.console.say(result_text(live.match))

    def _choose_file(self) -> None:
        """Without --record, offer the latest unfinished game and save a new one automatically."""
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
        """Resume the last game in the file."""
        match = Match.resume(self.resumed, self.players, self.rounds)
        self.console.say(f"Resuming {self.game.title} after {count(match.duel.ply, 'move')}.\n")
        self._show_jump(match.duel)
        self._thinking.begin(match)
        return LiveMatch(match, self._computers, self.record)

    def _player(self, number: int) -> str:
        return self.game.words.player(number)

    def _play(self, live: LiveMatch) -> None:
        """Play one round."""
        while live.duel.outcome is None:
            self._take_turn(live)
        self.console.say(self.game.words.ending(live.duel))
        if self.console.interactive and (story := story_text(live.match)):
            self.console.say(f"\n{story}")
        if score := score_text(live.match):
            self.console.say(f"\n{score}")
        if self.console.interactive and live.match.people:
            self._keep(live)

    def _keep(self, live: LiveMatch) -> None:
        """Keep a person's finished game for the history, and count its result."""
        from gridduels.terminal.results import Results

        try:
            add_game(live.record())
            star = Results.load([]).count(live.match)
        except GridDuelsError as error:
            self.console.say(str(error))
            return
        if star:
            self.console.say(f"\nA new star: you beat {star.opponent.name} as {self._player(star.side)}.")

    def _take_turn(self, live: LiveMatch) -> None:
        """Play one turn."""
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
        """Have the computer answer the questions that a person would be asked."""
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
        """Let the person who interrupted the computer move for it, or let it think again."""
        name = self._player(match.duel.turn)
        self.console.say(
            f"\n{name} was interrupted. Press Enter to let it think again, or type a move for it or a command."
        )
        return self._ask_person(match)

    def _ask_person(self, match: Match) -> Match:
        """Return the match after a person's decision: a move, an undo or a resignation."""
        said: tuple[str, ...] = ()
        while True:
            line = self.console.ask(self.game.words.prompt(match.duel, said))
            if not line.strip() and (computer := self._computers.to_move(match)):
                return self._ask_computer(self._current(), computer)
            try:
                if run := COMMANDS.find(line):
                    if (after := run(self, line)) is not None:
                        return after
                    continue
                answer = self.game.words.answer(match.duel, said, line)
                if isinstance(answer, str):
                    return self._current().play(answer)
                said = answer
            except GridDuelsError as error:
                typo = "" if said or not isinstance(error, NotationError) else did_you_mean(line, self._vocabulary())
                self.console.say(f"{error}{typo}")
                if said and (restart := self.game.words.restart(match.duel)):
                    self.console.say(restart)
                said = ()

    def _vocabulary(self) -> list[str]:
        """Return the words accepted at a prompt, for suggestions."""
        return [*COMMANDS.words, *self._current().duel.legal_moves]

    def _question(self, prompt: str) -> str:
        """Ask a question between games; commands work here too."""
        while True:
            line = self.console.ask(prompt)
            run = COMMANDS.find(line)
            if not run:
                return line
            try:
                run(self, line)
            except GridDuelsError as error:
                self.console.say(str(error))

    def _plays_again(self, match: Match) -> bool:
        """Return whether to play another round."""
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
        """Show a person at a terminal the board or status that the rule book's turn text leaves out."""
        if not self.game.words.draws_board:
            self._show_board(duel)
        elif (status := self.game.words.status(duel)) and duel.ply:
            self.console.say(status)

    def _show_jump(self, duel: Duel) -> None:
        """Show the board after an undo or a resume, unless the next turn shows it anyway."""
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
            self.console.say(f"It has been saved. Continue with: {self._command} {self.game.id}")

    @property
    def _command(self) -> str:
        """The command that starts line mode again in the same way."""
        return "gridduels play --plain" if self.plain else "gridduels play"

    def _latest(self) -> LiveMatch:
        """Return the match, whether or not its game is over."""
        if self._live is None:
            raise GridDuelsError("The game hasn't started yet.")
        return self._live

    def _current(self) -> Match:
        """Return the match while its game is in progress."""
        if (live := self._latest()).duel.outcome:
            raise GridDuelsError("The game is over.")
        return live.match

    def _help(self, line: str) -> None:
        self.console.say(COMMANDS.help(self.game.words.notation))

    def _moves(self, line: str) -> None:
        moves = ", ".join(self._current().duel.legal_moves)
        self.console.say(textwrap.fill(f"Legal moves: {moves}", WIDTH))

    def _hint(self, line: str) -> None:
        """First hint at where to look, then name the move, then explain why, with an imagined line."""
        from gridduels.analysis.hints import hint_for
        from gridduels.analysis.sentences import line_words

        duel = self._current().duel
        said, imagined = self._hints.next(
            duel, lambda: self._ask_values(lambda values, duel: hint_for(values, duel, self.plies))
        )
        self.console.say(said)
        if imagined:
            after = line_words(self.game, imagined)
            self.console.say(f"What if? This is not the game, only the board after {after}:\n")
            self._show_board(Duel(self.game, (*duel.moves, *imagined), start=duel.start))

    def _eval(self, line: str) -> None:
        evaluation = self._ask_values(lambda values, duel: values.evaluate(duel))
        self.console.say(f"Values for you:\n{moves_text(self.game, evaluation, self.plies)}\n")

    def _ask_values(self, question: "Callable[[Values, Duel], Answer]") -> "Answer":
        """Query the exact values. The game then counts as played with help."""
        from gridduels.terminal.progress import open_values

        match = self._current().take_help()
        self._latest().become(match)
        try:
            self._thinking.wait()
            with open_values(self.game) as values:
                return question(values, match.duel)
        except KeyboardInterrupt:
            if not self.console.interactive:
                raise
            raise GridDuelsError("\nCancelled. The values are still unknown.") from None

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
            raise GridDuelsError("Add a file name: save FILE.")
        live = self._latest()
        path = self._saved.save(name, live.record())
        later = f"Continue later with: {self._command} --resume"
        command = "See it with: gridduels replay" if live.duel.outcome else later
        self.console.say(f"Saved. {command} {shlex.quote(str(path))}")

    def _resign(self, line: str) -> Match:
        return self._current().resign()

    def _quit(self, line: str) -> None:
        raise Quit


COMMANDS: Final[Commands[Callable[[LineMode, str], Match | None]]] = Commands(
    {
        "help": (LineMode._help, "show this list"),
        "moves": (LineMode._moves, "list the legal moves"),
        "hint": (LineMode._hint, "where to look; type it again for the move, then for the reason"),
        "eval": (LineMode._eval, "show the value of every move"),
        "undo": (LineMode._undo, "take back your last move and the computer's reply"),
        "board": (LineMode._board, "show the board"),
        "rules": (LineMode._rules, "explain the game"),
        "save FILE": (LineMode._save, "write the game to a file, to continue or replay it later"),
        "resign": (LineMode._resign, "give up this game"),
        "quit": (LineMode._quit, "leave"),
    }
)


def _heading(round: int, rounds: int | None) -> str:
    return f"Round {round} of {rounds}." if rounds else f"Round {round}."


# --- The menu shown by `gridduels` without a command


_LEAVE: Final = ("q", "quit", "exit")


def list_games() -> str:
    """Return the games and how to start them, for output that is not a terminal."""
    return f"Grid Duels: small games for two on a grid.\n\n{describe_games(definitions())}\n\n{_HOW}"


_HOW: Final = """\
Start one with:  gridduels play GAME
Its rules:       gridduels rules GAME
A few lessons:   gridduels learn GAME
All commands:    gridduels --help"""


def open_menu(console: Console) -> int:
    """Let a person choose and play games until they quit; return the exit code."""
    games = definitions()
    try:
        while True:
            console.say("Grid Duels\n")
            for number, each in enumerate(games, 1):
                console.say(f"  {number}. {each.title}: {each.summary}")
            console.say(
                "\nLessons, puzzles, the ladder and your games are commands of their own: see gridduels --help.\n"
            )
            chosen = _choose_game(console, games)
            players = _choose_opponent(console)
            console.say()
            if code := LineMode(Game(chosen), console, players).run():
                return code
            console.say()
    except (EndOfInput, _Leave):
        return 0


class _Leave(Exception):
    """The person wants to quit."""


def _choose_game(console: Console, games: list[Definition]) -> Definition:
    while True:
        answer = _ask(console, f"Choose a game (1-{len(games)}, or quit): ")
        for number, each in enumerate(games, 1):
            if answer in (str(number), each.id, each.title.lower()):
                return each
        console.say(f"Type a number from 1 to {len(games)}, or quit.")


def _choose_opponent(console: Console) -> tuple[str, str]:
    opponents = choosable()
    console.say("\nPlayer 2 is:")
    for number, player in enumerate(opponents, 1):
        console.say(f"  {number}. {called(player)}: {about_player(player)}")
    console.say()
    while True:
        answer = _ask(console, f"Choose an opponent (1-{len(opponents)}, or quit): ")
        for number, player in enumerate(opponents, 1):
            if answer in (str(number), player, called(player).lower()):
                return HUMAN, player
        console.say(f"Type a number from 1 to {len(opponents)}, or quit.")


def _ask(console: Console, prompt: str) -> str:
    answer = console.ask(prompt).strip().lower()
    if answer in _LEAVE:
        raise _Leave
    return answer
