"""The page around the chapters, its data files, and the complete book as HTML and PDF."""

import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

import gridduels
from book.balance import LEVELS, USUAL, Balance, Score, balance_of
from book.boards import Extent, book_board, chosen_definitions, options_of, ruling_words
from book.census import OUTCOMES, Census
from book.chapters import best_thumb, board_title, nimbers_of_boards, useful_sign, write_chapter
from book.facts import BoardFacts, GameFacts, Proved, Watch, boards_to_prove, game_facts, keep, proof_of
from book.invented import write_invented
from book.kernels import WIN
from book.plots import balance_plot, overview_plot
from book.scores import write_scores
from gridduels.board import size_text
from gridduels.engine import solve
from gridduels.engine.solvers.limits import memory_limit
from gridduels.engine.tables.table import Table
from gridduels.engine.tables.verification import verify
from gridduels.engine.value import Value
from gridduels.errors import SetupError
from gridduels.extras import MissingExtra
from gridduels.game import Definition, Game
from gridduels.pictures.document import PDF, Book, Code, Row, check_pdf, csv_text, number, pdf_of, percent, words_list
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


def _thumbs(census: Census) -> Iterator[Row]:
    for test in census.thumbs:
        yield *_key(census), test.thumb.advice, test.positions, f"{test.right:.6f}", f"{test.chance:.6f}"


def _signs(census: Census) -> Iterator[Row]:
    for test in census.signs:
        yield *_key(census), test.sign.claim, test.positions, test.right


def _nimbers(games: Sequence[GameFacts]) -> Iterator[Row]:
    for each in (each for game in games for each in nimbers_of_boards(game)):
        yield from ((each.game.id, each.game.size, "", nimber, amount) for nimber, amount in each.counts.items())


def _balance(balances: dict[str, Balance]) -> Iterator[Row]:
    for title, each in balances.items():
        scores = [("book", level, score) for level, score in each.book.items()]
        scores += [("balanced", level, score) for level, score in each.starts.items()]
        for start, level, score in [*scores, (each.move, USUAL, each.after_move)]:
            yield title, start, level, score.games, *(f"{share:.4f}" for share in score[:3])


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
    "nimbers.csv": ((*_BOARD, "nimber", "positions"), _nimbers),
}
"""The header of each file, and the function that yields its rows."""


# --- The page


_FOLDER = Path(__file__).parent
_FONTS: Final = Path(gridduels.__file__).parent / "web" / "static" / "fonts"
_FONT_FILES: Final = ("figtree.woff2", "figtree-OFL.txt", "gabarito.woff2", "gabarito-OFL.txt")
_AMOUNTS = re.compile(r", (?=\d)")
_REFERENCES = (
    "L. V. Allis: <i>Searching for Solutions in Games and Artificial Intelligence</i>. Maastricht 1994. It calls "
    "games solved ultra-weakly, weakly or strongly; on the boards of their books, the games of this book are solved "
    "strongly.",
    "E. R. Berlekamp, J. H. Conway, R. K. Guy: <i>Winning Ways for Your Mathematical Plays</i>. 1982. On impartial "
    "games, nimbers and much more.",
    "P. M. Grundy: <i>Mathematics and Games</i>. Eureka 2, 1939; R. Sprague: <i>Über mathematische Kampfspiele</i>. "
    "Tôhoku Mathematical Journal 41, 1935.",
    "J. W. Romein, H. E. Bal: <i>Solving Awari with Parallel Retrograde Analysis</i>. IEEE Computer 36 (10), 2003.",
    "J. Schaeffer and others: <i>Checkers Is Solved</i>. Science 317, 2007.",
    "K. Thompson: <i>Retrograde Analysis of Certain Endgames</i>. ICCA Journal 9 (3), 1986.",
)


@dataclass(frozen=True)
class Making:
    """How the book was made: the command with its options, the time, the number of cores, and `verify` results by
    board."""

    command: str
    choice: str
    seconds: float
    cores: int
    verified: dict[str, tuple[str, ...]]


