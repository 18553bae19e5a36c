"""The numbers of the report as files: one row each, all games together."""

from collections.abc import Iterator, Sequence

import numpy as np

from gridduels.report.statistics.boards import ruling_words
from gridduels.report.statistics.census import OUTCOMES, Census
from gridduels.report.statistics.facts import BoardFacts, GameFacts
from gridduels.report.writing.book import Row, csv_text

__all__ = ["data_files"]

_BOARD = ("game", "size", "rulings")


def data_files(games: Sequence[GameFacts]) -> dict[str, bytes]:
    """Every file of numbers by its name."""
    boards = [board for game in games for board in game.boards]
    counted = [board.census for board in boards if board.census]
    return {
        "boards.csv": csv_text(
            (*_BOARD, "value", "plies", "table", "reachable", "won", "lost", "perpetual", "seconds", "sha256"),
            map(_board, boards),
        ),
        "first-moves.csv": csv_text(
            (*_BOARD, "move", "value", "plies"),
            ((*_key(board), word, *value) for board in boards for word, value in board.first_moves.items()),
        ),
        "distances.csv": csv_text(
            (*_BOARD, "value", "plies", "positions"),
            ((*_key(board), *value, amount) for board in boards for value, amount in board.distances.items()),
        ),
        "choices.csv": csv_text(
            (*_BOARD, "value", "moves", "good_moves", "positions"),
            (row for census in counted for row in _choices(census)),
        ),
        "turns.csv": csv_text(
            (*_BOARD, "value", "value_if_the_other_were_to_move", "positions"),
            (row for census in counted for row in _turns(census)),
        ),
        "heat.csv": csv_text(
            (*_BOARD, "act", "row", "column", "moves", "good_moves"),
            (row for census in counted for row in _heat(census)),
        ),
        "thumbs.csv": csv_text(
            (*_BOARD, "advice", "positions", "right", "chance"),
            (
                (*_key(census), test.thumb.advice, test.positions, f"{test.right:.6f}", f"{test.chance:.6f}")
                for census in counted
                for test in census.thumbs
            ),
        ),
        "signs.csv": csv_text(
            (*_BOARD, "who", "positions", "stands_better"),
            (
                (*_key(census), test.sign.claim, test.positions, test.right)
                for census in counted
                for test in census.signs
            ),
        ),
        "rulings.csv": csv_text((*_BOARD, "other_rulings", "value", "other_value", "positions"), _changes(games)),
        "players.csv": csv_text(
            ("game", "player", "games", "moves", "part", "critical_moves", "errors"), _players(games)
        ),
        "errors.csv": csv_text(("game", "player", "error", "times"), _errors(games)),
        "mistakes.csv": csv_text(
            ("game", "player", "position", "move", "value", "value_after", "good_moves", "times", "seen"),
            _mistakes(games),
        ),
    }


def _key(board: BoardFacts | Census) -> tuple[str, object, str]:
    return board.game.id, board.game.size, ruling_words(board.game)


def _board(board: BoardFacts) -> Row:
    counts = board.counts
    amounts = [
        "" if counts is None else sum(amount for value, amount in counts.items() if value.outcome == outcome)
        for outcome in OUTCOMES
    ]
    reachable = "" if counts is None else sum(counts.values())
    return (*_key(board), *board.value, board.stored, reachable, *amounts, f"{board.seconds:.2f}", board.sha256)


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
        for play in game.plays:
            for part, critical, errors in zip((1, 2, 3), play.critical, play.errors, strict=True):
                yield game.definition.id, play.player, play.games, play.moves, part, critical, errors


def _errors(games: Sequence[GameFacts]) -> Iterator[Row]:
    for game in games:
        for play in game.plays:
            for kind, times in play.kinds:
                yield game.definition.id, play.player, kind, times


def _mistakes(games: Sequence[GameFacts]) -> Iterator[Row]:
    for game in games:
        for play in game.plays:
            for each in play.commonest:
                words = each.position, each.move, str(each.before), str(each.after), " ".join(each.good)
                yield game.definition.id, play.player, *words, each.times, each.seen
