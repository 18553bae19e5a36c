"""The chapter of one game: its result, its positions, and what a person can learn from them."""

from typing import Final

from gridduels.board import size_text
from gridduels.engine.value import Value
from gridduels.game import Game, Ruling
from gridduels.report.statistics.boards import options_of, ruling_words
from gridduels.report.statistics.census import OUTCOMES
from gridduels.report.statistics.counting import OPEN, WIN
from gridduels.report.statistics.facts import BoardFacts, GameFacts
from gridduels.report.statistics.openings import Line
from gridduels.report.writing.book import Book, number, percent, times, words_list
from gridduels.report.writing.learning import write_lessons
from gridduels.report.writing.plots import choices_plot, distances_plot, reserve_plot, sizes_plot
from gridduels.words import count

__all__ = ["board_title", "result_words", "write_chapter"]

_MOST_RESERVE: Final = 4
_ENDS: Final = {
    "win": "the player who opens wins",
    "loss": "the one who answers wins",
    "perpetual": "nobody can force the end",
}
_WINNERS: Final = {"win": "the player who opens wins on", "loss": "the one who answers on", "perpetual": "nobody on"}
_MOST_CHANGES: Final = 12
"""So many rows of long tables are on the page; the data have all."""


def write_chapter(book: Book, facts: GameFacts) -> None:
    """Everything about a game."""
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
    """Who wins from the start, in a clause."""
    opener, other = (board.game.words.player(player) for player in (1, 2))
    if board.value.plies is None:
        return "nobody can force the end"
    winner = f"{opener}, who opens," if board.value.outcome == "win" else f"{other}, who answers,"
    return f"{winner} wins in {board.value.plies} plies"


def board_title(board: BoardFacts) -> str:
    """A board and its rulings in a few words."""
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
        "The start, with what each first move is worth to the player who makes it: +7 wins in 7 plies, -4 loses in 4, "
        "= is perpetual."
        + (" What obstacles are worth is in <code>data/first-moves.csv</code>." if "obstacles" in game.rulings else "")
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
    book.heading("Every board that is solved")
    boards = facts.boards
    outcomes = [board.value.outcome for board in boards]
    told = [
        f"on {'all of them' if set(outcomes) == {outcome} else outcomes.count(outcome)} {clause}"
        for outcome, clause in _ENDS.items()
        if outcome in outcomes
    ]
    book.say(f"{len(boards)} boards and rulings are solved here: {words_list(told)}.")
    shown = [board for board in boards if _is_told(board)]
    left_out = len(boards) - len(shown)
    caption = "Boards and rulings. The share is that of positions won for the player to move."
    if left_out:
        caption += f" {left_out} more, with other reserves and rulings, are in the data."
    book.table(
        ("board", "start", "good first moves", "positions", "in the table", "won", "longest win"),
        [_board_row(board) for board in sorted(shown, key=lambda board: (board.game.cell_count, board_title(board)))],
        caption,
        "boards.csv",
    )


def _write_sizes(book: Book, facts: GameFacts) -> None:
    """What the size of the board does."""
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
    caption = "What the size of the board changes. Left: how long best play takes. Right: what positions are worth."
    if len(counted) < len(boards):
        caption += " (Boards that are searched on demand have no table to count.)"
    id = facts.definition.id
    book.plot(f"{id}-sizes", sizes_plot(boards), caption, "boards.csv", book.remade(id))


def _write_reserve(book: Book, facts: GameFacts) -> None:
    """What the reserve does to the length of best play, where there is one."""
    boards = [board for board in facts.boards if "obstacles" in board.game.rulings and _only_reserve(board)]
    if not boards:
        return
    caption = (
        "How long best play takes, by board and reserve under the default rulings; a mark is hollow where the player "
        "who answers wins, and there is none where nobody can force the end."
    )
    id = facts.definition.id
    book.plot(f"{id}-reserve", reserve_plot(boards), caption, "boards.csv", book.remade(id))


def _only_reserve(board: BoardFacts) -> bool:
    """Whether nothing but the reserve is other than the default."""
    return all(each.startswith("obstacles=") for each in ruling_words(board.game).split())


