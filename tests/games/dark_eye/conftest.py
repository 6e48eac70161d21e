"""What the tests of this game share."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace

import pytest

from companion import find


def _chances(resolver, **inputs):
    answer = find(f"dark-eye/{resolver}").odds(inputs)
    assert answer["refused"] is None, answer["sentence"]
    return SimpleNamespace(**{name: Fraction(entry["fraction"]) for name, entry in answer["summary"].items()})


def _table(resolver, name, **inputs):
    answer = find(f"dark-eye/{resolver}").odds(inputs)
    (found,) = [table for table in answer["outcomes"] if table["name"] == name]
    return {row["value"]: Fraction(row["fraction"]) for row in found["rows"]}


def _refused(resolver, **inputs):
    answer = find(f"dark-eye/{resolver}").odds(inputs)
    assert answer["refused"] is not None, answer["sentence"]
    assert answer["sentence"].startswith("Not possible: ")
    return answer["refused"]


def _outcome(resolver, dice=None, **inputs):
    answer = find(f"dark-eye/{resolver}").roll(inputs, seed=1, dice=dice)
    assert answer["refused"] is None, answer["sentence"]
    return answer


@pytest.fixture(scope="session")
def chances():
    """Every number of the summary, by name."""
    return _chances


@pytest.fixture(scope="session")
def table():
    """One table of odds by its name."""
    return _table


@pytest.fixture(scope="session")
def refused():
    """Why the rules do not allow something, and by which rule."""
    return _refused


@pytest.fixture(scope="session")
def throw():
    """One throw, from dice if they are given."""
    return _outcome
