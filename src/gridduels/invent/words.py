"""Texts for invented duels: move notation and a summary of the rules."""

from typing import Final

from gridduels.duel import Duel, Reason
from gridduels.game import Game
from gridduels.invent.code import Code
from gridduels.invent.gallery import name_of
from gridduels.invent.rules import FIRST_DIRECTION, Position, Rules, hop
from gridduels.words import Refusal, TypedWords

DIRECTIONS: Final = (
    *("up", "down", "left", "right", "up-left", "up-right", "down-left", "down-right"),
    *("up-up-left", "up-up-right", "up-left-left", "up-right-right"),
    *("down-left-left", "down-right-right", "down-down-left", "down-down-right"),
)
"""The names of the directions, in the order of `rules.DOWN` and `rules.RIGHT`."""
_STEPS: Final = {
    "o": "up, down, left or right",
    "d": "diagonally",
    "k": "in any of the eight directions",
    "n": "like a chess knight",
}
_STEP_NAMES: Final = {"o": "Cross", "d": "Slant", "k": "Crown", "n": "Knight"}
_GOAL_NAMES: Final = {
    "s": "the opponent's start",
    "c": "your goal corner",
    "e": "your goal row",
    "r": "your goal column",
}


def directions_of(code: Code) -> tuple[str, ...]:
    """Return the names of a duel's directions, in order of action number."""
    first = FIRST_DIRECTION[code.steps]
    return DIRECTIONS[first : first + len(code.vectors)]


def title_of(code: Code) -> str:
    """Return a duel's name if it is a duel of the day, or else a title that describes it, which others may share.

    >>> from gridduels.invent import parse
    >>> title_of(parse("duel1-3x5-k1-t1-r1-gn-l-sc"))
    'Crown Builder Trap'
    >>> title_of(parse("duel1-4x5-k2-t1-gn-w-u5-b240"))
    'Zanera'
    """
    if name := name_of(str(code)):
        return name
    middle = "Builder" if code.obstacles else "Trail" if code.trail else ""
    end = "Refuge" if code.wins else "Race" if code.goal != "n" else "Trap"
    words = ["Shared" if code.shared else "", "Long" if code.reach > 1 else "", _STEP_NAMES[code.steps], middle, end]
    return " ".join(filter(None, words))


class DuelWords(TypedWords[Rules, Position]):
    """The texts for one invented duel."""

    def __init__(self, code: Code) -> None:
        self._code = code
        self._moves = tuple(
            f"{direction}{distance if code.distance > 1 else ''}"
            for direction in directions_of(code)
            for distance in range(1, code.distance + 1)
        )
        self.character = "rose" if code.wins else "plum" if code.goal == "n" else "lagoon"
        self.gist = gist_of(code)
        self.about = "\n".join(self.gist)
        example = f"such as {self._moves[0]}"
        places = ", and an obstacle is placed by its row and column, such as 2,3" if code.obstacles else ""
        distance = " with its distance" if code.distance > 1 else ""
        self.notation = f"a move is a direction{distance}, {example}{places}"

    def moves(self, rules: Rules) -> tuple[str, ...]:
        return self._moves + (self.cells(rules) if self._code.obstacles else ())

    def status(self, duel: Duel) -> str:
        """Describe the reserves, and whether an obstacle has to be placed now."""
        if not self._code.obstacles:
            return ""
        position = self.position(duel)
        reserves = f"Obstacles: Player 1 has {position.reserve_one}, Player 2 has {position.reserve_two}."
        return f"{reserves} {self.player(duel.turn)} places one now." if position.placing else reserves

    def prompt(self, duel: Duel, said: tuple[str, ...]) -> str:
        if self.position(duel).placing:
            return f"{self.player(duel.turn)}, place an obstacle: "
        return super().prompt(duel, said)

    def why(self, duel: Duel) -> str:
        """Return why the game ended. If the rules let a player without a move win, that player is the winner."""
        if duel.ended.reason is Reason.NO_MOVES:
            return Reason.NO_MOVES.sentence(self.player(3 - duel.turn), self.player(duel.turn))
        return super().why(duel)

    def refusal(self, game: Game, position: Position, action: int) -> Refusal:
        rules, word = self.rules(game), game.moves[action]
        if action >= rules.moves:
            return self._placement_refusal(game, position, action)
        if position.placing:
            return Refusal("not-now", "You have moved: place an obstacle now.")
        direction, distance = divmod(action, rules.reach)
        here = position.one if position.turn == 1 or rules.shared else position.two
        cannot = f"You cannot move {word}"
        for step in range(distance + 1):
            here = hop(rules, here, rules.first_direction + direction)
            refusal = self.blocked(game, position, here, cannot)
            is_jumped = rules.jumps and (step, distance) == (0, 1)
            if refusal.code == "edge" or (refusal.code != "not-now" and not is_jumped):
                return refusal
        if distance >= rules.steps:
            return Refusal("not-now", f"{cannot}: there is nothing to jump over.")
        return Refusal("not-now", f"{cannot} now.")

    def _placement_refusal(self, game: Game, position: Position, action: int) -> Refusal:
        rules, cannot = self.rules(game), f"You cannot place an obstacle on {game.moves[action]}"
        if not (position.reserve_one if position.turn == 1 else position.reserve_two):
            return Refusal("no-obstacles", "You have no obstacles left.")
        if rules.then and not position.placing:
            return Refusal("not-now", "Move first, then place an obstacle.")
        refusal = self.blocked(game, position, 1 << action - rules.moves, cannot)
        if refusal.code == "not-now" and rules.protect_opponent:
            return Refusal("cut-off", f"{cannot}: it would cut off a way to the goal.")
        return refusal

    def faults(self, game: Game, position: Position) -> list[str]:
        """Return the reasons why a position is impossible, e.g. too many obstacles, or both players on their goals."""
        rules, found = self.rules(game), []
        if rules.blocked & ~position.blocked:
            found.append("a cell that is blocked from the start must stay blocked")
        if max(position.reserve_one, position.reserve_two) > rules.obstacles:
            found.append(f"a player has more than {rules.obstacles} obstacles")
        if not (rules.trail or rules.obstacles) and position.blocked & ~rules.blocked:
            found.append("nothing can block a cell in this duel")
        if position.placing > rules.then:
            found.append("no obstacle has to be placed after a move")
        if not rules.shared and position.one & rules.goal_one and position.two & rules.goal_two:
            found.append("both players are on their goals")
        return found


