"""`gridduels play`: a game, on the full screen of a terminal or in line mode."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridduels.commands.options import add_command, add_setup, chosen_game, positive, seconds, whole
from gridduels.errors import SetupError

if TYPE_CHECKING:
    from gridduels.game import Game
    from gridduels.record import LiveRecord, Record


def add(commands: Any) -> None:
    play = add_command(commands, "play", run, "play a game", "Play a game in the words of its rule book.")
    play.add_argument("game", metavar="GAME", nargs="?", help="which game; `gridduels games` lists them")
    add_setup(play)
    play.add_argument("--p1", metavar="PLAYER", help="Player 1: human (default) or who `gridduels players` lists")
    play.add_argument("--p2", metavar="PLAYER", help="Player 2: human (default) or who `gridduels players` lists")
    play.add_argument(
        "--think", metavar="SECONDS", type=seconds, default=1.0, help="time for a move of the computer (1)"
    )
    about = (
        "who goes first (default: 1, against the computer by turns from one time to the next; later rounds alternate); "
        "with swap the other one may then change sides"
    )
    play.add_argument("--first", choices=("1", "2", "toss", "swap"), help=about)
    about = "where the game begins: as the book says (default), or some moves on, with the same chances for both"
    play.add_argument("--start", choices=("book", "fair"), help=about)
    play.add_argument("--rounds", metavar="N", type=positive, help="play N rounds (default: ask after each)")
    play.add_argument("--seed", metavar="N", type=whole, help="make chance repeatable: the toss, the computer's moves")
    mode = play.add_mutually_exclusive_group()
    mode.add_argument("--plain", action="store_true", help="line mode, also on a terminal")
    mode.add_argument("--tui", action="store_true", help="full screen (on a terminal the default for people)")
    about = "tell distances in plies, the single moves of both players, instead of a player's own moves"
    play.add_argument("--plies", action="store_true", help=about)
    play.add_argument("--record", metavar="FILE", help="keep the game in FILE as it is played; games are added to it")
    play.add_argument("--resume", metavar="FILE", help="continue the last game of FILE, and keep it there")
    play.add_argument("--server", metavar="URL", help="play on a server, with the other player far away; in line mode")
    play.add_argument("--duel", metavar="ID", help="the duel on the server: its id, or its whole link")


def run(options: argparse.Namespace) -> int:
    if options.server is not None or options.duel is not None:
        return _play_online(options)
    if options.resume is not None:
        return _resume(options)
    if options.game is None:
        raise SetupError("say which game to play: gridduels play GAME (gridduels games lists them)")

    if options.start == "fair" and options.first not in (None, "swap"):
        raise SetupError(f"--first {options.first} does not go with --start fair: the start says who goes first")

    from gridduels.record import LiveRecord

    game, players = chosen_game(options), (options.p1 or "human", options.p2 or "human")
    live = LiveRecord.append_to(Path(options.record)) if options.record is not None else None
    if _on_full_screen(options, players):
        return _open_arcade(game, players, options, live)

    return _in_lines(options, game, players, live)


def _in_lines(
    options: argparse.Namespace,
    game: "Game",
    players: tuple[str, str],
    record: "LiveRecord | None",
    records: "Sequence[Record]" = (),
) -> int:
    from gridduels.terminal.console import Console
    from gridduels.terminal.line import LineMode

    return LineMode(
        game,
        Console(),
        players,
        options.first,
        options.rounds,
        options.seed,
        record,
        records,
        think=options.think,
        bots=_named(options),
        plain=options.plain,
        start=options.start or "book",
        plies=options.plies,
    ).run()


def _named(options: argparse.Namespace) -> list[str]:
    """The players that a person has named: only they may be outside bots."""
    return [name for name in (options.p1, options.p2) if name is not None]


def _on_full_screen(options: argparse.Namespace, players: tuple[str, str]) -> bool:
    """People at a terminal play on the full screen, unless they want lines or it cannot be."""
    from gridduels.terminal.arcade import why_not_full_screen

    if options.plain or not (options.tui or "human" in players):
        return False
    reason = why_not_full_screen()
    if options.tui and reason:
        raise SetupError(f"there is no full screen here: {reason}")
    return not reason


def _open_arcade(
    game: "Game",
    players: tuple[str, str],
    options: argparse.Namespace,
    record: "LiveRecord | None",
    records: "Sequence[Record]" = (),
) -> int:
    from gridduels.match import Match, first_mover
    from gridduels.terminal.arcade.app import open_arcade
    from gridduels.terminal.library import Autosave
    from gridduels.terminal.line import begins_by_turns
    from gridduels.terminal.live_match import Computers, LiveMatch
    from gridduels.terminal.settings import by_turns

    if records:
        match = Match.resume(records, players, options.rounds)
    else:
        first, start = options.first or "1", options.start or "book"
        turns = begins_by_turns(players, options.first, start, options.seed)
        number, pie = by_turns(game.id) if turns else first_mover(first, options.seed), first == "swap"
        match = Match.begin(game, players, number, options.rounds, start=start, swap=pie, seed=options.seed)
    computers = Computers(players, options.seed, options.think, _named(options))
    chosen = records or options.first or options.start == "fair" or "human" not in players
    asks = game.definition.players_choose_first and not chosen
    return open_arcade(LiveMatch(match, computers, record or Autosave()), options.plies, asks)


def _resume(options: argparse.Namespace) -> int:
    from gridduels.record import LiveRecord

    for name in ("record", "size", "first", "start"):
        if getattr(options, name) is not None:
            raise SetupError(f"--{name} does not go with --resume: the game goes on in its own file as it was")
    live, records = LiveRecord.resume(Path(options.resume))
    last = records[-1]
    if options.rule or options.game not in (None, last.duel.game.id):
        raise SetupError(f"{options.resume} holds a game of {last.duel.game.title}: resume it without GAME and --rule")
    players = options.p1 or last.players[0], options.p2 or last.players[1]
    if _on_full_screen(options, players):
        return _open_arcade(last.duel.game, players, options, live, records)

    return _in_lines(options, last.duel.game, players, live, records)


def _play_online(options: argparse.Namespace) -> int:
    """A duel on a server: one that is there, or a new one."""
    from gridduels.protocol.requests import NewDuel
    from gridduels.terminal.console import Console
    from gridduels.terminal.online.play import OnlineDuel
    from gridduels.terminal.online.start import begin_duel, open_duel, read_link

    fixed = ("size", "first", "start", "p1", "p2") if options.duel else ()
    for name in ("resume", "record", "rounds", "seed", "tui", *fixed):
        if getattr(options, name) not in (None, False):
            raise SetupError(f"--{name} does not go with {'--duel' if name in fixed else '--server'}")
    if options.duel is not None:
        if options.game is not None or options.rule:
            raise SetupError("GAME and --rule do not go with --duel: the duel has its own")
        link, console = read_link(options.duel, options.server), Console()
        return OnlineDuel(console, *open_duel(link, console.say), plies=options.plies).run()
    if options.game is None:
        raise SetupError("say which duel to play, with --duel ID, or begin one: gridduels play GAME --server URL")
    game = chosen_game(options)
    one, two = ("human" if who in (None, "friend") else who for who in (options.p1, options.p2))
    wanted = NewDuel(game.id, size=game.size, rule=dict(game.rulings), first=options.first, p1=one, p2=two)
    console = Console()
    seated = begin_duel(options.server, wanted, console.say)
    console.say()
    return OnlineDuel(console, *seated, plies=options.plies).run()
