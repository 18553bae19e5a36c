"""One game's chapter: its result, its positions, and what people can learn from them."""

from collections.abc import Sequence
from typing import Final

from book.boards import options_of, ruling_words
from book.census import OUTCOMES, Census, ThumbTest
from book.facts import BoardFacts, GameFacts, Line, Mistake, Play
from book.kernels import OPEN, PLACE, STEP, WIN
from book.plots import choices_plot, distances_plot, heat_plot, mistakes_plot, reserve_plot, sizes_plot, thumbs_plot
from gridduels.board import size_text, spread
from gridduels.duel import Duel
from gridduels.engine.value import Value
from gridduels.game import Game, Ruling
from gridduels.pictures.document import Book, Shown, number, percent, times, words_list
from gridduels.text import count

# --- Lessons from a table: heat maps, rules of thumb, mistakes


_WORTH_KNOWING: Final = 0.6
"""The minimum share of cases in which an indicator must be right."""


def best_thumb(facts: GameFacts) -> ThumbTest:
    """Return the rule of thumb that is right most often."""
    return max(facts.census.thumbs, key=lambda test: test.right)


def write_lessons(book: Book, facts: GameFacts) -> None:
    """Return everything that people can learn about a game."""
    _write_source(book, facts)
    _write_heat(book, facts)
    _write_signs(book, facts)
    _write_thumbs(book, facts)
    _write_mistakes(book, facts)


def _write_source(book: Book, facts: GameFacts) -> None:
    """Explain where the win comes from."""
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
    """Describe how much freedom the winner has."""
    single = [str(number) for number, (moves, good) in enumerate(choices, 1) if moves > 1 and good == 1]
    free = sum(moves == good for moves, good in choices)
    all_win = f"; {times(free)} every move wins" if free else ""
    if not single:
        return f"It never has to find the only winning move{all_win}."
    return f"{times(len(single)).capitalize()}, at move {words_list(single)}, a single move wins{all_win}."


def _opening_words(facts: GameFacts) -> str:
    """Describe what the good first moves on all sizes have in common."""
    boards = [board for board in facts.boards if not ruling_words(board.game)]
    choice = [board for board in boards if len(board.good_moves) < len(board.first_moves)]
    if len(choice) < 2:
        return ""
    if len(choice) == len(boards) and len({board.good_moves for board in choice}) == 1:
        good = choice[0].good_moves
        only = (
            f"<code>{good[0]}</code> alone" if len(good) == 1 else words_list([f"<code>{each}</code>" for each in good])
        )
        return f"On all {len(boards)} sizes that are solved {only} is the right first move."
    if facts.book.game.statement.slides and all(_slides_to_the_edge(board) for board in choice):
        sizes = words_list([size_text(board.game.size) for board in choice])
        return f"On {sizes} exactly the slides to the edge of the board win."
    return ""


