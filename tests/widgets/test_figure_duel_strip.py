"""The defence duel: twenty faces of the attack, twenty of each defence that may answer it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion import find
from tests.widgets.test_html import Reader
from widgets.figures import draw


def strip(dice: list[int] | None = None, **inputs: Any) -> Reader:
    """The strip of an attack, before its dice or after them."""
    resolver = find("dark-eye/attack")
    answer = resolver.roll(inputs, dice=dice) if dice else resolver.odds(inputs)
    return Reader(draw("duel-strip", answer["figures"]["duel-strip"], chapter="dark-eye"))


def kinds(found: Reader) -> Counter[str]:
    """How many faces of each kind are drawn."""
    names = [str(value).split() for key, value in found.attributes if key == "class"]
    return Counter(name.removeprefix("rb-d-") for each in names if "rb-d-face" in each for name in each)


def test_attack_defence_and_the_halved_defence() -> None:
    """12 against 8 against 4: as many good faces as the values say, a 1 and a 20 in each of the three rows."""
    found = strip(at=12, pa=8)
    assert kinds(found) == {"face": 60, "one": 3, "success": 11 + 7 + 3, "failure": 7 + 11 + 15, "twenty": 3}
    assert "against any other hit" in found.text
    assert "against a 1" in found.text
    assert [f"{value} or less" in found.text for value in (12, 8, 4)] == [True, True, True]


def test_the_faces_are_told_in_words() -> None:
    """A reader who sees no strip gets every stretch of faces, and how often a 1 or 20 becomes more."""
    text = " ".join(strip(at=12, pa=8).text.split())
    assert "★ 1 succeeds, 60 % confirmed; ✓ 2–12 succeeds; 13–19 fails; ✗ 20 fails, 40 % a botch." in text
    assert "✓ 2–8 succeeds" in text
    assert "Thrown" not in text


def test_a_value_beyond_the_die_leaves_the_1_and_the_20() -> None:
    """At 0 only the 1 succeeds, and never confirmed; at 25 only the 20 fails, and never a botch."""
    low, high = strip(at=0), strip(at=25)
    assert "★ 1 succeeds, 0 % confirmed; 2–19 fails" in low.text
    assert "✓ 2–19 succeeds; ✗ 20 fails, 0 % a botch." in high.text


def test_what_was_thrown_is_marked() -> None:
    """A 1 in attack: the defence die lies in the halved row, and the other row has none."""
    found = strip([1, 7, 6, 1, 4, 1], at=12, pa=8)
    assert kinds(found)["here"] == 2
    assert "Thrown: 1, a success." in found.text
    after = found.text.index("against a 1")
    assert found.text.index("Thrown: 6, a failure.") > after


@pytest.mark.parametrize(
    ("inputs", "why"),
    [
        ({"defence": "none"}, "No defence is made."),
        ({"pa": 4, "from_behind": True}, "A defence of 0 cannot be rolled."),
    ],
)
def test_no_defence_is_told_once(inputs: dict[str, Any], why: str) -> None:
    """With its reason, in place of two empty strips."""
    found = strip(**inputs)
    assert found.text.count(why) == 1
    assert kinds(found)["face"] == 20
