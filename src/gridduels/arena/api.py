"""Matches and tournaments from Python."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

from gridduels.arena.encounter import Encounter, Tournament
from gridduels.arena.entrants import Entrant, Source, enter, entitle
from gridduels.arena.openings import DrawnOpenings, ListedOpenings, Openings
from gridduels.arena.play import check_game, known_values
from gridduels.arena.results import Results, hold
from gridduels.arena.statistics import Sprt
from gridduels.errors import SetupError
from gridduels.game import Game
from gridduels.players.limits import TimeControl
from gridduels.registry import load_game


def match(
    a: Source,
    b: Source,
    game: Game | str,
    pairs: int = 50,
    *,
    seed: int = 0,
    think: float | TimeControl = 1.0,
    sprt: tuple[float, float] | None = None,
    openings: Iterable[str] | None = None,
    results: Path | str | None = None,
    workers: int = 1,
    watch: Callable[[Encounter], object] = lambda match: None,
) -> Encounter:
    """Play two players against each other in pairs of games. A player is a name, an object with a `choose` method, or a
    function that takes the duel.

    `think` is the time per move in seconds, or a TimeControl. `openings` are the starting positions; `results` is a
    file in which games are saved and looked up. `sprt` is a pair of Elo differences for a sequential test, which ends
    the match as soon as one of them can be accepted. `watch` is called after each game with the match so far; if it
    returns True, the match ends.

    >>> first = lambda duel: duel.legal_moves[0]
    >>> found = match("perfect", first, "light-cycle", pairs=3)
    >>> found.wins()
    (6, 0)
    """
    one, two = _entrants([a, b], workers, results)
    found = Encounter(
        one, two, _openings(game, seed, openings), pairs, seed, _control(think), Sprt(*sprt) if sprt else None
    )
    for entrant in found.players:
        if not entrant.plays(found.game):
            raise SetupError(f"{entrant.title} doesn't declare {found.game!r}")
    _hold([found], results, workers, lambda: watch(found))
    return found


def tournament(
    players: Sequence[Source],
    games: Sequence[Game | str],
    pairs: int = 10,
    *,
    seed: int = 0,
    think: float | TimeControl = 1.0,
    gauntlet: bool = False,
    sprt: tuple[float, float] | None = None,
    results: Path | str | None = None,
    workers: int = 1,
    watch: Callable[[Tournament], object] = lambda tournament: None,
) -> Tournament:
    """Play a round robin in the given games, or a gauntlet, in which the first player meets each of the others."""
    test = partial(Sprt, *sprt) if sprt else None
    found = Tournament(
        _entrants(players, workers, results),
        [_openings(game, seed, None) for game in games],
        pairs,
        seed,
        _control(think),
        gauntlet or sprt is not None,
        test,
    )
    _hold(found.encounters, results, workers, lambda: watch(found))
    return found


def _entrants(players: Sequence[Source], workers: int, results: Path | str | None) -> list[Entrant]:
    entrants = entitle([enter(player) for player in players])
    for entrant in entrants:
        if workers > 1 and entrant.source is not None:
            raise SetupError(f"{entrant.title} is an object in this process: leave workers at 1")
        if results is not None and not entrant.version:
            raise SetupError(f"{entrant.title} needs a version to tell its old games apart")
    return entrants


def _control(think: float | TimeControl) -> TimeControl:
    return think if isinstance(think, TimeControl) else TimeControl(think)


def _openings(game: Game | str, seed: int, positions: Iterable[str] | None) -> Openings:
    bound = load_game(game) if isinstance(game, str) else game
    check_game(bound)
    if positions is not None:
        return ListedOpenings(bound, [bound.text(bound.position(position)) for position in positions])
    return DrawnOpenings(bound, seed, known_values(bound))


def _hold(
    encounters: Sequence[Encounter], results: Path | str | None, workers: int, watch: Callable[[], object]
) -> None:
    if results is None:
        hold(encounters, None, workers, watch=watch)
        return
    with Results(Path(results)) as file:
        hold(encounters, file, workers, watch=watch)