def gist_of(code: Code, language: str = "en") -> tuple[str, str, str]:
    """Return a duel's rules in three lines: how to move, what changes on the board, and how the duel ends."""
    if language == "de":
        return _german_move(code), _german_change(code), _german_end(code)
    token = "the token you share" if code.shared else "your token"
    far = "one step" if code.reach == 1 else f"up to {code.reach} cells"
    move = f"Move {token} {far} {_STEPS[code.steps]}"
    if code.steps == "n":
        move = f"Move {token} {_STEPS['n']}"
    if code.jumps:
        move += f", or jump over {_jumped(code)}"
    if code.obstacles:
        number = "one obstacle" if code.obstacles == 1 else f"{code.obstacles} obstacles"
        move += f", then place an obstacle; you have {number}" if code.then else f", or place one of {number}"
        if code.obstacles == 1 and not code.then:
            move = move.replace("place one of one obstacle", "place your one obstacle")
        elif not code.then:
            move = move.replace(f"one of {number}", f"one of your {number}")
    return f"{move}.", _change_of(code), _end_of(code)


def _jumped(code: Code) -> str:
    """Name what a token can jump over."""
    if code.shared:
        return "a blocked cell"
    return "a blocked cell or the other token" if code.blocks else "the other token"


def _change_of(code: Code) -> str:
    left = (
        "A move leaves nothing behind",
        "The cell a token leaves is blocked",
        "Every cell a token leaves or passes is blocked",
    )
    change = left[code.trail]
    if code.paths:
        whose = "your opponent" if code.paths == 1 else "both players"
        change += f", and an obstacle must leave {whose} a way to the goal"
    if code.is_reversible:
        change += "; no position may occur a third time"
    return f"{change}."


def _end_of(code: Code) -> str:
    stuck = "wins" if code.wins else "loses"
    if code.goal == "n":
        return f"A player without a move {stuck}."
    opened = ", even if it is blocked" if code.open else ""
    return f"Reach {_GOAL_NAMES[code.goal]} to win{opened}; a player without a move {stuck}."


# --- The rules in three lines, in German


_GERMAN_STEPS: Final = {
    "o": "nach oben, unten, links oder rechts",
    "d": "schräg",
    "k": "in eine der acht Richtungen",
    "n": "wie ein Springer im Schach",
}
_GERMAN_NUMBERS: Final = ("null", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun")
_GERMAN_GOALS: Final = {
    "s": "das Startfeld des Gegners",
    "c": "deine Zielecke",
    "e": "deine Zielreihe",
    "r": "deine Zielspalte",
}


def _german_move(code: Code) -> str:
    token = "den gemeinsamen Stein" if code.shared else "deinen Stein"
    far = "" if code.steps == "n" else "ein Feld " if code.reach == 1 else f"bis zu {code.reach} Felder "
    move = f"Ziehe {token} {far}{_GERMAN_STEPS[code.steps]}"
    if code.jumps:
        wall, other = "ein gesperrtes Feld", "den anderen Stein"
        over = wall if code.shared else f"{wall} oder {other}" if code.blocks else other
        move += f" oder springe über {over}"
    if code.obstacles:
        number = _GERMAN_NUMBERS[code.obstacles]
        if code.then:
            move += f", setze danach ein Hindernis; du hast {number}{'es' if code.obstacles == 1 else ''}"
        else:
            one = "dein Hindernis" if code.obstacles == 1 else f"eines deiner {number} Hindernisse"
            move += f", oder setze {one}"
    return f"{move}."


def _german_change(code: Code) -> str:
    change = (
        "Ein Zug hinterlässt nichts",
        "Das verlassene Feld ist danach gesperrt",
        "Jedes verlassene oder überquerte Feld ist danach gesperrt",
    )[code.trail]
    if code.paths:
        whose = "dem Gegner" if code.paths == 1 else "beiden"
        change += f", und ein Hindernis muss {whose} einen Weg zum Ziel lassen"
    if code.is_reversible:
        change += "; keine Stellung darf ein drittes Mal entstehen"
    return f"{change}."


def _german_end(code: Code) -> str:
    stuck = f"wer nicht mehr ziehen kann, {'gewinnt' if code.wins else 'verliert'}"
    if code.goal == "n":
        return f"{stuck[0].upper()}{stuck[1:]}."
    it = "es" if code.goal == "s" else "sie"
    opened = f", auch wenn {it} gesperrt ist" if code.open else ""
    return f"Du gewinnst, sobald du {_GERMAN_GOALS[code.goal]} erreichst{opened}; {stuck}."
