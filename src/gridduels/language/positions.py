"""Draw positions for prompts from a stated distribution, and write chat data for training."""

import hashlib
import json
import math
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from gridduels.analysis.dataset import (
    SAMPLINGS,
    Dataset,
    asking_within_reason,
    check_writable,
    describe,
    describe_split,
    write_with_card,
)
from gridduels.analysis.split import TEST, canonical_key, check_side, is_on
from gridduels.duel import Duel
from gridduels.engine.values import Evaluation, Values
from gridduels.errors import SetupError
from gridduels.game import Game
from gridduels.language.disguise import disguise_for
from gridduels.language.prompts import ANSWER, Presentation, Style

# --- Positions
#
# Games are played from the start. Each move is one of the best with probability 1/2, and otherwise any legal one
# (always any legal one if there is no table). Each game contributes at most one position per phase: the first, second
# and last third of its plies. Each phase has two kinds of choice: `only` one move keeps the value, or `some` do.
# Positions in which every legal move keeps it reveal nothing and are omitted. The six kinds get equal shares; if 10
# games per requested position haven't filled a kind, the others get more. No two positions are images of each other.
# The prompts don't mention the history.


PHASES: Final = ("opening", "middle", "end")
CHOICES: Final = ("only", "some")
_EVEN_GAMES: Final = 10
"""The kinds get equal shares for this many games per requested position."""
_MOST_GAMES: Final = 60
"""Drawing ends after this many games per requested position."""
_PATIENCE: Final = 200
"""Drawing ends after this many consecutive games without a new position."""


class Drawn(NamedTuple):
    """A position with its values. `game_number` identifies the game that it was drawn from."""

    duel: Duel
    evaluation: Evaluation
    phase: str
    choice: str
    game_number: int

    @property
    def kind(self) -> tuple[str, str]:
        return self.phase, self.choice


def draw_positions(game: Game, count: int, seed: int, side: str = TEST) -> list[Drawn]:
    """Return up to `count` positions on the test or train side, reproducible by seed.

    >>> from gridduels import load_game
    >>> drawn = draw_positions(load_game("light-cycle"), 4, seed=0)
    >>> len(drawn), {each.choice for each in drawn} <= set(CHOICES)
    (4, True)
    """
    if count < 1:
        raise SetupError(f"cannot draw {count!r} positions: the number must be at least 1")
    check_side(side, game)
    found: dict[int, Drawn] = {}
    taken: Counter[tuple[str, str]] = Counter()
    with asking_within_reason(game) as values:
        latest, even = 0, True
        for number in range(_MOST_GAMES * count):
            fruitless = number - latest > _PATIENCE
            if fruitless and not even:
                break
            if even and (fruitless or number >= _EVEN_GAMES * count):
                latest, even = number, False
            most = math.ceil(count / len(PHASES) / len(CHOICES)) if even else count
            duels = _play(values, random.Random(f"{seed} positions {game!r} {number}"))
            for key, drawn in _of_each_phase(values, duels, number, side, found, taken):
                if taken[drawn.kind] >= most:
                    continue
                found[key] = drawn
                taken[drawn.kind] += 1
                latest = number
                if len(found) == count:
                    return list(found.values())
    if not found:
        raise SetupError(f"{game} has no positions to ask about on the {side} side: choose a larger board")
    return list(found.values())


def _play(values: Values, rng: random.Random) -> list[Duel]:
    """Return the duels before each move in a game."""
    duels, duel = [], Duel(values.game)
    searched = values.game.solved_on_demand
    while not duel.outcome:
        duels.append(duel)
        well = not searched and rng.random() < 0.5
        duel = duel.play(rng.choice(values.evaluate(duel).best_moves if well else duel.legal_moves))
    return duels


