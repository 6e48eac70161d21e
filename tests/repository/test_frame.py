"""The frame agrees with itself: versions, pins, commands, licence and the papers that name them."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

import companion

PAPERS = ("README.md", "CONTRIBUTING.md")
PIN = re.compile(r"(?P<name>[A-Za-z0-9._-]+)==(?P<version>\S+)")


@pytest.fixture(scope="module")
def pins(root: Path) -> dict[str, Version]:
    """The exact versions of constraints.txt."""
    lines = (root / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {}
    for line in lines:
        if not line.startswith("#"):
            match = PIN.fullmatch(line)
            assert match, f"not an exact version: {line}"
            pinned[canonicalize_name(match["name"])] = Version(match["version"])
    return pinned


@pytest.fixture(scope="module")
def targets(root: Path) -> set[str]:
    """The commands that the Makefile describes."""
    return set(re.findall(r"^([a-z-]+):.*## ", (root / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def test_every_requirement_has_an_exact_version_within_its_range(
    project: dict[str, Any], pins: dict[str, Version]
) -> None:
    """All that pyproject.toml asks for, extras and build backend included, is pinned as it asks."""
    wanted = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    for extra in project["project"]["optional-dependencies"].values():
        wanted += extra
    for text in wanted:
        requirement = Requirement(text)
        pinned = pins.get(canonicalize_name(requirement.name))
        assert pinned is not None, f"{text} is not in constraints.txt"
        assert pinned in requirement.specifier, f"{text}, but constraints.txt has {pinned}"


def test_one_version_everywhere(root: Path, project: dict[str, Any]) -> None:
    """pyproject.toml, the package and the newest entry of the changelog name the same version."""
    newest = re.search(r"^## \[(\d[^\]]*)\]", (root / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest
    assert project["project"]["version"] == companion.__version__ == newest[1]


def test_the_papers_name_only_commands_that_exist(root: Path, targets: set[str]) -> None:
    """Every `make …` in README and CONTRIBUTING is a described target of the Makefile."""
    for paper in PAPERS:
        text = (root / paper).read_text(encoding="utf-8")
        named = set(re.findall(r"(?:`|^\$? ?)make ((?:[a-z]+(?: (?=[a-z]))?)+)", text, re.MULTILINE))
        commands = {command for several in named for command in several.split()}
        assert commands, paper
        assert commands <= targets


def test_the_readme_names_the_two_commands_that_matter(root: Path, targets: set[str]) -> None:
    """One command to read the book, one to test it."""
    text = (root / "README.md").read_text(encoding="utf-8")
    assert {"serve", "test", "bench"} <= targets
    assert "make serve" in text
    assert "make test" in text


@pytest.mark.parametrize("paper", [*PAPERS, "CHANGELOG.md"])
def test_what_the_papers_link_to_is_there(root: Path, paper: str) -> None:
    """Every link and picture that does not lead to the web is a file of the house."""
    text = (root / paper).read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)[^)]*\)", text) if "://" not in link]
    assert [link for link in links if not (root / link).exists()] == []


def test_the_notice_names_every_game(root: Path) -> None:
    """Each game that the catalogue finds is named in NOTICE, with what is known of its owner."""
    notice = (root / "NOTICE").read_text(encoding="utf-8")
    titles = [game.title for game in companion.all_games()]
    assert titles
    assert [title for title in titles if title not in notice] == []


def test_continuous_integration_runs_the_tests(root: Path) -> None:
    """`.ci/run` can be executed, is sound shell, stops at the first failure, and ends in `make test`."""
    script = root / ".ci" / "run"
    text = script.read_text(encoding="utf-8")
    assert os.access(script, os.X_OK)
    assert "set -euo pipefail" in text
    assert text.splitlines()[-1].startswith("make test")
    assert subprocess.run(["bash", "-n", str(script)], check=False).returncode == 0
