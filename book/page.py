"""The page around the chapters, its data files, and the complete book as HTML and PDF."""

import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

import gridduels
from book.boards import Extent, book_board, chosen_definitions, ruling_words
from book.census import OUTCOMES, Census
from book.chapters import best_thumb, board_title, write_chapter
from book.facts import BoardFacts, GameFacts, Watch, game_facts, keep
from book.kernels import WIN
from book.plots import overview_plot
from gridduels.board import size_text
from gridduels.duel import Duel
from gridduels.engine import solve
from gridduels.engine.solvers.limits import memory_limit
from gridduels.engine.tables.table import Table
from gridduels.engine.tables.verification import verify
from gridduels.engine.value import Value
from gridduels.errors import SetupError
from gridduels.extras import MissingExtra
from gridduels.game import Definition, Game
from gridduels.pictures.document import PDF, Book, Code, Row, csv_text, number, percent, words_list
from gridduels.pictures.palette import css_variables
from gridduels.text import count

if TYPE_CHECKING:
    from gridduels.engine.progress import Progress


# --- Data files


_BOARD: Final = ("game", "size", "rulings")


def data_files(games: Sequence[GameFacts]) -> dict[str, bytes]:
    """Return every data file by name."""
    return {name: csv_text(head, rows(games)) for name, (head, rows) in _FILES.items()}


def checksums(files: dict[str, bytes]) -> bytes:
    """Return the SHA-256 of each file, in the format of `sha256sum --check`."""
    return "".join(f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in files.items()).encode()


def _boards(games: Sequence[GameFacts]) -> Iterator[Row]:
    return (_board(board) for game in games for board in game.boards)


def _first_moves(games: Sequence[GameFacts]) -> Iterator[Row]:
    for board in (board for game in games for board in game.boards):
        yield from ((*_key(board), word, *value) for word, value in board.first_moves.items())


def _distances(games: Sequence[GameFacts]) -> Iterator[Row]:
    for board in (board for game in games for board in game.boards):
        yield from ((*_key(board), *value, amount) for value, amount in board.distances.items())


def _of_census(rows: Callable[[Census], Iterable[Row]]) -> Callable[[Sequence[GameFacts]], Iterator[Row]]:
    """Yield the rows for every census."""
    return lambda games: (row for game in games for board in game.boards if board.census for row in rows(board.census))


def _key(board: BoardFacts | Census) -> tuple[str, object, str]:
    return board.game.id, board.game.size, ruling_words(board.game)


def _board(board: BoardFacts) -> Row:
    counts = board.counts
    amounts = [
        "" if counts is None else sum(amount for value, amount in counts.items() if value.outcome == outcome)
        for outcome in OUTCOMES
    ]
    reachable = "" if counts is None else sum(counts.values())
    return (*_key(board), *board.value, board.stored, reachable, *amounts, board.sha256)


def _choices(census: Census) -> Iterator[Row]:
    for (outcome, moves, good), amount in np.ndenumerate(census.good):
        if amount:
            yield *_key(census), OUTCOMES[outcome], moves, good, int(amount)


def _turns(census: Census) -> Iterator[Row]:
    for (outcome, other), amount in np.ndenumerate(census.tempo):
        if amount:
            yield *_key(census), OUTCOMES[outcome], OUTCOMES[other], int(amount)


def _heat(census: Census) -> Iterator[Row]:
    for act, board in zip(("step", "place"), census.heat, strict=True):
        for row, column in np.ndindex(board.shape[:2]):
            moves, good = board[row, column].tolist()
            if moves:
                yield *_key(census), act, row, column, moves, good


def _changes(games: Sequence[GameFacts]) -> Iterator[Row]:
    for change in (each for game in games for each in game.changes):
        for (outcome, other), amount in np.ndenumerate(change.matrix):
            if amount:
                board = change.game.id, change.game.size, ruling_words(change.game)
                yield *board, ruling_words(change.other), OUTCOMES[outcome], OUTCOMES[other], int(amount)


def _players(games: Sequence[GameFacts]) -> Iterator[Row]:
    for game in games:
        for play in game.study.plays:
            for part, critical, errors in zip((1, 2, 3), play.critical, play.errors, strict=True):
                yield game.definition.id, play.player, play.games, play.moves, part, critical, errors


