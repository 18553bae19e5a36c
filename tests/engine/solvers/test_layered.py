"""The facts that a game declares for layered solving must hold, or the game is refused."""

from dataclasses import replace
from math import prod
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, NamedTuple

import numpy as np
import pytest

from gridduels import Game, SetupError, load_game
from gridduels.engine import Table, solve
from gridduels.engine.kernels.compiler import plain
from gridduels.games.blockade.rules import Position
from gridduels.statement import Cells, Count, Mark, Token, Turn, identity_symmetry
from tests.helpers import reachable

BLOCKADE = load_game("blockade", 3, obstacles=1)


def stating(id: str, **statements: Any) -> Game:
    """Return Blockade Runner with additional declarations."""
    return Game(replace(BLOCKADE.definition, id=id, **statements), 3, {"obstacles": 1})


def without_symmetries(position_type: Any = Position) -> dict[str, Any]:
    rules = BLOCKADE.definition.rules
    names = ("setup", "start", "legal", "play", "winner")
    alone = SimpleNamespace(Position=position_type, **{name: getattr(rules, name) for name in names})
    return {
        "rules": alone,
        "symmetries": 1,
        "apply_symmetry": identity_symmetry,
        "max_layers": lambda rules: 1000,
    }


class Stepping(NamedTuple):
    """A Position of Blockade Runner that declares the steps of Player 1 irreversible."""

    turn: Annotated[int, Turn()]
    one: Annotated[int, Token(1, irreversible=True)]
    two: Annotated[int, Token(2)]
    obstacles: Annotated[int, Cells(Mark.OBSTACLE, irreversible=True)]
    reserve_one: Annotated[int, Count(1, irreversible=True)]
    reserve_two: Annotated[int, Count(2, irreversible=True)]


@pytest.mark.heavy
def test_a_game_without_symmetries_has_the_same_values_in_more_records(own_cache: Path) -> None:
    alone = stating("blockade-alone", **without_symmetries())
    table, shared = solve(alone), solve(BLOCKADE)
    assert isinstance(table, Table)
    assert isinstance(shared, Table)
    assert table.counts == shared.counts
    assert len(table.arrays.keys) > 2 * len(shared.arrays.keys)
    for position in reachable(BLOCKADE):
        assert table.value(position) == shared.value(position)


def test_a_symmetry_that_does_not_keep_the_starts_is_refused(own_cache: Path) -> None:
    def moved(rules: Any, position: Any, symmetry: int) -> Any:
        return position._replace(one=position.one << symmetry)

    with pytest.raises(
        SetupError, match="`apply_symmetry` of blockade-moved maps a start to a position that is not a start"
    ):
        solve(stating("blockade-moved", apply_symmetry=moved))


@pytest.mark.heavy
def test_a_field_wrongly_declared_irreversible_is_refused(own_cache: Path) -> None:
    game = stating("blockade-steps", **without_symmetries(Stepping))
    with pytest.raises(SetupError, match="blockade-steps leads back to an earlier state of its irreversible fields"):
        solve(game)


def test_every_record_stores_exactly_the_digits_that_occur() -> None:
    table = solve(BLOCKADE)
    assert isinstance(table, Table)
    keys, digit_sets, starts, codes = map(np.asarray, table.arrays)
    kernels, fields = plain(BLOCKADE.definition), len(BLOCKADE.start())
    occurring: dict[int, set[int]] = {}
    for position in reachable(BLOCKADE) | reachable(BLOCKADE, 2):
        canonical, _ = kernels.canonical_layer(BLOCKADE.rules, position)
        for image in (BLOCKADE.definition.apply_symmetry(BLOCKADE.rules, position, way) for way in range(4)):
            if kernels.pack(BLOCKADE.rules, image, True) == canonical:
                occurring.setdefault(canonical, set()).add(image[1].bit_length() - 1)
    assert set(keys.tolist()) == set(occurring)
    one = BLOCKADE.start()._fields.index("one")
    for record, key in enumerate(keys.tolist()):
        assert digit_sets[record * fields + one] == sum(1 << cell for cell in occurring[key])
    sizes = [
        prod(int(digit_sets[record * fields + field]).bit_count() for field in range(fields))
        for record in range(len(keys))
    ]
    ends = sorted(begin + size for begin, size in zip(starts.tolist(), sizes, strict=True))
    assert [0, *ends] == [*sorted(starts.tolist()), len(codes)]
    assert sum(sizes) == len(codes) == table.entries
