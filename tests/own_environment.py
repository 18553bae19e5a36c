"""Environments of their own for packages that cannot live beside what the other tests need."""

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

from gridduels.files import process_lock

__all__ = ["python_with"]


def python_with(requirement: str, folder: Path) -> Path:
    """A Python that has a package, with what it needs, before all that this one has. It is made once, in a folder."""
    ours, wanted = sysconfig.get_path("purelib"), f"{sys.version}\n{requirement}\n{sysconfig.get_path('purelib')}\n"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    with process_lock(folder.with_suffix(".lock")):
        ready = folder / "ready.txt"
        if not ready.exists() or ready.read_text(encoding="utf-8") != wanted:
            venv.create(folder, clear=True, symlinks=os.name != "nt")
            own = sysconfig.get_path("purelib", "venv", {"base": str(folder)})
            Path(own, "ours.pth").write_text(f"import site; site.addsitedir({ours!r})\n", encoding="utf-8")
            install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", requirement]
            subprocess.run(install, check=True, timeout=500)
            ready.write_text(wanted, encoding="utf-8")
    return python
