"""TextArena environments for every game, in which two players exchange text."""

import random
from typing import Any

from gridduels.analysis.split import TEST, check_side
from gridduels.duel import Duel
from gridduels.extras import MissingExtra
from gridduels.language.benchmark import openings_on
from gridduels.language.disguise import disguise_for
from gridduels.language.prompts import Presentation, Style, introduce
from gridduels.registry import definition as find_definition
from gridduels.registry import definitions, load_game

try:
    import textarena
except ImportError:  # reported when an environment is created, so this module can be imported without TextArena
    textarena = None

__all__ = ["GridDuel", "register_games"]

_Env: Any = textarena.Env if textarena else object


class GridDuel(_Env):  # type: ignore[misc]
    """A game between players 0 and 1, who are the duel's Player 1 and Player 2.

    Answers are parsed as described in docs/language-models.md. A player may retry `error_allowance` times in a row
    after an answer that isn't a legal move; after that, the player loses. Rewards are 1, -1, or 0 for a draw. Games
    begin from a balanced opening, chosen by the seed, on the `test` side or, if `split` says so, on the `train` side.
    With `split=None`, they begin from the rule book's start.
    """

    def __init__(
        self,
        game: str,
        size: int | str | None = None,
        rules: dict[str, str | int] | None = None,
        prompt: str = "board",
        variant: str = "plain",
        moves_given: bool = True,
        error_allowance: int = 2,
        split: str | None = TEST,
    ) -> None:
        _require_library()
        super().__init__()
        self._game = load_game(game, size, **(rules or {}))
        self._style = Style(prompt, variant, moves_given)
        self._errors, self._split = error_allowance, split
        if split is not None:
            check_side(split, self._game)

    @property
    def duel(self) -> Duel:
        """The current duel."""
        return self._presentation.duel

    def get_board_str(self) -> str:
        """Return the board for spectators."""
        return self._game.words.board(self._game, self.duel.position)

    def reset(self, num_players: int = 2, seed: int | None = None) -> None:
        """Start a new game."""
        drawn = random.randrange(1 << 32) if seed is None else seed
        disguise = disguise_for(self._game, self._style.variant, random.Random(f"{drawn} textarena"))
        start = openings_on(self._split, self._game, drawn, 1)[0] if self._split else None
        self._presentation = Presentation(Duel(self._game, start=start), disguise, self._style)
        self.state = textarena.TwoPlayerState(num_players=num_players, seed=seed, error_allowance=self._errors)
        self.state.reset(game_state={"position": self._position()}, player_prompt_function=self._prompt)
        self._show()

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Play an answer; return whether the game is over, and the step's info."""
        mover, kind = self.state.current_player_id, textarena.ObservationType
        self.state.add_observation(from_id=mover, message=action, observation_type=kind.PLAYER_ACTION)
        answer = self._presentation.read(action)
        if answer.move is None:
            self.state.set_invalid_move(reason=answer.sentence)
        else:
            self._presentation = self._presentation.play(answer.move)
            self.state.game_state["position"] = self._position()
            self._end_if_over()
        self._show()
        done, info = self.state.step(rotate_player=self.duel.turn - 1 != mover)
        return bool(done), dict(info)

    def _end_if_over(self) -> None:
        outcome = self.duel.outcome
        if outcome and outcome.winner:
            self.state.set_winner(player_id=outcome.winner - 1, reason=self._game.words.why(self.duel))
        elif outcome:
            self.state.set_draw(reason=self._game.words.why(self.duel))

    def _prompt(self, player_id: int, game_state: dict[str, Any]) -> str:
        name = self._presentation.disguise.player(player_id + 1)
        return f"You are {name}.\n\n{introduce(self._presentation.disguise, self._style.form)}"

    def _show(self) -> None:
        """Show the position and the question to the player to move."""
        if not self.state.done:
            kind = textarena.ObservationType.GAME_BOARD
            self.state.add_observation(message=self._presentation.prompt(rules=False), observation_type=kind)

    def _position(self) -> str:
        return self._game.text(self.duel.position)


def _require_library() -> None:
    if textarena is None:
        raise MissingExtra("gridduels.agents.textarena", "textarena")


def register_games(*codes: str) -> list[str]:
    """Register every game, and the invented duels with these codes, under names such as `GridDuels-light-cycle-v0`;
    return the names."""
    _require_library()
    from textarena.envs.registration import ENV_REGISTRY, register

    names = []
    for each in [*definitions(), *map(find_definition, codes)]:
        name = f"GridDuels-{each.id}-v0"
        names.append(name)
        if name not in ENV_REGISTRY:
            register(id=name, entry_point="gridduels.agents.textarena:GridDuel", game=each.id)
    return names
