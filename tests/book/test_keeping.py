"""Counts are cached: they are not repeated for the same table, but are for another or a damaged one."""

from functools import partial
from pathlib import Path

import pytest

from book import facts
from book.facts import board_facts, expected_seconds, is_counted, is_kept, keep
from gridduels import load_game
from gridduels.engine.progress import silent
from gridduels.engine.tables.catalogue import fingerprint_of
from tests.caches import new_cache

GAME = load_game("pathway", 3)


@pytest.fixture(autouse=True)
def in_an_own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRIDDUELS_CACHE", str(new_cache(tmp_path)))


def made(*found: str) -> list[str]:
    """Make something for each checksum in turn; return the checksums for which it was not cached."""
    counted: list[str] = []
    for checksum in found:
        keep("count", GAME, checksum, partial(counted.append, checksum))
    return counted


def test_cached_results_are_reused_for_the_same_table_and_not_for_another() -> None:
    assert made("one", "one") == ["one"]
    assert is_kept("count", GAME, "one")
    assert made("one", "two") == ["two"]
    assert not is_kept("count", GAME, "one")


def test_how_long_it_took_is_kept_with_it() -> None:
    first = keep("count", GAME, "one", lambda: "counted")
    assert keep("count", GAME, "one", lambda: "counted again") == first


def test_damaged_files_are_rebuilt(tmp_path: Path) -> None:
    assert made("one") == ["one"]
    (file,) = tmp_path.rglob("*.kept")
    file.write_bytes(file.read_bytes()[:-3])
    assert made("one", "one") == ["one"]


def test_a_new_counting_method_counts_again(monkeypatch: pytest.MonkeyPatch) -> None:
    assert made("one") == ["one"]
    monkeypatch.setattr(facts, "_sources", lambda: "others")
    assert made("one") == ["one"]


def test_a_board_is_counted_once_and_cached_figures_read_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not is_counted(GAME)
    first = board_facts(GAME, silent)
    assert is_counted(GAME)
    monkeypatch.setattr(facts, "take_census", lambda *_: pytest.fail("it was counted before"))
    again = board_facts(GAME, silent)
    assert (again.value, again.distances, again.sha256, again.seconds) == (
        first.value,
        first.distances,
        first.sha256,
        first.seconds,
    )
    assert first.census
    assert again.census
    assert again.census.thumbs == first.census.thumbs


def test_interrupted_work_is_not_kept() -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        keep("count", GAME, "one", interrupted)
    assert not is_kept("count", GAME, "one")


def test_a_board_that_was_searched_or_counted_takes_no_more_time() -> None:
    searched = load_game("pathway", 7)
    assert expected_seconds(searched) > expected_seconds(GAME) > 0
    keep("search", searched, fingerprint_of(searched), lambda: "searched")
    board_facts(GAME, silent)
    assert (expected_seconds(searched), expected_seconds(GAME)) == (0, 0)
