"""A Dataset as a file, NPZ or Parquet, and the data card that says what is in it."""

import hashlib
import io
import json
from pathlib import Path
from typing import Any, Final

import numpy as np

import gridduels
from gridduels.analysis.dataset import SAMPLINGS, TEST_SHARE, Dataset
from gridduels.analysis.labelling import MAX_VISITS
from gridduels.engine.observation import PLANES, planes_of
from gridduels.engine.value import Value
from gridduels.errors import SetupError
from gridduels.extras import MissingExtra
from gridduels.files import check_output, write_whole

__all__ = ["FORMATS", "card_path", "check_writable", "counts_of", "describe", "write_dataset", "write_with_card"]

FORMATS: Final = ("npz", "parquet")
_FIELDS: Final = {
    "position": ("text", "the position in one line"),
    "turn": ("number", "the player to move, 1 or 2"),
    "planes": ("planes x rows x columns", "what the player to move sees: " + ", ".join(PLANES)),
    "legal": ("a number for each action", "1 where the action is legal"),
    "value": ("number", "for the player to move: 1 win, 0 draw or perpetual, -1 loss"),
    "plies": ("number", "plies to the end under best play; -1 where nobody wins, for a draw has none"),
    "best": ("a number for each action", "1 where the action is one of the best"),
    "values": ("a number for each action", "1 where the action wins, -1 where it loses, 0 neither, NaN if illegal"),
    "test": ("true or false", "whether the position belongs to the test set"),
}


def card_path(path: Path) -> Path:
    """Where the data card of a file is: beside it.

    >>> card_path(Path("gridlock.npz")).name
    'gridlock.npz.md'
    """
    return path.with_name(path.name + ".md")


def check_writable(path: Path, form: str, force: bool = False) -> None:
    """Refuse what would fail or replace something else than a dataset, before any work is done."""
    if form == "parquet":
        _pyarrow()
    check_output(path, _is_dataset, force)
    check_output(card_path(path), lambda _: _is_dataset(path), force)


def _is_dataset(path: Path) -> bool:
    """Return whether a file is as we wrote it: the data card beside it has its checksum."""
    card = card_path(path).read_text(encoding="utf-8")
    return "- Made by gridduels " in card and hashlib.sha256(path.read_bytes()).hexdigest() in card


def write_dataset(dataset: Dataset, path: Path, form: str, command: str, force: bool = False) -> dict[str, Any]:
    """Write the file and its data card; return what `describe` says, with the file's size and checksum."""
    check_writable(path, form, force)
    about = describe(dataset)
    data = _npz(dataset, about) if form == "npz" else _parquet(dataset, about)
    about |= {"file": str(path), "format": form, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    write_with_card(path, data, _card(dataset, about, command))
    return about


def write_with_card(path: Path, data: bytes, card: str) -> None:
    """Write a file and its data card, both or neither."""
    try:
        write_whole(path, [data])
        write_whole(card_path(path), card)
    except BaseException as error:
        path.unlink(missing_ok=True)
        card_path(path).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise SetupError(f"cannot write {path}: {error.strerror}") from None
        raise


def describe(dataset: Dataset) -> dict[str, Any]:
    """What a dataset is, as data."""
    game = dataset.game
    return {
        "gridduels": gridduels.__version__,
        **game.as_data(),
        "positions": len(dataset),
        "asked": dataset.asked,
        "undecided": dataset.undecided,
        "sampling": dataset.sampling,
        "seed": dataset.seed,
        "moves": list(game.moves),
        "planes": list(planes_of(game)),
        "values": {name: sum(by_plies.values()) for name, by_plies in counts_of(dataset).items()},
    }


def counts_of(dataset: Dataset) -> dict[str, dict[int | None, int]]:
    """How many positions have each value, by plies."""
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
    arrow = _pyarrow()
    from pyarrow import parquet

    columns = {name: _arrow(arrow, column) for name, column in dataset.columns.items()}
    table = arrow.table(columns).replace_schema_metadata({"gridduels": json.dumps(about)})
    sink = arrow.BufferOutputStream()
    parquet.write_table(table, sink, compression="zstd")
    data: bytes = sink.getvalue().to_pybytes()
    return data


def _arrow(arrow: Any, column: Any) -> Any:
    """A column of numbers or texts, or of fixed-size lists where each row has several numbers."""
    if column.ndim == 1:
        return arrow.array(column)
    return arrow.FixedSizeListArray.from_arrays(arrow.array(column.reshape(-1)), int(np.prod(column.shape[1:])))


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError:
        raise MissingExtra("Parquet needs pyarrow", "agents") from None
    return pyarrow


def _card(dataset: Dataset, about: dict[str, Any], command: str) -> str:
    game = dataset.game
    test = int(np.sum(dataset.columns["test"]))
    rulings = "".join(f", {name}={value}" for name, value in game.rulings.items())
    lines = [
        f"# {len(dataset):,} positions of {game.title}, {game.board}{rulings}",
        "",
        f"Each with its exact value and all its best moves, {_source(dataset)}.",
        "",
        f"    {command}",
        "",
        f"- File: `{Path(about['file']).name}`, {about['bytes']:,} bytes, SHA-256 `{about['sha256']}`",
        f"- Made by gridduels {about['gridduels']}",
        f"- Sampling `{dataset.sampling}`, seed {dataset.seed}: {SAMPLINGS[dataset.sampling]}",
        "- No history: repetition bars nothing, neither in the values nor in games, which end after 200 plies.",
        f"- Test set: {test:,} positions, chosen by a hash of the position up to symmetry to be about "
        f"{TEST_SHARE:.0%}. Images of the same position are never on both sides, in this file or in any other.",
        *_shortfalls(dataset),
        "",
        "## Fields",
        "",
        "| name | each is | what it says |",
        "| --- | --- | --- |",
        *(f"| `{name}` | {kind} | {about} |" for name, (kind, about) in _FIELDS.items()),
        "",
        f"Actions by number: {', '.join(f'{number} `{word}`' for number, word in enumerate(game.moves))}.",
        "",
        "## Values",
        "",
        "| value | plies | positions |",
        "| --- | --- | --- |",
        *_rows(dataset),
    ]
    return "\n".join(lines) + "\n"


def _source(dataset: Dataset) -> str:
    return "each found by exact search" if dataset.game.solved_on_demand else "from the table of the solved game"


def _shortfalls(dataset: Dataset) -> list[str]:
    """Why there are fewer positions than asked for."""
    lines = []
    if dataset.undecided:
        lines.append(
            f"- {dataset.undecided:,} positions are left out, mostly early ones, because search did not find their "
            f"value within {MAX_VISITS:,} visits."
        )
    if len(dataset) + dataset.undecided < dataset.asked:
        lines.append(f"- {dataset.asked:,} were asked for; no more were found.")
    return lines


def _rows(dataset: Dataset) -> list[str]:
    return [
        f"| {outcome} | {'' if plies is None else plies} | {number:,} |"
        for outcome, by_plies in counts_of(dataset).items()
        for plies, number in sorted(by_plies.items(), key=lambda item: item[0] or 0)
    ]
