"""Labelled positions for supervised learning: sampled from a stated distribution, written as NPZ or Parquet."""

import hashlib
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from gridduels.extras import MissingExtra

try:
    import numpy as np
    import numpy.typing as npt
except ModuleNotFoundError:
    raise MissingExtra("gridduels.analysis.dataset", "engine") from None

import gridduels
from gridduels.analysis.split import BOTH, SIDES, TEST, TEST_SHARE, TRAIN, check_side, test_mask
from gridduels.engine import VALUES, Table
from gridduels.engine.kernels import sample
from gridduels.engine.kernels.compiler import check_word, compiled, plain
from gridduels.engine.kernels.layout import CELL, layout_of, width_of
from gridduels.engine.kernels.probe import TableArrays
from gridduels.engine.kernels.sample import Labels
from gridduels.engine.observation import PLANES, planes_of
from gridduels.engine.progress import Progress, silent
from gridduels.engine.solvers.limits import MAX_POSITIONS, TooBig
from gridduels.engine.tables.bulk import move_codes, numbers_of
from gridduels.engine.value import UNKNOWN, Value
from gridduels.engine.values import Values
from gridduels.errors import SetupError
from gridduels.files import check_output, write_atomically
from gridduels.game import Game
from gridduels.notation import EMPTY
from gridduels.statement import Count, Unused

__all__ = ["SAMPLINGS", "Dataset", "draw_dataset"]

# --- Values from a table, or from a bounded search


MAX_VISITS: Final = 2_000_000
"""The maximum number of positions to visit when searching for one value without a table."""


def check_labels(game: Game) -> None:
    """Refuse a game that would have to be searched in plain Python, which takes minutes per move."""
    check_word(game, "labels")


@contextmanager
def asking_within_reason(game: Game, progress: Progress = silent) -> Iterator[Values]:
    """Open a game's table. If there is none, return a new search that raises TooHard when a value takes too long to
    find; it is new so that results don't depend on earlier searches."""
    if not game.solved_on_demand:
        with VALUES.open(game, progress) as values:
            yield values
        return
    from gridduels.engine.solvers.on_demand import OnDemandSolver

    solver = OnDemandSolver(game, progress)
    solver.max_visits = MAX_VISITS
    yield solver


# --- Sampling positions


