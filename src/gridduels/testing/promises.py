"""What every game promises, whatever it is: its rules and its words do what everything else relies on.

A check is a generator: it yields a sentence for each broken promise it finds, and its name is the promise.
"""

import pickle
import re
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any, Final

from gridduels.board import geometry
from gridduels.contract import end_faults, field_faults
from gridduels.duel import STOPS, Duel
from gridduels.errors import GridDuelsError, IllegalMove
from gridduels.game import Game
from gridduels.record import Record, dumps, loads
from gridduels.registry import definition

__all__ = ["CODES", "OF_ALL_GAMES", "OF_ANOTHER_MOVE", "OF_AN_END", "OF_A_GAME", "OF_A_LEGAL_MOVE", "OF_A_TURN"]

CODES: Final = frozenset(
    {"blocked", "cut-off", "edge", "no-obstacles", "not-now", "occupied", "over", "repetition", "visited"}
)
"""The codes a move can be refused with."""

_MOST_BITS: Final = 63  # sets of cells and of actions fit a signed 64-bit int
_WORD: Final = re.compile(r"(?!\d+\.)[^\s{};\[]+")  # what a record can hold
_NONSENSE: Final = ("", "   ", "?!", "no such move", "-1", "9" * 50, "\x00", "é" * 999)


def _not_text(**said: object) -> Iterator[str]:
    for name, text in said.items():
        if not isinstance(text, str):
            yield f"words.{name} gives {text!r} instead of text"


def the_definition_pickles_by_reference(game: Game) -> Iterator[str]:
    if pickle.loads(pickle.dumps(game.definition)) is not game.definition:
        yield f"its Definition is not what {game.definition.module} exports as GAME"


def load_game_finds_it(game: Game) -> Iterator[str]:
    if definition(game.id) is not game.definition:
        yield f"load_game({game.id!r}) finds another game: is its entry point of the same name?"


def rules_are_tuples_of_ints(game: Game) -> Iterator[str]:
    rules = game.rules
    if not isinstance(rules, tuple) or rules[:4] != geometry(game.size):
        yield f"the first fields of {rules!r} are not those of geometry({game.size!r})"
    bits = max(_MOST_BITS, game.cell_count)  # a board of more cells is searched as plain Python
    for value in rules:
        if type(value) is not int or not 0 <= value < 1 << bits:
            yield f"{value!r} in {rules!r} is not an int of at most {bits} bits"


def every_action_has_a_word(game: Game) -> Iterator[str]:
    words: tuple[Any, ...] = game.moves
    if not 0 < len(words) <= _MOST_BITS:
        yield f"it has {len(words)} actions instead of 1 to {_MOST_BITS}"
    for word in words:
        if not isinstance(word, str) or not _WORD.fullmatch(word):
            yield f"move {word!r} is not a word: no spaces, none of {{ }} ; [ and no number with a dot at its start"
        if words.count(word) > 1:
            yield f"move {word!r} is the word of {words.count(word)} actions"


def either_player_can_go_first(game: Game) -> Iterator[str]:
    starts = game.start(1), game.start(2)
    for first, position in enumerate(starts, 1):
        yield from field_faults(game, position)
        if not game.legal(position):
            yield f"with Player {first} first, there is no legal move at the start"
    if starts[0]._replace(turn=2) != starts[1]:
        yield "the start differs in more than the turn when Player 2 goes first"


def it_introduces_itself(game: Game) -> Iterator[str]:
    words = game.words
    yield from _not_text(opening=words.opening(Duel(game)))
    for player in (1, 2):
        yield from _not_text(player=words.player(player))
    for name, text in (("about", words.about), ("notation", words.notation)):
        if not text:
            yield f"words.{name} is empty"


def a_position_reads_back_from_its_text(duel: Duel) -> Iterator[str]:
    game, position = duel.game, duel.position
    if (again := game.position(game.text(position))) != position:
        yield f"its text reads back as {again!r} instead of {position!r}"


def a_duel_pickles_and_hashes(duel: Duel) -> Iterator[str]:
    again = pickle.loads(pickle.dumps(duel))
    if again != duel or hash(again) != hash(duel):
        yield "it comes back from pickling as something else"


def legal_is_0_exactly_when_somebody_has_won(duel: Duel) -> Iterator[str]:
    yield from end_faults(duel.game, duel.position)


