"""Line mode outside the games themselves: lessons, puzzles, the ladder, finished games and statistics.

Everything is expressed in words, one thing at a time, so a screen reader can follow.
"""

from collections.abc import Callable
from datetime import date
from functools import partial
from textwrap import fill, wrap
from typing import TYPE_CHECKING, Final, TypeVar

from gridduels.duel import Duel
from gridduels.errors import GridDuelsError, SetupError
from gridduels.game import Definition, Game
from gridduels.lessons import Lesson, lessons, respond
from gridduels.match import BOOK, FAIR, Match, fair_starts
from gridduels.players.ladder import SIDES, Opponent, called, ladder_of, missing_text, opponent_named
from gridduels.record import HUMAN, Record
from gridduels.registry import definitions
from gridduels.terminal.console import Console, EndOfInput
from gridduels.terminal.library import KeptGame, Tally, library, matching, tallies
from gridduels.terminal.results import Results
from gridduels.text import WIDTH, count, describe_rules

if TYPE_CHECKING:
    from gridduels.analysis.puzzles import Puzzle
    from gridduels.engine import Values

ENDED_EARLY: Final = 3
_HELP: Final = """\
  hint       a hint; in a puzzle, again for the move and why
  moves      the legal moves
  board      the board
  rules      the rules
  skip       go on without an answer
  quit       leave"""
Result = TypeVar("Result")


class Left(Exception):
    """The person wants to quit."""


class Hinted(Exception):
    """The person asks for a hint."""


class Skipped(Exception):
    """The person wants to move on without answering."""


def until_left(script: Callable[[], None]) -> int:
    """Run something that a person can quit, and return the exit code."""
    try:
        script()
    except Left:
        return 0
    except EndOfInput:
        return ENDED_EARLY
    return 0


def ask_move(console: Console, duel: Duel, refused: str = "") -> str:
    """Ask for a move as the rule book does, until it is legal or `refused`; `hint`, `skip` and `quit` raise an
    exception."""
    said: tuple[str, ...] = ()
    words = duel.game.words
    while True:
        line = console.ask(words.prompt(duel, said))
        match line.strip().lower():
            case "q" | "quit" | "exit":
                raise Left
            case "skip":
                raise Skipped
            case "hint":
                raise Hinted
            case "help" | "?":
                console.say(f"{words.notation[0].upper()}{words.notation[1:]}. You can also type:\n{_HELP}\n")
                continue
            case "moves":
                moves = ", ".join(duel.legal_moves)
                console.say(f"{fill(f'Legal moves: {moves}', WIDTH)}\n")
                continue
            case "board":
                console.say(words.grid(duel))
                continue
            case "rules":
                console.say(f"{describe_rules(duel.game)}\n")
                continue
        try:
            answer = words.answer(duel, said, line)
            if isinstance(answer, str):
                if answer != refused:
                    duel.play(answer)
                return answer
            said = answer
        except GridDuelsError as error:
            console.say(str(error))
            if said and (restart := words.restart(duel)):
                console.say(restart)
            said = ()


def show_turn(console: Console, duel: Duel) -> None:
    """Show the board and, before the next question, what the rule book prints at the start of a turn."""
    words = duel.game.words
    turn = words.turn(duel)
    if words.board(duel.game, duel.position) not in turn:
        console.say(words.grid(duel))
    elif status := words.status(duel):
        console.say(status)
    if turn:
        console.say(turn)


# --- Lessons


def learn(console: Console, definition: Definition) -> None:
    """Teach a game through play, lesson by lesson."""
    found = lessons(definition)
    console.say(f"Learn {definition.title}. Type skip to go on without an answer, or quit to leave.")
    for number, lesson in enumerate(found, 1):
        console.say(f"\nLesson {number} of {len(found)}.\n{fill(lesson.text, WIDTH)}")
        if lesson.is_task:
            console.say()
            _practise(console, definition, lesson)
    results = Results.load([])
    results.learned(definition.id)
    opponent = ladder_of(definition.id)[0].name.lower()
    console.say(f"\nThat's all. Play with: gridduels ladder {definition.id} {opponent}")