def title_of(games: Sequence[str], every: bool) -> str:
    """Return the title of a book about these games.

    >>> title_of(["Pathway Duel", "GridLock"], False), title_of([""] * 5, True)
    ('Pathway Duel and GridLock, solved', 'Five duels, solved')
    """
    return "Five duels, solved" if every else f"{words_list(games)}, solved"


def make_book(
    games: Sequence[GameFacts], balances: dict[str, Balance], proofs: Sequence[Proved], making: Making
) -> dict[str, bytes]:
    """Return all the book's files by path; the page is `index.html`."""
    book = Book(making.choice)
    _write_abstract(book, games)
    _write_results(book, games)
    for facts in games:
        write_chapter(book, facts)
    _write_balance(book, balances)
    if len(games) == len(chosen_definitions([])):
        write_invented(book)
        write_scores(book)
    _write_beyond(book, games, proofs)
    _write_verification(book, games, making)
    _write_again(book, games, making)
    book.chapter("references", "References")
    book.references(_REFERENCES)
    files = {f"data/{name}": content for name, content in data_files(games).items()}
    files["data/balance.csv"] = csv_text(
        ("game", "start", "level", "games", "score", "low", "high"), _balance(balances)
    )
    made = {f"proofs/{each.name}": each.file for each in proofs}
    fonts = {f"fonts/{name}": (_FONTS / name).read_bytes() for name in _FONT_FILES}
    page = {"index.html": _page(book, games).encode(), "checksums.txt": checksums({**files, **made})}
    return {**page, **book.files, **files, **made, **fonts}


def _write_abstract(book: Book, games: Sequence[GameFacts]) -> None:
    boards = [board for game in games for board in game.boards]
    openers = [game.definition.title for game in games if game.book.value.outcome == "win"]
    kind = "small games" if len(games) > 1 else "a small game"
    everyone = " every one of them" if len(games) > 2 else " both of them" if len(games) == 2 else ""
    won = everyone if len(openers) == len(games) else f" {words_list(openers or [''])}"
    book.parts.append('<section class="abstract">')
    book.say(
        f"{words_list([game.definition.title for game in games])}: {kind} for two on a grid, solved "
        "completely. For every position of the rule books' boards it is known who wins, how soon, and which moves keep "
        "the win.",
        f"The first player wins{won}." if openers else "",
        "That is the least interesting thing about them. This book is about the rest: moves that look good and lose, "
        "a theorem hidden in a rule book, a race that cannot be blocked, a game that is Nim in disguise, and what a "
        "designer can do about going first."
        if len(games) == len(chosen_definitions([]))
        else "",
        f"It draws on {count(len(boards), 'board')} with {number(sum(board.entries for board in boards))} entries in "
        "their tables. Every number in the text is filled in from the tables when the book is made, and every claim "
        "about them is checked first.",
    )
    book.parts.append("</section>")


