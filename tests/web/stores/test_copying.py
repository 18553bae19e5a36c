"""Copying all duels from one store to another, in every direction."""

import asyncio
from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace

from gridduels.errors import SetupError
from gridduels.web.stores.places import copy_duels
from tests.postgres import Cluster
from tests.web.stores.places import Place, opened, row, sql


@pytest.fixture(params=list(product(["sqlite", "postgres"], repeat=2)), ids="-to-".join)
def places(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Place, Place]:
    """Return two empty places."""

    def place(kind: str, name: str) -> Place:
        if kind == "sqlite":
            return tmp_path / name
        cluster: Cluster = request.getfixturevalue("postgres")
        return cluster.database()

    return place(request.param[0], "source"), place(request.param[1], "target")


@pytest.mark.heavy
def test_everything_arrives_with_the_time_that_was_counted(places: tuple[Place, Place]) -> None:
    source, target = places

    async def run() -> None:
        rows = [row(seconds=30.0, deadline=5.5, seat1=b"\0\xff", note="é") for _ in range(1100)]
        changed, damaged = replace(rows[0], version=1, moves="up"), rows[1]
        async with opened(source) as store:
            await store.save(*rows)
            await store.save(changed)
        await sql(source, f"UPDATE duels SET moves = 'down' WHERE id = '{damaged.id}'")
        async with opened(source) as store:
            now = store.now()
        assert await copy_duels(source, target) == (1099, (damaged.id,))
        async with opened(target) as store:
            assert 0 <= store.now() - now < 600
            for each in (changed, *rows[2:40]):
                assert await store.load(each.id) == each
            assert await store.load(damaged.id) is None
            await store.save(replace(changed, version=2))
        with pytest.raises(SetupError, match="already contains duels; copy to an empty database"):
            await copy_duels(source, target)

    asyncio.run(run())


def test_nothing_is_copied_from_nowhere_or_from_a_file_in_use(tmp_path: Path) -> None:
    async def run() -> None:
        with pytest.raises(SetupError, match="there is no database"):
            await copy_duels(tmp_path / "none", tmp_path / "copy")
        assert not list(tmp_path.iterdir())
        async with opened(tmp_path / "db"):
            for source, target in (("db", "copy"), ("new", "db"), ("db", "db")):
                if source == "new":
                    async with opened(tmp_path / source):
                        pass
                with pytest.raises(SetupError, match="is in use by another server"):
                    await copy_duels(tmp_path / source, tmp_path / target)

    asyncio.run(run())