def _errors(games: Sequence[GameFacts]) -> Iterator[Row]:
    for game in games:
        for play in game.study.plays:
            for kind, times in play.kinds:
                yield game.definition.id, play.player, kind, times


def _mistakes(games: Sequence[GameFacts]) -> Iterator[Row]:
    for game in games:
        for play in game.study.plays:
            for each in play.commonest:
                words = each.position, each.move, str(each.before), str(each.after), " ".join(each.good)
                yield game.definition.id, play.player, *words, each.times, each.seen


def _thumbs(census: Census) -> Iterator[Row]:
    for test in census.thumbs:
        yield *_key(census), test.thumb.advice, test.positions, f"{test.right:.6f}", f"{test.chance:.6f}"


def _signs(census: Census) -> Iterator[Row]:
    for test in census.signs:
        yield *_key(census), test.sign.claim, test.positions, test.right


_FILES: Final[dict[str, tuple[tuple[str, ...], Callable[[Sequence[GameFacts]], Iterable[Row]]]]] = {
    "boards.csv": ((*_BOARD, "value", "plies", "table", "reachable", "won", "lost", "perpetual", "sha256"), _boards),
    "first-moves.csv": ((*_BOARD, "move", "value", "plies"), _first_moves),
    "distances.csv": ((*_BOARD, "value", "plies", "positions"), _distances),
    "choices.csv": ((*_BOARD, "value", "moves", "good_moves", "positions"), _of_census(_choices)),
    "turns.csv": ((*_BOARD, "value", "value_if_the_other_were_to_move", "positions"), _of_census(_turns)),
    "heat.csv": ((*_BOARD, "act", "row", "column", "moves", "good_moves"), _of_census(_heat)),
    "thumbs.csv": ((*_BOARD, "advice", "positions", "right", "chance"), _of_census(_thumbs)),
    "signs.csv": ((*_BOARD, "who", "positions", "stands_better"), _of_census(_signs)),
    "rulings.csv": ((*_BOARD, "other_rulings", "value", "other_value", "positions"), _changes),
    "players.csv": (("game", "player", "games", "moves", "part", "critical_moves", "errors"), _players),
    "errors.csv": (("game", "player", "error", "times"), _errors),
    "mistakes.csv": (
        ("game", "player", "position", "move", "value", "value_after", "good_moves", "times", "seen"),
        _mistakes,
    ),
}
"""Each file's header, and the function that yields its rows."""


# --- The page


TITLE = "Five duels, solved"
_FOLDER = Path(__file__).parent
_AMOUNTS = re.compile(r", (?=\d)")
_REFERENCES = (
    "L. V. Allis: <i>A Knowledge-Based Approach of Connect-Four</i>. Vrije Universiteit, Amsterdam 1988.",
    "L. V. Allis: <i>Searching for Solutions in Games and Artificial Intelligence</i>. Maastricht 1994 (where games "
    "are called solved ultra-weakly, weakly or strongly; on the boards of their books the games of this report are "
    "solved strongly).",
    "J. W. Romein, H. E. Bal: <i>Solving Awari with Parallel Retrograde Analysis</i>. IEEE Computer 36 (10), 2003.",
    "J. Schaeffer and others: <i>Checkers Is Solved</i>. Science 317, 2007.",
    "K. Thompson: <i>Retrograde Analysis of Certain Endgames</i>. ICCA Journal 9 (3), 1986.",
)


@dataclass(frozen=True)
class Making:
    """How the book was made: the command and its options, time, number of cores, and `verify` results by board."""

    command: str
    choice: str
    seconds: float
    cores: int
    verified: dict[str, tuple[str, ...]]


def make_book(games: Sequence[GameFacts], making: Making) -> dict[str, bytes]:
    """Return all the book's files by path; the page is `index.html`."""
    book = Book(making.choice)
    _write_abstract(book, games)
    _write_results(book, games)
    _write_reading(book)
    for facts in games:
        write_chapter(book, facts)
    _write_comparison(book, games)
    _write_verification(book, games, making)
    _write_again(book, games, making)
    _write_references(book)
    files = {f"data/{name}": content for name, content in data_files(games).items()}
    return {"index.html": _page(book).encode(), "checksums.txt": checksums(files), **book.files, **files}


