"""A process has a single owner for the values of all games."""

import threading
from pathlib import Path
from typing import Any

import pytest

from gridduels import Duel, Game, load_game
from gridduels.engine import Value, Values
from gridduels.engine.progress import Progress
from gridduels.engine.service import TimeIsUp, ValueService, Withheld
from gridduels.engine.solvers.limits import TooBig
from gridduels.engine.solvers.on_demand import TooHard

SMALL = load_game("light-cycle", 3)
SEARCHED = load_game("light-cycle", 7)


class Searching(Values):
    """Values that report progress on every question, like a search."""

    def __init__(self, game: Game, progress: Progress) -> None:
        self.game, self._progress = game, progress

    def value(self, position: Any) -> Value:
        self._progress("searching", 1, None)
        return Value("win", 3)


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    """Return the list of games solved so far; each is solved at once."""
    games: list[Game] = []

    def solve(game: Game, progress: Progress) -> Values:
        games.append(game)
        return Searching(game, progress)

    monkeypatch.setattr("gridduels.engine.service.solve", solve)
    return games


def test_a_game_is_solved_once_and_each_caller_gets_progress_on_its_own_question(solved: list[Game]) -> None:
    service, heard = ValueService(), ([], [])  # type: tuple[ValueService, tuple[list[str], list[str]]]
    for told in heard:
        with service.open(SMALL, lambda stage, *_: told.append(stage)) as values:  # noqa: B023
            values.value(SMALL.start())
    assert solved == [SMALL]
    assert heard == (["searching"], ["searching"])


def test_other_callers_wait(solved: list[Game]) -> None:
    service, order = ValueService(), list[str]()

    def ask() -> None:
        with service.open(SMALL):
            order.append("second")

    with service.open(SMALL):
        thread = threading.Thread(target=ask)
        thread.start()
        thread.join(0.05)
        order.append("first")
    thread.join()
    assert order == ["first", "second"]


def test_a_caller_that_gives_up_while_waiting_starts_no_work(solved: list[Game]) -> None:
    service, asked = ValueService(), list[str]()

    def give_up(stage: str, done: int, total: int | None) -> None:
        raise KeyboardInterrupt

    def ask() -> None:
        with pytest.raises(KeyboardInterrupt), service.open(SMALL, give_up):
            asked.append("answered")

    with service.open(SMALL):
        thread = threading.Thread(target=ask)
        thread.start()
        thread.join(0.05)
    thread.join()
    assert asked == []


def test_a_question_within_a_question_reports_to_both(solved: list[Game]) -> None:
    service, told = ValueService(), list[str]()
    with service.open(SMALL, lambda *_: told.append("outer")) as values:
        with service.open(SMALL, lambda *_: told.append("inner")):
            values.value(SMALL.start())
        values.value(SMALL.start())
    assert told == ["outer", "inner", "outer"]


def test_a_game_too_big_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Game] = []

    def solve(game: Game, progress: Progress) -> Values:
        tried.append(game)
        raise TooBig("it does not fit")

    monkeypatch.setattr("gridduels.engine.service.solve", solve)
    service = ValueService()
    for _ in range(2):
        with pytest.raises(TooBig, match="it does not fit"), service.open(SMALL):
            pass
    assert not service.prepare(SMALL)
    assert service.moves_in_time(Duel(SMALL), 1.0) == {}
    assert tried == [SMALL]


def test_values_are_withheld_while_the_context_is_active(solved: list[Game]) -> None:
    service = ValueService()
    with service.without(SMALL):
        with pytest.raises(Withheld), service.open(SMALL):
            pass
        assert not service.prepare(SMALL)
        assert service.moves_in_time(Duel(SMALL), 1.0) == {}
        assert solved == []
    assert set(service.moves_in_time(Duel(SMALL), 1.0)) == {"up", "down", "right"}


def test_prepare_distinguishes_a_table_from_a_search(own_cache: Path) -> None:
    service = ValueService()
    assert service.prepare(SMALL)
    assert not service.prepare(SEARCHED)


def test_a_search_ends_when_its_time_or_its_visits_are_used_up() -> None:
    service = ValueService()
    with pytest.raises(TimeIsUp), service.open(SEARCHED, seconds=0.0) as values:
        values.value(SEARCHED.start())
    with pytest.raises(TooHard, match="after 1,000 positions"), service.open(SEARCHED, max_visits=1000) as values:
        values.value(SEARCHED.start())
    with service.open(SEARCHED) as values:
        assert values.max_visits is None
    assert service.moves_in_time(Duel(SEARCHED), 0.0) == {}


def test_another_cache_folder_has_tables_of_its_own(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    service = ValueService()
    service.prepare(SMALL)
    other = own_cache.parent / "other"
    other.mkdir()
    (other / "compiled").symlink_to(own_cache / "compiled")
    monkeypatch.setenv("GRIDDUELS_CACHE", str(other))
    service.prepare(SMALL)
    assert len(list((other / "tables").iterdir())) == 1


def test_few_invented_duels_are_held_open_and_none_that_is_in_use(
    solved: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gridduels.engine.service._MOST_OF_FAMILY", 2)
    service = ValueService()
    games = [load_game(f"duel1-3x{columns}-k1-t0-gs-l-sc") for columns in (3, 4, 5, 6)]
    with service.open(SMALL):
        pass
    with service.open(games[0]):
        for game in games[1:]:
            with service.open(game):
                pass
    for game in (SMALL, games[0], games[3], games[1]):
        with service.open(game):
            pass
    assert solved == [SMALL, *games, games[1]]
