"""The page: what frames the chapters of the games, and the whole as HTML for screen and print."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

import gridduels
from gridduels.board import size_text
from gridduels.duel import Duel
from gridduels.engine.value import Value
from gridduels.look.palette import DARK, LIGHT, Palette
from gridduels.report.statistics.counting import WIN
from gridduels.report.statistics.facts import GameFacts
from gridduels.report.writing.book import Book, Code, Row, number, percent, words_list
from gridduels.report.writing.chapters import board_title, write_chapter
from gridduels.report.writing.data import checksums, data_files
from gridduels.report.writing.learning import best_thumb
from gridduels.report.writing.plots import overview_plot
from gridduels.words import count

__all__ = ["Making", "make_book"]

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
    """How the report was made: by which command and which of its options chose the boards, how long the work behind it
    took and on how many cores, and what `verify` said of the tables: checked values by board."""

    command: str
    choice: str
    seconds: float
    cores: int
    verified: dict[str, tuple[str, ...]]


def make_book(games: Sequence[GameFacts], making: Making) -> dict[str, bytes]:
    """All files of the report by their paths; the page is `index.html`."""
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
        f"The player who opens wins {words_list(openers)}." if openers else "",
        f"The player who answers wins {words_list(others)}." if others else "",
        f"{number(len(boards))} boards and rulings are solved here, with "
        f"{number(sum(board.stored for board in boards))} positions in their tables.",
        f"Where there is a choice, a random move keeps a won position won in "
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
        f"gridduels report {book.choice}".rstrip(),
    )


def _opener(value: Value) -> str:
    """What becomes of whoever opens."""
    verbs = {"win": f"wins in {value.plies}", "loss": f"loses in {value.plies}"}
    return verbs.get(value.outcome, "cannot force the end")


def _write_reading(book: Book) -> None:
    book.chapter("words", "The words")
    book.say(
        "A <b>ply</b> is a single move. A position is a <b>win</b> or a <b>loss</b> for the player to move, in so many "
        "plies when the winner hurries and the loser delays; it is <b>perpetual</b> when neither can force the end. A "
        "move is <b>good</b> when it keeps the outcome, and <b>best</b> when it keeps the plies too. A position is "
        "<b>critical</b> when some of its moves are good and others are not: only there can anybody go wrong.",
    )
    book.say(
        "<b>Positions that can come about</b> are counted as they are, when Player 1 opens. <b>A table</b> keeps one "
        "for all that must have the same value: a board turned, mirrored or seen by the other player, or one that "
        "differs only in cells that nobody can get to any more. (In Blockade Runner it keeps one of all arrangements "
        "of obstacles that are images of each other, with every position in it, whoever opened.) Where it is said how "
        "many positions are critical or have one good move alone, those of the table are meant."
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
    """What to remember of each game, if nothing else."""
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
    """What the easiest level does wrong most often."""
    for play in game.study.plays[1:]:
        if play.kinds:
            return f"{play.kinds[0][0]} ({play.player})"
    return ""


def _write_verification(book: Book, games: Sequence[GameFacts], making: Making) -> None:
    book.chapter("verification", "How it was verified")
    book.say(
        "The solver compiles the rules that people play by; there is no second version of them in it. It finds every "
        "position that can come about. Where none comes again, each gets its value after all that follows from it; "
        "elsewhere the solver works backwards from the finished ones (retrograde analysis). More speaks for its "
        "numbers."
    )
    book.say(
        "<b>Every value follows from its successors.</b> A win in n plies rests on a loss in n - 1, down to finished "
        "games, and a loss has nothing but wins for the other. When this report was made, a check that shares no code "
        "with the solver's propagation read the tables back and found no fault; the table below says what it checked.",
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
    """Whether a check says something else than an amount."""
    return not line[0].isdigit()


def _checks(verified: dict[str, tuple[str, ...]]) -> list[Row]:
    """A row for each check with the amounts of all games.

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
    """Statements that can be proved without a computer, held against the boards of this report."""
    found = []
    for game in games:
        if game.definition.id == "grid-runner":
            right = sum(board.value.plies == 4 * (board.game.rows - 1) - 1 for board in game.boards)
            found.append(
                "Whoever opens Grid Runner Duel wins in 4(N - 1) - 1 plies: so it is on "
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
    book.chapter("again", "Do it again")
    boards = [board for game in games for board in game.boards]
    book.say(
        f"<code>{escape(making.command)}</code> makes this report with all its figures, films and data. The work "
        f"behind this copy, solving, counting and checking {len(boards)} boards with gridduels "
        f"{gridduels.__version__}, took {_duration(making.seconds)} on {count(making.cores, 'core')}. Every board is "
        "kept when it is done, so a report that was stopped goes on from there, and one that is made again is there "
        "within a minute.",
        "<code>gridduels solve GAME</code>, <code>gridduels explore GAME</code> and <code>gridduels verify GAME</code> "
        "show the same values one by one. What a table holds is the same wherever it was made, and <code>gridduels "
        "verify</code> prints its SHA-256; its file may differ, since versions of zlib deflate differently. The data "
        'are the same everywhere, too; <a href="checksums.txt">checksums.txt</a> has the SHA-256 of each file.',
    )
    rows = [(f"{game.definition.title}, {board_title(game.book)}", Code(game.book.sha256)) for game in games]
    caption = "SHA-256 of what the tables of the book boards hold; the data have those of all boards."
    book.table(("table", "SHA-256"), rows, caption, "boards.csv")


def _duration(seconds: float) -> str:
    """A time as people tell it.

    >>> _duration(71.4), _duration(4000.0), _duration(0.2)
    ('1 minute and 11 seconds', '66 minutes and 40 seconds', '1 second')
    """
    minutes, rest = divmod(max(1, round(seconds)), 60)
    return words_list([count(each, word) for each, word in ((minutes, "minute"), (rest, "second")) if each])


def _write_references(book: Book) -> None:
    book.chapter("references", "What it stands on")
    book.say("The words and the ways of this report are those of earlier ones about other games.")
    told = "".join(f"<li>{each}</li>" for each in _REFERENCES)
    book.parts.append(f'<ol class="references">{told}</ol>')


def _page(book: Book) -> str:
    links = "".join(f'<li><a href="#{id}">{escape(title)}</a></li>' for id, title in book.contents)
    body = "\n".join(book.parts)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="author" content="Grid Duels">
<title>{TITLE}</title>
<style>
{_colours()}
{(_FOLDER / "page.css").read_text(encoding="utf-8").strip()}
</style>
</head>
<body>
<main>
<header>
<h1>{TITLE}</h1>
<p class="subtitle">What perfect play looks like, and what a person can learn from it</p>
<p class="source">gridduels {gridduels.__version__}</p>
</header>
<nav aria-label="Contents"><ol>{links}</ol></nav>
{body}
</main>
</body>
</html>
"""


def _colours() -> str:
    dark = f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {_variables(DARK)} }} }}"
    return f":root {{ {_variables(LIGHT)} }}\n{dark}"


def _variables(palette: Palette) -> str:
    return " ".join(f"--{name.replace('_', '-')}: {colour};" for name, colour in palette._asdict().items())