def _write_abstract(book: Book, games: Sequence[GameFacts]) -> None:
    boards = [board for game in games for board in game.boards]
    openers = [game.definition.title for game in games if game.book.value.outcome == "win"]
    others = [game.definition.title for game in games if game.book.value.outcome == "loss"]
    best = max(games, key=lambda game: best_thumb(game).right)
    keeps = sorted(games, key=lambda game: game.census.random_keeps(WIN))
    hardest, easiest = keeps[0], keeps[-1]
    book.parts.append('<section class="abstract">')
    book.say(
        f"{words_list([game.definition.title for game in games])}: small games for two on a grid. On the boards of "
        "their rule books all of them are solved: for every position it is known who wins, how soon, and which moves "
        "keep it.",
        f"The first player wins {words_list(openers)}." if openers else "",
        f"The player who answers wins {words_list(others)}." if others else "",
        f"{number(len(boards))} boards and rulings are solved here, with "
        f"{number(sum(board.stored for board in boards))} positions in their tables.",
        f"With a choice, a random move keeps a won position won in "
        f"{percent(hardest.census.random_keeps(WIN))} of cases in {hardest.definition.title}"
        + (
            f", and in {percent(easiest.census.random_keeps(WIN))} in {easiest.definition.title}."
            if len(games) > 1
            else "."
        ),
        f"The best rule of thumb that we tried, “{best_thumb(best).thumb.advice}” in {best.definition.title}, is right "
        f"in {percent(best_thumb(best).right)} of the positions where it matters.",
        "Every number in this text is filled in from the tables when the report is made.",
    )
    book.parts.append("</section>")


def _write_results(book: Book, games: Sequence[GameFacts]) -> None:
    book.chapter("results", "The results")
    rows = [
        (
            f"{game.definition.title}, {size_text(game.book.game.size)}",
            _opener(game.book.value),
            f"{len(game.book.good_moves)} of {len(game.book.first_moves)}",
            "not counted" if game.book.counts is None else sum(game.book.counts.values()),
            game.census.positions,
            game.census.longest_win,
        )
        for game in games
    ]
    book.boards(
        [(f"{game.book.game.id}-board", Duel(game.book.game), None, "") for game in games],
        "The games at their starts. A dashed outline is the goal of the player whose shape it has.",
        "gridduels picture GAME -o GAME.svg",
    )
    head = ("game and board", "who opens", "good first moves", "positions", "in the table", "longest win")
    book.table(head, rows, "The boards of the rule books. Wins are counted in plies, single moves.", "boards.csv")
    book.plot(
        "overview",
        overview_plot(games),
        "What a position picked at random is worth.",
        "boards.csv",
        f"python -m book {book.choice}".rstrip(),
    )


def _opener(value: Value) -> str:
    """Describe the outcome for the first player."""
    verbs = {"win": f"wins in {value.plies}", "loss": f"loses in {value.plies}"}
    return verbs.get(value.outcome, "cannot force the end")


def _write_reading(book: Book) -> None:
    book.chapter("words", "Terms")
    book.say(
        "A <b>ply</b> is a single move. A position is a <b>win</b> or a <b>loss</b> for the player to move, with the "
        "number of plies under best play, where the winner plays for the shortest win and the loser for the longest "
        "defence; it is <b>perpetual</b> if neither side can force a win. A move is <b>good</b> if it keeps the "
        "outcome, and <b>best</b> if it keeps the plies too. A position is <b>critical</b> if it has both good and bad "
        "moves: only there can a player go wrong.",
    )
    book.say(
        "<b>Reachable positions</b> are counted without symmetry, with Player 1 going first. <b>A table</b> has one "
        "entry for all positions that must have the same value: rotated, reflected, with the players exchanged, or "
        "with differences only in cells that no one can reach any more. (In Blockade Runner it has one entry for each "
        "position of each arrangement of obstacles, up to symmetry.) Counts of critical positions and of positions "
        "with a single good move refer to the table."
    )


