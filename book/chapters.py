"""The chapters about the games. Each chapter begins with a surprising fact about its game.

A claim is printed only if this copy's numbers support it: `_if` drops a sentence whose condition doesn't hold.
"""

from collections.abc import Callable, Sequence
from typing import Final

from book.boards import options_of, ruling_words
from book.census import Census, SignTest, ThumbTest
from book.facts import BoardFacts, GameFacts, Line
from book.kernels import PLACE, STEP
from book.plots import distances_plot, heat_plot, nimbers_plot, reserve_plot, thumbs_plot
from gridduels.board import size_text, spread
from gridduels.engine import solve
from gridduels.engine.nimbers import Nimbers, nimbers_of
from gridduels.engine.tables.table import Table
from gridduels.engine.value import Value
from gridduels.game import Game
from gridduels.pictures.document import Book, number, percent, times, words_list
from gridduels.text import count

_MOST_CHANGES: Final = 8
"""The maximum number of rows that long tables show on the page; the data files contain all of them."""
_USEFUL: Final = 0.6
"""The minimum share of cases in which an indicator must be right to be of use."""


def write_chapter(book: Book, facts: GameFacts) -> None:
    """Write a game's complete chapter."""
    surprise, write = _CHAPTERS[facts.definition.id]
    book.chapter(facts.definition.id, f"{facts.definition.title}: {surprise}")
    write(book, facts)
    _write_card(book, facts)


def best_thumb(facts: GameFacts) -> ThumbTest:
    """Return the rule of thumb that is right most often."""
    return max(facts.census.thumbs, key=lambda test: test.right)


def _if(condition: bool, sentence: str) -> str:
    return sentence if condition else ""


def _default_boards(facts: GameFacts) -> list[BoardFacts]:
    """Return the boards with default rulings, smallest first."""
    boards = [board for board in facts.boards if not ruling_words(board.game)]
    return sorted(boards, key=lambda board: board.game.cell_count)


def _sizes(boards: Sequence[BoardFacts]) -> str:
    return words_list([size_text(board.game.size) for board in boards])


def _codes(words: Sequence[str]) -> str:
    return words_list([f"<code>{word}</code>" for word in words])


# --- Light Cycle Duel


def _light_cycle(book: Book, facts: GameFacts) -> None:
    boards = _default_boards(facts)
    largest = boards[-1]
    turns = [value.plies for word, value in largest.first_moves.items() if word not in largest.good_moves]
    straight = all(board.good_moves == ("right",) for board in boards)
    book.say(
        "You sit in the middle of your edge and may turn up, turn down, or drive on. Turning looks natural: it claims "
        "half of the board before the opponent does.",
        _if(straight, f"That loses. On {_sizes(boards)} alike <b>driving straight at the opponent wins, and nothing "
            "else does</b>."),
        _if(bool(turns), f"The punishment is slow: on {size_text(largest.game.size)} a turn loses only after "
            f"{max(each or 0 for each in turns)} plies, and no game there can last more than "
            f"{largest.game.max_plies}. The game is decided by its first move and needs the whole board to prove it."),
    )  # fmt: skip
    _write_best_play(book, facts, "")
    book.heading("Space is everything")
    book.say(
        "Every cell you leave becomes a wall, and the player who runs out of cells first has lost.",
    )
    _write_thumbs(book, facts)
    book.heading("When moving hurts")
    book.say(
        "Once a wall separates the players, each only fills up their own space, and a spare move is "
        "everything. Before that, having the move can be a burden.",
    )
    _write_zugzwang(book, facts)
    book.heading("The longest win")
    _write_distances(book, facts)
    _write_longest(book, facts)


# --- Pathway Duel