def _slides_to_the_edge(board: BoardFacts) -> bool:
    """Return whether the first moves that keep the value are exactly those from the centre to the edge."""
    return {word for word in board.first_moves if word.endswith(str(board.game.rows // 2))} == set(board.good_moves)


def _tempo_words(facts: GameFacts) -> str:
    """Explain that the start is its own mirror image, so the win comes from moving first."""
    board = facts.book
    if board.game.statement.tokens[0] == board.game.statement.tokens[1]:
        return "Since both players move the same token, winning only means having the move in the right position."
    if board.value.outcome == "win":
        return (
            "The start looks the same from both sides, so the win is worth exactly one tempo: if the first player "
            "could pass, the second would have it."
        )
    return "The start looks the same from both sides, so having to move first is a burden here: it loses."


def _race_words(facts: GameFacts) -> str:
    """State the law of a race, if the sizes follow it."""
    plain = [board for board in facts.boards if not set(board.game.rulings) - {"repetition", "stuck"}]
    race = [board for board in plain if board.value.plies == 4 * (board.game.rows - 1) - 1]
    if facts.book.game.goal(1) and plain and len(race) == len(plain) > 2:
        return (
            f"On all {len(plain)} boards of N by N cells the value is 4(N - 1) - 1 plies: it is a race in which each "
            "player needs 2(N - 1) steps, no one can be held up for long enough, and the first player arrives one ply "
            "sooner."
        )
    return ""


def _write_heat(book: Book, facts: GameFacts) -> None:
    census = facts.census
    book.heading("Where good moves lead")
    view = (
        "from the point of view of a player who runs from top left to bottom right"
        if census.game.goal(1)
        else "summed over all rotations and reflections of the board"
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
    """Describe where moves are good most and least often, except near the goal, where they nearly always are."""
    game, heat = census.game, census.heat[STEP].reshape(-1, 2)
    near = game.goal(1) | spread(game.rules, game.goal(1))
    shares = {cell: good / moves for cell, (moves, good) in enumerate(heat.tolist()) if moves and not near >> cell & 1}
    most, least = max(shares, key=shares.__getitem__), min(shares, key=shares.__getitem__)
    apart = "Apart from the goal and the cells next to it, a" if near else "A"
    return (
        f"{apart} move to {game.words.where(game, 1 << most)} or a cell that mirrors it is good most often, in "
        f"{percent(shares[most])} of cases; one to {game.words.where(game, 1 << least)} least often, in "
        f"{percent(shares[least])}."
    )


def _sampled(facts: GameFacts) -> str:
    every = facts.census.every
    return f" Sampled: one in {every} positions." if every > 1 else ""


def _write_signs(book: Book, facts: GameFacts) -> None:
    """Describe how well indicators predict the winner."""
    tests = sorted(facts.census.signs, key=lambda test: test.share, reverse=True)
    best = tests[0]
    book.heading("Who is ahead?")
    book.say(
        f"The best indicator we tried: the player who {best.sign.claim}. It is right in "
        f"<b>{percent(best.share)}</b> of the decided positions to which it applies."
        if best.share > _WORTH_KNOWING
        else f"None of the indicators we tried predicts the winner: the player who {best.sign.claim} wins in "
        f"{percent(best.share)} of cases."
    )
    rows = [(f"the player who {test.sign.claim}", test.positions, percent(test.share)) for test in tests]
    caption = f"Indicators, tested in positions that are won or lost.{_sampled(facts)}"
    book.table(("ahead", "positions", "wins"), rows, caption, "signs.csv")


def _write_thumbs(book: Book, facts: GameFacts) -> None:
    tests = sorted(facts.census.thumbs, key=lambda test: test.right, reverse=True)
    best, worst = tests[0], tests[-1]
    useless = [test.thumb.advice for test in tests if test.right < test.chance]
    book.heading("Rules of thumb, tested")
    book.say(
        "Advice is cheap. Here each rule suggests some of the moves in a position, and the table says how many of "
        "these are good. Only critical positions count, and of them only those in which the rule distinguishes "
        "between moves.",
        f"The best of them, “{best.thumb.advice}” ({best.thumb.meaning}), is right in <b>{percent(best.right)}</b> of "
        f"cases, where a random move would be in {percent(best.chance)}; the worst, “{worst.thumb.advice}”, in "
        f"{percent(worst.right)} (random: {percent(worst.chance)}).",
        f"Worse than no advice: {words_list([f'“{each}”' for each in useless])}."
        if useless
        else "Each is better than no advice.",
    )
    caption = f"Rules of thumb on the {size_text(facts.book.game.size)} board.{_sampled(facts)}"
    book.plot(
        f"{facts.definition.id}-thumbs", thumbs_plot(tests), caption, "thumbs.csv", book.remade(facts.definition.id)
    )
    rows = [
        (test.thumb.advice, test.thumb.meaning, test.positions, percent(test.right), percent(test.chance))
        for test in tests
    ]
    book.table(("advice", "suggests", "positions", "right", "random"), rows, "The same in numbers.", "thumbs.csv")


def _write_mistakes(book: Book, facts: GameFacts) -> None:
    book.heading("How players go wrong")
    plays = facts.study.plays
    told = [
        f"<code>{play.player}</code> in {percent(play.error_rate)} of {number(sum(play.critical))} moves"
        for play in plays
    ]
    book.say(
        "Our computer players played against themselves, and every move was compared with the table. In critical "
        f"positions they lost value: {words_list(told)}."
    )
    book.plot(
        f"{facts.definition.id}-mistakes",
        mistakes_plot(plays),
        "Error rates in critical positions, by the part of the game.",
        "players.csv",
        book.remade(facts.definition.id),
    )
    rows = [
        (play.player, kind, times, percent(times / sum(play.errors)))
        for play in plays
        for kind, times in play.kinds[:3]
    ]
    book.table(
        ("player", "what was wrong", "times", "share of its errors"), rows, "The most frequent errors.", "errors.csv"
    )
    _write_commonest(book, facts)


def _write_commonest(book: Book, facts: GameFacts) -> None:
    """Describe each player's most frequent mistake; players with the same one share a board."""
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
    caption = "Each player's most frequent mistake, with the value of every move."
    book.boards(boards, caption, f"gridduels explore {options_of(game)} --position '{next(iter(found))}'")


def _mistake_words(play: Play, mistake: Mistake) -> str:
    changed = f"{_article(mistake.before.outcome)} became {_article(mistake.after.outcome)}"
    often = "the only time this position occurred" if mistake.seen == 1 else f"{mistake.times} of {mistake.seen} times"
    return f"{play.player} played {mistake.move} {often}, and {changed}"


def _good(mistake: Mistake) -> str:
    return words_list(mistake.good[:4]) + (" or others" if len(mistake.good) > 4 else "")


def _article(outcome: str) -> str:
    return outcome if outcome == "perpetual" else f"a {outcome}"


# --- One game's chapter


_MOST_RESERVE: Final = 4
_ENDS: Final = {
    "win": "the first player wins",
    "loss": "the second player wins",
    "perpetual": "neither side can force a win",
}
_WINNERS: Final = {"win": "the first player wins on", "loss": "the second on", "perpetual": "neither on"}
_MOST_CHANGES: Final = 12
"""The maximum number of rows that long tables show on the page; the data files contain all of them."""


def write_chapter(book: Book, facts: GameFacts) -> None:
    """Return a game's complete chapter."""
    book.chapter(facts.definition.id, facts.definition.title)
    book.say(" ".join(facts.book.game.words.about.split()))
    _write_result(book, facts)
    _write_boards(book, facts)
    _write_sizes(book, facts)
    _write_reserve(book, facts)
    _write_positions(book, facts)
    _write_choices(book, facts)
    _write_turns(book, facts)
    _write_longest(book, facts)
    _write_rulings(book, facts)
    write_lessons(book, facts)


def result_words(board: BoardFacts) -> str:
    """Return a clause saying who wins from the start."""
    opener, other = (board.game.words.player(player) for player in (1, 2))
    if board.value.plies is None:
        return "neither side can force a win"
    winner = f"{opener}, going first," if board.value.outcome == "win" else f"{other}, going second,"
    return f"{winner} wins in {board.value.plies} plies"


def board_title(board: BoardFacts) -> str:
    """Describe a board and its rulings briefly."""
    rulings = ruling_words(board.game)
    return size_text(board.game.size) + (f", {rulings}" if rulings else "")


def _write_result(book: Book, facts: GameFacts) -> None:
    board, line = facts.book, facts.study.best_play
    game = board.game
    book.heading("The result")
    good, others = board.good_moves, [word for word in board.first_moves if word not in board.good_moves]
    worth = {word: value.label for word, value in board.first_moves.items()}
    book.say(
        f"On the {size_text(game.size)} board of the rule book <b>{result_words(board)}</b> when both play their best.",
        _first_moves_words(board, good, others),
        f"One such game is <code>{' '.join(line.moves)}</code>." if board.value.plies is not None else "",
    )
    caption = (
        "The start, with the value of each first move for the player who makes it: +7 wins in 7 plies, -4 loses in 4, "
        "= is perpetual."
        + (" The values of obstacles are in <code>data/first-moves.csv</code>." if "obstacles" in game.rulings else "")
    )
    if board.value.plies is None:
        book.boards([(f"{game.id}-start", line.before, worth, "")], caption, f"gridduels explore {options_of(game)}")
        return
    caption += f" Then best play from there, {len(line.moves)} plies."
    book.film(f"{game.id}-best", line.duel, _stills(line), caption, labels=worth)


def _first_moves_words(board: BoardFacts, good: tuple[str, ...], others: list[str]) -> str:
    if not others:
        return f"{'Both' if len(good) == 2 else f'All {len(good)}'} first moves keep that."
    lead = f"Of {len(board.first_moves)} first moves {len(good)} {'keeps' if len(good) == 1 else 'keep'} it"
    named = f": {words_list([f'<code>{each}</code>' for each in good])}" if len(good) <= 4 else ""
    worst = {outcome: sum(board.first_moves[word].outcome == outcome for word in others) for outcome in OUTCOMES}
    rest = [f"{amount} {outcome}" for outcome, amount in worst.items() if amount]
    return f"{lead}{named}; the others are {_named_outcomes(rest)}."


def _named_outcomes(rest: list[str]) -> str:
    words = {"win": "won", "loss": "lost", "perpetual": "perpetual"}
    return words_list([f"{words[each.split()[1]]} ({each.split()[0]})" for each in rest])


def _write_boards(book: Book, facts: GameFacts) -> None:
    book.heading("All solved boards")
    boards = facts.boards
    outcomes = [board.value.outcome for board in boards]
    told = [
        f"on {'all of them' if set(outcomes) == {outcome} else outcomes.count(outcome)} {clause}"
        for outcome, clause in _ENDS.items()
        if outcome in outcomes
    ]
    book.say(f"{len(boards)} combinations of board and rulings are solved here: {words_list(told)}.")
    shown = [board for board in boards if _is_told(board)]
    left_out = len(boards) - len(shown)
    caption = "Boards and rulings. “Won” is the share of positions won for the player to move."
    if left_out:
        caption += f" {left_out} more, with other reserves and rulings, are in the data."
    book.table(
        ("board", "start", "good first moves", "positions", "in the table", "won", "longest win"),
        [_board_row(board) for board in sorted(shown, key=lambda board: (board.game.cell_count, board_title(board)))],
        caption,
        "boards.csv",
    )


def _write_sizes(book: Book, facts: GameFacts) -> None:
    """Describe the effect of the board size."""
    boards = sorted(
        (board for board in facts.boards if not ruling_words(board.game)), key=lambda board: board.game.cell_count
    )
    if len(boards) < 2:
        return
    told = [
        f"{'a ' if board.value.plies else ''}{_short(board.value)} on {size_text(board.game.size)}" for board in boards
    ]
    counted = [board for board in boards if board.distances]
    smallest, largest = counted[0], counted[-1]
    book.say(
        f"As the board grows, the start is {words_list(told)}.",
        f"The share of positions that are won for the player to move goes from {percent(smallest.share('win'))} on "
        f"{size_text(smallest.game.size)} to {percent(largest.share('win'))} on {size_text(largest.game.size)}.",
    )
    caption = "The effect of the board size. Left: length of best play. Right: values of positions."
    if len(counted) < len(boards):
        caption += " (Boards searched on demand have no table to count.)"
    id = facts.definition.id
    book.plot(f"{id}-sizes", sizes_plot(boards), caption, "boards.csv", book.remade(id))


def _write_reserve(book: Book, facts: GameFacts) -> None:
    """Describe how the reserve affects the length of best play, if there is a reserve."""
    boards = [board for board in facts.boards if "obstacles" in board.game.rulings and _only_reserve(board)]
    if not boards:
        return
    caption = (
        "Length of best play by board and reserve under the default rulings. Hollow marks: the second player wins; no "
        "mark: neither side can force a win."
    )
    id = facts.definition.id
    book.plot(f"{id}-reserve", reserve_plot(boards), caption, "boards.csv", book.remade(id))


def _only_reserve(board: BoardFacts) -> bool:
    """Return whether only the reserve differs from the default."""
    return all(each.startswith("obstacles=") for each in ruling_words(board.game).split())


def _is_told(board: BoardFacts) -> bool:
    """Return whether a board is included in the table on the page; not all combinations are."""
    return len(ruling_words(board.game).split()) <= 1 and int(board.game.rulings.get("obstacles", 0)) <= _MOST_RESERVE


def _board_row(board: BoardFacts) -> tuple[object, ...]:
    counts = board.counts
    good = f"{len(board.good_moves)} of {len(board.first_moves)}"
    if not board.distances:
        return board_title(board), _short(board.value), good, "too many", "searched on demand", "", ""
    reachable = "not counted" if counts is None else sum(counts.values())
    longest = max((value.plies or 0 for value in board.distances if value.outcome == "win"), default=0)
    return board_title(board), _short(board.value), good, reachable, board.stored, percent(board.share("win")), longest


def _short(value: Value) -> str:
    return value.outcome if value.plies is None else f"{value.outcome} in {value.plies}"


def _write_positions(book: Book, facts: GameFacts) -> None:
    board, census = facts.book, facts.census
    book.heading("All positions")
    counts = board.counts
    found = (
        f"{number(sum(counts.values()))} positions are reachable on the {size_text(board.game.size)} board when "
        f"Player 1 goes first; up to symmetry the table has {number(census.positions)}."
        if counts
        else f"The table of the {size_text(board.game.size)} board has {number(census.positions)} positions, up to "
        "symmetry and cells that no one can reach any more."
    )
    names = {"win": "won for the player to move", "loss": "lost", "perpetual": "perpetual"}
    found_shares = {words: board.share(outcome) for outcome, words in names.items()}
    shares = [f"{percent(share)} are {words}" for words, share in found_shares.items() if share]
    farthest = max(value.plies or 0 for value in board.distances)
    book.say(found, f"Of these {words_list(shares)}. The longest takes {farthest} plies.")
    caption = f"Distances to the end on the {size_text(board.game.size)} board (the scale is logarithmic)."
    book.plot(f"{board.game.id}-distances", distances_plot(board), caption, "distances.csv", book.remade(board.game.id))


def _write_choices(book: Book, facts: GameFacts) -> None:
    census = facts.census
    book.heading("How narrow the path is")
    choice, single = census.with_choice(WIN), census.single_good(WIN)
    perpetual = census.of_outcome(OPEN)
    book.say(
        f"A position has {census.mean_moves:.1f} moves on average. {percent(census.critical / census.going_on)} of all "
        "positions are critical: some moves keep the outcome and others don't.",
        f"Of the {number(choice)} won positions with a choice, {number(single)} ({percent(single / max(1, choice))}) "
        "have <b>a single winning move</b>.",
        f"With a choice, a random move keeps a win in {percent(census.random_keeps(WIN))} of cases"
        + (f", and a perpetual position perpetual in {percent(census.random_keeps(OPEN))}." if perpetual else "."),
    )
    book.plot(
        f"{census.game.id}-choices",
        choices_plot(census),
        "Left: number of winning moves. Right: share of winning moves by number of legal moves.",
        "choices.csv",
        book.remade(census.game.id),
    )
    strategy = facts.study.strategy
    if strategy:
        book.say(
            f"To win from the start it is enough to know the answer in {number(strategy.positions)} positions (up to "
            f"symmetry); in {number(strategy.single)} of them no other move would do."
        )


def _write_turns(book: Book, facts: GameFacts) -> None:
    census = facts.census
    book.heading("Tempo and zugzwang")
    if census.game.statement.tokens[0] == census.game.statement.tokens[1]:
        book.say(
            "Both players move the same token by the same rules, so a position has the same value for whichever of "
            "them is to move. Such a game is called impartial; every lost position is a mutual zugzwang."
        )
        return
    turned = max(1, census.turned)
    book.say(
        f"{number(census.turned)} positions are reachable with either player to move. In "
        f"{percent(census.turn_helps / turned)} of them having the move is an advantage, in "
        f"{percent(census.turn_harms / turned)} it is a disadvantage, and in the rest it doesn't change the outcome.",
        f"In a <b>mutual zugzwang</b> either player would lose if it were their move. There are "
        f"{number(census.mutual_zugzwang)}, or {percent(census.mutual_zugzwang / turned)}."
        if census.mutual_zugzwang
        else "There is no mutual zugzwang: no position is lost for both players when it is their move.",
    )
    if facts.study.trouble:
        trouble, game = facts.study.trouble, census.game
        caption = (
            "The mutual zugzwang with the longest loss. As it stands the player to move has a "
            f"{trouble.value}; if it were the opponent's turn, the opponent would have a {trouble.turned}."
        )
        command = f"gridduels explore {options_of(game)} --position '{game.text(trouble.duel.position)}'"
        book.boards([(f"{game.id}-trouble", trouble.duel, None, "")], caption, command)


def _write_longest(book: Book, facts: GameFacts) -> None:
    line, game = facts.study.longest, facts.book.game
    book.heading("The longest win")
    if line == facts.study.best_play:
        book.say(f"No win takes longer than that from the start, {len(line.moves)} plies: the line of best play above.")
        return
    before, plies = line.before.ply, len(line.moves)
    single = sum(moves > 1 and good == 1 for moves, good in line.choices[::2])
    book.say(
        f"No win takes longer than {plies} plies. In the one shown here the winner moves "
        f"{times(len(line.choices[::2]))}, and {times(single)} a single move keeps the win."
    )
    caption = (
        f"A win in {plies} plies"
        + (f", which begins after ply {before}" if before else "")
        + f": <code>{' '.join(line.moves)}</code>."
    )
    book.film(f"{game.id}-longest", line.duel, _stills(line), caption)


def _stills(line: Line) -> list[int]:
    """The number of a line's plies to show in print."""
    before, plies = line.before.ply, len(line.moves)
    return sorted({before + plies * part // 3 for part in range(4)})


def _write_rulings(book: Book, facts: GameFacts) -> None:
    if not facts.changes:
        return
    book.heading("What the rulings change")
    changed = {change.ruling for change in facts.changes}
    for ruling in (each for each in facts.definition.rulings if each.name in changed):
        meanings = [f"with <code>{value}</code>, {ruling.meanings.get(str(value), '')}" for value in ruling.values]
        results = _ruling_results(facts, ruling)
        book.say(f"<b>{ruling.name}</b>: {ruling.about} {_sentence('; '.join(meanings))}.", *results)
    _write_changes(book, facts)


def _write_changes(book: Book, facts: GameFacts) -> None:
    """Describe how many positions each ruling changes."""
    values = {board.game: board.value for board in facts.boards}
    rows = [
        (
            f"{size_text(change.game.size)}{_reserve_words(change.game)}, {ruling_words(change.other).split()[-1]}",
            f"{_short(values[change.game])} / {_short(values[change.other])}",
            change.shared,
            change.changed,
            percent(change.changed / max(1, change.shared)),
        )
        for change in sorted(facts.changes, key=lambda change: change.shared, reverse=True)[:_MOST_CHANGES]
    ]
    caption = (
        "The effect of a ruling: the start under the default and under the other value; of the positions reachable "
        "under both, how many have a different outcome."
    )
    if len(facts.changes) > len(rows):
        caption += f" The {len(rows)} largest of {len(facts.changes)}."
    book.table(("board and ruling", "start", "positions of both", "changed", "share"), rows, caption, "rulings.csv")


def _ruling_results(facts: GameFacts, ruling: Ruling) -> list[str]:
    """Describe who wins on how many boards, for each value of a non-numeric ruling."""
    told = []
    for value in ruling.values:
        outcomes = [board.value.outcome for board in facts.boards if board.game.rulings[ruling.name] == value]
        amounts = [f"{who} {outcomes.count(outcome)}" for outcome, who in _WINNERS.items() if outcome in outcomes]
        told.append(
            f"Of {count(len(outcomes), 'board')} with <code>{ruling.name}={value}</code>, {words_list(amounts)}."
        )
    return told


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _reserve_words(game: Game) -> str:
    return f", {count(int(game.rulings['obstacles']), 'obstacle')} each" if "obstacles" in game.rulings else ""