def a_turn_can_be_shown(duel: Duel) -> Iterator[str]:
    game, words = duel.game, duel.game.words
    yield from _not_text(board=words.board(game, duel.position), status=words.status(duel))
    if not duel.outcome:
        yield from _not_text(turn=words.turn(duel), prompt=words.prompt(duel, ()))


def nonsense_is_answered_with_a_sentence(duel: Duel) -> Iterator[str]:
    for line in _NONSENSE:
        try:
            answer = duel.game.words.answer(duel, (), line)
        except GridDuelsError:
            continue
        if not isinstance(answer, tuple) and answer not in duel.game.moves:
            yield f"{line!r} is understood as {answer!r}, which is not a move"


def a_legal_move_gives_one_new_position(duel: Duel, action: int) -> Iterator[str]:
    game, before = duel.game, duel.position
    after = game.play(before, action)
    yield from field_faults(game, after)
    if after == before:
        yield "it leaves the position as it was"
    elif after.turn == before.turn and game.bars_repetition:
        yield f"it is Player {after.turn}'s turn again, which does not go together with a ruling about repetition"
    if game.play(before, action) != after:
        yield "played twice from the same position it gives two different ones"
    yield from _not_text(moved=game.words.moved(duel, duel.play(action)))


def a_legal_move_can_be_typed(duel: Duel, action: int) -> Iterator[str]:
    words, word = duel.game.words, duel.game.moves[action]
    typed = words.typed(word)
    said: Any = ()
    for count, line in enumerate(typed):
        if isinstance(said, str):
            yield f"typing {typed!r} goes on although {said!r} is complete"
        yield from _not_text(prompt=words.prompt(duel, said))
        yield from _not_text(prompt=words.prompt(duel, typed[:count]))
        said = words.answer(duel, said, line)
    if said != word:
        yield f"typing {typed!r} gives {said!r} instead"


def any_other_move_is_refused_with_a_reason(duel: Duel, action: int) -> Iterator[str]:
    try:
        duel.play(action)
    except IllegalMove as refusal:
        if refusal.code not in CODES:
            yield f"it is refused with the code {refusal.code!r} instead of one of {', '.join(sorted(CODES))}"
        if not str(refusal).strip():
            yield "it is refused without a sentence"


def every_end_can_be_announced(duel: Duel) -> Iterator[str]:
    words = duel.game.words
    going_on = duel.undo() if duel.outcome else duel
    ends = [going_on.stop(winner, reason) for reason, winners in STOPS.items() for winner in winners]
    for end in [duel, *ends] if duel.outcome else ends:
        yield from _not_text(ending=words.ending(end), why=words.why(end), victory=words.victory(end))


def a_record_reads_back(duel: Duel) -> Iterator[str]:
    record = Record(duel)
    if (again := loads(dumps(record))) != [record]:
        yield f"its record reads back as {again!r} instead of {record!r}"


def an_observation_keeps_all_information(game: Game, played: list[Duel]) -> Iterator[str]:
    if find_spec("numpy") is None:
        return
    from gridduels.engine.observation import observe

    positions = {position: None for duel in played for position in duel.history()}
    for player in (1, 2):
        seen: dict[bytes, Any] = {}
        for position in positions:
            other = seen.setdefault(observe(game, position, player).tobytes(), position)
            if other != position:
                yield f"Player {player} sees the same of {other!r} and of {position!r}"


OF_A_GAME: Final = (
    the_definition_pickles_by_reference,
    load_game_finds_it,
    rules_are_tuples_of_ints,
    every_action_has_a_word,
    either_player_can_go_first,
    it_introduces_itself,
)
OF_A_TURN: Final = (
    a_position_reads_back_from_its_text,
    a_duel_pickles_and_hashes,
    legal_is_0_exactly_when_somebody_has_won,
    a_turn_can_be_shown,
    nonsense_is_answered_with_a_sentence,
)
OF_A_LEGAL_MOVE: Final = (a_legal_move_gives_one_new_position, a_legal_move_can_be_typed)
OF_ANOTHER_MOVE: Final = (any_other_move_is_refused_with_a_reason,)
OF_AN_END: Final = (every_end_can_be_announced, a_record_reads_back)
OF_ALL_GAMES: Final = (an_observation_keeps_all_information,)
