"""What the tests of the house itself share: where it stands, and which files belong to it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("companion", "widgets", "chapters", "tests", ".ci")
LEFT_BEHIND = {"__pycache__", ".ipynb_checkpoints", "artefacts"}
OF_OTHERS = {"vendor"}


@pytest.fixture(scope="session")
def root() -> Path:
    """The top folder of the house."""
    return ROOT


@pytest.fixture(scope="session")
def project() -> dict[str, Any]:
    """What pyproject.toml says."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def house_files() -> list[Path]:
    """Every file of the rooms and of the top folder, without what programs leave behind and what others wrote."""
    files = [path for path in ROOT.iterdir() if path.is_file() and not path.name.startswith(".coverage")]
    for room in ROOMS:
        files += [path for path in (ROOT / room).rglob("*") if path.is_file()]
    return sorted(path for path in files if not (LEFT_BEHIND | OF_OTHERS) & set(path.relative_to(ROOT).parts))


@pytest.fixture(scope="session")
def house_texts(house_files: list[Path]) -> dict[str, str]:
    """The text files among them, by their path from the top."""
    texts = {}
    for path in house_files:
        data = path.read_bytes()
        if b"\0" not in data:
            texts[path.relative_to(ROOT).as_posix()] = data.decode("utf-8")
    return texts
