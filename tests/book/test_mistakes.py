"""What players did wrong: what was wrong with a move, and how often that happens."""

import pytest

from book import facts
from book.facts import kind_of_error, watch_players
from gridduels import Duel, load_game
from gridduels.analysis.annotations import annotate
from gridduels.engine import VALUES, solve
from gridduels.engine.progress import silent
from gridduels.engine.value import Verdict


@pytest.mark.parametrize(
    ("game", "moves", "word", "good", "said"),
    [
        ("gridlock", "", "up1", ["up3", "left3"], "stopped too soon"),
        ("gridlock", "", "up2", ["up1"], "slid too far"),
        ("gridlock", "", "up2", ["down3"], "slid in a wrong direction"),
        ("blockade", "", "@2,2", ["down", "right"], "built where it had to step"),
        ("blockade", "", "@2,2", ["@1,1"], "built in a wrong place"),
        ("blockade", "", "down", ["@1,1"], "stepped where it had to build"),
        ("blockade", "", "down", ["right", "@1,1"], "chose a wrong step"),
        ("grid-runner", "down up", "up", ["down"], "went out of its way"),
        ("grid-runner", "down up", "down", ["right"], "went for the goal"),
        ("light-cycle", "", "up", ["right"], "gave room away"),
        ("light-cycle", "", "right", ["up"], "counted room alone"),
    ],
)
def test_an_error_is_named_by_what_the_good_moves_are_like(
    game: str, moves: str, word: str, good: list[str], said: str
) -> None:
    assert kind_of_error(Duel(load_game(game), moves), word, good) == said


def test_errors_are_the_moves_that_an_annotation_finds_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts, "QUICK_GAMES", {"random": 6, "easy": 2, "medium": 2, "hard": 2})
    game = load_game("pathway", 3)
    table = solve(game)
    for play in watch_players(game, quick=True, progress=silent):
        games = [facts._judged_game(game, play.player, number) for number in range(play.games)]
        duels = [judged[-1][0].play(judged[-1][1]) for judged in games]
        verdicts = [each.verdict for duel in duels for each in annotate(duel, table).notes]
        wrong = sum(verdict in (Verdict.MISTAKE, Verdict.BLUNDER) for verdict in verdicts)
        assert (play.moves, sum(play.errors)) == (len(verdicts), wrong)
        assert sum(times for _, times in play.kinds) == wrong
        assert all(mistake.times <= mistake.seen for mistake in play.commonest)


def test_a_common_mistake_is_shown_with_what_every_move_was_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts, "QUICK_GAMES", {"random": 20, "easy": 0, "medium": 0, "hard": 0})
    game = load_game("light-cycle", 3)
    (mistake, *_) = watch_players(game, quick=True, progress=silent)[0].commonest
    with VALUES.open(game) as values:
        evaluation = values.evaluate(Duel(game, start=mistake.position))
    assert mistake.labels == {word: value.label for word, value in evaluation.moves.items()}
    assert (mistake.before, mistake.after) == (evaluation.value, evaluation.moves[mistake.move])
    assert mistake.good == tuple(word for word in evaluation.moves if evaluation.verdict(word).keeps)