def _pathway(book: Book, facts: GameFacts) -> None:
    opened = _default_boards(facts)
    sealed = [board for board in facts.boards if board.game.rulings["goal"] == "sealed"]
    sealed.sort(key=lambda board: board.game.cell_count)
    book.say(
        "The rule book names one objective, to enter the cell where your opponent started, and then rules it out. The "
        "first step of each player leaves a mark on exactly that cell, and a marked cell may not be entered. Taken "
        "literally (<code>goal=sealed</code>), <b>the game's goal cannot be reached in a single one of its "
        "positions</b>: all that remains is to trap the opponent. The ruling <code>goal=open</code>, our default, lets "
        "you enter that one cell although it is marked. The two readings are different games, and one of them can be "
        "settled without a computer."
    )
    book.theorem(
        "On a board of N by N cells with N even, the second player wins Pathway Duel with <code>goal=sealed</code>.",
        "The second player answers every move with its image under the half turn of the board. We show that this is "
        "always possible. Before each move of the first player, let the board, marks and markers together, be its own "
        "image with the two players exchanged; that holds at the start. Say the first player steps from a to c. Then c "
        "was free, so its image c' was free too. The cells c and c' differ, because the half turn fixes no cell of an "
        "even board; c' is not a either, since then c would be the cell of the second marker, which was not free. So "
        "c' is still free after the first player's step. It is next to the second marker, because c was next to the "
        "first. The second player steps there, and the board is its own image again. No goal is ever reached: a "
        "player's goal is occupied until the opponent's first step and marked from then on. Each move marks a cell, so "
        "the game ends, and the player who runs out of moves is the first one.",
    )
    even, odd = ([board for board in sealed if board.game.rows % 2 == part] for part in (0, 1))
    book.say(
        _if(bool(even) and all(board.value.outcome == "loss" for board in even),
            f"The solver agrees on {_sizes(even)}."),
        _if(bool(odd) and all(board.value.outcome == "win" for board in odd),
            "On an odd board the half turn fixes the centre, and the player who gets there breaks the mirror: on "
            f"{_sizes(odd)} the first player wins."),
        _if(all(board.value.outcome == "win" for board in opened),
            f"With <code>goal=open</code> mirroring fails on every board, because the first player arrives one ply "
            f"before its image: the first player wins on {_sizes(opened)}."),
    )  # fmt: skip
    by_size = {board.game.size: board for board in sealed}
    rows = [
        (size_text(board.game.size), _short(board.value), _reachable(board), _short(by_size[board.game.size].value),
         _reachable(by_size[board.game.size]))
        for board in opened if board.game.size in by_size
    ]  # fmt: skip
    head = ("board", "goal=open", "positions", "goal=sealed", "positions")
    caption = "Two readings of one rule: the value of the start in plies, and the reachable positions."
    book.table(head, rows, caption, "boards.csv")
    _write_best_play(
        book, facts, "Both first moves are mirror images of each other, so there is nothing to choose yet."
    )
    book.heading("Run, but look back")
    book.say(
        "On an open board the game is a race that can turn into a hunt at any moment.",
    )
    _write_thumbs(book, facts)
    _write_heat(book, facts)
    _write_zugzwang(book, facts)
    book.heading("The longest win")
    _write_longest(book, facts)


# --- Grid Runner Duel


def _grid_runner(book: Book, facts: GameFacts) -> None:
    boards, census = _default_boards(facts), facts.census
    right = [board for board in boards if board.value.plies == _race(board.game)]
    book.say(
        "Two runners cross the same empty board in opposite directions, and nothing can get in their way except each "
        "other. It looks like a game about blocking. <b>But only the first player can block: the second can "
        "never stand in the first player's way, not even for one move.</b>"
    )
    steps = "2(N&nbsp;-&nbsp;1)"
    plies = "4(N&nbsp;-&nbsp;1)&nbsp;-&nbsp;1"
    book.theorem(
        f"On a board of N by N cells, N at least 2, the first player wins Grid Runner Duel in exactly {plies} plies, "
        "by any shortest path.",
        f"Let d be the number of steps between the two tokens, along rows and columns. At the start d is {steps}, "
        "which is even. Every move takes one step and changes d by one. So whenever the first player is to move, an "
        "even number of moves has been made and d is even: never 1. The tokens are not on neighbouring cells then, "
        "and every cell next to the first player's token is free. Hence the first player can follow any shortest "
        f"path and arrives with move number {steps}, at ply {plies}. The second player needs as many steps and "
        "would arrive a ply later at the earliest. No position recurs on the way, because the first player's "
        "distance to the goal falls with every step, so a rule against repetition bars nothing. No player can arrive "
        f"sooner, since it takes at least {steps} steps.",
    )
    wins, agreeing = race_positions(census.game)
    book.say(
        _if(len(right) == len(boards), f"The solver agrees on {_sizes(boards)}."),
        "The argument proves more. Whenever an even number of steps separates the tokens, the player to move cannot be "
        "blocked, and wins in 2s - 1 plies with a way of s steps if the opponent's way is not shorter."
        + _if(agreeing == wins, f" On {size_text(census.game.size)} that settles {number(wins)} positions by counting "
              "alone, each with the value that the table has."),
    )  # fmt: skip
    _write_best_play(book, facts, "Any shortest path will do.")
    book.heading("What the second player can still do")
    book.say(
        _if(bool(census.of_outcome(2)), "With the first player to move, a position is perpetual only if that player "
            "has wasted steps and is behind in the race. Standing in the way then saves "
            "the game: the parity that protects the first player from being blocked is "
            "what lets the first player block."),
    )  # fmt: skip
    _write_distances(book, facts)
    _write_thumbs(book, facts)
    _write_longest(book, facts)