def _practise(console: Console, definition: Definition, lesson: Lesson) -> None:
    from gridduels.analysis.sentences import move_words

    duel = lesson.duel(definition)
    console.say(f"You are {duel.game.words.player(duel.turn)}.")
    show_turn(console, duel)
    while True:
        try:
            word = ask_move(console, duel, lesson.refused)
        except Skipped:
            return
        except Hinted:
            console.say(f"Try {move_words(duel.game, next(iter(lesson.answers), lesson.refused))}.\n")
            continue
        if word == lesson.refused:
            console.say(lesson.why_refused(duel))
            return
        response = respond(lesson, word)
        if response.done:
            console.say(f"{duel.game.words.grid(duel.play(word))}\n{response.sentence}")
            return
        console.say(f"{response.sentence}\n")


# --- Puzzles


def with_values(game: Game, question: "Callable[[Values], Result]") -> Result:
    """Query a game's exact values, with a progress bar if they have to be computed."""
    from gridduels.terminal.progress import open_values

    with open_values(game) as values:
        return question(values)


def daily(console: Console, day: date, today: date) -> None:
    """Have a person solve the puzzle of a day; solving it on that day extends the streak."""
    from gridduels.analysis.puzzles import daily_game, daily_puzzle

    game, results = daily_game(day), Results.load([])
    puzzle = with_values(game, lambda values: daily_puzzle(values, day))
    console.say(f"Puzzle of {day:%A} {day.day} {day:%B %Y}: {game.title}.")
    if puzzle is None:
        raise SetupError("There is no puzzle for that day.")
    if not _solve(console, puzzle):
        console.say("Solved, but not on the first try, so it doesn't count. You can try again.")
        return
    results.solved_day(day, today)
    streak = f" {count(results.day_streak(today), 'day')} in a row." if day == today else ""
    console.say(f"Solved!{streak}")


def puzzle(console: Console, game: Game, today: date, plies: int | None = None) -> None:
    """Have a person solve a game's next puzzle, of any length or of `plies`; a new series begins every day."""
    from gridduels.analysis.puzzles import puzzles

    results = Results.load([])
    number = results.puzzle_set(game.id, today.isoformat())["next"]
    seed = f"{today} {number}" if number else str(today)
    found = with_values(game, lambda values: next(puzzles(values, seed, plies), None))
    if found is None:
        way = "of this length on this board. Try another" if plies else "on this board. Try a larger one"
        raise SetupError(f"{game.title} has no puzzles {way}.")
    console.say(f"{game.title}, puzzle {number + 1} of today.")
    solved = _solve(console, found)
    results.reached(game.id, today.isoformat(), number + 1)
    if not solved:
        results.slipped(game.id)
        console.say("Solved, but not on the first try, so it doesn't count.")
        return
    results.solved(game.id, today.isoformat(), game.text(found.position))
    console.say(f"Solved! {count(results.streak(game.id)[0], 'puzzle')} in a row.")


def _solve(console: Console, puzzle: "Puzzle") -> bool:
    """Ask for moves until the puzzle is solved, and return whether every answer was right."""
    from gridduels.analysis.hints import hint_for
    from gridduels.analysis.puzzles import answer
    from gridduels.analysis.sentences import describe, line_words, move_words, unit_of
    from gridduels.terminal.line import HintSteps
    from gridduels.terminal.progress import open_values

    game, duel, slipped, hints = puzzle.game, puzzle.duel(), False, HintSteps()
    console.say(f"{puzzle.title}. Only one move keeps the win.\nType skip for the answer, or quit to leave.\n")
    show_turn(console, duel)
    while not duel.outcome:
        try:
            word = ask_move(console, duel)
        except Skipped:
            slipped = True
            best = with_values(game, lambda values, duel=duel: values.evaluate(duel).best_moves[0])  # type: ignore[misc]
            console.say(f"The answer is {move_words(game, best)}.\n")
            continue
        except Hinted:
            slipped = True
            with open_values(game) as values:
                said, _ = hints.next(duel, partial(hint_for, values, duel))
            console.say(f"{fill(said, WIDTH)}\nWith a hint, the puzzle doesn't count.\n")
            continue
        judged = with_values(game, lambda values, duel=duel, word=word: answer(values, duel, word))  # type: ignore[misc]
        if not judged.right:
            slipped = True
            slower = "That still wins, but another move wins sooner. Find the quickest way.\n"
            worse = (
                f"No: after {move_words(game, word)} {describe(judged.value, unit=unit_of(game))}. Try another move.\n"
            )
            console.say(slower if judged.verdict.keeps else worse)
            continue
        duel = duel.play(word)
        opponent = game.words.player(duel.turn)
        for reply in judged.reply:
            duel = duel.play(reply)
        if judged.reply:
            console.say(f"Correct! {opponent} replies {line_words(game, judged.reply)}.\n")
        if duel.outcome:
            console.say(game.words.grid(duel))
        else:
            show_turn(console, duel)
    return not slipped


