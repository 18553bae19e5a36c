"""The designer's report finds by itself what docs/rulings.md says about the five rule books."""

import json

import pytest

from gridduels import load_game
from gridduels.errors import SetupError
from gridduels.invent.review import review, text_of


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


def test_a_review_prints_one_line_per_finding() -> None:
    found = review(load_game("light-cycle", 3))
    assert len(text_of(found).splitlines()) >= len(found.findings) + 4


def test_a_game_that_is_too_large_is_refused_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridduels.invent.review.LIMIT", 1_000)
    with pytest.raises(SetupError, match="choose a smaller board with --size"):
        review(load_game("light-cycle"))
