"""What a person can learn from a table: heat maps, rules of thumb, and the mistakes that players make."""

from collections.abc import Sequence
from typing import Final

from gridduels.board import size_text, spread
from gridduels.duel import Duel
from gridduels.report.statistics.boards import options_of, ruling_words
from gridduels.report.statistics.census import Census, ThumbTest
from gridduels.report.statistics.counting import PLACE, STEP
from gridduels.report.statistics.facts import BoardFacts, GameFacts
from gridduels.report.statistics.mistakes import Mistake, Play
from gridduels.report.writing.book import Book, Shown, number, percent, times, words_list
from gridduels.report.writing.plots import heat_plot, mistakes_plot, thumbs_plot

__all__ = ["best_thumb", "write_lessons"]

_WORTH_KNOWING: Final = 0.6
"""A sign that is right in so many cases, at least, is one."""


def best_thumb(facts: GameFacts) -> ThumbTest:
    """The rule of thumb that is right most often."""
    return max(facts.census.thumbs, key=lambda test: test.right)


def write_lessons(book: Book, facts: GameFacts) -> None:
    """All that a person can learn of a game."""
    _write_source(book, facts)
    _write_heat(book, facts)
    _write_signs(book, facts)
    _write_thumbs(book, facts)
    _write_mistakes(book, facts)


def _write_source(book: Book, facts: GameFacts) -> None:
    """Where the win comes from."""
    board, line = facts.book, facts.study.best_play
    if board.value.plies is None:
        return
    book.heading("Where the win comes from")
    first = 0 if board.value.outcome == "win" else 1
    choices = line.choices[first::2]
    winner = board.game.words.player(first + 1)
    book.say(
        f"In the line of best play above {winner} moves {times(len(choices))}.",
        _narrow_words(choices),
        _tempo_words(facts),
        _opening_words(facts),
        _race_words(facts),
    )


def _narrow_words(choices: Sequence[tuple[int, int]]) -> str:
    """How much freedom the winner has on its way."""
    single = [str(number) for number, (moves, good) in enumerate(choices, 1) if moves > 1 and good == 1]
    free = sum(moves == good for moves, good in choices)
    all_win = f"; {times(free)} every move wins" if free else ""
    if not single:
        return f"It never has to find the only winning move{all_win}."
    return f"{times(len(single)).capitalize()}, at move {words_list(single)}, a single move wins{all_win}."


def _opening_words(facts: GameFacts) -> str:
    """What the good first moves of all sizes have in common."""
    boards = [board for board in facts.boards if not ruling_words(board.game)]
    choice = [board for board in boards if len(board.good_moves) < len(board.first_moves)]
    if len(choice) < 2:
        return ""
    if len(choice) == len(boards) and len({board.good_moves for board in choice}) == 1:
        good = choice[0].good_moves
        only = (
            f"<code>{good[0]}</code> alone" if len(good) == 1 else words_list([f"<code>{each}</code>" for each in good])
        )
        return f"On all {len(boards)} sizes that are solved {only} is the right beginning."
    if facts.book.game.statement.slides and all(_slides_to_the_edge(board) for board in choice):
        sizes = words_list([size_text(board.game.size) for board in choice])
        return f"On {sizes} exactly the slides to the edge of the board win."
    return ""


