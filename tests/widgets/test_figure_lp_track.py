"""The track of life points with the marks of Pain."""

from __future__ import annotations

from typing import Any

import pytest

from companion import find
from tests.widgets.test_html import Reader
from widgets.figures import draw


def track(**inputs: Any) -> Reader:
    """The track of the calculator for low life points."""
    figures = find("dark-eye/pain").odds(inputs)["figures"]
    return Reader(draw("lp-track", figures["lp-track"], chapter="dark-eye"))


def styles(found: Reader, name: str) -> list[str | None]:
    """The places and widths of the parts with a class."""
    pairs = zip(found.attributes, found.attributes[1:], strict=False)
    return [style for (key, value), (_, style) in pairs if key == "class" and value == name]


def test_whole_and_unhurt() -> None:
    """Full to the end, four marks, none of them reached."""
    found = track(max_lp=31, lp=31)
    assert styles(found, "rb-d-left") == ["width:100%"]
    assert len(styles(found, "rb-d-mark")) == 4
    assert styles(found, "rb-d-lost") == []
    assert "31 of 31 LP · no Pain" in found.text
    assert found.text.count("not yet") == 5


def test_it_moves_with_damage() -> None:
    """What is left, what was lost just now, and the marks that were passed."""
    found = track(max_lp=40, lp=30, damage=10)
    assert styles(found, "rb-d-left") == ["width:50%"]
    assert styles(found, "rb-d-lost") == ["left:50%;width:25%"]
    assert "20 of 40 LP, 10 lost just now · Pain II" in found.text
    assert found.text.count("reached") == 2


def test_below_zero() -> None:
    """Nothing is left on the track, and all marks are reached, the last one too."""
    found = track(max_lp=16, lp=3, damage=5)
    assert styles(found, "rb-d-left") == ["width:0%"]
    assert "−2 of 16 LP, 5 lost just now · dying" in found.text
    assert found.text.count("reached") == 5


@pytest.mark.parametrize(("most", "names"), [(20, "III, IV"), (10, "II, III")])
def test_marks_in_one_place_share_a_name(most: int, names: str) -> None:
    """Where somebody small skips a level, both numerals stand at its place."""
    assert names in track(max_lp=most, lp=most).text
