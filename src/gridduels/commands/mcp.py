"""`gridduels mcp`: offer the games to an assistant that speaks MCP."""

import argparse
from pathlib import Path

from gridduels.commands.options import Commands, add_command
from gridduels.commands.serve import port
from gridduels.extras import require


def add(commands: Commands) -> None:
    about = "Let an assistant play through MCP on stdin and stdout; people join by link (docs/mcp.md)."
    examples = "", "--no-values --db duels.sqlite"
    mcp = add_command(commands, "mcp", run, "let an assistant play through MCP", about, examples)
    mcp.add_argument("--no-values", action="store_true", help="hide the values of moves, for fair tests")
    mcp.add_argument("--port", metavar="N", type=port, default=0, help="port where people join (default: any free one)")
    mcp.add_argument(
        "--db", metavar="FILE", type=Path, help="keep the duels in FILE (default: only while this command runs)"
    )


def run(options: argparse.Namespace) -> int:
    require("gridduels mcp", "mcp", "web")
    import tempfile

    from gridduels.mcp.transports import speak
    from gridduels.web.settings import Settings

    with tempfile.TemporaryDirectory() as folder:
        db = options.db or Path(folder) / "duels.sqlite"
        return speak(Settings(db, port=options.port, rate=0.0), values=not options.no_values)
