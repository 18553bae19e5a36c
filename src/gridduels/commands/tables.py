"""`gridduels tables`: list or remove the solution tables on this machine."""

import argparse
from pathlib import Path
from typing import Any

from gridduels.commands.options import Commands, add_command, add_json, print_json, print_text


def add(commands: Commands) -> None:
    about = "List the solution tables in the cache folder, or remove them. They can always be rebuilt."
    examples = "", "--remove all"
    tables = add_command(commands, "tables", run, "list or remove solution tables", about, examples)
    chosen = tables.add_mutually_exclusive_group()
    chosen.add_argument("--remove", metavar="NAME|all", help="remove a table, or all tables and compiled code")
    add_json(chosen)


def run(options: argparse.Namespace) -> int:
    from gridduels.engine.tables.format import table_files
    from gridduels.files import cache_folder

    if options.remove:
        return _remove(options.remove)
    rows, unfinished = [_row(path) for path in table_files()], [_unfinished_row(folder) for folder in _unfinished()]
    if options.json:
        return print_json({"folder": str(cache_folder()), "tables": rows, "unfinished": unfinished})
    print(f"Tables in {cache_folder() / 'tables'}:" if rows else f"No tables in {cache_folder() / 'tables'} yet.")
    for row in rows:
        rulings = " ".join(f"{name}={value}" for name, value in row["rules"].items())
        damaged = "  (damaged)" if row["damaged"] else ""
        print_text(f"  {row['bytes']:>12,} bytes  {row['name']}  {rulings}{damaged}".rstrip())
    for row in unfinished:
        print(f"  {row['bytes']:>12,} bytes  {row['name']}  (unfinished: `gridduels solve --disk` continues it)")
    return 0


def _unfinished() -> list[Path]:
    """Return the folders of games that are being solved on disk or whose solving was interrupted."""
    from gridduels.files import cache_folder

    return sorted(path for path in (cache_folder() / "solving").glob("*") if path.is_dir())


def _unfinished_row(folder: Path) -> dict[str, Any]:
    sizes = [getattr(path.stat(), "st_blocks", 0) * 512 for path in folder.iterdir()]
    return {"name": folder.name, "bytes": sum(sizes)}


def _row(path: Path) -> dict[str, Any]:
    from gridduels.engine.tables.format import DamagedTable, TableFile

    row = {"name": path.name, "bytes": 0, "damaged": False, "game": None, "size": None, "rules": {}}
    try:
        row["bytes"] = path.stat().st_size
        file = TableFile(path)
        row |= {"game": file.header["game"], "size": file.header["size"], "rules": file.header["rulings"]}
        file.check_all()
        return row
    except (DamagedTable, OSError):
        return row | {"damaged": True}


def _remove(name: str) -> int:
    import shutil

    from gridduels.engine.tables.format import leftovers, table_files
    from gridduels.errors import SetupError
    from gridduels.files import cache_folder
    from gridduels.text import count, did_you_mean

    chosen = [path for path in table_files() if name == "all" or name in (path.name, path.stem)]
    begun = [folder for folder in _unfinished() if name in ("all", folder.name)]
    if not chosen and not begun and name != "all":
        suggestion = did_you_mean(name, [path.name for path in table_files()])
        raise SetupError(f"there is no table {name!r}.{suggestion or ' `gridduels tables` lists them.'}")
    for folder in begun:
        shutil.rmtree(folder)
    for path in [*chosen, *(leftovers() if name == "all" else ())]:
        path.unlink(missing_ok=True)
    if name == "all":
        shutil.rmtree(cache_folder() / "compiled", ignore_errors=True)
    print(f"Removed {count(len({path.stem for path in chosen} | {folder.name for folder in begun}), 'table')}.")
    return 0
