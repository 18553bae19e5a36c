"""Questions about the rules with exact answers, to see whether a model understands the game it plays.

| kind | question | answer | chance |
| --- | --- | --- | --- |
| legal | Is this move legal? (Half of them are.) | yes or no | 1/2 |
| moves | Which moves are legal? | all of them, separated by commas, in any order | 1/2 to the power of all moves |
| after | What is the position after this move? | its rows on one line | 0 |
| winner | Who has won? (Half of the games are over.) | a player's name, or nobody | 1/3 (always "nobody": 1/2) |
| goal | Is there still a way to the goal? | yes or no | 1/2 |
"""

import random
import re
from collections.abc import Callable, Iterator
from enum import StrEnum
from itertools import cycle, islice
from typing import Final, NamedTuple

from gridduels.analysis.split import is_test
from gridduels.board import each, region, step
from gridduels.duel import Duel
from gridduels.errors import SetupError
from gridduels.game import Game, Position
from gridduels.language.disguise import Disguise, disguise_for
from gridduels.language.prompts import ANSWER, Form, describe_position, introduce, stated
from gridduels.statement import Cells, Places, Steps

_NOBODY: Final = "nobody"
_YES_OR_NO: Final = ("yes", "no")
_TRIES: Final = 2000
"""The number of random games to examine before giving up on a kind of question with a given answer."""


class Kind(StrEnum):
    """The kinds of questions."""

    LEGAL = "legal"
    MOVES = "moves"
    AFTER = "after"
    WINNER = "winner"
    GOAL = "goal"


class Question(NamedTuple):
    """A question, its exact answer, the probability that a random answer is right, and the random game it comes
    from."""

    kind: Kind
    duel: Duel
    text: str
    answer: str
    guesses: tuple[str, ...]
    """The possible answers, if there are only a few."""
    chance: float
    game_number: int
    words: tuple[str, ...] = ()
    """The words to select from, for questions whose answer lists several."""


def kinds_of(game: Game) -> tuple[Kind, ...]:
    """Return the kinds of questions that make sense for a game. Questions about paths to a goal require that it is a
    single cell, that tokens move one cell orthogonally and that something can block them; `has_way` supports nothing
    else."""
    blocks = any(isinstance(field.kind, Cells) for field in game.statement.fields)
    steps = all(
        isinstance(game.kind_of_action(action)[0], Steps | Places) or word == "pass"
        for action, word in enumerate(game.moves)
    )
    one_goal = game.goal(1).bit_count() == 1
    return tuple(kind for kind in Kind if kind is not Kind.GOAL or (one_goal and blocks and steps))


def draw_questions(game: Game, count: int, seed: int, variant: str = "plain", form: str = Form.BOARD) -> list[Question]:
    """Return `count` questions about positions on the test side of the split, cycling through the kinds.

    >>> from gridduels import load_game
    >>> [question.kind.value for question in draw_questions(load_game("gridlock", size=3), 4, seed=0)]
    ['legal', 'moves', 'after', 'winner']
    """
    if count < 1:
        raise SetupError(f"cannot draw {count!r} questions: the number must be at least 1")
    if form == Form.PICTURE:
        raise SetupError("questions about the rules have no picture form: choose another prompt")
    questions = []
    for number, kind in enumerate(islice(cycle(kinds_of(game)), count)):
        rng = random.Random(f"{seed} questions {game!r} {number}")
        disguise = disguise_for(game, variant, rng)
        questions.append(_Asker(disguise, form, rng, number).ask(kind))
    return questions


def is_right(question_kind: str, reply: str, answer: str) -> bool | None:
    """Return whether a reply contains the exact answer, or None if it contains no answer.

    >>> is_right("moves", "ANSWER: down, up", "up, down"), is_right("legal", "I do not know,\\nsorry", "yes")
    (True, None)
    """
    said = stated(reply)
    if said is None:
        return None
    if question_kind == Kind.MOVES:
        cells = re.search(r"\d,\d", answer) is not None  # the answer separates moves with a comma and a space
        return _set(said, cells) == _set(answer, cells)
    if question_kind == Kind.AFTER:
        return "".join(said.split()) == answer
    return said.removesuffix(".").lower() == answer.lower()


def _set(words: str, cells: bool) -> set[str]:
    """Split an answer at commas, except for those inside cells such as @2,0 and, with `cells`, 2,3."""
    return set(
        re.findall(
            rf"@{'?' if cells else ''}\d+,\d+|[^,\s]+", re.sub(r",\s*(?=\d)", ",", words.lower().removesuffix("."))
        )
    )


