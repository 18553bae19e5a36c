"""The designer's report independently finds what docs/rulings.md says about the five rule books."""

import json
from math import prod

import pytest

from gridduels import load_game
from gridduels.board import shape
from gridduels.engine import SolvedGraph
from gridduels.engine.solvers.limits import TooBig
from gridduels.errors import SetupError
from gridduels.invent.review import largest_board, review, text_of

FIVE = ("light-cycle", "pathway", "grid-runner", "gridlock", "blockade")


def test_the_goal_of_pathway_cannot_be_reached_under_the_letter_of_its_rules() -> None:
    sealed = review(load_game("pathway", 4, goal="sealed"))
    assert not sealed.finding("endings").good
    assert "No game ever ends by goal" in sealed.finding("endings").sentence
    assert review(load_game("pathway", 4)).finding("endings").good


@pytest.mark.parametrize("id", ["grid-runner", "blockade"])
def test_play_can_go_on_forever_in_grid_runner_and_blockade(id: str) -> None:
    endless = review(load_game(id, 3, repetition="endless"))
    assert not endless.finding("termination").good
    assert endless.finding("termination").sentence.startswith("Play can go on forever.")
    barred = review(load_game(id, 3))
    assert "Without a rule against repetition play could go on forever" in barred.finding("termination").sentence


@pytest.mark.parametrize("id", ["light-cycle", "pathway", "gridlock"])
def test_play_always_ends_where_cells_are_used_up(id: str) -> None:
    assert review(load_game(id, 3)).finding("termination").good


def test_the_start_of_grid_runner_is_unfair() -> None:
    found = review(load_game("grid-runner", 4))
    assert not found.finding("start").good
    assert "the first player wins" in found.finding("start").sentence


def test_an_idle_rule_of_an_invented_duel_is_named() -> None:
    # No one is ever stuck here, so whether being stuck wins or loses makes no difference.
    found = review(load_game("duel1-3x3-k1-t0-gs-w-sc"))
    assert found.finding("rules").sentence == "These rules make no difference to any value: wins."
    data = json.loads(json.dumps(found.as_data()))
    assert {each["name"] for each in data["findings"]} == {
        *("endings", "termination", "start", "repair", "rules", "longest", "play")
    }


@pytest.mark.parametrize(
    ("id", "sentence"),
    [
        ("light-cycle", "This game has no ruling to change."),
        ("grid-runner", "This game has no ruling to change apart from repetition."),
        ("duel1-2x2-o1-t1-gn-l-sc", "Dropping any one of these rules changes the game. trail: "),
    ],
)
def test_a_review_says_which_rules_were_tried(id: str, sentence: str) -> None:
    assert review(load_game(id, None if "-2x2-" in id else 3)).finding("rules").sentence.startswith(sentence)


def test_a_review_names_each_ruling_that_was_changed_and_what_that_changes() -> None:
    sentence = review(load_game("pathway", 4)).finding("rules").sentence
    assert sentence.startswith("Changing any one of these rules changes the game. goal=open (or sealed): ")
    assert sentence.endswith(" positions.")


def test_a_review_prints_one_line_per_finding() -> None:
    found = review(load_game("light-cycle", 3))
    assert len(text_of(found).splitlines()) >= len(found.findings) + 4


def test_a_game_that_is_too_large_is_refused_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridduels.invent.review.LIMIT", 1_000)
    with pytest.raises(SetupError, match=r"too many for a review\. The largest board that fits is --size 3\.$"):
        review(load_game("light-cycle"))
    with pytest.raises(SetupError, match=r"None of its boards is small enough\.$"):
        review(load_game("blockade"))


def review_or_largest(id: str, limit: int) -> None:
    """Check that a game's default board has at most `limit` positions, or that the refusal names the largest that
    does."""
    game = load_game(id)
    size = largest_board(game)
    smaller = [each for each in game.definition.sizes if prod(shape(each)) < game.cell_count]
    if size is None:
        assert not smaller or SolvedGraph(load_game(id, min(smaller))).entries > limit
        return
    assert SolvedGraph(load_game(id, size)).entries <= limit
    for larger in smaller:
        if prod(shape(larger)) > prod(shape(size)):
            with pytest.raises(TooBig):
                SolvedGraph(load_game(id, larger), limit=limit)


@pytest.mark.parametrize("id", FIVE)
def test_the_largest_board_that_can_be_reviewed_is_found(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridduels.invent.review.LIMIT", 60_000)
    review_or_largest(id, 60_000)


@pytest.mark.heavy
@pytest.mark.parametrize(("id", "size"), [("blockade", 4), ("gridlock", 5)])
def test_default_boards_that_are_too_large_are_refused_with_the_largest_that_fits(id: str, size: int) -> None:
    with pytest.raises(SetupError, match=rf"The largest board that fits is --size {size}\."):
        review(load_game(id))


@pytest.mark.heavy
@pytest.mark.parametrize("id", ["light-cycle", "pathway", "grid-runner"])
def test_the_other_default_boards_are_reviewed(id: str) -> None:
    assert review(load_game(id)).measures.positions > 500
