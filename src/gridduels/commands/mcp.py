"""`gridduels mcp`: the games for an assistant that speaks MCP."""

import argparse
from pathlib import Path
from typing import Any

from gridduels.commands.options import add_command
from gridduels.commands.serve import port
from gridduels.extras import MissingExtra


def add(commands: Any) -> None:
    about = "Let an assistant play through MCP over standard input and output; people join by link (docs/mcp.md)."
    mcp = add_command(commands, "mcp", run, "let an assistant play through MCP", about)
    mcp.add_argument("--no-values", action="store_true", help="leave out what moves are worth, for honest tests")
    about = "port at which people join; 0: any (0)"
    mcp.add_argument("--port", metavar="N", type=port, default=0, help=about)
    mcp.add_argument("--db", metavar="FILE", type=Path, help="keep the duels in FILE (default: until the end only)")


def run(options: argparse.Namespace) -> int:
    import tempfile

    try:
        from gridduels.mcp.transports import speak
        from gridduels.web.settings import Settings
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing == "gridduels":
            raise
        raise MissingExtra(f"MCP needs {missing}", "mcp") from None
    with tempfile.TemporaryDirectory() as folder:
        db = options.db or Path(folder) / "duels.sqlite"
        return speak(Settings(db, port=options.port, rate=0.0), values=not options.no_values)
