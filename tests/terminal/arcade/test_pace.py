"""How fast computers play each other, and when a key counts as held down."""

from gridduels.terminal.arcade.work import HeldKey, Pace


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_the_first_move_comes_at_once_and_the_next_ones_at_an_even_pace() -> None:
    clock = Clock()
    pace = Pace(clock)
    assert pace.wait() == 0
    pace.moved()
    clock.now += 0.25
    assert pace.wait() == 0.75
    clock.now += 2
    assert pace.wait() == 0


def test_the_pace_can_be_changed_as_far_as_it_goes() -> None:
    pace = Pace()
    assert pace.change(-1) == "They play fast."
    assert [pace.change(-1) for _ in range(3)] == ["They play as fast as they can."] * 3
    assert [pace.change(+1) for _ in range(5)][-2:] == ["They play slowly."] * 2


def test_a_step_is_one_move_followed_by_a_pause() -> None:
    pace = Pace(Clock())
    pace.moved()
    pace.steps = True
    assert pace.wait() == 0
    pace.moved()
    assert (pace.halted, pace.steps) == (True, False)


def test_a_key_that_repeats_soon_after_a_move_counts_as_held() -> None:
    clock = Clock()
    key = HeldKey(clock)
    assert not key.repeats("right")
    key.played("right")
    for _ in range(20):
        clock.now += 0.1
        assert key.repeats("right")
    assert not key.repeats("left")
    key.played("left")
    clock.now += 0.8
    assert not key.repeats("left")


def test_a_key_that_only_aims_is_not_held() -> None:
    key = HeldKey(Clock())
    assert [key.repeats("up") for _ in range(4)] == [False] * 4
