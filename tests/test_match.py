"""Match: several duels between the same two players, compared with a model that keeps a list of events."""

import random
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridduels import Duel, GridDuelsError, IllegalMove, Match, Record, SetupError, load_game
from gridduels.match import first_mover, last_move_of
from gridduels.record import dumps, loads
from tests.helpers import GAMES

STEPS = ("play", "play", "play", "play", "undo", "resign", "forfeit", "next_round", "rematch")
PLAYERS = st.tuples(st.sampled_from(["human", "random"]), st.sampled_from(["human", "hard"]))


def begin(game: str = "light-cycle", *players: str, first: int = 1, rounds: int | None = None) -> Match:
    one, two = players or ("human", "human")
    return Match.begin(load_game(game, size=3), (one, two), first, rounds)


@dataclass
class Model:
    """A naive model of a match: who began and won each round, each player's side, and all moves."""

    sides: list[str]
    first: int
    rounds: int | None
    moves: list[tuple[int, str]] = field(default_factory=list)
    points: dict[str, int] = field(default_factory=lambda: {"a": 0, "b": 0})
    round: int = 1

    def win(self, side: int) -> None:
        self.points[self.sides[side - 1]] += 1

    def restart(self, swap: bool) -> None:
        over = self.rounds is not None and self.round >= self.rounds
        if swap:
            self.sides.reverse()
        else:
            self.first = 3 - self.first
        if swap and over:
            self.points, self.round = {"a": 0, "b": 0}, 0
        self.round += 1
        self.moves = []

    @property
    def score(self) -> tuple[int, int]:
        return self.points[self.sides[0]], self.points[self.sides[1]]


def undone(moves: list[tuple[int, str]], people: tuple[int, ...]) -> list[tuple[int, str]]:
    """Return the match without a person's last move and everything after it."""
    last = max(ply for ply, (mover, _) in enumerate(moves) if mover in people)
    return moves[:last]


def step(match: Match, model: Model, what: str, rng: random.Random) -> Match:
    """Apply one event to the match and the model; the match refuses events that are not possible."""
    duel = match.duel
    if what in ("next_round", "rematch"):
        if not duel.outcome or (what == "next_round" and not match.another_round):
            return match
        model.restart(swap=what == "rematch")
        return match.next_round() if what == "next_round" else match.rematch()
    if duel.outcome:
        with pytest.raises(GridDuelsError):
            match.play("up") if what == "play" else getattr(match, what)()
        return match
    if what == "undo" and not any(mover in match.people for mover, _ in model.moves):
        with pytest.raises(GridDuelsError):
            match.undo()
        return match
    if what == "play":
        word = rng.choice(duel.legal_moves)
        model.moves.append((duel.turn, word))
        match = match.play(word)
    elif what == "undo":
        model.moves = undone(model.moves, match.people)
        match = match.undo()
    elif what == "forfeit":
        match = match.forfeit()
    else:
        match = match.resign()
    if match.duel.outcome:
        model.win(match.duel.outcome.winner)
    return match


@given(
    game=st.sampled_from(GAMES),
    players=PLAYERS,
    first=st.sampled_from([1, 2]),
    rounds=st.sampled_from([None, 1, 2, 3]),
    steps=st.lists(st.sampled_from(STEPS), max_size=60),
    seed=st.integers(0, 1000),
)
def test_a_match_is_what_the_model_says_whatever_happens(
    game: str, players: tuple[str, str], first: int, rounds: int | None, steps: list[str], seed: int
) -> None:
    match, rng = begin(game, *players, first=first, rounds=rounds), random.Random(seed)
    model = Model(["a", "b"], first, rounds)
    names = dict(zip("ab", players, strict=True))
    for what in steps:
        match = step(match, model, what, rng)
        assert match.score == model.score
        assert (match.round, match.duel.start.turn) == (model.round, model.first)
        assert match.players == tuple(names[each] for each in model.sides)
        assert match.duel.moves == tuple(word for _, word in model.moves)
        assert sum(match.score) == match.round - 1 + (match.duel.outcome is not None)