def _write_results(book: Book, games: Sequence[GameFacts]) -> None:
    book.chapter("results", "What is known")
    rows = [
        (
            f"{game.definition.title}, {size_text(game.book.game.size)}",
            _opener(game.book.value),
            f"{len(game.book.good_moves)} of {len(game.book.first_moves)}",
            "not counted" if game.book.counts is None else sum(game.book.counts.values()),
            game.book.entries,
            game.census.longest_win,
        )
        for game in games
    ]
    head = ("game and board", "first player", "good first moves", "reachable", "table entries", "longest win")
    book.table(head, rows, "The boards of the rule books. Lengths are in plies, single moves.", "boards.csv")
    book.say(
        "<b>Reachable</b> positions are all positions that can arise from the start with Player 1 going first, "
        "finished ones included, each counted as it stands. <b>Table entries</b> are fewer, because positions that "
        "must have the same value share one: rotated, reflected, with the players exchanged, or differing only in "
        "cells that can no longer be reached. They also cover games that Player 2 starts.",
        "(In Blockade Runner each arrangement of obstacles has an entry for every way to place the tokens, including a "
        "few that cannot arise.)"
        if any(game.definition.id == "blockade" for game in games)
        else "",
        "<code>gridduels solve</code> prints the same two counts.",
    )
    book.say(
        "A <b>ply</b> is a single move. A position is a <b>win</b> or a <b>loss</b> for the player to move, with the "
        "number of plies under best play: the winner plays for the shortest win, the loser for the longest defence. "
        "It is <b>perpetual</b> if neither side can force a win. A move is <b>good</b> if it keeps the outcome. A "
        "position is <b>critical</b> if it has good and bad moves. On boards, +7 is a move that wins in 7 plies, -4 "
        "one that loses in 4, and = one after which neither side can force a win.",
    )
    _write_comparison(book, games)
    book.plot(
        "overview",
        overview_plot(games),
        f"What a position picked at random is worth to the player to move. {_narrowest(games)}",
        "boards.csv",
        f"python -m book {book.choice}".rstrip(),
    )


def _write_comparison(book: Book, games: Sequence[GameFacts]) -> None:
    """Write the comparison of all games: how narrow the wins are, and what helps."""
    rows = []
    for game in games:
        census, strategy = game.census, game.study.strategy
        turned = max(1, census.turned)
        rows.append(
            (
                game.definition.title,
                f"{census.mean_moves:.1f}",
                percent(census.single_good(WIN) / max(1, census.with_choice(WIN))),
                percent(census.random_keeps(WIN)),
                strategy.positions if strategy else "",
                percent(census.turn_helps / turned),
                percent(census.turn_harms / turned),
                census.mutual_zugzwang,
            )
        )
    head = (
        "game", "moves", "one winning move", "a random move keeps the win", "answers to know", "the move helps",
        "it harms", "mutual zugzwangs",
    )  # fmt: skip
    caption = (
        "How narrow the wins are. The mean number of moves; of the won positions with a choice, the share with a "
        "single winning move; how often a random move keeps the win; how many positions a winner has to know from the "
        "start; of the positions that can arise with either player to move, the share in which the move is an "
        "advantage and a disadvantage; and the positions in which either player would lose by having to move."
    )
    book.table(head, rows, caption)
    rules = []
    for game in games:
        best, sign = best_thumb(game), useful_sign(game)
        advice = f"{best.thumb.advice}: {best.thumb.meaning}"
        ahead = (f"the player who {sign.sign.claim}", percent(sign.share)) if sign else ("hard to tell at a glance", "")
        rules.append((game.definition.title, advice, percent(best.right), percent(best.chance), *ahead))
    caption = (
        "What helps a person. The best rule of thumb, with the share of the critical positions in which it is right "
        "and that of a random move; and who is ahead, with the share of the decided positions in which that is right."
    )
    book.table(("game", "rule of thumb", "right", "at random", "who is ahead", "right"), rules, caption)


def _narrowest(games: Sequence[GameFacts]) -> str:
    """Say in which games a random move is least and most likely to keep a win."""
    keeps = sorted(games, key=lambda game: game.census.random_keeps(WIN))
    told = [f"{percent(each.census.random_keeps(WIN))} in {each.definition.title}" for each in (keeps[0], keeps[-1])]
    return f"In a won position with a choice, a random move keeps the win in {words_list(told[: len(games)])}."


def _opener(value: Value) -> str:
    """Describe the outcome for the first player."""
    verbs = {"win": f"wins in {value.plies}", "loss": f"loses in {value.plies}"}
    return verbs.get(value.outcome, "cannot force a win")


