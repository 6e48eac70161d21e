"""The tables of the game."""

from dataclasses import dataclass

from companion.fields import choice, number, switch, text
from companion.tables import Rulings, Table, Values


@dataclass(frozen=True, slots=True)
class Gear:
    """One thing to carry."""

    name: str = text("Gear")
    weight: int = number("Weight", 0, 9, unit="stones")
    light: bool = switch("Gives light")
    kind: str = choice("Kind", [("tool", "A tool"), ("food", "Food")])
    lasts: int | None = number("Lasts", 1, 20, unit="hours", blank="for ever")
    note: str = text("Note", longest=40)


GEAR = Table(__name__, "gear", Gear)
NUMBERS = Values(__name__, "numbers")
RULINGS = Rulings(__name__)
