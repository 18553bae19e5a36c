"""`gridduels play`: play a game, full-screen or in line mode."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gridduels.commands.options import (
    Commands,
    add_command,
    add_setup,
    add_think,
    chosen_game,
    known_game,
    positive,
    refuse,
    whole,
)
from gridduels.errors import SetupError

if TYPE_CHECKING:
    from gridduels.game import Game
    from gridduels.record import LiveRecord, Record


def add(commands: Commands) -> None:
    examples = "light-cycle --p2 medium", "pathway --start fair --rounds 3 --record games.txt"
    play = add_command(commands, "play", run, "play a game", "Play a game in a terminal.", examples)
    play.add_argument("game", metavar="GAME", nargs="?", type=known_game, help="one of `gridduels games`")
    add_setup(play)
    play.add_argument("--p1", metavar="PLAYER", help="Player 1: human (default), or one of `gridduels players`")
    play.add_argument("--p2", metavar="PLAYER", help="Player 2: human (default), or one of `gridduels players`")
    add_think(play, default=None)
    about = (
        "who goes first (default: Player 1; against the computer you take turns, and so do the rounds of a match); "
        "with swap, the second player may then take over the first player's side"
    )
    play.add_argument("--first", choices=("1", "2", "toss", "swap"), help=about)
    about = "the book's start (default in line mode), or a balanced one (default against the computer in the arcade)"
    play.add_argument("--start", choices=("book", "fair"), help=about)
    play.add_argument("--rounds", metavar="N", type=positive, help="number of rounds (default: ask after each)")
    play.add_argument("--seed", metavar="N", type=whole, help="random seed (default: a new one each time)")
    mode = play.add_mutually_exclusive_group()
    mode.add_argument("--plain", action="store_true", help="line mode, for screen readers and pipes")
    mode.add_argument("--tui", action="store_true", help="full screen (the default on a terminal)")
    play.add_argument("--plies", action="store_true", help="count in plies (moves by both players)")
    play.add_argument("--record", metavar="FILE", help="append the games to FILE as they are played")
    play.add_argument("--resume", metavar="FILE", help="continue the last game in FILE")
    play.add_argument("--server", metavar="URL", help="play on a server, in line mode; without GAME, see its lobby")
    play.add_argument("--duel", metavar="ID", help="a duel on the server: its id, or its whole link")


def run(options: argparse.Namespace) -> int:
    if options.server is not None or options.duel is not None:
        return _play_online(options)
    if options.resume is not None:
        return _resume(options)
    if options.game is None:
        raise SetupError("say which game to play: gridduels play GAME (gridduels games lists them)")
    if options.start == "fair" and options.first not in (None, "swap"):
        raise SetupError(f"--first {options.first} cannot be used with --start fair: the start decides who goes first")
    from gridduels.record import LiveRecord

    game, players = chosen_game(options), (options.p1 or "human", options.p2 or "human")
    _check_think(options, players)
    if players == ("human", "human") and options.first != "toss" and options.start != "fair":
        refuse(options, "between two people without --first toss or --start fair", "seed")
    if "net" in players:
        from gridduels.players.net import check_game

        check_game(game)
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
        think=options.think or 1.0,
        bots=_named(options),
        plain=options.plain,
        start=options.start or "book",
        plies=options.plies,
    ).run()


def _check_think(options: argparse.Namespace, players: tuple[str, str]) -> None:
    if players == ("human", "human"):
        refuse(options, "between two people", "think")


def _named(options: argparse.Namespace) -> list[str]:
    """Return the players named on the command line; only these may be external bots."""
    return [name for name in (options.p1, options.p2) if name is not None]


def _on_full_screen(options: argparse.Namespace, players: tuple[str, str]) -> bool:
    """Return whether to open the arcade: a person plays, the terminal supports it, and --plain is not given."""
    from gridduels.terminal.arcade import why_not_full_screen

    if options.plain or not (options.tui or "human" in players):
        return False
    reason = why_not_full_screen()
    if options.tui and reason:
        raise SetupError(f"full screen does not work here: {reason}")
    return not reason


def _open_arcade(
    game: "Game",
    players: tuple[str, str],
    options: argparse.Namespace,
    record: "LiveRecord | None",
    records: "Sequence[Record]" = (),
) -> int:
    from gridduels.match import BOOK, FAIR, Match, fair_starts, first_mover
    from gridduels.terminal.arcade.app import open_arcade
    from gridduels.terminal.library import Autosave
    from gridduels.terminal.line import alternates
    from gridduels.terminal.live_match import Computers, LiveMatch
    from gridduels.terminal.settings import by_turns

    if records:
        match = Match.resume(records, players, options.rounds)
    else:
        contest = players.count("human") == 1 and not options.first and fair_starts(game)
        first, start = options.first or "1", options.start or (FAIR if contest else BOOK)
        turns = alternates(players, options.first, start, options.seed)
        number, pie = by_turns(game.id) if turns else first_mover(first, options.seed), first == "swap"
        match = Match.begin(game, players, number, options.rounds, start=start, swap=pie, seed=options.seed)
    computers = Computers(players, options.seed, options.think or 1.0, _named(options))
    chosen = records or options.first or match.start == FAIR or "human" not in players
    asks = game.definition.players_choose_first and not chosen
    return open_arcade(LiveMatch(match, computers, record or Autosave()), options.plies, asks)


def _resume(options: argparse.Namespace) -> int:
    from gridduels.record import LiveRecord

    refuse(options, "with --resume: the game continues in its own file as it was", "record", "size", "first", "start")
    live, records = LiveRecord.resume(Path(options.resume))
    last = records[-1]
    if options.rule or options.game not in (None, last.duel.game.id):
        raise SetupError(f"{options.resume} holds a game of {last.duel.game.title}: resume it without GAME and --rule")
    players = options.p1 or last.players[0], options.p2 or last.players[1]
    _check_think(options, players)
    if _on_full_screen(options, players):
        return _open_arcade(last.duel.game, players, options, live, records)
    return _in_lines(options, last.duel.game, players, live, records)


def _play_online(options: argparse.Namespace) -> int:
    """Play an existing or a new duel on a server."""
    from gridduels.protocol.requests import NewDuel
    from gridduels.terminal.console import Console
    from gridduels.terminal.online.play import OnlineDuel, visit_lobby
    from gridduels.terminal.online.start import begin_duel, open_duel, read_link, read_server

    if options.duel is not None:
        refuse(options, "with --duel, which has its own", "size", "rule", "first", "p1", "p2")
    refuse(options, "on a server", "resume", "record", "rounds", "seed", "think", "start", "tui")
    if options.duel is not None:
        if options.game is not None:
            raise SetupError("GAME cannot be used with --duel, which has its own")
        link, console = read_link(options.duel, options.server), Console()
        return OnlineDuel(console, *open_duel(link, console.say), plies=options.plies).run()
    if options.game is None:
        refuse(options, "in a server's lobby, without GAME", "size", "rule", "first", "p1", "p2")
        return visit_lobby(Console(), read_server(options.server), plies=options.plies)
    game = chosen_game(options)
    one, two = ("human" if who in (None, "friend") else who for who in (options.p1, options.p2))
    wanted = NewDuel(game.id, size=game.size, rule=dict(game.rulings), first=options.first, p1=one, p2=two)
    console = Console()
    seated = begin_duel(options.server, wanted, console.say)
    console.say()
    return OnlineDuel(console, *seated, plies=options.plies).run()
