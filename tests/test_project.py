"""Project files around the code: workflows, issue forms, the citation and the bounds of requirements."""

import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from contextlib import nullcontext
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import gridduels
from tests.documents import ROOT
from tests.skips import require
from tests.test_imports import MAY_IMPORT
from tools.citation import citation_of

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
FORMS = sorted(path.name for path in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config")
README = (ROOT / "README.md").read_text(encoding="utf-8")
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]


def read(path: str) -> Any:
    """Return the contents of one of the project's YAML files."""
    require(find_spec("ruamel.yaml"), "ruamel.yaml is not installed")
    from ruamel.yaml import YAML

    return YAML(typ="safe").load(ROOT / path)


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("schema", "paths"),
    [
        ("github-workflows", [".github/workflows/tests.yml", ".github/workflows/release.yml"]),
        ("github-issue-forms", [f".github/ISSUE_TEMPLATE/{name}" for name in FORMS]),
        ("github-issue-config", [".github/ISSUE_TEMPLATE/config.yml"]),
        ("dependabot", [".github/dependabot.yml"]),
        ("citation-file-format", ["CITATION.cff"]),
        ("compose-spec", ["compose.yaml"]),
    ],
)
def test_every_file_for_others_machines_follows_its_schema(schema: str, paths: list[str]) -> None:
    require(find_spec("check_jsonschema"), "check-jsonschema is not installed")
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", *paths]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_workflow_is_checked_by_its_schema() -> None:
    assert {path.name for path in (ROOT / ".github" / "workflows").iterdir()} == {"tests.yml", "release.yml"}
    assert FORMS == ["bug.yml", "feature.yml", "new-game.yml"]


def test_the_tests_run_on_every_system_and_python_that_the_package_names() -> None:
    jobs = read(".github/workflows/tests.yml")["jobs"]
    assert set(jobs) == {"static", "test", "heavy"}
    assert jobs["test"]["strategy"]["matrix"] == {"system": ["ubuntu", "macos", "windows"], "python": PYTHONS}
    prefix = "Programming Language :: Python :: 3."
    assert [f"3.{each.removeprefix(prefix)}" for each in PROJECT["classifiers"] if each.startswith(prefix)] == PYTHONS
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"


def test_a_release_is_checked_and_attested_before_it_is_published_without_a_password() -> None:
    release = read(".github/workflows/release.yml")
    build, publish = release["jobs"]["build"], release["jobs"]["publish"]
    used = [step.get("uses", "").partition("@")[0] for step in build["steps"]]
    assert used.index("actions/attest-build-provenance") < used.index("actions/upload-artifact")
    assert publish["needs"] == "build"
    assert publish["permissions"] == {"id-token": "write"}
    assert "secrets." not in (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["tests.yml", "release.yml"])
def test_every_action_is_pinned_to_the_commit_of_a_named_release(name: str) -> None:
    used = re.findall(r"uses: (.+)", (ROOT / ".github" / "workflows" / name).read_text(encoding="utf-8"))
    assert used
    pinned = re.compile(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
    assert [action for action in used if not pinned.fullmatch(action)] == []


def test_an_action_has_the_same_commit_wherever_it_is_used() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / ".github" / "workflows").iterdir()]
    used = {action for text in texts for action in re.findall(r"uses: (.+)", text)}
    assert len(used) == len({action.partition("@")[0] for action in used})


def test_dependabot_keeps_the_actions_fresh() -> None:
    ecosystems = [each["package-ecosystem"] for each in read(".github/dependabot.yml")["updates"]]
    assert "github-actions" in ecosystems


@pytest.mark.parametrize("name", ["tests.yml", "release.yml"])
def test_no_checkout_leaves_its_credentials_behind(name: str) -> None:
    jobs = read(f".github/workflows/{name}")["jobs"].values()
    steps = [step for job in jobs for step in job["steps"] if step.get("uses", "").startswith("actions/checkout@")]
    assert steps
    assert all(step["with"]["persist-credentials"] is False for step in steps)


def test_files_called_by_workflows_and_hooks_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    texts = [
        path.read_text(encoding="utf-8") for path in (*(ROOT / ".github" / "workflows").iterdir(), ROOT / ".ci/run")
    ]
    targets = {target for text in texts for line in re.findall(r"\bmake ([a-z -]+)", text) for target in line.split()}
    assert targets >= {"static", "test", "test-all"}
    assert [target for target in targets if not re.search(rf"^{target}:", makefile, re.MULTILINE)] == []
    extras = {extra for text in texts for line in re.findall(r'"\.\[(.+?)\]"', text) for extra in line.split(",")}
    assert extras == {"dev", "heavy"}
    assert extras <= set(PROJECT["optional-dependencies"])


def test_the_ordinary_set_up_needs_nothing_of_the_heavy_one() -> None:
    extras = PROJECT["optional-dependencies"]
    ours = [each for each in extras["dev"] if each.startswith("gridduels")]
    assert ours == ["gridduels[agents,llm,mcp,postgres,report]"]
    names = {
        re.split(r"[\[<>=; ]", each)[0]
        for extra in ("dev", "agents", "llm", "mcp", "postgres", "report", "web")
        for each in extras[extra]
    }
    assert not names & {"jax", "numba-cuda", "ray", "sb3-contrib", "torch"}


