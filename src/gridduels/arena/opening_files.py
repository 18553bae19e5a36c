"""Openings from a file: records, of which each gives the position its moves lead to, or positions, one in a line."""

from collections.abc import Iterator
from pathlib import Path

from gridduels.arena.openings import ListedOpenings
from gridduels.duel import Duel
from gridduels.errors import PositionError, SetupError
from gridduels.game import Game
from gridduels.record import parse_file, read_text

__all__ = ["read_openings"]


def read_openings(path: Path, game: Game, plies: int | None = None) -> ListedOpenings:
    """The openings of a game in a file, in its order; of records so many plies where there are more."""
    text = read_text(path)
    is_record = any(line.startswith("[") for line in text.splitlines())
    found = list(_from_records(path, text, game, plies) if is_record else _from_lines(path, text, game))
    if not found:
        raise SetupError(f"{path} has no opening for {game.title} {game.board} with these rulings")
    return ListedOpenings(game, found)


def _from_records(path: Path, text: str, game: Game, plies: int | None) -> Iterator[str]:
    """The records of this game; those of others are for other matches."""
    for number, record in enumerate(parse_file(path, text), 1):
        played = record.duel
        if played.game != game:
            continue
        duel = Duel(game, played.moves[:plies], start=played.start)
        if duel.outcome:
            raise SetupError(
                f"{path}, game {number} is over after {duel.ply} plies: --opening-plies takes fewer of them"
            )
        yield game.text(duel.position)


def _from_lines(path: Path, text: str, game: Game) -> Iterator[str]:
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition(";")[0].strip()
        if not words:
            continue
        try:
            position = game.position(words)
        except PositionError as error:
            raise SetupError(f"{path}, line {number}: {error}") from None
        if not game.legal(position):
            raise SetupError(f"{path}, line {number}: the game is over in {words!r}")
        yield game.text(position)