def _write_balance(book: Book, balances: dict[str, Balance]) -> None:
    book.chapter("balance", "What going first is worth")
    games = sorted({str(each.after_move.games) for each in balances.values()})
    book.say(
        "Between perfect players, going first decides everything. Between equals who make mistakes, it is worth a "
        "number, and a designer wants to know it. We let three of our levels play themselves: level 1, who moves "
        f"nearly at random, level 5 and level 10. Each score is from {words_list(games).replace(' and ', ' or ')} "
        "games; bars are 95% intervals."
    )
    largest = max(balances, key=lambda title: balances[title].book[USUAL].share)
    smallest = min(balances, key=lambda title: balances[title].book[USUAL].share)
    grows = [name for name, each in balances.items() if each.book[LEVELS[-1]].low > each.book[LEVELS[0]].high]
    book.say(
        f"At level 5 the first player scores {_score(balances[largest].book[USUAL])} in {largest}"
        + (f" and {_score(balances[smallest].book[USUAL])} in {smallest}." if largest != smallest else "."),
        f"Skill makes it larger: in {words_list(grows)} the intervals of levels 1 and 10 do not even overlap."
        if grows
        else "",
    )
    book.plot(
        "balance",
        balance_plot(balances),
        "The first player's score between equals. From balanced starts it is the score of the player to move.",
        "balance.csv",
        "python -m book.balance",
    )
    even = [name for name, each in balances.items() if each.starts[USUAL].is_even]
    uneven = [f"{_score(each.starts[USUAL], 1)} in {name}" for name, each in balances.items() if name not in even]
    book.heading("Two repairs")
    book.say(
        "<b>Balanced starts</b> begin a few plies into the game, at a position from which a level that plays itself "
        "wins about half of its games. They were chosen by play and then measured with fresh games: at level 5 an "
        f"even score lies within the interval in {len(even)} of {count(len(balances), 'game')}.",
        f"Elsewhere, the player to move scores {words_list(uneven)}." if uneven else "",
        "One side could still force a win, but which side differs from start to start, and the contest is to find it.",
    )
    alike = [name for name, each in balances.items() if each.openings == 1]
    others = {name: each for name, each in balances.items() if each.openings > 1}
    book.say(
        "<b>The swap</b>, or pie rule, lets the second player change sides after the first move. Against perfect "
        "play it only reverses the result: every first move is won or lost, and the second player takes the "
        "better side. Between people it works if some first move is hard to judge.",
        f"In {words_list(alike)} it cannot work at all: all first moves are mirror images of each other, so the opener "
        "has no choice, and swapping merely hands the advantage over."
        if alike
        else "",
        *(
            f"In {name} the most even of {each.openings} different first moves, <code>{each.move}</code>, leaves the "
            f"player who made it {_score(each.after_move)} at level 5"
            + (", even within the interval." if each.after_move.is_even else ".")
            for name, each in others.items()
        ),
    )


def _score(score: Score, digits: int = 0) -> str:
    """Return a score with its interval, with this many decimal places."""
    share, low, high = (f"{100 * each:.{digits}f}" for each in score[:3])
    return f"{share}% ({low} to {high})"


def _write_beyond(book: Book, games: Sequence[GameFacts], proofs: Sequence[Proved]) -> None:
    book.chapter("beyond", "Beyond the tables")
    if proofs:
        book.say(
            "Some boards have too many positions for a table. For these a search finds the value, and you need not "
            "trust it: it writes a proof. For every first move the proof has an answer to everything the loser can do, "
            "and one to everything the winner can try to be faster, position by position, so checking it needs no "
            "search. The files come with this book. <code>gridduels verify</code> checks them with the rules of the "
            "package, and <code>scripts/check_proof.py</code> with rules of its own in plain Python; the format is "
            "documented byte by byte in <code>docs/proof-format.md</code>."
        )
        rows = [
            (
                f"{each.game.title} {size_text(each.game.size)}{_with_rulings(each.game)}",
                _opener(each.value),
                " ".join(word for word, value in each.moves.items() if value.outcome == each.value.outcome),
                each.positions,
                len(each.file),
            )
            for each in proofs
        ]
        head = ("board", "first player", "good first moves", "positions in the proof", "bytes")
        book.table(head, rows, "Boards solved by search, each with a verified proof.")
        book.say("To find a proof again, and to check the files in the folder of this book:")
        lines = [
            f"gridduels solve {options_of(each.game)} --proof {each.name}\ngridduels verify proofs/{each.name}"
            for each in proofs
        ]
        book.commands(lines)
    if further := elsewhere({game.definition.id for game in games}, proofs):
        book.say(*further)
    values = [(board.game, board.value, board.good_moves) for game in games for board in game.boards]
    values += [
        (each.game, each.value, tuple(word for word in each.moves if each.moves[word].outcome == each.value.outcome))
        for each in proofs
    ]
    if texts := conjectures(values):
        book.heading("Conjectures")
        book.say("These hold on every board that we solved. We have no proof.")
        book.conjectures(texts)


