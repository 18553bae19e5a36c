"""What a game states for the sake of solving it frame by frame must hold, or it is told so."""

from dataclasses import replace
from math import prod
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from gridduels import Game, SetupError, load_game
from gridduels.engine import Table, solve
from gridduels.engine.kernels.bound import plain
from gridduels.games.blockade.rules import turned
from tests.helpers import reachable

BLOCKADE = load_game("blockade", 3, obstacles=1)


def stating(id: str, **statements: Any) -> Game:
    """Blockade Runner with other statements beside its rules."""
    rules: Any = BLOCKADE.definition.rules
    stated = SimpleNamespace(**{name: getattr(rules, name) for name in dir(rules)} | statements)
    return Game(replace(BLOCKADE.definition, id=id, rules=stated), 3, {"obstacles": 1})


def test_a_game_without_symmetries_has_the_same_values_in_more_records(own_cache: Path) -> None:
    alone = stating("blockade-alone", SYMMETRIES=1, most_frames=lambda rules: 1000)
    table, shared = solve(alone), solve(BLOCKADE)
    assert isinstance(table, Table)
    assert isinstance(shared, Table)
    assert table.counts == shared.counts
    assert len(table.arrays[0]) > 2 * len(shared.arrays[0])
    for position in reachable(BLOCKADE):
        assert table.value(position) == shared.value(position)


def test_a_symmetry_that_takes_the_start_elsewhere_is_refused(own_cache: Path) -> None:
    def moved(rules: Any, position: Any, symmetry: int) -> Any:
        return position._replace(one=position.one << symmetry)

    with pytest.raises(SetupError, match="`turned` of blockade-moved takes the start to what is not a start"):
        solve(stating("blockade-moved", turned=moved))


def test_a_lasting_field_that_does_not_last_is_refused(own_cache: Path) -> None:
    lasting = ("one", "obstacles", "reserve_one", "reserve_two")
    game = stating("blockade-steps", LASTING=lasting, SYMMETRIES=1, most_frames=lambda rules: 1000)
    with pytest.raises(SetupError, match="blockade-steps leads back to an earlier state of its lasting fields"):
        solve(game)


def test_every_record_keeps_the_states_that_occur_and_no_others() -> None:
    table = solve(BLOCKADE)
    assert isinstance(table, Table)
    keys, states, starts, codes = table.arrays
    kernels, fields = plain(BLOCKADE.definition), len(BLOCKADE.start())
    occurring: dict[int, set[int]] = {}
    for position in reachable(BLOCKADE) | reachable(BLOCKADE, 2):
        least, _ = kernels.least_frame(BLOCKADE.rules, position, range(4))
        for image in (turned(BLOCKADE.rules, position, way) for way in range(4)):
            if kernels.pack(BLOCKADE.rules, image, True) == least:
                occurring.setdefault(least, set()).add(image.one.bit_length() - 1)
    assert set(keys.tolist()) == set(occurring)
    one = BLOCKADE.start()._fields.index("one")
    for record, key in enumerate(keys.tolist()):
        assert states[record * fields + one] == sum(1 << cell for cell in occurring[key])
    sizes = [
        prod(int(states[record * fields + field]).bit_count() for field in range(fields)) for record in range(len(keys))
    ]
    ends = sorted(begin + size for begin, size in zip(starts.tolist(), sizes, strict=True))
    assert [0, *ends] == [*sorted(starts.tolist()), len(codes)]
    assert sum(sizes) == len(codes) == table.entries
