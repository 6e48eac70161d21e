"""A fight that tests play act by act, and two who have the values of the golden rows."""

from __future__ import annotations

from fractions import Fraction

from companion import catalogue, find
from companion.encounter import act, presets
from companion.encounter.fight import empty

TRACKER = catalogue.tracker("dark-eye")
PRESETS = presets(TRACKER)
HERO = {"defender": "hero"}
SHOOTER = {"missiles": [{"weapon": "short-bow", "ammunition": 2}, {"weapon": "throwing-dagger"}]}


class Play:
    """A fight played act by act; `said` holds the lines of the last act."""

    def __init__(self):
        self.fight, self.said = empty(TRACKER), ()

    def do(self, what, **given):
        happened = act(TRACKER, self.fight, {"do": what, **given})
        self.fight, self.said = happened.fight, tuple(line.text for line in happened.lines)
        return self

    def add(self, name, side="foes", preset=None, **sheet):
        """One more; the id is returned."""
        given = PRESETS[preset].to_json()["sheet"] if preset else sheet
        self.do("add", name=name, side=side, sheet=given)
        return self.fight.combatants[-1].id

    def attack(self, attacker, target, name):
        """One of the attacks that are offered, by its name."""
        offered = {each.name: each for each in TRACKER.attacks(self.fight, self.fight[attacker], self.fight[target])}
        return offered[name]

    def throw(self, attacker, target, name, dice, **changed):
        """Applies the throw of an attack."""
        found = self.attack(attacker, target, name)
        return self.do("apply", attacker=attacker, target=target, resolver=found.resolver,
                       inputs={**found.inputs, **changed}, dice=dice)  # fmt: skip

    def lands(self, attacker, target, name, chance="lands"):
        """The chance of the filled calculator."""
        found = self.attack(attacker, target, name)
        answer = find(found.resolver).odds(found.inputs)
        assert answer["ignored"] == []
        assert answer["refused"] is None, answer["sentence"]
        return Fraction(answer["summary"][chance]["fraction"])

    def option(self, who, name):
        """One line of the plan."""
        return TRACKER.option(self.fight, who, name)

    def lp(self, who):
        return self.fight[who].marks["lp"]


def two(hero=None, **foe):
    """A hero and a foe with the values of the golden rows: AT 12, PA 8, dodge 7, nothing worn."""
    play = Play()
    return play, play.add("Hero", "party", **{**HERO, **(hero or {})}), play.add("Foe", **{**HERO, **foe})


def put_on(*names):
    """Puts conditions on somebody."""
    return lambda play, who: [play.do("gain", who=who, condition=name) for name in names]


nobody = put_on()


CROSSBOW = {"missiles": [{"weapon": "light-crossbow", "loaded": False}], "ini": 20, "dodge": 9}


def loading():
    """A crossbow whose loading is begun, and the foe's turn."""
    play, hero, foe = two(CROSSBOW)
    play.do("begin", dice=[1, 1])
    play.do("option", who=hero, option="load").do("next")
    assert play.fight[hero].marks["loading"] == 7
    return play, hero, foe
