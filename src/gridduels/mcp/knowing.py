"""Tools that know the truth: exact values, hints with reasons, puzzles, records. `--no-values` leaves them out."""

import secrets
from typing import Annotated, Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from pydantic import Field

from gridduels.analysis.annotate import note_on
from gridduels.analysis.report import list_moves
from gridduels.duel import Duel
from gridduels.engine.values import Evaluation
from gridduels.errors import GridDuelsError
from gridduels.mcp.desk import Desk, Handle, chosen_game
from gridduels.mcp.playing import DuelHandle, GameId, MoveWord, Rules, Size
from gridduels.mcp.telling import answered
from gridduels.record import loads

__all__ = ["add_knowing"]

_LONGEST_RECORD = 10_000


async def _evaluation(desk: Desk, context: Context[Any, Any], duel: Duel) -> Evaluation:
    if duel.outcome:
        raise GridDuelsError("The game is over.")
    worth = await desk.work(context, lambda: desk.site.computing.worth(duel))
    if worth.value is None:
        raise GridDuelsError(worth.note or "This is not known here.")
    return Evaluation(worth.value, worth.moves, duel.barred_moves)


def add_knowing(server: MCPServer[Any], desk: Desk) -> None:
    """Adds the tools."""

    @server.tool(structured_output=False)
    @answered(desk)
    async def values(context: Context, duel: DuelHandle) -> str:
        """Tells what the position and every move are worth with best play, exactly."""
        seen = await desk.study(context, Handle.read(duel))
        found = await _evaluation(desk, context, seen.duel)
        player = seen.duel.game.words.player(seen.duel.turn)
        return "\n".join([f"{player} to move: {found.value}", *list_moves(found)])

    @server.tool(structured_output=False)
    @answered(desk)
    async def hint(context: Context, duel: DuelHandle) -> str:
        """Gives a best move, and why it is one."""
        seen = await desk.study(context, Handle.read(duel))
        found = await _evaluation(desk, context, seen.duel)
        note = note_on(seen.duel, found.best_moves[0], found)
        others = f"; as good: {', '.join(found.best_moves[1:])}" if found.best_moves[1:] else ""
        return f"{note.move}: it {note.reason}{others}"

    @server.tool(structured_output=False)
    @answered(desk)
    async def explain_move(context: Context, duel: DuelHandle, move: MoveWord) -> str:
        """Explains what a move would do: why it is refused, or what it keeps or gives up."""
        seen = await desk.study(context, Handle.read(duel))
        seen.duel.play(move)
        found = await _evaluation(desk, context, seen.duel)
        note = note_on(seen.duel, move, found)
        better = "" if note.move in note.best_moves else f"; better: {', '.join(note.best_moves)} ({note.best_value})"
        return f"{move} is {note.verdict}: {note.reason}{better}. {note.verdict.sentence}"

    @server.tool(structured_output=False)
    @answered(desk)
    async def puzzle(
        context: Context,
        game: GameId,
        plies: Annotated[int | None, Field(description="its length, an odd number from 3", ge=1, le=125)] = None,
        seed: Annotated[str | None, Field(description="the same seed gives the same puzzle", max_length=60)] = None,
        size: Size = None,
        rules: Rules = None,
    ) -> str:
        """Sets a puzzle: a position that one move alone wins. solve_puzzle takes the answer."""
        chosen, seed = chosen_game(game, size, rules), seed or secrets.token_hex(6)
        found = await desk.work(context, lambda: desk.site.computing.puzzle(chosen, seed, plies))
        if found is None:
            raise GridDuelsError(f"{chosen.title} has no such puzzle on this board: choose a larger one.")
        board = chosen.words.board(chosen, chosen.position(found.position))
        return f"{found.title}\n\n{board}\n\nposition: {found.position}\nseed: {seed}"

    @server.tool(structured_output=False)
    @answered(desk)
    async def solve_puzzle(
        context: Context,
        game: GameId,
        position: Annotated[str, Field(description="the position that puzzle gave", max_length=200)],
        move: MoveWord,
        size: Size = None,
        rules: Rules = None,
    ) -> str:
        """Judges the first move in a puzzle, and gives the opponent's longest defence."""
        duel = Duel(chosen_game(game, size, rules), start=position)
        duel.play(move)
        judged = await desk.work(context, lambda: desk.site.computing.judge(duel, move))
        if not judged.right:
            return f"{'Slower' if judged.verdict.keeps else 'Wrong'}: {move} is a {judged.value}."
        return f"Right: {judged.value}." + (
            f" The longest defence is {' '.join(judged.reply)}." if judged.reply else ""
        )

    @server.tool(structured_output=False)
    @answered(desk)
    async def analyse_record(
        context: Context,
        record: Annotated[str, Field(description="a game as text, docs/records.md", max_length=_LONGEST_RECORD)],
    ) -> str:
        """Tells what every move of a recorded game was worth."""
        records = loads(record)
        if len(records) != 1:
            raise GridDuelsError(f"There are {len(records)} games in this text: give one.")
        duel = records[0].duel
        found = await desk.work(context, lambda: desk.site.computing.analyse(duel))
        lines = [f"{note.ply}. {note.move}: {note.verdict}, {note.reason}" for note in found.notes]
        return "\n".join([*lines, *([found.note] if found.note else [])]) or "There are no moves in it."