def _write_comparison(book: Book, games: Sequence[GameFacts]) -> None:
    if len(games) < 2:
        return
    book.chapter("comparison", "Side by side")
    rows = [
        (
            game.definition.title,
            f"{game.census.mean_moves:.1f}",
            percent(game.census.critical / game.census.going_on),
            percent(game.census.single_good(WIN) / max(1, game.census.with_choice(WIN))),
            percent(game.census.random_keeps(WIN)),
            percent(game.study.plays[-1].error_rate),
        )
        for game in games
    ]
    head = ("game", "moves", "critical", "one winning move", "random keeps a win", "hard errs")
    book.table(head, rows, "The games on the boards of their books.", "choices.csv")
    narrow = max(games, key=lambda game: game.census.single_good(WIN) / max(1, game.census.with_choice(WIN)))
    wide = min(games, key=lambda game: game.census.single_good(WIN) / max(1, game.census.with_choice(WIN)))
    book.say(
        "The columns are: the moves of a position on average; critical positions; won positions with a choice that "
        "have one winning move alone; how often a random move keeps a win where there is a choice; and how often the "
        "level <code>hard</code> errs in critical positions."
    )
    book.say(
        f"By the share of won positions with one winning move alone, the way is narrowest in {narrow.definition.title} "
        f"and widest in {wide.definition.title}."
    )
    _write_remembered(book, games)


def _write_remembered(book: Book, games: Sequence[GameFacts]) -> None:
    """Describe the one thing to remember about each game."""
    rows = [
        (
            game.definition.title,
            " or ".join(game.book.good_moves[:4])
            if len(game.book.good_moves) < len(game.book.first_moves)
            else "any move",
            f"{best_thumb(game).thumb.advice} (right in {percent(best_thumb(game).right)})",
            _commonest_error(game),
        )
        for game in games
    ]
    head = ("game", "begin with", "then", "the commonest error")
    book.table(head, rows, "What to remember of each game.", "thumbs.csv")


def _commonest_error(game: GameFacts) -> str:
    """Describe the easiest level's most frequent mistake."""
    for play in game.study.plays[1:]:
        if play.kinds:
            return f"{play.kinds[0][0]} ({play.player})"
    return ""


def _write_verification(book: Book, games: Sequence[GameFacts], making: Making) -> None:
    book.chapter("verification", "How it was verified")
    book.say(
        "The solver compiles the rules that people play by; there is no second version of them in it. It finds every "
        "reachable position. If no position can recur, each gets its value after its successors; otherwise the solver "
        "works backwards from finished positions (retrograde analysis). Here is why you can trust the numbers."
    )
    book.say(
        "<b>Every value follows from its successors.</b> A win in n plies follows from a loss in n - 1, down to "
        "finished games, and from a loss every move leads to a win for the opponent. When this book was made, a check "
        "that shares no code with the solver's propagation read the tables back and found no fault; the table below "
        "shows what it checked.",
        *(f"({name}: {escape(note)}.)" for name, told in making.verified.items() for note in told if _is_note(note)),
    )
    book.say(
        "<b>A second solver agrees.</b> The tests of the project have each game once more, written naively from its "
        "rule book, and a plain solver on top of it. It has every value and every count of the 3x3 and 4x4 boards "
        "under every ruling, and the counts of this report on 3x3 boards, position by position."
    )
    if theorems := _theorems(games):
        book.say(f"<b>What can be proved holds.</b> {' '.join(theorems)}")
    if checks := _checks(making.verified):
        book.table(("checked", *making.verified), checks, "What <code>gridduels verify</code> checked.")


def _is_note(line: str) -> bool:
    """Return whether a check reports something other than an amount."""
    return not line[0].isdigit()


def _checks(verified: dict[str, tuple[str, ...]]) -> list[Row]:
    """Return one row per check with the amounts for all games.

    >>> _checks({"Go": ("1,009 games ended", "81 cells"), "Hex": ("7 games ended, 2 went on", "`verify` has more")})
    [('games ended', '1,009', '7'), ('cells', '81', ''), ('went on', '', '2')]
    """
    told: dict[str, dict[str, str]] = {}
    for name, checked in verified.items():
        for line in checked:
            for part in () if _is_note(line) else _AMOUNTS.split(line):
                amount, _, what = part.partition(" ")
                told.setdefault(what, {})[name] = amount
    return [(what, *(amounts.get(name, "") for name in verified)) for what, amounts in told.items()]


