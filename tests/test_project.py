"""What others rely on around the code: workflows, issue forms, the citation and the bounds of what is required."""

import re
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from typing import Any

import pytest

import gridduels
from tests.documents import ROOT
from tests.skips import require

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
FORMS = sorted(path.name for path in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config")
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]


def read(path: str) -> Any:
    """A YAML file of the project."""
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
def test_every_action_is_pinned_to_a_major_version(name: str) -> None:
    used = re.findall(r"uses: (\S+)", (ROOT / ".github" / "workflows" / name).read_text(encoding="utf-8"))
    assert used
    assert [action for action in used if not re.fullmatch(r"[\w-]+/[\w-]+@(release/)?v\d+", action)] == []


def test_what_the_workflows_and_hooks_call_is_there() -> None:
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


def test_a_library_whose_private_parts_are_used_has_an_upper_bound() -> None:
    private = re.compile(r"from (numba\.(?!extending|cuda)[\w.]+) import")
    users = [path for path in (ROOT / "src").rglob("*.py") if private.search(path.read_text(encoding="utf-8"))]
    assert users
    (numba,) = [each for each in PROJECT["optional-dependencies"]["engine"] if each.startswith("numba")]
    assert "<" in numba


WAY = re.compile(r"^\| `([\w/.]+\.(?:py|js))` \| `([\w.]+)` \|", re.MULTILINE)
DEFINED = r"^ *(?:async |export )*(?:(?:def|class|function) )?{}[ (:\[{{]"


def test_every_function_on_the_way_of_a_move_is_where_the_document_says() -> None:
    named = WAY.findall((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))
    assert len(named) > 40
    for file, name in named:
        text = (ROOT / "src" / "gridduels" / file).read_text(encoding="utf-8")
        for part in name.split("."):
            assert re.search(DEFINED.format(part), text, re.MULTILINE), f"{file} has no {name}"


def test_every_room_has_its_line_in_the_picture_of_the_house() -> None:
    picture = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").partition("## A move from")[0]
    drawn = {name for quoted in re.findall(r"`([\w/]+)`", picture) for name in quoted.split("/")}
    source = ROOT / "src" / "gridduels"
    rooms = [path.parent.relative_to(source).parts for path in source.glob("*/**/__init__.py")]
    assert [room for room in rooms if room[0] != "games" and not {*room} <= drawn] == []
