"""Update the results page, docs/benchmarks.md, by inserting each benchmark's output below the line that names it."""

import re
from pathlib import Path
from typing import Final

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "benchmarks.md"


def is_shown(page: str, name: str) -> bool:
    """Return whether a page contains a code block for a benchmark's output.

    >>> is_shown("`python benchmarks web`:\\n\\n```text\\nold\\n```\\n", "web")
    True
    >>> is_shown("`python benchmarks web`:\\n\\n# Another section\\n\\n```text\\nold\\n```\\n", "web")
    False
    """
    return _block_of(name).search(page) is not None


def with_output(page: str, name: str, output: str) -> str:
    """Return a page with the code block below `python benchmarks NAME` replaced."""
    return _block_of(name).sub(lambda found: f"{found[1]}{output}\n", page, count=1)


def _block_of(name: str) -> re.Pattern[str]:
    """Match the first code block after a benchmark's name, unless a heading or another language comes first."""
    return re.compile(
        rf"(`python benchmarks {re.escape(name)}`(?:(?!^#|^```).)*^```text\n)(?:(?!^```).)*(?=^```$)",
        re.DOTALL | re.MULTILINE,
    )