def _theorems(games: Sequence[GameFacts]) -> list[str]:
    """State theorems that can be proved without a computer, checked against this book's boards."""
    found = []
    for game in games:
        if game.definition.id == "grid-runner":
            right = sum(board.value.plies == 4 * (board.game.rows - 1) - 1 for board in game.boards)
            found.append(
                "The first player wins Grid Runner Duel in 4(N - 1) - 1 plies; this holds on "
                f"{right} of {len(game.boards)} boards."
            )
        if game.definition.id == "pathway":
            even = [
                board for board in game.boards if board.game.rulings["goal"] == "sealed" and board.game.rows % 2 == 0
            ]
            right = sum(board.value.outcome == "loss" for board in even)
            found.append(
                "By answering every move with its mirror image the second player wins Pathway Duel with "
                f"<code>goal=sealed</code> on boards of even size: so it is on {right} of {len(even)}."
            )
    return found


def _write_again(book: Book, games: Sequence[GameFacts], making: Making) -> None:
    book.chapter("again", "Reproduce it")
    boards = [board for game in games for board in game.boards]
    book.say(
        f"<code>{escape(making.command)}</code> makes this report with all its figures, films and data. The work "
        f"behind this copy, solving, counting and checking {len(boards)} boards with gridduels "
        f"{gridduels.__version__}, took {_duration(making.seconds)} on {count(making.cores, 'core')}. Every board is "
        "cached, so an interrupted run continues where it stopped, and a second run takes less than a minute.",
        "<code>gridduels solve GAME</code>, <code>gridduels explore GAME</code> and <code>gridduels verify GAME</code> "
        "show the same values one by one. What a table holds is the same wherever it was made, and <code>gridduels "
        "verify</code> prints its SHA-256; its file may differ, since versions of zlib deflate differently. The data "
        'are the same everywhere, too; <a href="checksums.txt">checksums.txt</a> has the SHA-256 of each file.',
    )
    rows = [(f"{game.definition.title}, {board_title(game.book)}", Code(game.book.sha256)) for game in games]
    caption = "SHA-256 of what the tables of the book boards hold; the data have those of all boards."
    book.table(("table", "SHA-256"), rows, caption, "boards.csv")


def _duration(seconds: float) -> str:
    """Format a duration in readable form.

    >>> _duration(71.4), _duration(4000.0), _duration(0.2)
    ('1 minute and 11 seconds', '66 minutes and 40 seconds', '1 second')
    """
    minutes, rest = divmod(max(1, round(seconds)), 60)
    return words_list([count(each, word) for each, word in ((minutes, "minute"), (rest, "second")) if each])


def _write_references(book: Book) -> None:
    book.chapter("references", "Software used")
    book.say("The words and the ways of this report are those of earlier ones about other games.")
    book.references(_REFERENCES)


def _page(book: Book) -> str:
    style = (_FOLDER / "page.css").read_text(encoding="utf-8").strip()
    return book.page(
        TITLE,
        "What perfect play looks like, and what a person can learn from it",
        f"gridduels {gridduels.__version__}",
        f"{css_variables('screen and (prefers-color-scheme: dark)')}\n{style}",
    )


# --- Writing the folder


PAGE: Final = "index.html"
_MADE: Final = (PAGE, PDF, "checksums.txt")
_FOLDERS: Final = ("data", "figures", "films")
_VERIFIED_GAMES: Final = 1000
_QUICKLY_VERIFIED: Final = 5_000_000


def check_libraries() -> None:
    """Report missing requirements up front."""
    try:
        import matplotlib  # noqa: F401
        import weasyprint  # noqa: F401
    except ImportError:
        raise MissingExtra("the report needs Matplotlib and WeasyPrint", "report") from None
    except OSError:
        raise SetupError(
            "the report needs the Pango library, which WeasyPrint uses: install libpango-1.0-0 and "
            "libpangoft2-1.0-0 (Debian, Ubuntu) or pango (macOS)"
        ) from None


