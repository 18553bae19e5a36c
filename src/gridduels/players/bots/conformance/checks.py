"""What every bot must do, and the order in which a bot is checked."""

import random
import time
from collections.abc import Callable, Iterator
from typing import Final

from gridduels.duel import Duel
from gridduels.errors import BrokenGame, Forfeit
from gridduels.game import Game
from gridduels.players.bots.conformance import second_version
from gridduels.players.bots.conformance.candidate import Candidate, Check, Remark, Verdict
from gridduels.players.bots.process import GRACE
from gridduels.players.bots.process_group import adopts_orphans
from gridduels.players.bots.protocol import BOT_WORDS, VERSION
from gridduels.players.bots.question import question_lines
from gridduels.words import shorten

__all__ = ["check_bot"]


def check_bot(candidate: Candidate) -> Iterator[Verdict]:
    """Every check in turn; the first ones decide whether most others can be tried."""
    going = True
    for check in (*_FIRST, second_version.answers_ping):
        if check in _FIRST or candidate.introduction.protocol > 1:
            verdict = _try(candidate, check) if going else _not_tried(check)
            going = going and not verdict.faults
            yield verdict
    later = second_version.CHECKS if candidate.introduction.protocol > 1 else ()
    last = _leaves_nothing_behind if adopts_orphans() else _leaves_nothing_behind_that_can_be_seen_here
    for check in (*(_plays(game) for game in candidate.games), *_WHEN_IT_SPEAKS, *later, *_TO_THE_END, last):
        yield _try(candidate, check) if going else _not_tried(check)
    yield _try(candidate, _keeps_its_time) if going else _not_tried(_keeps_its_time)
    yield _try(candidate, _says_nothing_but_the_protocol)


def _promise(check: Check) -> str:
    return check.__name__.strip("_").replace("_", " ")


def _not_tried(check: Check) -> Verdict:
    return Verdict(_promise(check), (), tried=False)


def _try(candidate: Candidate, check: Check) -> Verdict:
    found: list[str] = []
    try:
        found.extend(check(candidate))
    except Forfeit as forfeit:
        found.append(str(forfeit))
    except BrokenGame as broken:
        found.append(Remark(f"{broken} (the bot is not to blame)"))
    faults = tuple(each for each in found if not isinstance(each, Remark))
    return Verdict(_promise(check), faults, remarks=tuple(each for each in found if isinstance(each, Remark)))


def _starts(candidate: Candidate) -> Iterator[str]:
    candidate.run()
    yield from ()


def _introduces_itself(candidate: Candidate) -> Iterator[str]:
    candidate.meet().close()
    if (spoken := candidate.introduction.protocol) < VERSION:
        yield Remark(f"it speaks version {spoken} of the protocol, so nothing of version {VERSION} is tried")
    if not candidate.games:
        named = " ".join(scope.game for scope in candidate.introduction.scopes)
        yield f"none of the games it plays is known here: {named}"


def _plays(game: Game) -> Check:
    """The check that a bot answers with a legal move in various positions of a game."""

    def check(candidate: Candidate) -> Iterator[str]:
        with candidate.meet() as dialogue:
            for duel in _duels(game, candidate):
                try:
                    dialogue.new_game(duel.game)
                    candidate.ask(dialogue, duel)
                except Forfeit as forfeit:
                    yield f"{forfeit} (asked about {duel!r})"
                    return

    check.__name__ = f"plays_{game.id}"
    return check


def _duels(game: Game, candidate: Candidate) -> Iterator[Duel]:
    """The start with either player to move, other sizes, the middle of a game, and a move that repetition bars."""
    rng = random.Random(game.id)
    for first in (1, 2):
        yield Duel(game, start=game.start(first))
    sizes = [Game(game.definition, size, game.rulings) for size in game.definition.sizes]
    boards = [board for board in sizes if candidate.plays(board)]
    for board in (boards[0], boards[-1]):
        yield _wander(Duel(board), rng, lambda duel: duel.ply == 4)
    if game.bars_repetition:
        yield _wander(Duel(boards[0]), rng, lambda duel: bool(duel.barred_moves))


def _wander(start: Duel, rng: random.Random, arrived: Callable[[Duel], bool]) -> Duel:
    """A duel with random moves that has come to what is looked for, and is not over."""
    for _ in range(1000):
        duel = start
        while not duel.outcome and duel.ply < 60:
            if arrived(duel):
                return duel
            duel = duel.play(rng.choice(duel.legal_moves))
    return start


def _needs_no_memory(candidate: Candidate) -> Iterator[str]:
    """The same questions once more, in another order."""
    duels = [Duel(game) for game in candidate.games]
    with candidate.meet() as dialogue:
        for duel in [*duels, *reversed(duels), *duels[:1]]:
            candidate.ask(dialogue, duel)
    yield from ()


def _ignores_unknown_lines(candidate: Candidate) -> Iterator[str]:
    duel = Duel(candidate.games[0])
    game, *lines, go = question_lines(duel, candidate.limits, candidate.introduction.protocol)
    before = ["", "weather sunny", "    ", "Ünknown words, with (signs)"]
    with candidate.meet() as dialogue:
        asked = [*before, game, "moonlight", *lines, "clouds 7", f"{go} moonlight 7"]
        candidate.ask(dialogue, duel, lines=asked)
        dialogue.process.send(["weather changing"], time.monotonic() + candidate.limits.seconds)
        candidate.ask(dialogue, duel)
    yield from ()


def _keeps_its_time(candidate: Candidate) -> Iterator[str]:
    """A move that the margin has saved is not wrong, but it is close."""
    yield from map(Remark, candidate.overruns[:3])


def _says_nothing_but_the_protocol(candidate: Candidate) -> Iterator[str]:
    for line in candidate.strange[:3]:
        yield f"it said {shorten(line)}: a line begins with one of {', '.join(BOT_WORDS)}"


def _quits_when_asked(candidate: Candidate) -> Iterator[str]:
    return _end(candidate, "quit\n", "quit")


def _ends_with_its_input(candidate: Candidate) -> Iterator[str]:
    return _end(candidate, "", "the end of its input")


def _end(candidate: Candidate, last_words: str, after: str) -> Iterator[str]:
    """Lets it move once and end."""
    with candidate.meet(GRACE) as dialogue:
        candidate.ask(dialogue, Duel(candidate.games[0]))
        process = dialogue.process
        process.close(last_words)
    candidate.left_behind |= process.left_behind
    if process.exit_code is None:
        yield f"it still runs {GRACE:g} s after {after}"
    elif process.exit_code:
        yield f"its exit code after {after} is {process.exit_code} instead of 0"


def _leaves_nothing_behind_that_can_be_seen_here(candidate: Candidate) -> Iterator[str]:
    """Where orphans cannot be adopted, one that hides well enough is not found."""
    return _leaves_nothing_behind(candidate)


def _leaves_nothing_behind(candidate: Candidate) -> Iterator[str]:
    if candidate.left_behind:
        numbers = " ".join(map(str, sorted(candidate.left_behind)))
        yield f"processes it had started still ran after it had ended: {numbers} (they have been ended)"


_FIRST: Final[tuple[Check, ...]] = (_starts, _introduces_itself)
_WHEN_IT_SPEAKS: Final[tuple[Check, ...]] = (_needs_no_memory, _ignores_unknown_lines)
_TO_THE_END: Final[tuple[Check, ...]] = (_quits_when_asked, _ends_with_its_input)
