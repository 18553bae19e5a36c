"""Values and outcomes in messages."""

from hypothesis import given

from gridduels import Duel
from gridduels.engine import value as engine
from gridduels.protocol.schemas import SCHEMAS
from gridduels.protocol.state import Value, outcome_of, value_of
from tests.helpers import duels


@given(duels(stopped=True))
def test_the_outcome_is_the_duels_with_sentences(duel: Duel) -> None:
    found = outcome_of(duel)
    if duel.outcome is None:
        assert found is None
        return
    assert found is not None
    assert (found.winner or 0, found.reason) == duel.outcome
    assert found.why == duel.game.words.why(duel)
    assert found.victory == duel.game.words.victory(duel)


def test_a_value_has_a_label_and_words() -> None:
    assert value_of(engine.Value("loss", 4)) == Value(outcome="loss", plies=4, label="-4", words="loss in 4 plies")
    assert value_of(engine.Value("perpetual", None)).label == "="


def test_the_described_value_may_be_a_draw_as_well() -> None:
    assert sorted(SCHEMAS["Value"]["properties"]["outcome"]["enum"]) == ["draw", "loss", "perpetual", "win"]
