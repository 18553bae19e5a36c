"""Run the examples whose output is shown in the docs, and update it there: `python -m tools.transcript`.

A transcript is a `text` block that begins with `$ python examples/...`. Running all of them takes minutes.
"""

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from gridduels.files import write_atomically

ROOT: Final = Path(__file__).parents[1]
TRANSCRIPT: Final = re.compile(r"(?<=```text\n)\$ python (examples/\S+\.py[^\n]*)\n(.*?)(?=```)", re.DOTALL)


def transcript_of(command: str) -> str:
    """Run an example and return the part of its output that the docs show."""
    print(f"running {command}", file=sys.stderr, flush=True)
    arguments = [sys.executable, *command.split()]
    done = subprocess.run(arguments, cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8", check=True)
    return f"$ python {command}\n{done.stdout}"


def main() -> None:
    for document in sorted((ROOT / "docs").glob("*.md")):
        text = document.read_text(encoding="utf-8")
        if TRANSCRIPT.search(text):
            write_atomically(document, [TRANSCRIPT.sub(lambda found: transcript_of(found[1]), text).encode()])


if __name__ == "__main__":
    main()
