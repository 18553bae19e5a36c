"""The changes that people may make to a duel, without a server."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import convert
from msgspec.structs import replace

from gridduels.errors import GridDuelsError
from gridduels.game import Game
from gridduels.protocol.answers import OwnSeat
from gridduels.protocol.requests import NewDuel
from gridduels.web import changes
from gridduels.web.changes import Change
from gridduels.web.new_duel import new_duel
from gridduels.web.rooms import miss
from gridduels.web.saved import Live, derive_secret, hash_secret, live_of, running

SECRETS = {1: "one", 2: "two"}


def sat(**wishes: Any) -> Live:
    """Return a new duel with known secrets in its seats."""
    live = new_duel(convert({"game": "light-cycle", "size": 3, **wishes}, NewDuel), 1000.0, 100).live
    saved = live.saved
    one, two = hash_secret(SECRETS[1]), hash_secret(SECRETS[1 if wishes.get("seat") == "both" else 2])
    return live._replace(saved=replace(saved, seat1=one, seat2=two if 2 in saved.humans else None))


def done(live: Live, *steps: Change, now: float = 2000.0) -> Live:
    for step in steps:
        live, *_ = step(live, now)
    return live


def refused(live: Live, step: Change) -> str:
    with pytest.raises(GridDuelsError) as caught:
        step(live, 2000.0)
    return caught.value.code


def move(player: int, ply: int, word: str) -> Change:
    return changes.move(SECRETS[player], ply, word, 100)


def test_a_duel_has_a_maximum_number_of_moves() -> None:
    live = done(sat(), move(1, 0, "up"))
    assert refused(live, changes.move(SECRETS[2], 1, "up", 1)) == "too-big"


def test_a_player_may_resign_while_the_other_thinks() -> None:
    live = done(sat(), changes.resign(SECRETS[2], 0))
    assert live.duel.outcome == (1, "resigned")
    assert done(live, changes.resign(SECRETS[2], 0)) is live
    assert refused(live, changes.resign(SECRETS[1], 0)) == "over"


def test_no_takeback_after_the_end_or_without_an_opponent() -> None:
    assert refused(done(sat(), changes.resign(SECRETS[1], 0)), changes.takeback(SECRETS[1], 0)) == "over"
    made = new_duel(NewDuel(game="light-cycle"), 0.0, 100)
    live = done(made.live, changes.move(made.secret, 0, "up", 100))
    assert refused(live, changes.takeback(made.secret, 1)) == "no-takeback"


def test_a_player_may_make_three_refused_takeback_requests() -> None:
    live = done(sat(), move(1, 0, "up"))
    for _ in range(changes.MOST_ASKED):
        live = done(live, changes.takeback(SECRETS[1], 1), changes.answer(SECRETS[2], 1, 0, False))
    assert refused(live, changes.takeback(SECRETS[1], 1)) == "no-takeback"
    assert live.saved.asked == (3, 0)


def test_an_accepted_takeback_does_not_count_and_an_ignored_one_does() -> None:
    live = done(sat(size=5), move(1, 0, "up"))
    live = done(live, changes.takeback(SECRETS[1], 1), changes.answer(SECRETS[2], 1, 0, True))
    assert live.saved.asked == (0, 0)
    live = done(live, move(1, 0, "up"), changes.takeback(SECRETS[1], 1), move(2, 1, "up"))
    assert live.saved.asked == (1, 0)
    with_computer = done(sat(p2="random"), move(1, 0, "up"), changes.takeback(SECRETS[1], 1))
    assert with_computer.saved.asked == (0, 0)


def test_a_rematch_resets_takebacks_and_absences() -> None:
    live = done(sat(), move(1, 0, "up"), changes.takeback(SECRETS[1], 1), miss(2, 5), changes.resign(SECRETS[1], 1))
    _, fresh = changes.rematch(SECRETS[2], 1)(done(live, changes.rematch(SECRETS[1], 1)), 2000.0)
    assert (fresh.saved.asked, fresh.saved.missed) == ((0, 0), (None, None))


def test_a_rematch_needs_an_opponent() -> None:
    made = new_duel(NewDuel(game="light-cycle"), 0.0, 100)
    live = done(made.live, changes.resign(made.secret, 0))
    assert refused(live, changes.rematch(made.secret, 0)) == "not-now"


def test_a_clock_pays_for_the_turn_and_earns_the_increment() -> None:
    live = sat(clock={"seconds": 10, "increment": 2})
    live = done(live, move(1, 0, "up"), now=2005)  # no clock runs before the first move
    assert (live.saved.left1, live.saved.left2, running(live), live.saved.deadline) == (10, 10, 2, 2015)
    live = done(live, move(2, 1, "up"), now=2009)
    assert (live.saved.left1, live.saved.left2, running(live)) == (10, 8, 1)
    live = done(live, changes.takeback(SECRETS[1], 2), now=2010)  # a request costs nothing yet
    live = done(live, changes.answer(SECRETS[2], 2, 0, True), now=2012)
    assert (live.saved.left1, live.saved.left2, live.duel.ply, live.saved.deadline) == (7, 8, 0, None)


def test_time_runs_out_only_for_the_player_to_move() -> None:
    live = done(sat(clock={"seconds": 10}), move(1, 0, "up"))
    assert changes.out_of_time(live, 2009.9) == (live,)
    assert done(live, changes.out_of_time, now=2010).duel.outcome == (1, "time")
    against = done(sat(clock={"seconds": 10}, p2="random"), move(1, 0, "up"))
    assert running(against) is None  # the computer's clock never runs


def test_after_a_takeback_another_move_can_be_played() -> None:
    live = done(sat(p2="random"), move(1, 0, "up"))
    live = done(live, changes.takeback(SECRETS[1], 1), move(1, 0, "right"))
    assert live.saved.moves == "right"


step_of = st.one_of(
    st.builds(
        lambda secret, ply, word: ("move", secret, ply, word),
        st.sampled_from([*SECRETS.values(), "another", None]),
        st.integers(-1, 1),
        st.integers(0, 9),
    ),
    st.tuples(
        st.sampled_from(["resign", "takeback", "rematch"]),
        st.sampled_from([*SECRETS.values()]),
        st.integers(-1, 1),
        st.just(0),
    ),
    st.builds(
        lambda secret, ply, accept: ("answer", secret, ply, accept),
        st.sampled_from([*SECRETS.values()]),
        st.integers(0, 1),
        st.booleans(),
    ),
)


def step(live: Live, kind: str, secret: str | None, off: int, value: Any) -> Change:
    """Return one of the changes, mostly for the right ply."""
    duel, ply = live.duel, max(live.duel.ply + off * (off < 1), 0)
    if kind == "move":
        words = duel.legal_moves if value < 8 and duel.legal_moves else duel.game.moves
        return changes.move(secret, ply, words[value % len(words)], 40)
    if kind == "answer":
        return changes.answer(secret, ply, live.saved.takeback_to or 0, value)
    return {"resign": changes.resign, "takeback": changes.takeback, "rematch": changes.rematch}[kind](secret, ply)


@given(
    st.sampled_from([{}, {"seat": "both"}, {"clock": {"seconds": 50, "increment": 1}}, {"p2": "random"}]),
    st.sampled_from(["light-cycle", "pathway", "grid-runner", "gridlock", "blockade"]),
    st.lists(step_of, max_size=40),
)
def test_the_stored_duel_always_matches_the_played_one(
    wishes: dict[str, Any], game: str, steps: list[tuple[str, str | None, int, Any]]
) -> None:
    live = sat(game=game, **wishes)
    versions = [live]
    for each in steps:
        before = live
        try:
            live, *others = step(live, *each)(live, 2000.0)
        except GridDuelsError:
            continue
        assert live_of(live.saved).duel == live.duel
        versions.append(live)
        for other in versions:  # as another server sees it, which knew that version
            assert live_of(live.saved, other).duel == live.duel
            assert live_of(other.saved, live).duel == other.duel
        assert (live.saved.deadline is None) == (running(live) is None)
        assert live.saved.over == (live.duel.outcome is not None)
        assert live is before or live.saved.version == before.saved.version + 1
        for other in others:
            assert live_of(other.saved).duel == other.duel
            assert (other.saved.p1, other.saved.p2) == (live.saved.p2, live.saved.p1)
            assert other.saved.id == live.saved.next


def test_another_server_replays_only_moves_it_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    live = done(sat(game="gridlock", size=7), *(move(1 + ply % 2, ply, word) for ply, word in enumerate(["up1"] * 3)))
    taken_back = done(live, changes.takeback(SECRETS[1], 3), changes.answer(SECRETS[2], 3, 2, True))
    resigned = done(taken_back, changes.resign(SECRETS[1], 2))
    again = done(resigned, changes.rematch(SECRETS[1], 2))
    played, play = [], Game.play

    def counted(game: Game, position: Any, action: int) -> Any:
        played.append(action)
        return play(game, position, action)

    monkeypatch.setattr(Game, "play", counted)
    for before, after in [(live, taken_back), (live, resigned), (taken_back, resigned), (resigned, again)]:
        assert live_of(after.saved, before).duel == after.duel
    assert played == []
    assert live_of(live.saved, taken_back).duel == live.duel
    assert len(played) == 1


def taken(live: Live, code: str, now: float = 2000.0) -> tuple[Live, str]:
    """Take over a seat; return the duel and the seat's new secret."""
    seats: list[OwnSeat] = []
    [live] = changes.take_seat(code, None, seats.append)(live, now)
    return live, seats[0].secret