@given(game=st.sampled_from(GAMES), players=PLAYERS, plies=st.integers(1, 8), seed=st.integers(0, 1000))
def test_an_undo_and_the_same_moves_again_give_the_same_match(
    game: str, players: tuple[str, str], plies: int, seed: int
) -> None:
    match, rng = begin(game, *players), random.Random(seed)
    for _ in range(plies):
        if match.duel.play(word := rng.choice(match.duel.legal_moves)).outcome:
            break
        match = match.play(word)
    if last_move_of(match.duel, match.people) is None:
        return
    again = match.undo()
    assert match.is_person(again.duel.turn)
    for word in match.duel.moves[again.duel.ply :]:
        again = again.play(word)
    assert again.helped
    assert replace(again, helped=match.helped) == match


@given(
    game=st.sampled_from(GAMES),
    players=PLAYERS,
    rounds=st.sampled_from([None, 2, 3]),
    steps=st.lists(st.sampled_from(STEPS), max_size=40),
    seed=st.integers(0, 1000),
)
def test_a_match_comes_back_from_the_record_of_its_last_game(
    game: str, players: tuple[str, str], rounds: int | None, steps: list[str], seed: int
) -> None:
    match, model, rng = begin(game, *players, rounds=rounds), Model(["a", "b"], 1, rounds), random.Random(seed)
    for what in steps:
        match = step(match, model, what, rng)
    [record] = loads(dumps(match.record({"Event": "Final"})))
    again = Match.resume([record])
    assert again == match
    assert again.record() == record


def test_the_first_mover_alternates_and_the_points_are_counted() -> None:
    match, firsts = begin(rounds=3), []
    for _ in range(3):
        firsts.append(match.duel.turn)
        match = match.resign()
        if match.another_round:
            match = match.next_round()
    assert firsts == [1, 2, 1]
    assert (match.score, match.leader) == ((1, 2), 2)
    assert not match.another_round


def test_a_rematch_swaps_the_sides_and_the_points_with_them() -> None:
    match = begin("light-cycle", "human", "random").resign()
    assert (match.score, match.opponent) == ((0, 1), "random")
    match = match.rematch()
    assert match.players == ("random", "human")
    assert (match.score, match.round) == ((1, 0), 2)
    assert match.computer_to_move


def test_a_rematch_after_the_end_starts_a_new_match() -> None:
    match = begin("light-cycle", "human", "random", rounds=1).resign().rematch()
    assert (match.round, match.score, match.leader) == (1, (0, 0), None)


def test_a_rematch_begins_where_the_game_began() -> None:
    game = load_game("grid-runner", size=3)
    start = game.play(game.start(), game.action("down"))
    assert Match(Duel(game, start=start).resign()).rematch().duel == Duel(game, start=start)


def test_a_new_round_forgets_the_help_of_the_one_before() -> None:
    match = begin().take_help().resign()
    assert match.helped
    assert not match.next_round().helped
    assert not match.rematch().helped


def test_the_player_who_resigns_is_a_person_even_on_the_computers_turn() -> None:
    match = begin("light-cycle", "human", "random")
    assert match.resign().duel.outcome == (2, "resigned")
    assert match.play("up").resign().duel.outcome == (2, "resigned")
    assert begin().play("up").resign().duel.outcome == (1, "resigned")


def test_a_forfeit_loses_for_the_player_to_move() -> None:
    assert begin("light-cycle", "human", "random").play("up").forfeit().duel.outcome == (1, "forfeit")


def test_a_move_that_is_not_allowed_changes_nothing() -> None:
    match = begin()
    with pytest.raises(IllegalMove):
        match.play("left")
    assert match == begin()


def test_two_computers_cannot_take_back() -> None:
    with pytest.raises(GridDuelsError, match=r"You have no move to take back"):
        begin("light-cycle", "random", "random").play("up").undo()