SAMPLINGS: Final = {
    "random": "Player 1 goes first and all moves are uniformly random. One position is taken from each game, with "
    "every ply before the end equally likely, unless it was taken before.",
    "best": "Like `random`, but with probability 3/4 a move is drawn from the best moves. One position is "
    "taken from each game, with every ply before the end equally likely, unless it was taken before.",
    "uniform": "All unfinished positions that are reachable with Player 1 going first are equally likely; none is "
    "drawn twice.",
}
"""The available sampling methods."""
_QUARTERS: Final = {"random": 0, "best": 3}
_MAX_PLIES: Final = 200
"""Sampled games are truncated after this many plies, since they ignore the repetition rule."""
_PATIENCE: Final = 20
_LEAST_GAMES: Final = 1000
_ENOUGH_GAMES: Final = 100_000
"""Each round plays one game per requested position, but at most this many, or 20 per position found so far if that is
more. Sampling ends when a round yields nothing new, or after 20 games per requested position."""
_SLICE: Final = 20_000
"""The number of games to play between checks for Ctrl-C."""
_Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Dataset:
    """Positions in the order drawn, with their labels in arrays of the same length."""

    game: Game
    sampling: str
    seed: int
    side: str
    """`train`, `test` or `both`."""
    asked: int
    undecided: int
    """The number of positions omitted because the search didn't find their value; 0 if there is a table."""
    keys: _Ints
    actions: _Ints
    codes: npt.NDArray[np.int8]
    best: _Ints
    values: npt.NDArray[np.float32]
    """Each action's value; NaN if illegal."""

    def __len__(self) -> int:
        return len(self.keys)

    @cached_property
    def fields(self) -> dict[str, _Ints]:
        """The positions' fields, as in the game's Position."""
        fields, keys = {}, self.keys.copy()
        stated = self.game.statement.fields
        kinds = layout_of(self.game.statement)["kinds"]
        for field, kind in reversed(list(zip(stated, kinds, strict=True))):
            width = 0 if isinstance(field.kind, Unused) else width_of(self.game.cell_count, kind)
            values = keys & (1 << width) - 1
            keys >>= width
            fields[field.name] = np.where(values > 0, 1 << np.maximum(values - 1, 0), 0) if kind == CELL else values
        return {field.name: fields[field.name] for field in stated}

    @cached_property
    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """Return the columns written to a file, by name."""
        codes = self.codes.astype(np.int16)
        return {
            "position": self._texts(),
            "turn": self.fields["turn"].astype(np.uint8),
            "planes": self._planes(),
            "legal": _bits(self.actions, self.game.actions).astype(np.int8),
            "value": np.sign(codes).astype(np.int8),
            "plies": np.where(codes == 0, -1, np.abs(codes) - 1).astype(np.int16),
            "best": _bits(self.best, self.game.actions).astype(np.int8),
            "values": self.values,
            "test": self.test,
        }

    @cached_property
    def test(self) -> npt.NDArray[np.bool_]:
        """A mask of the positions on the test side."""
        return test_mask(self.game, self.keys)

    def _planes(self) -> npt.NDArray[np.uint8]:
        """Return the observations for the player to move: the planes from `observe`."""
        cells, fields, player = self.game.cell_count, self.fields, self.fields["turn"]
        statement = self.game.statement

        def total(numbers: tuple[int, ...]) -> _Ints:
            return sum((fields[statement.fields[number].name] for number in numbers), np.zeros(len(self), np.int64))

        def own_first(one: _Ints, two: _Ints) -> tuple[_Ints, _Ints]:
            return np.where(player == 1, one, two), np.where(player == 1, two, one)

        goals = (np.full(len(self), self.game.goal(number), np.int64) for number in (1, 2))
        sets = [*own_first(*map(total, statement.tokens)), total(statement.marks), *own_first(*goals)]
        numbers = [*own_first(*map(total, statement.counts)), player - 1, np.ones_like(player)]
        planes = np.empty((len(self), len(planes_of(self.game)), cells), np.uint8)
        for plane, each in enumerate(sets):
            planes[:, plane] = _bits(each, cells)
        for plane, number in enumerate(numbers, len(sets)):
            planes[:, plane] = number[:, None]
        for plane, shown in enumerate(statement.shown_apart, len(sets) + len(numbers)):
            seen, _ = own_first(*(fields[statement.fields[number].name] for number in (shown.one, shown.two)))
            is_count = isinstance(statement.fields[shown.one].kind, Count)
            planes[:, plane] = seen[:, None] if is_count else _bits(seen, cells)
        return planes.reshape(len(self), -1, *self.game.shape)

    def _texts(self) -> npt.NDArray[np.str_]:
        """Return the positions as `Game.text` writes them."""
        (height, width), fields, statement = self.game.shape, self.fields, self.game.statement
        cells = np.full((len(self), height * width), EMPTY, "U1")
        for field in statement.drawn:
            cells[_bits(fields[field.name], height * width) == 1] = field.symbol
        rows = np.full((len(self), height, width + 1), "/", "U1")
        rows[:, :, :width] = cells.reshape(len(self), height, width)
        board = np.ascontiguousarray(rows.reshape(len(self), -1)[:, :-1])
        texts = board.view(f"U{board.shape[1]}").reshape(len(self))
        for name in ["turn", *(field.name for field in statement.counted)]:
            texts = np.char.add(np.char.add(texts, " "), fields[name].astype(str))
        return texts


def draw_dataset(
    game: Game,
    positions: int,
    how: str = "random",
    seed: int = 0,
    side: str = TRAIN,
    progress: Progress = silent,
) -> Dataset:
    """Draw the given number of different unfinished positions, or fewer if there aren't enough. They come from the
    `train` side of the split, the `test` side, or `both`; for boards held out for evaluation, only `test` is allowed.

    >>> from gridduels import load_game
    >>> dataset = draw_dataset(load_game("light-cycle", size=3), 5)
    >>> len(dataset), dataset.columns["planes"].shape
    (5, (5, 9, 3, 3))
    """
    if positions < 1:
        raise SetupError(f"cannot draw {positions!r} positions: the number must be at least 1")
    if how not in SAMPLINGS:
        raise SetupError(f"unknown sampling method {how!r}: use {', '.join(SAMPLINGS)}")
    if game.solved_on_demand and how != "random":
        raise SetupError(f"{game.id} {game.board} has no table, so only `random` sampling works")
    check_side(side, game, SIDES)
    check_word(game, "a dataset")
    with asking_within_reason(game, progress) as values:
        return _draw(values, positions, how, seed, side, progress)