def check_folder(folder: Path, force: bool = False) -> None:
    """Raise SetupError unless a folder is new, is empty or contains only a book, or `force` allows writing to it."""
    if folder.exists() and not folder.is_dir():
        raise SetupError(f"{folder} is a file: name a folder with -o")
    if not force and folder.is_dir() and any(folder.iterdir()) and not _is_report(folder):
        raise SetupError(
            f"{folder} contains something other than a report: name another folder with -o, or add to it with --force"
        )


def _is_report(folder: Path) -> bool:
    """Return whether a folder contains a book and nothing else."""
    files = [path.relative_to(folder) for path in folder.rglob("*") if not path.is_dir()]
    ours = (path.parts[0] in _FOLDERS if len(path.parts) > 1 else path.name in _MADE for path in files)
    return (folder / PDF).exists() and all(ours)


def write_report(
    definitions: Sequence[Definition], folder: Path, extent: Extent, watch: Watch, force: bool = False
) -> list[str]:
    """Create the book and move it into place atomically; return the paths of its files."""
    check_folder(folder, force)
    check_libraries()
    games = [game_facts(definition, extent, watch) for definition in definitions]
    checked = [_verify(game, extent, watch) for game in games]
    seconds = sum(each for _, each in checked) + sum(
        game.seconds + sum(board.seconds for board in game.boards) for game in games
    )
    verified = {game.definition.title: told for game, (told, _) in zip(games, checked, strict=True)}
    choice = _choice(extent)
    making = Making(_command(definitions, choice), choice, seconds, os.cpu_count() or 1, verified)
    files = make_book(games, making)
    try:
        _put(folder, files)
    except OSError as error:
        raise SetupError(f"cannot write {folder} ({error.strerror})") from None
    return sorted([*files, PDF])


def _choice(extent: Extent) -> str:
    """Return the options that select the boards."""
    if extent is Extent.ALL:
        return f"--all --memory {memory_limit() / 1e9:.3g}"
    return "--quick" if extent is Extent.QUICK else ""


def _command(definitions: Sequence[Definition], choice: str) -> str:
    """Return the command that recreates the same book."""
    named = (
        ""
        if len(definitions) == len(chosen_definitions([]))
        else f" --game {' '.join(each.id for each in definitions)}"
    )
    return f"python -m book{named} {choice}".rstrip()


def _verify(facts: GameFacts, extent: Extent, watch: Watch) -> tuple[tuple[str, ...], float]:
    """Return the checks of the book board's table and the time they took; a quick book skips a large table."""
    game = book_board(facts.definition)
    if extent is Extent.QUICK and facts.book.entries > _QUICKLY_VERIFIED:
        return (f"left to `gridduels verify {game.id}` in a quick report, for it takes minutes",), 0.0
    return keep("verify", game, facts.book.sha256, lambda: _checked(game, watch(game)))


def _checked(game: Game, progress: "Progress") -> tuple[str, ...]:
    table = solve(game, progress)
    assert isinstance(table, Table)
    report = verify(table, _VERIFIED_GAMES, progress=progress)
    if report.faults:
        raise SetupError(f"the table of {game.title} is wrong: {report.faults[0]}")
    return report.checked


def _put(folder: Path, files: dict[str, bytes]) -> None:
    """Write everything to a temporary folder, then swap it with the target; keep any other files in the target."""
    folder = folder.absolute()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.") as beside:
        new, old = Path(beside) / "new", Path(beside) / "old"
        for name, content in files.items():
            path = new / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        (new / PDF).write_bytes(_pdf(new / PAGE))
        if folder.exists() and not _is_report(folder):
            shutil.copytree(new, folder, dirs_exist_ok=True)
            return
        if folder.exists():
            shutil.move(folder, old)
        shutil.move(new, folder)


def _pdf(page: Path) -> bytes:
    """Return the page as PDF."""
    from weasyprint import HTML

    pdf: bytes = HTML(filename=page).write_pdf()
    return pdf
