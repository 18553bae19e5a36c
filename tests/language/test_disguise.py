"""Disguises: a different presentation of the same game, reversible."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridduels import Duel, SetupError, load_game
from gridduels.board import DIRECTIONS, where
from gridduels.language.disguise import Disguise, Variant, disguise_for
from gridduels.language.prompts import Style, introduce, prompt_for_move
from gridduels.statement import Steps
from tests.helpers import EDGES, GAMES, duels, field_of


def any_disguise(duel: Duel, seed: int, variant: str = "disguised") -> Disguise:
    return disguise_for(duel.game, variant, random.Random(seed))


@given(duels(), st.integers(0, 20), st.sampled_from(list(Variant)))
def test_every_move_has_its_own_disguised_word_that_leads_back_to_it(duel: Duel, seed: int, variant: str) -> None:
    disguise = any_disguise(duel, seed, variant)
    told = [disguise.word(word) for word in duel.game.moves]
    assert len(set(told)) == len(told)
    assert [disguise.move(f" {word.upper()} ") for word in told] == list(duel.game.moves)


@given(duels(), st.integers(0, 7))
def test_a_step_on_the_disguised_board_follows_its_disguised_word(duel: Duel, symmetry: int) -> None:
    disguise, game = Disguise(duel.game, symmetry), duel.game
    for word in duel.legal_moves:
        kind, _ = game.kind_of_action(game.action(word))
        if not isinstance(kind, Steps):
            continue
        before = where(game.columns, disguise.image(game.statement.standing(duel.position, duel.turn)))
        after = where(game.columns, disguise.image(game.statement.standing(duel.play(word).position, duel.turn)))
        assert (after[0] - before[0], after[1] - before[1]) == EDGES[disguise.word(word)]


@given(duels(), st.integers(0, 20))
def test_the_disguised_board_has_as_many_of_everything(duel: Duel, seed: int) -> None:
    disguise = any_disguise(duel, seed)
    assert disguise.names
    plain = "".join(Disguise(duel.game).rows(duel.position))
    told = "".join(disguise.rows(duel.position))
    assert sorted(told) == sorted(disguise.symbol(symbol) for symbol in plain)


@given(duels(), st.integers(0, 20), st.sampled_from(list(Variant)))
def test_a_disguise_is_the_same_after_serialisation(duel: Duel, seed: int, variant: str) -> None:
    disguise = any_disguise(duel, seed, variant)
    assert Disguise.of(duel.game, disguise.as_data()) == disguise


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("seed", range(6))
def test_nothing_in_a_disguised_prompt_gives_the_game_away(id: str, seed: int) -> None:
    duel = Duel(load_game(id))
    disguise = any_disguise(duel, seed)
    told = introduce(disguise) + prompt_for_move(duel, disguise, Style("board", "disguised", moves_given=True))
    told = re.sub(r"(top|bottom)[- ](left|right)|(left|right) edge|\w+ left(?=[,.:])", "", told)
    words = set(re.findall(r"\w+", told)) - {"on"}
    assert not words & {*DIRECTIONS, *(f"{word}{n}" for word in DIRECTIONS for n in range(1, 7))}
    assert not words & {"Player", "P1", "P2", "cycle", "marker", "obstacle", "obstacles", "wall", "token", "Light"}
    assert load_game(id).title not in told


def test_corners_and_edges_turn_with_the_board() -> None:
    game = load_game("pathway")
    half_turn = Disguise(game, symmetry=3)
    assert half_turn.text("A from the top-left corner") == "A from the bottom-right corner"
    assert half_turn.where(field_of(game.start(), "one")) == game.words.where(game, field_of(game.start(), "two"))
    quarter = Disguise(load_game("light-cycle"), symmetry=6)
    assert quarter.text("the middle of the left edge") == "the middle of the top edge"
    assert [row.index("1") for row in quarter.rows(quarter.game.start()) if "1" in row] == [2]


def test_an_unknown_variant_is_refused_by_name() -> None:
    with pytest.raises(SetupError, match="unknown variant 'odd'; use one of plain, turned, renamed, disguised"):
        disguise_for(load_game("pathway"), "odd", random.Random(0))