def _draw(values: Values, positions: int, how: str, seed: int, side: str, progress: Progress) -> Dataset:
    game, rng = values.game, np.random.default_rng(seed)
    if how == "uniform":
        keys = _uniform(values, positions, side, rng, progress)
    else:
        keys = _drawn(values, positions, how, side, rng, progress)
    actions = np.zeros_like(keys)
    compiled(game.definition, sample).find_actions(game.rules, game.start(), keys, actions)
    codes, best, worth = _labels(values, keys, actions, progress)
    known = codes != UNKNOWN
    arrays: list[Any] = [array[known] for array in (keys, actions, codes, best, worth)]
    return Dataset(game, how, seed, side, positions, int(np.sum(~known)), *arrays)


def _on(side: str, game: Game, keys: _Ints) -> _Ints:
    return keys if side == BOTH else keys[test_mask(game, keys) == (side == TEST)]


def _drawn(values: Values, positions: int, how: str, side: str, rng: np.random.Generator, progress: Progress) -> _Ints:
    """Sample positions from games, taking each position only the first time it occurs."""
    found, state, games = np.empty(0, np.int64), int(rng.integers(1, 1 << 62)), 0
    while len(found) < positions and games < _PATIENCE * max(positions, _LEAST_GAMES):
        enough = max(_ENOUGH_GAMES, _PATIENCE * len(found))
        keys = np.empty(max(_LEAST_GAMES, min(positions, enough)), np.int64)
        for begin in range(0, len(keys), _SLICE):
            progress("playing games", games + begin, None)
            state = _play_games(values, how, state, keys[begin : begin + _SLICE])
        games += len(keys)
        together = np.concatenate([found, _on(side, values.game, keys)])
        _, first = np.unique(together, return_index=True)
        if len(first) == len(found):
            break
        found = together[np.sort(first)]
    return found[:positions]


def _play_games(values: Values, how: str, state: int, keys: _Ints) -> int:
    """Play one game for each entry of `keys` to fill it in; return the random generator's final state."""
    game = values.game
    kernels, table = compiled(game.definition, sample), _arrays(values)
    after: int = kernels.draw(game.rules, game.start(), table, _QUARTERS[how], _MAX_PLIES, state, keys)
    return after


def _uniform(values: Values, positions: int, side: str, rng: np.random.Generator, progress: Progress) -> _Ints:
    """Sample positions from the list of all reachable ones."""
    from gridduels.engine.solvers.enumeration import enumerate_keys

    game, counts = values.game, values.counts
    refusal = SetupError(f"{game.id} {game.board} has too many positions to list: use `random` or `best` sampling")
    if counts is None or sum(counts.values()) > MAX_POSITIONS:
        raise refusal
    try:
        keys = np.sort(enumerate_keys(game, [game.start()], progress, canonical=False))
    except TooBig:
        raise refusal from None
    actions = np.zeros_like(keys)
    compiled(game.definition, sample).find_actions(game.rules, game.start(), keys, actions)
    return rng.permutation(_on(side, game, keys[actions != 0]))[:positions]


def _labels(
    values: Values, keys: _Ints, actions: _Ints, progress: Progress
) -> tuple[npt.NDArray[np.int8], _Ints, npt.NDArray[np.float32]]:
    """Return the positions' codes and best actions, and each action's value. A code is UNKNOWN if the search doesn't
    find the value."""
    game = values.game
    codes, best = np.full(len(keys), UNKNOWN, np.int8), np.zeros_like(keys)
    if isinstance(values, Table):
        kernels = compiled(game.definition, sample)
        kernels.find_labels(game.rules, game.start(), keys, values.arrays, Labels(actions, codes, best))
        return codes, best, numbers_of(move_codes(values, keys, actions))
    from gridduels.engine.solvers.on_demand import TooHard

    worth = np.full((len(keys), game.actions), np.nan, np.float32)
    unpack = plain(game.definition).unpack
    for number, key in enumerate(keys.tolist()):
        progress("searching values", number, len(keys))
        try:
            position = unpack(game.rules, key, game.start(), False)
            codes[number] = values.value(position).code
            best[number] = sum(1 << game.action(word) for word in values.best_moves(position))
            for word, value in values.move_values(position).items():
                worth[number, game.action(word)] = value.number
        except TooHard:
            codes[number] = UNKNOWN
    return codes, best, worth