def _race(game: Game) -> int:
    """Return the value of a race in plies: Theorem 2."""
    return 4 * (game.rows - 1) - 1


def race_positions(game: Game) -> tuple[int, int]:
    """Return how many reachable positions are decided by counting steps alone, and for how many of those the table
    agrees. They are decided if the tokens are an even number of steps apart and the player to move has no further to go
    than the opponent."""
    table, waiting, seen = solve(game), [game.start()], {game.start()}
    decided = agreeing = 0
    while waiting:
        position = waiting.pop()
        after = [game.play(position, game.action(word)) for word in game.words_of(game.legal(position))]
        waiting += [each for each in after if each not in seen]
        seen.update(after)
        tokens = [game.statement.standing(position, player) for player in (position.turn, 3 - position.turn)]
        goals = [game.goal(position.turn), game.goal(3 - position.turn)]
        own, other = (_steps(game, token, goal) for token, goal in zip(tokens, goals, strict=True))
        if after and _steps(game, *tokens) % 2 == 0 and own <= other:
            decided += 1
            agreeing += table.value(position) == Value("win", 2 * own - 1)
    return decided, agreeing


def _steps(game: Game, one: int, two: int) -> int:
    """Return the number of steps between two cells, along rows and columns."""
    (a, b), (c, d) = (divmod(each.bit_length() - 1, game.columns) for each in (one, two))
    return abs(a - c) + abs(b - d)


# --- GridLock


def _gridlock(book: Book, facts: GameFacts) -> None:
    boards = [board for board in _default_boards(facts) if board.game.rows > 3]
    counted = nimbers_of_boards(facts)
    book.say(
        "The two players share one token, so both always have the same moves. Such a game is called impartial, and "
        "impartial games have a complete theory: <b>every position of GridLock is a heap of Nim in disguise</b>. Its "
        "size is the position's <i>nimber</i> or Grundy value, the least whole number that is not the nimber of any "
        "position one slide away. A dead end has nimber 0."
    )
    book.theorem(
        "Put a GridLock position P next to a heap of n counters; a turn is a slide or the removal of any number of "
        "counters, and a player who cannot move loses. The player to move loses exactly if n is the nimber g(P). In "
        "particular, P alone is lost for the player to move exactly if g(P) = 0.",
        "By induction over the unvisited cells and counters, which every turn reduces. Let n = g(P). A slide leads to "
        "some Q with g(Q) different from n, because n is the nimber of no position one slide away; a removal leaves m "
        "counters, m less than n = g(P). Both times the numbers differ, so by induction the opponent wins: P is lost. "
        "Now let n differ from g(P). If n is greater, remove counters until g(P) are left. If n is less, then by the "
        "choice of g(P) as the least missing number, some slide leads to a Q with g(Q) = n. Either way the numbers "
        "agree, and by induction the opponent loses.",
    )
    book.say(
        "The same argument shows that several boards side by side are won for the player to move unless the binary sum "
        "without carry of their nimbers is 0. (This is the theorem of Sprague and Grundy; see the references.) Nimbers "
        "and solver share only the rules and the list of positions, and in all "
        f"{number(sum(sum(each.counts.values()) for each in counted))} positions, counted up to symmetry, nimber 0 and "
        "a lost value go together. On 9x9, which is too big for a table, the nimber of the start is at least 1, since "
        "the first player wins; its exact value is unknown."
    )
    rows = [
        (
            size_text(each.game.size),
            sum(each.counts.values()),
            each.of(each.game.start()),
            ", ".join(f"{word[2:]}: {each.of(each.game.play(each.game.start(), each.game.action(word)))}"
                      for word in each.game.words_of(each.game.legal(each.game.start())) if word.startswith("up")),
            max(each.counts),
        )
        for each in counted
    ]  # fmt: skip
    head = ("board", "positions in the table", "nimber of the start", "after a slide of 1, 2, ...", "largest nimber")
    caption = "The nimber of the start, and of the position after the first slide, by the number of cells."
    book.table(head, rows, caption, "nimbers.csv")
    lost = [each.counts[0] / sum(each.counts.values()) for each in counted]
    book.plot(
        "gridlock-nimbers",
        nimbers_plot(counted),
        "How common each nimber is on each board (equivalent positions count once). The positions with nimber 0, "
        f"{percent(min(lost))} to {percent(max(lost))}, are lost for the player to move.",
        "nimbers.csv",
        book.remade("gridlock"),
    )
    book.heading("Slide to the edge")
    edge = all(_slides_to_the_edge(board) for board in boards)
    book.say(
        _if(edge, f"On {_sizes(boards)} exactly the slides from the centre to the edge of the board win. Every shorter "
            "slide loses."),
        "Why the edge? We don't know. The obvious reason, parity, fails: if every cell were visited in the end, an "
        "odd number of free cells would mean that the player to move makes the last slide.",
        _if(useful_sign(facts) is None, "But whether an odd or an even number of cells is within reach gives the "
            f"winner in {percent(best_sign(facts).share)} of the positions, hardly more often than a coin would."),
    )  # fmt: skip
    _write_best_play(book, facts, "")
    _write_thumbs(book, facts)
    _write_heat(book, facts)
    _write_longest(book, facts)