def _slides_to_the_edge(board: BoardFacts) -> bool:
    """Whether those first moves keep the value that lead from the centre to the edge, and no others."""
    return {word for word in board.first_moves if word.endswith(str(board.game.rows // 2))} == set(board.good_moves)


def _tempo_words(facts: GameFacts) -> str:
    """The start is its own mirror image, so whoever wins owes it to the turn."""
    board = facts.book
    if board.game.statement.tokens[0] == board.game.statement.tokens[1]:
        return "Since both move the same token, the win is nothing but having the turn in the right position."
    if board.value.outcome == "win":
        return (
            "The start looks the same from both sides, so the win is worth exactly one tempo: if the opener could "
            "pass, the other would have it."
        )
    return "The start looks the same from both sides, so having to move first is a burden here: it loses."


def _race_words(facts: GameFacts) -> str:
    """The law of a race, where the sizes follow it."""
    plain = [board for board in facts.boards if not set(board.game.rulings) - {"repetition", "stuck"}]
    race = [board for board in plain if board.value.plies == 4 * (board.game.rows - 1) - 1]
    if facts.book.game.goal(1) and plain and len(race) == len(plain) > 2:
        return (
            f"On all {len(plain)} boards of N by N cells the value is 4(N - 1) - 1 plies: it is a race in which each "
            "needs 2(N - 1) steps, nobody can be held up for long enough, and whoever begins arrives one ply sooner."
        )
    return ""


def _write_heat(book: Book, facts: GameFacts) -> None:
    census = facts.census
    book.heading("Where good moves lead")
    view = (
        "seen by a player who runs from the top left to the bottom right"
        if census.game.goal(1)
        else "all turned and mirrored images of the board taken together"
    )
    caption = (
        f"Of the moves to each cell in critical positions of the {size_text(census.game.size)} board, how many are "
        f"good, {view}." + _sampled(facts)
    )
    book.say(_heat_words(census))
    one_map = not census.heat[PLACE].any()
    book.plot(
        f"{census.game.id}-heat", heat_plot(census), caption, "heat.csv", book.remade(census.game.id), beside=one_map
    )


def _heat_words(census: Census) -> str:
    """To which cells moves are good most and least often. Close to the goal they nearly always are, so not there."""
    game, heat = census.game, census.heat[STEP].reshape(-1, 2)
    near = game.goal(1) | spread(game.rules, game.goal(1))
    shares = {cell: good / moves for cell, (moves, good) in enumerate(heat.tolist()) if moves and not near >> cell & 1}
    most, least = max(shares, key=shares.__getitem__), min(shares, key=shares.__getitem__)
    apart = "The goal and the cells beside it apart, a" if near else "A"
    return (
        f"{apart} move to {game.words.where(game, 1 << most)} or a cell that mirrors it is good most often, in "
        f"{percent(shares[most])} of cases; one to {game.words.where(game, 1 << least)} least often, in "
        f"{percent(shares[least])}."
    )


def _sampled(facts: GameFacts) -> str:
    every = facts.census.every
    return f" Counted in one of every {every} positions." if every > 1 else ""


def _write_signs(book: Book, facts: GameFacts) -> None:
    """How well signs tell who wins."""
    tests = sorted(facts.census.signs, key=lambda test: test.share, reverse=True)
    best = tests[0]
    book.heading("Who stands better?")
    book.say(
        f"The best sign that we tried: whoever {best.sign.claim}. It is right in <b>{percent(best.share)}</b> of the "
        "decided positions in which it speaks."
        if best.share > _WORTH_KNOWING
        else f"No sign that we tried tells who wins: whoever {best.sign.claim} does so in {percent(best.share)} of "
        "cases."
    )
    rows = [(f"whoever {test.sign.claim}", test.positions, percent(test.share)) for test in tests]
    caption = f"Signs, tested in positions that are won or lost.{_sampled(facts)}"
    book.table(("who is said to stand better", "positions in which it speaks", "wins"), rows, caption, "signs.csv")


def _write_thumbs(book: Book, facts: GameFacts) -> None:
    tests = sorted(facts.census.thumbs, key=lambda test: test.right, reverse=True)
    best, worst = tests[0], tests[-1]
    useless = [test.thumb.advice for test in tests if test.right < test.chance]
    book.heading("Rules of thumb, tested")
    book.say(
        "Advice is easily given. Here each piece of it names some of the moves of a position, and the table says how "
        "many of these are good. Only critical positions count, and of them only those in which the advice tells moves "
        "apart.",
        f"The best of them, “{best.thumb.advice}” ({best.thumb.meaning}), is right in <b>{percent(best.right)}</b> of "
        f"cases, where a random move would be in {percent(best.chance)}; the worst, “{worst.thumb.advice}”, in "
        f"{percent(worst.right)} (random: {percent(worst.chance)}).",
        f"Worse than no advice at all: {words_list([f'“{each}”' for each in useless])}."
        if useless
        else "Each is better than no advice at all.",
    )
    caption = f"Rules of thumb on the {size_text(facts.book.game.size)} board.{_sampled(facts)}"
    book.plot(
        f"{facts.definition.id}-thumbs", thumbs_plot(tests), caption, "thumbs.csv", book.remade(facts.definition.id)
    )
    rows = [
        (test.thumb.advice, test.thumb.meaning, test.positions, percent(test.right), percent(test.chance))
        for test in tests
    ]
    book.table(("advice", "names", "positions", "right", "random"), rows, "The same in numbers.", "thumbs.csv")


def _write_mistakes(book: Book, facts: GameFacts) -> None:
    book.heading("How players go wrong")
    plays = facts.study.plays
    told = [
        f"<code>{play.player}</code> in {percent(play.error_rate)} of {number(sum(play.critical))} moves"
        for play in plays
    ]
    book.say(
        "The players of this package played against themselves, and every move was held against the table. In critical "
        f"positions they gave something away: {words_list(told)}."
    )
    book.plot(
        f"{facts.definition.id}-mistakes",
        mistakes_plot(plays),
        "How often players err where they can, by the part of the game.",
        "players.csv",
        book.remade(facts.definition.id),
    )
    rows = [
        (play.player, kind, times, percent(times / sum(play.errors)))
        for play in plays
        for kind, times in play.kinds[:3]
    ]
    book.table(
        ("player", "what was wrong", "times", "share of its errors"), rows, "The commonest errors.", "errors.csv"
    )
    _write_commonest(book, facts)


def _write_commonest(book: Book, facts: GameFacts) -> None:
    """The mistake that each player makes most; players who make it in the same position share a board."""
    found: dict[str, list[tuple[Play, Mistake]]] = {}
    for play in facts.study.plays:
        for mistake in play.commonest[:1]:
            found.setdefault(mistake.position, []).append((play, mistake))
    if not found:
        return
    game = facts.book.game
    boards: list[Shown] = [
        (
            f"{game.id}-mistake-{number}",
            Duel(game, start=position),
            made[0][1].labels,
            "; ".join(_mistake_words(play, mistake) for play, mistake in made) + f". Good here: {_good(made[0][1])}.",
        )
        for number, (position, made) in enumerate(found.items(), 1)
    ]
    caption = "The mistake that each player made most often, with what every move was worth."
    book.boards(boards, caption, f"gridduels explore {options_of(game)} --position '{next(iter(found))}'")


def _mistake_words(play: Play, mistake: Mistake) -> str:
    changed = f"{_article(mistake.before.outcome)} became {_article(mistake.after.outcome)}"
    often = "the one time it came here" if mistake.seen == 1 else f"{mistake.times} of {mistake.seen} times"
    return f"{play.player} played {mistake.move} {often}, and {changed}"


def _good(mistake: Mistake) -> str:
    return words_list(mistake.good[:4]) + (" or others" if len(mistake.good) > 4 else "")


def _article(outcome: str) -> str:
    return outcome if outcome == "perpetual" else f"a {outcome}"
