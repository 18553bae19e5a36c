"""The numbers of the report as files, a row each, all games together; they are the same on every machine."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

import numpy as np

from gridduels.report.statistics.boards import ruling_words
from gridduels.report.statistics.census import OUTCOMES, Census
from gridduels.report.statistics.facts import BoardFacts, GameFacts
from gridduels.report.writing.book import Row, csv_text

__all__ = ["checksums", "data_files"]

_BOARD: Final = ("game", "size", "rulings")


def data_files(games: Sequence[GameFacts]) -> dict[str, bytes]:
    """Every file of numbers by its name."""
    return {name: csv_text(head, rows(games)) for name, (head, rows) in _FILES.items()}


def checksums(files: dict[str, bytes]) -> bytes:
    """The SHA-256 of each file, as `sha256sum --check` reads it."""
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
    """The rows of every census."""
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
"""The head of each file, and what gives its rows."""