def nimbers_of_boards(facts: GameFacts) -> list[Nimbers]:
    """Return the nimbers of a game's boards that have a table, smallest first; nothing unless the game is impartial."""
    if facts.book.game.statement.tokens[0] != facts.book.game.statement.tokens[1]:
        return []
    tables = [solve(board.game) for board in _default_boards(facts) if board.census]
    return [nimbers_of(table) for table in tables if isinstance(table, Table)]


def _slides_to_the_edge(board: BoardFacts) -> bool:
    """Return whether the first moves that keep the value are exactly those from the centre to the edge."""
    return {word for word in board.first_moves if word.endswith(str(board.game.rows // 2))} == set(board.good_moves)


# --- Blockade Runner


def _blockade(book: Book, facts: GameFacts) -> None:
    board = facts.book
    obstacles = [word for word in board.first_moves if word.startswith("@")]
    losing = [word for word in obstacles if word not in board.good_moves]
    book.say(
        "In this game, and in none of the others, you can build. "
        + _if(len(losing) == len(obstacles), f"<b>Of the {len(board.first_moves)} first moves, the "
              f"{len(board.good_moves)} steps win and all {len(losing)} obstacles lose.</b> "),
        "The first to build gives away a step, and this is still a race: without obstacles it is Grid Runner Duel, "
        "which the first player wins by one step, as a parity argument shows. An obstacle must cost the opponent more "
        "than the step it costs you, and at the start none does.",
    )  # fmt: skip
    _write_best_play(book, facts, "")
    book.heading("When more obstacles change the game")
    reserves = [each for each in facts.boards if _only_reserve(each)]
    answered = [each for each in reserves if each.value.outcome == "loss"]
    book.say(
        "Each player has three obstacles. With more of them best play takes longer,"
        + (f" and then the tables turn: on {_listed(answered)}, <b>the second player wins</b>." if answered else
           " up to a point."),
        _if(all(each.value.outcome == "win" for each in reserves if each not in answered),
            "On all other boards solved under the default rulings the first player does."),
    )  # fmt: skip
    caption = (
        "Length of best play by board and reserve under the default rulings. Hollow marks: the second player wins."
    )
    book.plot("blockade-reserve", reserve_plot(reserves), caption, "boards.csv", book.remade("blockade"))
    book.heading("Two rulings that change everything")
    built = [each for each in facts.boards if each.game.rulings["obstacles"]]
    values = {name: [each for each in built if each.game.rulings[name] == value] for name, value in _OTHER_RULINGS}
    book.say(
        "By default an obstacle must leave both players a path, and a player who can neither step nor build has "
        "lost. If only the opponent's path is protected (<code>paths=opponent</code>), a player in a lost race may "
        f"wall itself in: of {count(len(values['paths']), 'board')} with obstacles, "
        f"{_outcome_words(values['paths'])}. If a player who is stuck passes instead (<code>stuck=passes</code>), "
        f"being walled in is a shelter: of {count(len(values['stuck']), 'board')}, {_outcome_words(values['stuck'])}."
    )
    _write_changes(book, facts)
    book.heading("Where to build")
    _write_heat(book, facts)
    _write_thumbs(book, facts)
    _write_zugzwang(book, facts)
    book.heading("The longest win")
    _write_longest(book, facts)


_OTHER_RULINGS: Final = (("paths", "opponent"), ("stuck", "passes"))


def _only_reserve(board: BoardFacts) -> bool:
    """Return whether only the reserve differs from the default."""
    return all(each.startswith("obstacles=") for each in ruling_words(board.game).split())


def _listed(boards: Sequence[BoardFacts]) -> str:
    """List boards by size and reserve."""
    return words_list([f"{size_text(each.game.size)} with {each.game.rulings['obstacles']} each" for each in boards])


# --- Parts that several chapters share


def _write_best_play(book: Book, facts: GameFacts, comment: str) -> None:
    board, line = facts.book, facts.study.best_play
    choices = line.choices[0 if board.value.outcome == "win" else 1 :: 2]
    single = sum(moves > 1 and good == 1 for moves, good in choices)
    book.film(
        f"{board.game.id}-best",
        line.duel,
        _stills(line),
        f"Best play on {size_text(board.game.size)}: {len(line.moves)} plies.{f' {comment}' if comment else ''} The "
        f"winner moves {times(len(choices))}{_only_moves(single)}.",
    )


def _only_moves(single: int) -> str:
    """Say how often the winner has to find the only winning move."""
    return f", {times(single)} with a single winning move" if single else " and always has two winning moves or more"


def _stills(line: Line) -> list[int]:
    """Return the plies of a line at which print shows the board."""
    before, plies = line.before.ply, len(line.moves)
    return sorted({before + plies * part // 3 for part in range(4)})


def best_sign(facts: GameFacts) -> SignTest:
    """Return the indicator that is right most often."""
    return max(facts.census.signs, key=lambda test: test.share)


def useful_sign(facts: GameFacts) -> SignTest | None:
    """Return the indicator that is right most often, or None if it is hardly better than a coin."""
    best = best_sign(facts)
    return best if best.share >= _USEFUL else None


def _sampled(facts: GameFacts) -> str:
    every = facts.census.every
    return f" Sampled: one in {every} positions." if every > 1 else ""


def _write_thumbs(book: Book, facts: GameFacts) -> None:
    caption = (
        f"Rules of thumb on {size_text(facts.book.game.size)}: how many of the moves that each suggests are good. Only "
        f"positions with both good and bad moves count, and only where the rule tells moves apart.{_sampled(facts)}"
    )
    id = facts.definition.id
    book.plot(f"{id}-thumbs", thumbs_plot(facts.census.thumbs), caption, "thumbs.csv", book.remade(id))


def _write_heat(book: Book, facts: GameFacts) -> None:
    census = facts.census
    view = "for a player who runs from top left to bottom right" if census.game.goal(1) else "over all symmetries"
    caption = (
        f"Of the moves to each cell in critical positions on {size_text(census.game.size)}, the share that is good, "
        f"{view}. {_heat_words(census)}{_sampled(facts)}"
    )
    id = facts.definition.id
    book.plot(
        f"{id}-heat", heat_plot(census), caption, "heat.csv", book.remade(id), beside=not census.heat[PLACE].any()
    )


def _heat_words(census: Census) -> str:
    """Say where moves are good most and least often, ignoring cells near the goal, where they nearly always are."""
    game, heat = census.game, census.heat[STEP].reshape(-1, 2)
    near = game.goal(1) | spread(game.rules, game.goal(1))
    shares = {cell: good / moves for cell, (moves, good) in enumerate(heat.tolist()) if moves and not near >> cell & 1}
    most, least = max(shares, key=shares.__getitem__), min(shares, key=shares.__getitem__)
    apart = "Apart from the goal and its neighbours, the" if near else "The"
    return (
        f"{apart} best cell is {game.words.where(game, 1 << most)} with {percent(shares[most])}, the worst "
        f"{game.words.where(game, 1 << least)} with {percent(shares[least])}."
    )


def _write_distances(book: Book, facts: GameFacts) -> None:
    board = facts.book
    caption = f"Distance to the end on {size_text(board.game.size)}, on a logarithmic scale."
    book.plot(f"{board.game.id}-distances", distances_plot(board), caption, "distances.csv", book.remade(board.game.id))


def _write_zugzwang(book: Book, facts: GameFacts) -> None:
    found, game = facts.study.zugzwang, facts.book.game
    if found:
        caption = (
            f"The mutual zugzwang with the longest loss. The player to move loses in {found.value.plies} plies; with "
            f"the opponent to move, the opponent would lose in {found.turned.plies}."
        )
        command = f"gridduels explore {options_of(game)} --position '{game.text(found.duel.position)}'"
        book.boards([(f"{game.id}-zugzwang", found.duel, None, "")], caption, command)


def _write_longest(book: Book, facts: GameFacts) -> None:
    line, game = facts.study.longest, facts.book.game
    if line == facts.study.best_play:
        book.say(f"No win takes longer than the one from the start, {len(line.moves)} plies.")
        return
    single = sum(moves > 1 and good == 1 for moves, good in line.choices[::2])
    caption = (
        f"The longest win takes {len(line.moves)} plies. The winner moves {times(len(line.choices[::2]))}"
        f"{_only_moves(single)}."
    )
    book.film(f"{game.id}-longest", line.duel, _stills(line), caption)


def _outcome_words(boards: Sequence[BoardFacts]) -> str:
    """Say on how many boards each player wins."""
    outcomes = [board.value.outcome for board in boards]
    who = {
        "win": "the first player wins on",
        "loss": "the second player wins on",
        "perpetual": "neither side can force a win on",
    }
    if len(set(outcomes)) == 1:
        return f"{who[outcomes[0]]} {'any' if outcomes[0] == 'perpetual' else 'all'} of them"
    return words_list([f"{words} {outcomes.count(outcome)}" for outcome, words in who.items() if outcome in outcomes])


def _write_changes(book: Book, facts: GameFacts) -> None:
    """Show in how many positions each ruling changes the outcome."""
    values = {board.game: board.value for board in facts.boards}
    shown = sorted(facts.changes, key=lambda change: change.shared, reverse=True)[:_MOST_CHANGES]
    rows = [
        (
            f"{size_text(each.game.size)}, {count(int(each.game.rulings['obstacles']), 'obstacle')}, "
            f"{ruling_words(each.other).split()[-1]}",
            f"{_short(values[each.game])} / {_short(values[each.other])}",
            each.shared,
            percent(each.changed / max(1, each.shared)),
        )
        for each in shown
    ]
    caption = (
        f"What a ruling changes, on the {len(rows)} largest of {len(facts.changes)} pairs of boards: the start under "
        "the default and under the other ruling; the positions reachable under both; how many of those have another "
        "outcome."
    )
    book.table(("board and ruling", "start", "positions", "changed"), rows, caption, "rulings.csv")


def _write_card(book: Book, facts: GameFacts) -> None:
    """Write the strategy card with everything worth remembering about a game."""
    board, game = facts.book, facts.book.game
    good, others = board.good_moves, len(board.first_moves) - len(board.good_moves)
    best, sign = best_thumb(facts), useful_sign(facts)
    worst = min(facts.census.thumbs, key=lambda test: test.right - test.chance)
    labels = {word: value.label for word, value in board.first_moves.items()}
    advice = [
        f"Begin with {_codes(good[:4])}. {f'The other {others} first moves lose.' if others else ''}".strip()
        if others
        else "Any first move will do.",
        f"{best.thumb.advice}: right in {percent(best.right)} of the positions where it matters.",
        f"The player who {sign.sign.claim} is usually ahead ({percent(sign.share)})."
        if sign
        else "Nothing that you can see at a glance says who is ahead.",
        f"Don't: “{worst.thumb.advice}” is right in {percent(worst.right)}, and a random move in "
        f"{percent(worst.chance)}."
        if worst.right < worst.chance
        else "",
    ]
    book.card(
        f"How to win {game.title}", f"{game.id}-card", facts.study.best_play.before, labels, list(filter(None, advice))
    )


def board_title(board: BoardFacts) -> str:
    """Describe a board and its rulings briefly."""
    rulings = ruling_words(board.game)
    return size_text(board.game.size) + (f", {rulings}" if rulings else "")


def _reachable(board: BoardFacts) -> object:
    return "not counted" if board.counts is None else sum(board.counts.values())


def _short(value: Value) -> str:
    return value.outcome if value.plies is None else f"{value.outcome} in {value.plies}"


_CHAPTERS: Final[dict[str, tuple[str, Callable[[Book, GameFacts], None]]]] = {
    "light-cycle": ("drive straight at the opponent", _light_cycle),
    "pathway": ("the goal that could not be reached", _pathway),
    "grid-runner": ("the runner who cannot be blocked", _grid_runner),
    "gridlock": ("a game of Nim in disguise", _gridlock),
    "blockade": ("build nothing", _blockade),
}
"""Each game's surprise, and the function that writes its chapter."""
