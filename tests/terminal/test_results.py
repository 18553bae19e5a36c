"""The streak of days."""

from datetime import date, timedelta

from gridduels.terminal.results import Results

TODAY = date(2026, 3, 2)


def solved(*ago: int, late: int | None = None) -> Results:
    """Return results in which these days' puzzles, counted back from today, were solved on the day, and one of them
    later."""
    results = Results()
    for days in ago:
        day = TODAY - timedelta(days)
        results.solved_day(day, TODAY if days == late else day)
    return results


def test_a_streak_lasts_until_a_day_is_missed() -> None:
    assert solved(0, 1, 2, 4).day_streak(TODAY) == 3


def test_today_can_still_be_solved_so_the_streak_of_yesterday_holds() -> None:
    assert solved(1, 2).day_streak(TODAY) == 2
    assert solved(2, 3).day_streak(TODAY) == 0


def test_a_puzzle_solved_later_is_not_part_of_a_streak() -> None:
    assert solved(0, 1, 2, late=1).day_streak(TODAY) == 1


def test_the_first_time_counts() -> None:
    results = solved(0)
    results.solved_day(TODAY, TODAY + timedelta(5))
    assert results.day_streak(TODAY) == 1
    assert Results.load([]).days == {"2026-03-02": "2026-03-02"}
