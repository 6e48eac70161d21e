"""Known-true numbers, each exact."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

CASES = tomllib.loads((Path(__file__).parent / "golden.toml").read_text(encoding="utf-8"))["case"]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_known_number(case: dict[str, Any], chance: Callable[..., Fraction]) -> None:
    """Each named chance is exactly the percentage that is known (means are given a hundredfold)."""
    for name, percent in case["expect"].items():
        assert chance(case["resolver"], name, **case["inputs"]) * 100 == Fraction(percent), name


def test_there_are_enough_of_them() -> None:
    """The cases have ids of their own."""
    assert len({case["id"] for case in CASES}) == len(CASES) > 50