def _arrays(values: Values) -> TableArrays:
    """Return a table's arrays; empty ones if there is none, for kernels that won't read them."""
    if isinstance(values, Table):
        return values.arrays
    none = np.empty(0, np.int64)
    return TableArrays(none, none, none, np.empty(0, np.int8))


def _bits(sets: _Ints, width: int) -> npt.NDArray[np.uint8]:
    """Return each bit set as a row of zeros and ones."""
    packed = np.ascontiguousarray(sets, "<i8").view(np.uint8).reshape(len(sets), 8)
    return np.unpackbits(packed, axis=1, count=width, bitorder="little")


# --- Files: NPZ or Parquet, with a data card


FORMATS: Final = ("npz", "parquet")
_FIELDS: Final = {
    "position": ("text", "the position, on one line"),
    "turn": ("number", "the player to move, 1 or 2"),
    "planes": ("planes x rows x columns", "the observation of the player to move: " + ", ".join(PLANES)),
    "legal": ("a number for each action", "1 if the action is legal"),
    "value": ("number", "for the player to move: 1 win, 0 draw or perpetual, -1 loss"),
    "plies": ("number", "plies to the end under best play; -1 for a draw or perpetual"),
    "best": ("a number for each action", "1 if the action is one of the best"),
    "values": ("a number for each action", "1 if the action wins, -1 if it loses, 0 if neither, NaN if illegal"),
    "test": ("true or false", "whether the position belongs to the test set"),
}


def card_path(path: Path) -> Path:
    """Return the path of a file's data card.

    >>> card_path(Path("gridlock.npz")).name
    'gridlock.npz.md'
    """
    return path.with_name(path.name + ".md")


def check_writable(path: Path, form: str, force: bool = False) -> None:
    """Before doing any work, refuse an output path that can't be written or would overwrite anything but a dataset."""
    if form == "parquet":
        import_pyarrow()
    check_output(path, _is_dataset, force)
    check_output(card_path(path), lambda _: _is_dataset(path), force)


def _is_dataset(path: Path) -> bool:
    """Return whether a file is an unmodified dataset, i.e. matches the checksum in its data card."""
    card = card_path(path).read_text(encoding="utf-8")
    return "- Made by gridduels " in card and hashlib.sha256(path.read_bytes()).hexdigest() in card