def elsewhere(ids: Collection[str], proofs: Sequence[Proved]) -> list[str]:
    """Return what is known about boards of the given games that this copy neither solves nor proves."""
    proved = {(each.game.id, each.game.rows) for each in proofs}
    return [text for id, rows, text in _ELSEWHERE if id in ids and (id, rows) not in proved]


_ELSEWHERE: Final = (
    (
        "gridlock",
        9,
        "GridLock 9x9 is proved too: the first player wins in 21 plies, with a slide of 4 cells in any direction. The "
        "proof is not in this copy, because its search takes minutes; <code>gridduels solve gridlock --size 9 --proof "
        "gridlock-9.proof</code> writes it.",
    ),
    (
        "blockade",
        7,
        "Blockade Runner 7x7 has been computed on a GPU but not proved: the first player wins in 45 plies, with either "
        "step.",
    ),
)
"""Results of other computations: the game, the number of rows of its board, and a sentence."""


def _with_rulings(game: Game) -> str:
    return f", {ruling_words(game)}" if ruling_words(game) else ""


def conjectures(values: Sequence[tuple[Game, Value, tuple[str, ...]]]) -> list[str]:
    """Return the conjectures that aren't contradicted by any board with this value and these good first moves, with the
    boards that support them."""
    first_wins: Callable[[Value, tuple[str, ...]], bool] = lambda value, _: value.outcome == "win"  # noqa: E731
    found: list[tuple[str, str, Callable[[Game], bool], Callable[[Game, Value, tuple[str, ...]], bool]]] = [
        (
            "light-cycle",
            "In Light Cycle Duel on any board of odd size, driving straight on is the only first move that wins.",
            lambda game: True,
            lambda game, value, good: value.outcome == "win" and good == ("right",),
        ),
        (
            "pathway",
            "The first player wins Pathway Duel with <code>goal=open</code> on every board.",
            lambda game: game.rulings["goal"] == "open",
            lambda game, value, good: first_wins(value, good),
        ),
        (
            "pathway",
            "The first player wins Pathway Duel with <code>goal=sealed</code> on every board of odd size (for even "
            "sizes the opposite is a theorem).",
            lambda game: game.rulings["goal"] == "sealed" and game.rows % 2 == 1,
            lambda game, value, good: first_wins(value, good),
        ),
        (
            "gridlock",
            "In GridLock on any board of odd size of at least 5x5, exactly the slides from the centre to the edge win.",
            lambda game: game.rows > 3,
            lambda game, value, good: (
                set(good) == {f"{way}{game.rows // 2}" for way in ("up", "down", "left", "right")}
            ),
        ),
        (
            "blockade",
            "In Blockade Runner under the default rulings with one to three obstacles each, on every board of "
            "at least 4x4, the first player wins by a step, and every obstacle as a first move loses.",
            lambda game: (
                game.rows > 3
                and 1 <= int(game.rulings["obstacles"]) <= 3
                and all(each.startswith("obstacles") for each in ruling_words(game).split())
            ),
            lambda game, value, good: value.outcome == "win" and set(good) == {"down", "right"},
        ),
    ]
    told = []
    for id, text, applies, holds in found:
        boards = [each for each in values if each[0].id == id and applies(each[0])]
        if len(boards) > 1 and all(holds(*each) for each in boards):
            sizes = sorted({each[0].rows for each in boards})
            told.append(f"{text} (Solved: {words_list([size_text(size) for size in sizes])}.)")
    return told


