"""The benchmarks write the page of benchmark results."""

import runpy
from collections.abc import Callable
from typing import Any

import pytest

from tests.documents import ROOT

PAGE = """\
# Results

`python benchmarks web` plays full games,
with clients:

```text
old
table
```

After.

`python benchmarks values`, elsewhere:

```text
other
```

`python benchmarks mcts` has a table:

## Other

```text
not its own
```
"""


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    return runpy.run_path(str(ROOT / "benchmarks" / "__main__.py"))


def test_the_output_replaces_only_the_block_below_the_name_of_its_benchmark(module: dict[str, Any]) -> None:
    with_output: Callable[..., str] = module["with_output"]
    assert with_output(PAGE, "web", "new \\1\n\n2") == PAGE.replace("old\ntable", "new \\1\n\n2")
    assert with_output(PAGE, "values", "new") == PAGE.replace("other\n", "new\n")
    assert with_output(PAGE, "mcts", "new") == PAGE


def test_every_benchmark_on_the_page_has_a_block_for_its_output(module: dict[str, Any]) -> None:
    page = module["PAGE"].read_text(encoding="utf-8")
    named = [name for name in module["BENCHMARKS"] if f"`python benchmarks {name}`" in page]
    assert len(named) > 12
    assert [name for name in named if not module["is_shown"](page, name)] == []


def test_a_benchmark_without_a_block_is_refused_before_it_runs(
    module: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["benchmarks", "--write", "solving-gpu"])
    with pytest.raises(SystemExit):
        module["main"]()
    assert "docs/benchmarks.md has no code block for solving-gpu" in capsys.readouterr().err


def test_a_benchmark_writes_its_tables_into_the_page(
    module: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE, encoding="utf-8")
    names = module["main"].__globals__
    column = names["import_module"]("tables").Column("game")
    table = module["Table"]("Title", (column,), (("pathway",),))
    monkeypatch.setitem(names, "PAGE", page)
    monkeypatch.setitem(names, "import_module", lambda name: type("Benchmark", (), {"run": lambda: [table]}))
    monkeypatch.setattr("sys.argv", ["benchmarks", "--write", "web"])
    module["main"]()
    assert page.read_text(encoding="utf-8") == PAGE.replace("old\ntable\n", f"{table}\n")