def test_the_citation_names_the_version_and_the_licence() -> None:
    citation = read("CITATION.cff")
    assert citation["version"] == gridduels.__version__
    assert citation["license"] == PROJECT["license"]


ADDRESS = "https://example.org/duels"


@pytest.mark.parametrize(
    ("address", "citation", "sentence"),
    [
        (ADDRESS, f"title: Duels\nrepository-code: {ADDRESS}\n", ""),
        ("", f"title: Duels\nrepository-code: {ADDRESS}\n", "set repository in"),
        (ADDRESS, "title: Duels\n", "repository-code"),
    ],
)
def test_a_release_needs_the_address_of_the_repository(
    address: str, citation: str, sentence: str, tmp_path: Path
) -> None:
    (tmp_path / "pyproject.toml").write_text(f'[tool.gridduels]\nrepository = "{address}"\n', encoding="utf-8")
    (tmp_path / "CITATION.cff").write_text(citation, encoding="utf-8")
    check_address = runpy.run_path(str(ROOT / "scripts" / "release_check.py"))["check_address"]
    with pytest.raises(SystemExit, match=f"not ready: .*{sentence}") if sentence else nullcontext():
        check_address(tmp_path)


@pytest.mark.parametrize("address", [ADDRESS, ""])
def test_the_citation_is_written_with_the_address_that_a_release_checks(address: str, tmp_path: Path) -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    written = citation_of(citation_of(citation, "0.0.1", "https://example.org/old"), "1.2", address)
    assert [line for line in written.splitlines() if line.startswith("version")] == ["version: 1.2"]
    assert re.findall("^repository-code: (.*)$", written, re.MULTILINE) == ([address] if address else [])
    assert citation_of(written, gridduels.__version__, "") == citation


def test_a_release_checks_the_address_before_it_is_built() -> None:
    steps = [step.get("run", "") for step in read(".github/workflows/release.yml")["jobs"]["build"]["steps"]]
    assert steps.index("python scripts/release_check.py --address") < steps.index("python -m build")


@pytest.mark.parametrize("address", [ADDRESS, ""])
def test_the_metadata_and_the_links_of_the_readme_use_the_address_of_the_repository(
    address: str, tmp_path: Path
) -> None:
    pytest.importorskip("hatchling")
    from hatchling.metadata.core import ProjectMetadata
    from hatchling.plugin.manager import PluginManager

    for name in ("README.md", "LICENSE", "scripts/build_hook.py", "src/gridduels/__init__.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    set_to = re.sub(r'^repository = ".*?"', f'repository = "{address}"', settings, flags=re.MULTILINE)
    (tmp_path / "pyproject.toml").write_text(set_to, encoding="utf-8")
    core = ProjectMetadata(str(tmp_path), PluginManager()).core
    links = re.findall(r"""(?:\]\(|src=")([^)"\s]+)""", core.readme)
    assert len(links) > 20
    if address:
        assert [link for link in links if not link.startswith(("https://", "#"))] == []
        assert f"{ADDRESS}/blob/main/docs/solving.md" in links
        assert all(url.startswith(ADDRESS) for url in core.urls.values())
        assert core.urls["Source"] == ADDRESS
    else:
        assert core.readme == README
        assert not core.urls


@pytest.mark.parametrize(
    ("extra", "library", "private"),
    [
        ("engine", "numba", r"from numba\.(?!extending|cuda)[\w.]+ import"),
        ("web", "uvicorn", r"from uvicorn\.[\w.]+ import|class \w+\(uvicorn\.Server\)"),
        ("postgres", "asyncpg", r"asyncpg\.\w+Error"),
    ],
)
def test_a_library_whose_inner_parts_are_used_has_an_upper_bound(extra: str, library: str, private: str) -> None:
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py")]
    assert any(re.search(private, source) for source in sources)
    (required,) = [each for each in PROJECT["optional-dependencies"][extra] if re.match(rf"{library}\b", each)]
    assert "<" in required


WAY = re.compile(r"^\| `([\w/.]+\.(?:py|js))` \| `([\w.]+)` \|", re.MULTILINE)
DEFINED = r"^ *(?:async |export )*(?:(?:def|class|function) )?{}[ (:\[{{]"


def test_every_function_on_the_path_of_a_move_is_where_the_document_says() -> None:
    named = WAY.findall((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))
    assert len(named) > 15
    for file, name in named:
        text = (ROOT / "src" / "gridduels" / file).read_text(encoding="utf-8")
        for part in name.split("."):
            assert re.search(DEFINED.format(part), text, re.MULTILINE), f"{file} has no {name}"


def test_every_package_has_its_line_in_the_architecture_document() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").partition("## A move in")[0]
    described = set(re.findall(r"^\| `([\w/]+)` \|", text, re.MULTILINE))
    source = ROOT / "src" / "gridduels"
    packages = {path.parent.relative_to(source).as_posix() for path in source.glob("*/**/__init__.py")}
    assert {each for each in packages if not each.startswith("games/")} | {"cli"} == described


def test_the_architecture_document_lists_the_imports_that_are_allowed() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").partition("## A move in")[0]
    rows = re.findall(r"^\| `?(\w+)`? \| [^|]+ \| ([\w, ]+) \|$", text, re.MULTILINE)
    allowed = {package: set(imports.split(", ")) - {"nothing"} for package, imports in rows if package != "package"}
    assert allowed == {package: imports for package, imports in MAY_IMPORT.items() if package != "__main__"}