def _of_each_phase(
    values: Values,
    duels: list[Duel],
    number: int,
    side: str,
    known: dict[int, Drawn],
    taken: Counter[tuple[str, str]],
) -> Iterator[tuple[int, Drawn]]:
    """Yield one position from each phase, the one whose kind is rarest so far, with its canonical key."""
    game = values.game
    for index, phase in enumerate(PHASES):
        part = duels[len(duels) * index // 3 : len(duels) * (index + 1) // 3]
        keys = {canonical_key(game, duel.position): duel for duel in part if is_on(side, game, duel.position)}
        fresh = [(key, _drawn(values, duel, phase, number)) for key, duel in keys.items() if key not in known]
        if candidates := [(key, drawn) for key, drawn in fresh if drawn]:
            yield min(candidates, key=lambda each: taken[each[1].kind])


def _drawn(values: Values, duel: Duel, phase: str, number: int) -> Drawn | None:
    from gridduels.engine.solvers.on_demand import TooHard

    duel = Duel(duel.game, start=duel.position)
    try:
        evaluation = values.evaluate(duel)
    except TooHard:
        return None
    keep = sum(evaluation.verdict(word).keeps for word in evaluation.moves)
    if keep == len(evaluation.moves):
        return None
    return Drawn(duel, evaluation, phase, "only" if keep == 1 else "some", number)


# --- Chat data for training


FORMATS: Final = ("jsonl", "parquet")
_FIELDS: Final = {
    "messages": "the conversation: the prompt, and a random one of the best answers",
    "answers": "every legal answer with its outcome, the plies to the end (null for a draw), and whether it is best",
    "position": "the position, on one line",
    "value": "the value for the player to move",
    "test": "whether the position belongs to the test set",
}


def chat_rows(dataset: Dataset, style: Style) -> Iterator[dict[str, Any]]:
    """Yield a conversation for each position.

    >>> from gridduels import load_game
    >>> from gridduels.analysis.dataset import draw_dataset
    >>> row = next(chat_rows(draw_dataset(load_game("light-cycle", size=3), 1), Style("line")))
    >>> [message["role"] for message in row["messages"]], row["messages"][1]["content"].split(":")[0]
    (['user', 'assistant'], 'ANSWER')
    """
    game, columns = dataset.game, dataset.columns
    with asking_within_reason(game) as values:
        for number, text in enumerate(columns["position"].tolist()):
            rng = random.Random(f"{dataset.seed} chat {number}")
            presentation = Presentation(Duel(game, start=text), disguise_for(game, style.variant, rng), style)
            evaluation = values.evaluate(presentation.duel)
            best = presentation.say(rng.choice(evaluation.best_moves))
            yield {
                "messages": [
                    {"role": "user", "content": presentation.prompt()},
                    {"role": "assistant", "content": f"{ANSWER} {best}"},
                ],
                "answers": [
                    {
                        "answer": presentation.say(move),
                        "outcome": value.outcome,
                        "plies": value.plies,
                        "best": value == evaluation.value,
                    }
                    for move, value in evaluation.moves.items()
                ],
                "position": text,
                "value": str(evaluation.value),
                "test": bool(columns["test"][number]),
            }


def write_chat(
    dataset: Dataset, path: Path, form: str, style: Style, command: str, force: bool = False
) -> dict[str, Any]:
    """Write the file and its data card; return `describe` with the file's size and checksum."""
    check_writable(path, form, force)
    about = describe(dataset) | {"prompt": str(style.form), "variant": str(style.variant)}
    rows = list(chat_rows(dataset, style))
    data = _parquet(rows) if form == "parquet" else "".join(f"{json.dumps(row)}\n" for row in rows).encode()
    about |= {"file": str(path), "format": form, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    write_with_card(path, data, _card(dataset, about, command))
    return about


def _parquet(rows: list[dict[str, Any]]) -> bytes:
    import pyarrow
    from pyarrow import parquet

    sink = pyarrow.BufferOutputStream()
    parquet.write_table(pyarrow.Table.from_pylist(rows), sink, compression="zstd")
    data: bytes = sink.getvalue().to_pybytes()
    return data


def _card(dataset: Dataset, about: dict[str, Any], command: str) -> str:
    game = dataset.game
    rulings = "".join(f", {name}={value}" for name, value in game.rulings.items())
    lines = [
        f"# {len(dataset):,} conversations about {game.title}, {game.board}{rulings}",
        "",
        "Each asks for a move in a position. The value of every answer is exact.",
        "",
        f"    {command}",
        "",
        f"- File: `{Path(about['file']).name}`, {about['bytes']:,} bytes, SHA-256 `{about['sha256']}`",
        f"- Made by gridduels {about['gridduels']}",
        f"- Prompt `{about['prompt']}`, variant `{about['variant']}`: docs/language-models.md",
        f"- Sampling `{dataset.sampling}`, seed {dataset.seed}: {SAMPLINGS[dataset.sampling]}",
        describe_split(dataset),
        "- No history: repetition bars nothing.",
        "",
        "## Fields",
        "",
        "| name | what it says |",
        "| --- | --- |",
        *(f"| `{name}` | {what} |" for name, what in _FIELDS.items()),
    ]
    return "\n".join(lines) + "\n"