def offered(live: Live, secret: str) -> tuple[Live, str]:
    codes: list[str] = []
    live = done(live, changes.offer_seat(secret, codes.append))
    return live, codes[0]


def test_a_code_expires_and_a_newer_one_replaces_it() -> None:
    live, old = offered(sat(), SECRETS[1])
    with pytest.raises(GridDuelsError, match="has been used or has expired"):
        taken(live, old, now=2000.0 + changes.CODE_SECONDS + 1)
    live, new = offered(live, SECRETS[1])
    assert refused(live, changes.take_seat(old, None, print)) == "not-seated"
    live, secret = taken(live, new)
    assert (live.saved.sides_of(secret), live.saved.sides_of(SECRETS[1])) == ((1,), ())
    assert live.saved.sides_of(SECRETS[2]) == (2,)


def test_points_go_with_the_players_who_change_sides_in_every_rematch() -> None:
    one, two = SECRETS.values()
    live = done(sat(), changes.resign(one, 0))
    seen = []
    for _ in range(3):
        seen.append((live.match.round, live.match.score))
        live = done(live, changes.rematch(one, 0))
        live, fresh = changes.rematch(two, 0)(live, 2000.0)
        one, two = (derive_secret(secret, fresh.saved.id) for secret in (two, one))
        live = done(fresh, changes.resign(one, 0))
    assert seen == [(1, (0, 1)), (2, (1, 1)), (3, (1, 2))]


def test_the_rematch_belongs_to_the_device_that_took_the_seat() -> None:
    live = done(sat(), changes.resign(SECRETS[1], 0), changes.rematch(SECRETS[1], 0))
    live, code = offered(live, SECRETS[1])
    live, secret = taken(live, code)
    live, fresh = changes.rematch(SECRETS[2], 0)(live, 2000.0)
    assert fresh.saved.sides_of(derive_secret(secret, fresh.saved.id)) == (2,)
    assert fresh.saved.sides_of(derive_secret(SECRETS[1], fresh.saved.id)) == ()
    assert refused(live, changes.offer_seat(secret, print)) == "not-now"
