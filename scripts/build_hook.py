"""Add the man page to a wheel. It is made from the command line itself, so the two cannot differ."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ManPage(BuildHookInterface[Any]):
    """A build hook that makes the man page from the sources being built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        page = Path(self.directory) / "gridduels.1"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(_man_page(Path(self.root) / "src"), encoding="utf-8")
        build_data["shared_data"][str(page)] = "share/man/man1/gridduels.1"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        (Path(self.directory) / "gridduels.1").unlink(missing_ok=True)


def _man_page(sources: Path) -> str:
    from argparse_manpage.manpage import Manpage

    sys.path.insert(0, str(sources))
    from gridduels import __version__
    from gridduels.cli import command_line

    parser = command_line()
    for command in parser.commands.values():
        command.description = f"{command.description}\n\n{command.epilog}"  # a man page leaves epilogs out
    page = Manpage(parser)
    page.description = "small two-player grid games, solved exactly"
    page.manual, page.source = "Grid Duels", f"gridduels {__version__}"
    return str(page)
