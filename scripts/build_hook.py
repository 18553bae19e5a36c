"""Prepare a wheel: the description and links for a package index, and the man page.

The man page is generated from the command line itself, so the two can't differ. The repository's address is set in one
place, under `[tool.gridduels]` in pyproject.toml.
"""

import re
import sys
import tomllib
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

_RELATIVE: Final = re.compile(r"""(\]\(|src=")(?!https?:|#)([^)"\s]+)""")
"""Matches a link or picture inside the repository."""


class Description(MetadataHookInterface):
    """A metadata hook that turns the README's relative links into repository addresses."""

    def update(self, metadata: dict[str, Any]) -> None:
        root = Path(self.root)
        settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
        repository = settings["tool"]["gridduels"]["repository"]
        readme = (root / "README.md").read_text(encoding="utf-8")
        if repository:
            readme = absolute_links(readme, repository)
            metadata["urls"] = {
                "Documentation": f"{repository}/blob/main/docs/README.md",
                "Changelog": f"{repository}/blob/main/CHANGELOG.md",
                "Issues": f"{repository}/issues",
                "Source": repository,
            }
        metadata["readme"] = {"content-type": "text/markdown", "text": readme}


def absolute_links(readme: str, repository: str) -> str:
    """Return the README with links that also work outside the repository."""

    def absolute(found: re.Match[str]) -> str:
        kind = "blob" if found[1] == "](" else "raw"
        return f"{found[1]}{repository}/{kind}/main/{found[2]}"

    return _RELATIVE.sub(absolute, readme)


class ManPage(BuildHookInterface[Any]):
    """A build hook that generates the man page from the sources being built."""

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
        command.description = f"{command.description}\n\n{command.epilog}"  # man pages omit epilogs
    page = Manpage(parser)
    page.description = "small two-player grid games, solved exactly"
    page.manual, page.source = "Grid Duels", f"gridduels {__version__}"
    return str(page)