class _Asker:
    """Generates a question about one random game."""

    def __init__(self, disguise: Disguise, form: str, rng: random.Random, number: int) -> None:
        self._disguise, self._form, self._rng, self._number = disguise, form, rng, number
        self._game = disguise.game

    def ask(self, kind: Kind) -> Question:
        return {
            Kind.LEGAL: self._legal,
            Kind.MOVES: self._moves,
            Kind.AFTER: self._after,
            Kind.WINNER: self._winner,
            Kind.GOAL: self._goal,
        }[kind]()

    def _legal(self) -> Question:
        wanted = self._rng.random() < 0.5
        duel = self._find(lambda duel: not duel.outcome)
        moves = [word for word in self._game.moves if (word in duel.legal_moves) == wanted]
        word = self._rng.choice(moves or list(self._game.moves))
        text = f"Is the move {self._disguise.word(word)} legal now? Answer yes or no."
        return self._question(Kind.LEGAL, duel, text, _yes(word in duel.legal_moves), _YES_OR_NO)

    def _moves(self) -> Question:
        duel = self._find(lambda duel: not duel.outcome)
        words = ", ".join(map(self._disguise.word, duel.legal_moves))
        text = "Which moves are legal now? Answer with all of them, separated by commas."
        question = self._question(Kind.MOVES, duel, text, words, (), 0.5**self._game.actions)
        return question._replace(words=tuple(map(self._disguise.word, self._game.moves)))

    def _after(self) -> Question:
        duel = self._find(lambda duel: not duel.outcome)
        word = self._rng.choice(duel.legal_moves)
        text = (
            f"The move {self._disguise.word(word)} is played. What does the board look like then? Answer with its rows "
            "from the top, joined by /, without spaces."
        )
        answer = "/".join(self._disguise.rows(duel.play(word).position))
        return self._question(Kind.AFTER, duel, text, answer, ())

    def _winner(self) -> Question:
        over = self._rng.random() < 0.5
        duel = self._find(lambda duel: bool(duel.outcome) == over)
        names = [self._disguise.player(1), self._disguise.player(2)]
        text = f"Who has won? Answer {names[0]}, {names[1]} or {_NOBODY}."
        answer = names[duel.outcome.winner - 1] if duel.outcome and duel.outcome.winner else _NOBODY
        return self._question(Kind.WINNER, duel, text, answer, (*names, _NOBODY))

    def _goal(self) -> Question:
        wanted, player = self._rng.random() < 0.5, self._rng.choice((1, 2))
        duel = self._find(lambda duel: has_way(duel, player) == wanted)
        text = (
            f"Is there still a way over open cells from where {self._disguise.player(player)} stands to its goal "
            f"{self._disguise.where(self._game.goal(player))}? The other player is not an obstacle, and the goal "
            "counts as open if the rules allow entering it. Answer yes or no."
        )
        return self._question(Kind.GOAL, duel, text, _yes(has_way(duel, player)), _YES_OR_NO)

    def _find(self, wanted: Callable[[Duel], bool]) -> Duel:
        """Return a test position from random play as a duel without history. If none is suitable, return any unfinished
        one."""
        fallback = None
        for _ in range(_TRIES):
            found = [duel for duel in _random_game(self._game, self._rng) if is_test(self._game, duel.position)]
            if candidates := [duel for duel in found if wanted(duel)]:
                return self._rng.choice(candidates)
            fallback = next((duel for duel in found if not duel.outcome), fallback)
        if fallback is None:
            raise SetupError(f"{self._game} has no positions to ask about on the test side: choose a larger board")
        return fallback

    def _question(
        self, kind: Kind, duel: Duel, text: str, answer: str, guesses: tuple[str, ...], chance: float = 0.0
    ) -> Question:
        turn = "" if duel.outcome else f"\nIt is the turn of {self._disguise.player(duel.turn)}."
        told = [introduce(self._disguise, self._form), "", describe_position(duel, self._disguise, self._form) + turn]
        told += ["", text, f"Think as long as you like; the last line of your reply must be\n{ANSWER} your answer"]
        chance = 1 / len(guesses) if guesses else chance
        return Question(kind, duel, "\n".join(told), answer, guesses, chance, self._number)


def _random_game(game: Game, rng: random.Random) -> Iterator[Duel]:
    """Yield every position in a random game as a duel without history."""
    duel = Duel(game)
    while True:
        yield Duel(game, start=duel.position)
        if duel.outcome:
            return
        duel = duel.play(rng.choice(duel.legal_moves))


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"


def has_way(duel: Duel, player: int) -> bool:
    """Return whether open cells connect a player's token to its goal. Tokens don't block.

    >>> from gridduels import load_game
    >>> has_way(Duel(load_game("pathway")), 1)
    True
    """
    game, position = duel.game, duel.position
    token, goal = game.statement.standing(position, player), game.goal(player)
    free = game.rules.cells & ~game.statement.marked(position)
    if token & goal or _may_enter(game, position, player, goal):
        free |= goal
    return bool((region(game.rules, token, free) | token) & goal)


def _may_enter(game: Game, position: Position, player: int, goal: int) -> bool:
    """Return whether the rules let a player step onto the goal from a neighbouring cell."""
    own, other = (game.statement.fields[game.statement.tokens[who - 1][0]].name for who in (player, 3 - player))
    for direction in range(4):
        beside = step(game.rules, goal, direction)
        aside = next(each(game.rules.cells & ~(beside | game.goal(1) | game.goal(2))))
        asked = position._replace(**{own: beside, other: aside, "turn": player})
        if beside and game.legal(asked) >> (direction ^ 1) & 1:
            return True
    return False