def _write_verification(book: Book, games: Sequence[GameFacts], making: Making) -> None:
    book.chapter("verification", "How it was verified")
    book.say(
        "The solver compiles the rules that people play by; it contains no second version of them. It finds every "
        "reachable position. If no position can recur, each gets its value after its successors; otherwise the solver "
        "works backwards from finished positions (retrograde analysis). Here is why you can trust the numbers."
    )
    book.say(
        "<b>Every value follows from its successors.</b> A win in n plies follows from a loss in n - 1, down to "
        "finished games, and from a loss every move leads to a win for the opponent. When this book was made, a check "
        "that shares no code with the solver's propagation read the tables back and found no fault; the table below "
        "shows what it checked.",
        *(
            f"({name}: {_code_words(note)}.)"
            for name, told in making.verified.items()
            for note in told
            if _is_note(note)
        ),
    )
    book.say(
        "<b>A second solver agrees.</b> The project's tests contain a naive version of each game, written from its "
        "rule book, and a plain solver for them. It finds the same values and counts for all 3x3 and 4x4 boards under "
        "every ruling, and the same counts as this book on 3x3 boards, position by position."
    )
    book.say(
        "<b>Theorems and tables agree.</b> Each theorem in this book has a proof that needs no computer, and wherever "
        "it applies to a solved board, the solver, which doesn't know the theorem, finds the same result."
    )
    if checks := _checks(making.verified):
        book.table(("checked", *making.verified), checks, "What <code>gridduels verify</code> checked.")


def _code_words(note: str) -> str:
    """Return a note as HTML, with everything in backquotes marked up as code.

    >>> _code_words("run `verify`")
    'run <code>verify</code>'
    """
    return re.sub("`(.+?)`", r"<code>\1</code>", escape(note))


def _is_note(line: str) -> bool:
    """Return whether a check's result is something other than an amount."""
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


def _write_again(book: Book, games: Sequence[GameFacts], making: Making) -> None:
    book.chapter("again", "Reproduce it")
    boards = [board for game in games for board in game.boards]
    book.say("This command makes the book with all its figures, films, data and proofs:")
    book.commands([making.command])
    book.say(
        f"The work behind this copy, solving, counting and checking {len(boards)} boards with gridduels "
        f"{gridduels.__version__}, took {_duration(making.seconds)} on {count(making.cores, 'core')}. Every board is "
        "cached, so an interrupted run continues where it stopped, and a second run only draws and prints.",
        "<code>gridduels solve GAME</code>, <code>gridduels explore GAME</code> and <code>gridduels verify GAME</code> "
        "show the same values one by one. The contents of a table are the same wherever it was made, and "
        "<code>gridduels verify</code> prints its SHA-256; its file may differ, since versions of zlib deflate "
        'differently. The data are the same everywhere, too; <a href="checksums.txt">checksums.txt</a> has the SHA-256 '
        "of each file.",
    )
    rows = [(f"{game.definition.title}, {board_title(game.book)}", Code(game.book.sha256)) for game in games]
    caption = "SHA-256 of the contents of the book boards' tables; the data file lists all boards."
    book.table(("table", "SHA-256"), rows, caption, "boards.csv")


def _duration(seconds: float) -> str:
    """Format a duration in readable form.

    >>> _duration(71.4), _duration(4000.0), _duration(0.2)
    ('1 minute and 11 seconds', '66 minutes and 40 seconds', '1 second')
    """
    minutes, rest = divmod(max(1, round(seconds)), 60)
    return words_list([count(each, word) for each, word in ((minutes, "minute"), (rest, "second")) if each])