def _is_told(board: BoardFacts) -> bool:
    """Whether a board is in the table of the page: of many rulings and reserves not all are."""
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
        f"{number(sum(counts.values()))} positions can come about on the {size_text(board.game.size)} board when "
        f"Player 1 opens; the table keeps {number(census.positions)}, one for those that are images of each other."
        if counts
        else f"The table of the {size_text(board.game.size)} board keeps {number(census.positions)} positions, one for "
        "all that are images of each other or differ in cells that nobody can get to any more."
    )
    names = {"win": "won for the player to move", "loss": "lost", "perpetual": "perpetual"}
    found_shares = {words: board.share(outcome) for outcome, words in names.items()}
    shares = [f"{percent(share)} are {words}" for words, share in found_shares.items() if share]
    farthest = max(value.plies or 0 for value in board.distances)
    book.say(found, f"Of these {words_list(shares)}. The farthest from the end is {farthest} plies away.")
    caption = f"How far the end is on the {size_text(board.game.size)} board (the scale is logarithmic)."
    book.plot(f"{board.game.id}-distances", distances_plot(board), caption, "distances.csv", book.remade(board.game.id))


def _write_choices(book: Book, facts: GameFacts) -> None:
    census = facts.census
    book.heading("How narrow the way is")
    choice, single = census.with_choice(WIN), census.single_good(WIN)
    perpetual = census.of_outcome(OPEN)
    book.say(
        f"A position has {census.mean_moves:.1f} moves on average. {percent(census.critical / census.going_on)} of all "
        "positions are critical: some moves keep the outcome and others do not.",
        f"Of the {number(choice)} won positions with a choice, {number(single)} ({percent(single / max(1, choice))}) "
        "have <b>one winning move alone</b>.",
        f"Where there is a choice, a random move keeps a win in {percent(census.random_keeps(WIN))} of cases"
        + (f", and a perpetual position perpetual in {percent(census.random_keeps(OPEN))}." if perpetual else "."),
    )
    book.plot(
        f"{census.game.id}-choices",
        choices_plot(census),
        "Left: how many moves win. Right: what share of its moves win, by how many moves a position has.",
        "choices.csv",
        book.remade(census.game.id),
    )
    strategy = facts.study.strategy
    if strategy:
        book.say(
            f"To win from the start it is enough to know an answer in {number(strategy.positions)} positions, images "
            f"of each other counted once, if it is always the same best move; in {number(strategy.single)} of them no "
            "other move would do."
        )


def _write_turns(book: Book, facts: GameFacts) -> None:
    census = facts.census
    book.heading("What the turn is worth, and mutual trouble")
    if census.game.statement.tokens[0] == census.game.statement.tokens[1]:
        book.say(
            "Both players move the same token by the same rules, so a position is worth the same to either of them "
            "who has to move. The field calls such a game impartial; every lost position is mutual trouble."
        )
        return
    turned = max(1, census.turned)
    book.say(
        f"{number(census.turned)} positions can come about with either player to move. In "
        f"{percent(census.turn_helps / turned)} of them it is better to be on the move than not, in "
        f"{percent(census.turn_harms / turned)} it is worse, and in the rest it makes no difference to the outcome.",
        f"Positions in which whoever has to move loses, <b>mutual trouble</b> (in chess: zugzwang), are "
        f"{number(census.mutual_trouble)}, or {percent(census.mutual_trouble / turned)}."
        if census.mutual_trouble
        else "There is no mutual trouble: no position is lost for whoever has to move.",
    )
    if facts.study.trouble:
        trouble, game = facts.study.trouble, census.game
        caption = (
            "The mutual trouble that takes longest to be lost. As it stands the player to move has a "
            f"{trouble.value}; if it were the other's turn, that one would have a {trouble.turned}."
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
    """The plies of a line that are shown in print."""
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
    """How many positions each ruling changes."""
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
        "What a ruling changes: the start under the default and under the other; of the positions that come about "
        "under both, how many have another outcome."
    )
    if len(facts.changes) > len(rows):
        caption += f" The {len(rows)} largest of {len(facts.changes)}."
    book.table(("board and ruling", "start", "positions of both", "changed", "share"), rows, caption, "rulings.csv")


def _ruling_results(facts: GameFacts, ruling: Ruling) -> list[str]:
    """Who wins on how many boards, by each value of a ruling that is a word, whatever the others are."""
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
