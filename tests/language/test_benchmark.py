"""The benchmark's definition: frozen positions, and tier C, drawn from a seed."""

import re
from pathlib import Path

import pytest

from gridduels import Duel, load_game
from gridduels.analysis.split import is_test
from gridduels.errors import SetupError
from gridduels.invent.gallery import all_codes
from gridduels.language.benchmark import (
    ALL_TIERS,
    DUELS,
    PRACTICE,
    PRACTICE_DUELS,
    PRIVATE,
    PROMPT_HASHES,
    SEED,
    SEED_HASH,
    SEED_VARIABLE,
    boards_of,
    chosen_games,
    draw_duels,
    drawn_from,
    frozen_evaluation,
    frozen_positions,
    move_questions,
    provenance,
    samples_per_game,
    seed_hash,
)
from gridduels.language.positions import Drawn, draw_positions
from gridduels.language.prompts import Style

SLOWEST = "gridlock"
"""Drawing its tier B positions takes ten minutes."""


def frozen(tier: str, game: str) -> list[Drawn]:
    (board,) = (each for each in boards_of(tier) if each.game == game)
    found = frozen_positions(board.load(), samples_per_game("moves", tier, None))
    assert found
    return found


def drawn(tier: str, game: str) -> list[Drawn]:
    (board,) = (each for each in boards_of(tier) if each.game == game)
    return draw_positions(board.load(), samples_per_game("moves", tier, None), SEED)


@pytest.mark.parametrize(("tier", "game"), [("A", "grid-runner"), ("C", PRACTICE_DUELS[1])])
def test_frozen_positions_and_values_are_those_that_are_drawn(tier: str, game: str) -> None:
    assert frozen(tier, game) == drawn(tier, game)


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("tier", "game"),
    [(tier, board.game) for tier in ALL_TIERS for board in boards_of(tier) if (tier, board.game) != ("B", SLOWEST)],
)
def test_all_frozen_positions_are_those_that_are_drawn(tier: str, game: str) -> None:
    assert frozen(tier, game) == drawn(tier, game)


def test_every_frozen_position_is_a_test_position_with_a_choice() -> None:
    for tier in ALL_TIERS:
        for board in boards_of(tier):
            for each in frozen(tier, board.game):
                kept = [each.evaluation.verdict(word).keeps for word in each.evaluation.moves]
                assert any(kept)
                assert not all(kept)
                assert is_test(each.duel.game, each.duel.position)


def test_another_count_or_seed_is_drawn_and_not_frozen() -> None:
    game = load_game("grid-runner")
    assert frozen_positions(game, 5) is None
    assert [each for each, _ in move_questions(game, Style(), 3, 2)] == draw_positions(game, 2, 3)


# --- Tier C


def test_practice_has_duels_that_are_not_duels_of_the_day() -> None:
    assert draw_duels(PRACTICE) == PRACTICE_DUELS
    assert len(set(PRACTICE_DUELS)) == DUELS
    assert not set(PRACTICE_DUELS) & set(all_codes())
    assert [game.id for game in chosen_games("all", None, "", "C")] == list(PRACTICE_DUELS)


@pytest.mark.heavy
def test_the_same_seed_gives_the_same_duels_and_another_seed_others() -> None:
    reports = list[int]()
    assert drawn_from(PRACTICE, lambda stage, done, total: reports.append(done)) == PRACTICE_DUELS
    assert sorted(set(reports)) == list(range(DUELS))
    assert reports == sorted(reports)
    assert len(set(drawn_from("another"))) == DUELS
    assert not set(drawn_from("another")) & set(PRACTICE_DUELS)


def test_the_private_seed_comes_from_the_environment_and_only_its_hash_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(SEED_VARIABLE, raising=False)
    with pytest.raises(SetupError, match=f"needs the seed in the environment variable {SEED_VARIABLE}"):
        draw_duels(PRIVATE)
    assert re.fullmatch("[0-9a-f]{64}", SEED_HASH)
    assert seed_hash(PRACTICE) != SEED_HASH


def test_practice_is_not_official_and_logs_have_the_hash_of_the_seed_only() -> None:
    found = provenance("moves", [load_game(PRACTICE_DUELS[0])], "board", "plain", SEED, ["?"], "a seed")
    assert (found["tier"], found["official"], found["duels"]) == ("C", False, seed_hash("a seed"))
    assert "a seed" not in str(found)


def test_the_official_runs_are_those_that_the_docs_list() -> None:
    text = (Path(__file__).parents[2] / "docs" / "language-models.md").read_text(encoding="utf-8")
    listed = {
        f"{tier} {task} board {variant}"
        for tier, tasks in re.findall(r"^\| ([AB]) \| (`moves`.*) \|$", text, re.MULTILINE)
        for task in re.findall(r"`(\w+)`", tasks)
        for variant in ("plain", "disguised")
    }
    assert {name for name in PROMPT_HASHES if not name.startswith(PRACTICE)} == listed


def test_tier_c_takes_no_size() -> None:
    with pytest.raises(SetupError, match="invented duels have no other sizes"):
        chosen_games("all", 5, "", "C")


@pytest.mark.parametrize("variant", ["plain", "disguised"])
@pytest.mark.parametrize("code", PRACTICE_DUELS)
def test_an_invented_duel_is_described_by_its_rule_book_without_strategy(code: str, variant: str) -> None:
    game = load_game(code)
    _, presentation = next(move_questions(game, Style(variant=variant), SEED, 20))
    prompt = presentation.prompt()
    assert "## Rules and Mechanics" in prompt
    assert "Strategy" not in prompt
    assert "Example Game" not in prompt
    assert code not in prompt
    disguise = presentation.disguise
    start = Duel(game).position
    token = game.statement.standing(start, 1)
    assert f"starts at `{disguise.where(token)}`" in prompt  # where the token stands on the board that is shown
    if variant == "disguised":
        assert not re.search(r"\b(up|down|Player 1|obstacles?|tokens?)\b", prompt)


def test_the_stored_values_are_only_used_without_a_history() -> None:
    (first, *_) = frozen("A", "light-cycle")
    assert frozen_evaluation(first.duel) == first.evaluation
    assert frozen_evaluation(first.duel.play(first.duel.legal_moves[0])) is None
    assert frozen_evaluation(Duel(first.duel.game)) is None