def _page(book: Book, games: Sequence[GameFacts]) -> str:
    style = (_FOLDER / "page.css").read_text(encoding="utf-8").strip()
    return book.page(
        title_of([game.definition.title for game in games], len(games) == len(chosen_definitions([]))),
        "What perfect play looks like, and what a person can learn from it",
        f"gridduels {gridduels.__version__}",
        f"{css_variables('screen and (prefers-color-scheme: dark)')}\n{style}",
    )


# --- Writing the folder


PAGE: Final = "index.html"
_MADE: Final = (PAGE, PDF, "checksums.txt")
_FOLDERS: Final = ("data", "figures", "films", "fonts", "proofs")
_VERIFIED_GAMES: Final = 1000
_QUICKLY_VERIFIED: Final = 5_000_000


def check_libraries() -> None:
    """Report missing requirements up front."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise MissingExtra("the book", "report") from None
    check_pdf("the book")


def check_folder(folder: Path, force: bool = False) -> None:
    """Raise SetupError unless a folder is new, empty or contains only a book, or `force` allows writing to it."""
    if folder.exists() and not folder.is_dir():
        raise SetupError(f"{folder} is a file: name a folder with -o")
    if not force and folder.is_dir() and any(folder.iterdir()) and not _is_book(folder):
        raise SetupError(
            f"{folder} contains something other than a book: name another folder with -o, or add to it with --force"
        )


def _is_book(folder: Path) -> bool:
    """Return whether a folder contains a book and nothing else."""
    files = [path.relative_to(folder) for path in folder.rglob("*") if not path.is_dir()]
    ours = (path.parts[0] in _FOLDERS if len(path.parts) > 1 else path.name in _MADE for path in files)
    return (folder / PDF).exists() and all(ours)


def write_book(
    definitions: Sequence[Definition], folder: Path, extent: Extent, watch: Watch, force: bool = False
) -> list[str]:
    """Create the book and move it into place atomically; return the paths of its files."""
    check_folder(folder, force)
    check_libraries()
    games = [game_facts(definition, extent, watch) for definition in definitions]
    checked = [_verify(game, extent, watch) for game in games]
    balances = {each.title: balance_of(book_board(each)) for each in definitions}
    proved = [proof_of(game, watch(game)) for each in definitions for game in boards_to_prove(each, extent)]
    seconds = sum(each for _, each in [*checked, *proved]) + sum(
        game.seconds + sum(board.seconds for board in game.boards) for game in games
    )
    verified = {game.definition.title: told for game, (told, _) in zip(games, checked, strict=True)}
    choice = _choice(extent)
    making = Making(_command(definitions, choice), choice, seconds, os.cpu_count() or 1, verified)
    files = make_book(games, balances, [proof for proof, _ in proved], making)
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
    """Return the command that reproduces this book."""
    named = (
        "" if len(definitions) == len(chosen_definitions([])) else "".join(f" --game {each.id}" for each in definitions)
    )
    return f"python -m book{named} {choice}".rstrip()


def _verify(facts: GameFacts, extent: Extent, watch: Watch) -> tuple[tuple[str, ...], float]:
    """Return the results of checking the book board's table and the time this took. A quick book skips large tables."""
    game = book_board(facts.definition)
    if extent is Extent.QUICK and facts.book.entries > _QUICKLY_VERIFIED:
        return (f"not checked for a quick book, because it takes minutes; `gridduels verify {game.id}` does",), 0.0
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
        (new / PDF).write_bytes(pdf_of((new / PAGE).read_text("utf-8"), new))
        if folder.exists() and not _is_book(folder):
            shutil.copytree(new, folder, dirs_exist_ok=True)
            return
        if folder.exists():
            shutil.move(folder, old)
        shutil.move(new, folder)