# --- The ladder


def ladder_text(definition: Definition) -> str:
    """Return a game's ladder opponents, each with the sides it was beaten from."""
    results, words = Results.load([]), definition.words
    ladder = ladder_of(definition.id)
    lines = []
    for each in ladder:
        sides = [words.player(side) for side in SIDES if results.has_beaten(definition.id, each.name, side)]
        state = f"beaten as {' and '.join(sides)}" if sides else "not beaten yet"
        lines.append(f"{each.rung}. {each.name}, {state}. {each.about}")
    stars = len(results.beaten.get(definition.id, []))
    heading = f"The ladder of {definition.title}: {stars} of {len(ladder) * len(SIDES)} stars."
    how = f"Play with: gridduels ladder {definition.id} {ladder[0].name.lower()}"
    return "\n".join([heading, *lines, *wrap(missing_text(definition.id), WIDTH), how])


def play_for_star(console: Console, definition: Definition, name: str, side: int, start: str = FAIR) -> int:
    """Play a ladder game, and save the star if the person wins it."""
    from gridduels.terminal.line import LineMode
    from gridduels.terminal.results import star_of

    opponent: Opponent = opponent_named(name)
    if opponent not in ladder_of(definition.id):
        raise SetupError(f"{opponent.name} is not on {definition.title}'s ladder. {missing_text(definition.id)}")
    words = definition.words
    console.say(f"You play {words.player(side)} against {opponent.name}. {opponent.about}")
    players = (HUMAN, opponent.player) if side == 1 else (opponent.player, HUMAN)
    game = Game(definition)
    start = start if fair_starts(game) else BOOK
    first = str(opponent.first(side)) if start == BOOK else None
    mode = LineMode(game, console, players, first=first, rounds=1, start=start)
    code = mode.run()
    star = star_of(mode.match) if mode.match else None
    if star and Results.load([]).beat(definition.id, star.opponent.name, star.side):
        console.say(f"A new star: you beat {star.opponent.name} as {words.player(star.side)}.")
    return code


# --- Finished games


def history_text(words: str = "") -> str:
    """Return a numbered list of the finished games, latest first: those whose title contains all of these words."""
    complaints: list[str] = []
    games = library(complaints)
    found = matching(games, words)
    lines = [f"{number}. {game.title}" for number, game in enumerate(games, 1) if game in found]
    if not lines:
        none = "No finished games yet. Every game you finish is saved."
        lines = ["No game matches all of these words." if games else none]
    return "\n".join([*complaints, *lines])


def kept_game(number: int) -> KeptGame:
    """Return a finished game by its number in the list."""
    games = library([])
    if number > len(games):
        raise SetupError(f"There is no game {number}: the history contains {count(len(games), 'game')}.")
    return games[number - 1]


def play_again(console: Console, record: Record, move: int) -> int:
    """Play a finished game again from the position before one of its moves. The result does not count."""
    from gridduels.terminal.line import LineMode

    duel = record.duel
    if move > duel.ply:
        raise SetupError(f"There is no move {move}: the game has {count(duel.ply, 'move')}.")
    before = Match.resume([record]).branch(move - 1)
    return LineMode(duel.game, console, record.players, rounds=1, resumed=[before.record()]).run()


def statistics_text(rows: list[Tally] | None = None) -> str:
    """Return a person's results by game, opponent and side.

    Draws are mentioned only for games that can be drawn or were.
    """
    rows = tallies(library([])) if rows is None else rows
    if not rows:
        return "No games against the computer yet."
    drawable = {each.title for each in definitions() if each.draws}
    lines = []
    for each in rows:
        drawn = f", drawn {each.drawn}" if each.drawn or each.game in drawable else ""
        name = called(each.opponent)
        lines.append(f"{each.game}, against {name} as Player {each.side}: won {each.won}, lost {each.lost}{drawn}")
    return "\n".join(lines)