def write_dataset(dataset: Dataset, path: Path, form: str, command: str, force: bool = False) -> dict[str, Any]:
    """Write the file and its data card; return `describe` with the file's size and checksum."""
    check_writable(path, form, force)
    about = describe(dataset)
    data = _npz(dataset, about) if form == "npz" else _parquet(dataset, about)
    about |= {"file": str(path), "format": form, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    write_with_card(path, data, _card(dataset, about, command))
    return about


def write_with_card(path: Path, data: bytes, card: str) -> None:
    """Write a file and its data card; if either fails, write neither."""
    try:
        write_atomically(path, [data])
        write_atomically(card_path(path), card)
    except BaseException as error:
        path.unlink(missing_ok=True)
        card_path(path).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise SetupError(f"cannot write {path}: {error.strerror}") from None
        raise


def describe(dataset: Dataset) -> dict[str, Any]:
    """Return a dataset's description as data."""
    game = dataset.game
    return {
        "gridduels": gridduels.__version__,
        **game.as_data(),
        "positions": len(dataset),
        "asked": dataset.asked,
        "undecided": dataset.undecided,
        "sampling": dataset.sampling,
        "seed": dataset.seed,
        "split": dataset.side,
        "moves": list(game.moves),
        "planes": list(planes_of(game)),
        "values": {name: sum(by_plies.values()) for name, by_plies in counts_of(dataset).items()},
    }


def counts_of(dataset: Dataset) -> dict[str, dict[int | None, int]]:
    """Count the positions for each value, by plies."""
    draws = dataset.game.definition.draws
    counts: dict[str, dict[int | None, int]] = {"win": {}, "loss": {}, "draw" if draws else "perpetual": {}}
    codes, numbers = np.unique(dataset.codes, return_counts=True)
    for code, number in zip(codes.tolist(), numbers.tolist(), strict=True):
        outcome, plies = Value.of_code(code, draws)
        counts[outcome][plies] = number
    return counts


def _npz(dataset: Dataset, about: dict[str, Any]) -> bytes:
    file = io.BytesIO()
    columns: dict[str, Any] = dataset.columns
    np.savez_compressed(file, **columns, about=np.array(json.dumps(about)))
    return file.getvalue()


def _parquet(dataset: Dataset, about: dict[str, Any]) -> bytes:
    arrow = import_pyarrow()
    from pyarrow import parquet

    columns = {name: _arrow(arrow, column) for name, column in dataset.columns.items()}
    table = arrow.table(columns).replace_schema_metadata({"gridduels": json.dumps(about)})
    sink = arrow.BufferOutputStream()
    parquet.write_table(table, sink, compression="zstd")
    data: bytes = sink.getvalue().to_pybytes()
    return data


def _arrow(arrow: Any, column: Any) -> Any:
    """Return a column of numbers or strings, or of fixed-size lists if each row has several numbers."""
    if column.ndim == 1:
        return arrow.array(column)
    return arrow.FixedSizeListArray.from_arrays(arrow.array(column.reshape(-1)), int(np.prod(column.shape[1:])))


def import_pyarrow() -> Any:
    """Return the module, or raise MissingExtra."""
    try:
        import pyarrow
    except ImportError:
        raise MissingExtra("writing Parquet", "agents") from None
    return pyarrow


def _card(dataset: Dataset, about: dict[str, Any], command: str) -> str:
    game = dataset.game
    summary = f"Each has its exact value and all its best moves, {_source(dataset)}."
    lines = [
        *card_head(f"{len(dataset):,} positions", game, summary, command),
        f"- File: `{Path(about['file']).name}`, {about['bytes']:,} bytes, SHA-256 `{about['sha256']}`",
        f"- Made by gridduels {about['gridduels']}",
        f"- Sampling `{dataset.sampling}`, seed {dataset.seed}: {SAMPLINGS[dataset.sampling]}",
        "- No history: repetition is ignored in the values and in the games, which are truncated after 200 plies.",
        describe_split(dataset),
        *_shortfalls(dataset),
        "",
        *describe_fields(_FIELDS, game),
        "",
        "## Values",
        "",
        "| value | plies | positions |",
        "| --- | --- | --- |",
        *_rows(dataset),
    ]
    return "\n".join(lines) + "\n"


def card_head(contents: str, game: Game, summary: str, command: str) -> list[str]:
    """Return the first part of a data card."""
    rulings = "".join(f", {name}={value}" for name, value in game.rulings.items())
    return [f"# {contents} of {game.title}, {game.board}{rulings}", "", summary, "", f"    {command}", ""]


def describe_split(dataset: Dataset) -> str:
    """Return the line about the split for a data card."""
    sides = {
        TRAIN: "train positions only",
        TEST: "test positions only, for evaluation",
        BOTH: f"{int(dataset.test.sum()):,} test positions, for evaluation; the others are train positions",
    }
    return (
        f"- Split `{dataset.side}`: {sides[dataset.side]}. A hash of the position up to symmetry assigns "
        f"about {TEST_SHARE:.0%} of all positions to the test side, the same ones in every file."
    )


def describe_fields(fields: dict[str, tuple[str, str]], game: Game) -> list[str]:
    """Return the part of a data card that lists the fields, with their types and meanings, and explains the actions."""
    return [
        "## Fields",
        "",
        "| name | type | meaning |",
        "| --- | --- | --- |",
        *(f"| `{name}` | {kind} | {meaning} |" for name, (kind, meaning) in fields.items()),
        "",
        f"Actions by number: {', '.join(f'{number} `{word}`' for number, word in enumerate(game.moves))}.",
    ]


def _source(dataset: Dataset) -> str:
    return "each found by exact search" if dataset.game.solved_on_demand else "from the table of the solved game"


def _shortfalls(dataset: Dataset) -> list[str]:
    """Explain why there are fewer positions than requested."""
    lines = []
    if dataset.undecided:
        lines.append(
            f"- {dataset.undecided:,} positions, mostly early ones, are omitted because the search did not find their "
            f"value within {MAX_VISITS:,} visits."
        )
    if len(dataset) + dataset.undecided < dataset.asked:
        lines.append(f"- {dataset.asked:,} were requested, but no more were found.")
    return lines


def _rows(dataset: Dataset) -> list[str]:
    return [
        f"| {outcome} | {'' if plies is None else plies} | {number:,} |"
        for outcome, by_plies in counts_of(dataset).items()
        for plies, number in sorted(by_plies.items(), key=lambda item: item[0] or 0)
    ]