def test_a_branch_continues_from_any_move_and_does_not_count() -> None:
    match = Match(Duel(load_game("light-cycle"), "right left up left"), ("human", "hard"), 3, 2, (1, 0))
    branch = match.branch(2)
    assert branch.duel.moves == ("right", "left")
    assert branch.players == match.players
    assert branch.helped
    assert (branch.round, branch.score) == (1, (0, 0))


def test_the_toss_is_fair_and_with_a_seed_repeatable() -> None:
    tosses = [first_mover("toss", seed) for seed in range(1000)]
    assert 400 < tosses.count(1) < 600
    assert tosses == [first_mover("toss", seed) for seed in range(1000)]


def record_of(round: int, winner: int = 0, **tags: str) -> Record:
    stopped = (winner, "resigned") if winner else None
    return Record(Duel(load_game("light-cycle", size=3), stopped=stopped), tags={"Round": str(round), **tags})


def test_older_records_without_a_score_are_counted_round_by_round() -> None:
    before = [record_of(1, 2), record_of(1, 1), record_of(2, 1), record_of(3, 2)]
    match = Match.resume([*before, record_of(4, Rounds="5")])
    assert (match.round, match.rounds, match.score) == (4, 5, (2, 1))


def test_a_score_tag_includes_missing_rounds() -> None:
    assert Match.resume([record_of(1, 2), record_of(4, Score="2:1")]).score == (2, 1)


@pytest.mark.parametrize(
    "tags", [{"Round": "x"}, {"Rounds": "0"}, {"Round": "²"}, {"Score": "1"}, {"Score": "1:"}, {"Score": "1:-1"}]
)
def test_a_tag_that_does_not_say_how_the_match_stands_is_refused(tags: dict[str, str]) -> None:
    [(name, value)] = tags.items()
    with pytest.raises(SetupError, match=f"the record's tag {name} is {value!r}, but it must be"):
        Match.resume([Record(Duel(load_game("light-cycle", size=3)), tags=tags)])


def test_other_players_may_take_over_and_change_the_number_of_rounds() -> None:
    match = Match.resume([record_of(2, Rounds="3")], ("hard", "easy"), 7)
    assert (match.players, match.rounds) == (("hard", "easy"), 7)


def test_other_remarks_of_a_record_stay_with_their_moves() -> None:
    duel = Duel(load_game("grid-runner"), "down up right")
    record = Record(duel, tags={"Event": "Final", "Date": "2001-02-03"}, comments={0: "start", 2: "two", 3: "three"})
    match = Match.resume([record]).undo()
    found = match.record({"Date": "2026-01-02"})
    assert found.tags == {"Event": "Final", "Date": "2001-02-03", "Round": "1", "Helped": "yes"}
    assert found.comments == {0: "start", 2: "two"}
    assert match.play("right").record().comments == record.comments
    assert match.play("down").record().comments == {0: "start", 2: "two"}
    assert match.resign().next_round().record().comments == {}


def test_by_the_pie_rule_the_second_player_may_change_sides_after_the_first_move() -> None:
    match = Match.begin(load_game("light-cycle"), ("human", "hard"), swap=True)
    assert not match.may_swap
    match = match.play("right")
    assert match.may_swap
    changed = match.change_sides()
    assert changed.players == ("hard", "human")
    assert not changed.computer_to_move
    assert not changed.may_swap
    assert changed.record().tags["Swap"] == "taken"
    assert Match.resume([changed.record()]).swap == "taken"
    assert not match.play("left").may_swap


def test_sides_cannot_be_changed_unless_that_was_agreed_on() -> None:
    with pytest.raises(GridDuelsError, match="only right after the first move"):
        Match.begin(load_game("light-cycle")).play("right").change_sides()


def test_every_round_has_its_own_change_of_sides_and_players_keep_their_points() -> None:
    match = Match.begin(load_game("light-cycle"), ("human", "hard"), swap=True).play("right").resign().next_round()
    assert match.score == (0, 1)
    match = match.play(match.duel.legal_moves[0])
    assert match.may_swap
    assert match.change_sides().score == (1, 0)
