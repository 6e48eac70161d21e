"""A falling mount, and the berserk."""

from __future__ import annotations

from fractions import Fraction

import pytest

from companion import find
from companion.games.heroes_of_the_fall.mounted_fall import fall_ways
from companion.games.heroes_of_the_fall.telling import injury_table
from tests.games.heroes_of_the_fall import oracle

FALL = find("heroes-of-the-fall/mounted-fall")
RAGE = find("heroes-of-the-fall/berserk")
HURT = ("minor", "serious", "mortal")


def share(level: int, *grades: str) -> Fraction:
    """The chance of some grades at a level, from the published table."""
    return Fraction(sum(oracle.grade(level, fall) in grades for fall in oracle.EVERY_FALL), 512)


@pytest.mark.parametrize("vigour", range(0, 13))
def test_the_feat_of_a_falling_mount(vigour: int) -> None:
    """6 − Vigour: clear, a fall when missed, trapped too when missed by two levels."""
    answer = FALL.odds({"vigour": vigour})
    level = 6 - vigour
    assert oracle.verdicts(answer) == {
        "clear": share(level, *HURT),
        "falls": share(level, "block or dodge"),
        "trapped": share(level, "parry or evade"),
    }
    assert oracle.chance(answer, "hurt") == (1 - share(level, *HURT)) * share(1, *HURT)


@pytest.mark.parametrize(("height", "level"), [("10", 1), ("20", -1)])
@pytest.mark.parametrize(("armour", "crush"), [([], 0), (["padding"], 1), (["plate"], 2), (["chain-mail"], 0)])
def test_a_fall_crushes(height: str, level: int, armour: list[str], crush: int) -> None:
    """Level +1 to 10 ft, −1 to 20 ft; armour counts as against crush."""
    answer = FALL.odds({"vigour": 6, "height": height, "armour": armour})
    assert oracle.chance(answer, "hurt") == Fraction(1, 2) * share(level + crush, *HURT)


def test_a_fall_thrown() -> None:
    """Red 2 at level 0 misses by two levels: trapped, and the ground breaks the chest."""
    answer = FALL.roll({"vigour": 6}, dice=[2, 1, 1, 8, 8, 8, 50])
    assert answer["verdict"]["value"] == "trapped"
    assert answer["outcome"]["ground"]["part"] == "Chest"
    assert answer["outcome"]["injuries"] == ["slow death", "crush"]
    clear = FALL.roll({"vigour": 6}, dice=[8, 1, 1, 8, 8, 8, 50])
    assert clear["sentence"] == "You land clear of the mount." and clear["outcome"]["ground"] is None


def test_the_feat_and_the_fall_are_independent() -> None:
    """The injuries of the table are those of a fall, times the chance to fall."""
    ready = FALL.prepare(FALL.read({"vigour": 7})[0])
    every = sum(weight for _, weight in fall_ways(ready))
    assert every == 512 * 512 * 100
    (table,) = injury_table(fall_ways(ready))
    bruised = {row["value"]: Fraction(row["fraction"]) for row in table["rows"]}["bruising"]
    # bruising: a minor crush of all but face and eyes, and a serious one of throat, chest and abdomen
    minor, serious = share(1, "minor"), share(1, "serious")
    assert bruised == (1 - share(-1, *HURT)) * (minor * Fraction(93, 100) + serious * Fraction(3 + 9 + 8, 100))


@pytest.mark.parametrize("mettle", range(0, 13))
def test_holding_the_rage_back(mettle: int) -> None:
    """A feat of 8 − Mettle; who misses it goes berserk for Mettle minutes."""
    answer = RAGE.odds({"mettle": mettle})
    assert oracle.chance(answer, "berserk") == 1 - share(8 - mettle, *HURT)
    assert RAGE.roll({"mettle": mettle}, dice=[1, 1, 1])["outcome"]["minutes"] == mettle


@pytest.mark.parametrize("provocation", [4, 8, 12])
def test_more_provocation_is_harder_to_bear(provocation: int) -> None:
    """The GM's number in place of the usual one."""
    answer = RAGE.odds({"mettle": 6, "provocation": provocation})
    assert oracle.chance(answer, "berserk") == 1 - share(provocation - 6, *HURT)


@pytest.mark.parametrize(
    ("inputs", "result"),
    [
        ({"cause": "prepared", "rounds": 30}, "berserk"),
        ({"cause": "prepared", "rounds": 29}, "calm"),
        ({"cause": "forced"}, "berserk"),
    ],
)
def test_rage_without_a_feat(inputs: dict, result: str) -> None:
    """Prepared for thirty rounds, or forced by the GM: no dice."""
    answer = RAGE.roll(inputs, dice=[])
    assert answer["verdict"]["value"] == result
    assert oracle.verdicts(RAGE.odds(inputs))[result] == 1


def test_rage_tried_every_way() -> None:
    """The three dice."""
    ready = RAGE.prepare(RAGE.read({"mettle": 7})[0])
    assert RAGE.tally(ready).summary() == RAGE.tally(ready, slow=True).summary()
