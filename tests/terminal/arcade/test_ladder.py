"""The ladder in the arcade: eleven opponents, and a star for each side they were beaten from."""

from dataclasses import replace

import pytest

from gridduels import Duel, Match, load_game
from gridduels.duel import Reason
from gridduels.players.ladder import LADDER, opponent_named
from gridduels.terminal.arcade.home import LadderScreen
from gridduels.terminal.arcade.play import PlayScreen
from gridduels.terminal.results import Results, star_of
from tests.terminal.arcade.stage import Stage, on_stage


def test_a_star_is_shown_and_the_next_side_is_chosen() -> None:
    Results().beat("light-cycle", "Ada", 1)

    async def script(stage: Stage) -> None:
        await stage.press("l")
        await stage.sees("1 of 12 stars")
        assert "1 Ada ●◇" in stage.text
        await stage.sees("You play Player 2.")
        await stage.press("enter")
        await stage.until(lambda: isinstance(stage.screen, PlayScreen))
        assert stage.playing.match.players == ("level:1", "human")
        await stage.until(lambda: stage.playing.match.duel.turn == 2)
        screen = stage.screen
        screen.become(screen.match.forfeit())
        screen.become(screen.match.rematch())
        await stage.press("q")
        assert isinstance(stage.screen, LadderScreen)

    on_stage(script)


def test_a_win_on_the_ladder_is_a_star() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("l", "enter")
        await stage.until(lambda: isinstance(stage.screen, PlayScreen))
        match = stage.playing.match
        assert match.start == "fair"
        stage.screen.computer.stop()
        won = match.duel.stop(1, Reason.RESIGNED)
        stage.screen.become(replace(match, duel=won))
        await stage.until(lambda: "A new star: you beat Ada" in stage.text)

    on_stage(script)
    assert Results.load([]).beaten == {"light-cycle": ["Ada 1"]}


def test_the_book_start_is_one_key_away_on_the_ladder() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("l")
        await stage.sees("Even start.")
        await stage.press("b")
        await stage.sees("Book start.")
        await stage.press("enter")
        await stage.until(lambda: isinstance(stage.screen, PlayScreen))
        assert stage.playing.duel.start == load_game("light-cycle").start()

    on_stage(script)


def test_the_ladder_says_who_is_missing_and_why() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("l")
        await stage.sees("Bo, Dario, Fay, Goran and Ivo sit this game out: they'd be no stronger")
        assert "balanced starts." in stage.text  # nothing is cut off

    on_stage(script)


@pytest.mark.parametrize(
    ("match", "stars"),
    [
        (Match(Duel(load_game("pathway")), ("human", "level:5")), 1),
        (Match(Duel(load_game("pathway")), ("human", "level:5"), helped=True), 0),
        (Match(Duel(load_game("pathway", 4)), ("human", "level:5")), 0),
        (Match(Duel(load_game("pathway")), ("human", "easy")), 0),
        (Match(Duel(load_game("pathway"), start=load_game("pathway").start(2)), ("human", "level:5")), 0),
        (Match(Duel(load_game("pathway"), start=load_game("pathway").start(2)), ("perfect", "human")), 1),
        (Match(Duel(load_game("pathway")), ("perfect", "human")), 0),
        (Match.begin(load_game("pathway"), ("human", "level:5"), start="fair", seed=1), 1),
        (Match.begin(load_game("pathway"), ("perfect", "human"), start="fair", seed=1), 1),
        (Match(Duel(load_game("pathway"), "right up"), ("human", "level:5")), 1),
        (
            Match(
                Duel(load_game("pathway"), start=Duel(load_game("pathway"), "right up").position), ("human", "level:5")
            ),
            0,
        ),
    ],
)
def test_a_star_needs_the_right_start_and_no_help(match: Match, stars: int) -> None:
    person = match.people[0]
    won = Match(match.duel.stop(person, Reason.RESIGNED), match.players, helped=match.helped)
    lost = Match(match.duel.stop(3 - person, Reason.RESIGNED), match.players, helped=match.helped)
    star = star_of(won)
    assert (star is not None) == bool(stars)
    assert star is None or star.side == person
    assert star_of(lost) is None


def test_a_star_counts_once() -> None:
    results = Results()
    assert results.beat("pathway", "Emil", 2)
    assert not results.beat("pathway", "Emil", 2)
    assert results.has_beaten("pathway", opponent_named("emil").name, 2)
    assert not any(results.has_beaten("gridlock", each.name, side) for each in LADDER for side in (1, 2))
