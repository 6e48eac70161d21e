"""A fight as it goes on: who takes part, whose turn it is, what everybody has suffered and still may do.

The state of a fight is plain data (`Fight.to_json`), and `act` makes the next state from it: a pure function, so that
whoever keeps the states can go back and forth among them. A game says in its `encounter.py` what its own rules ask for
(`Tracker`): the sheet, initiative, what loss means, attacks from two sheets, what a turn allows.
"""

from __future__ import annotations

from companion.encounter.acts import act
from companion.encounter.changes import Change, Gained, Lost, Marked, Spent, Told
from companion.encounter.fight import Combatant, Fight, Place, Side
from companion.encounter.presets import Preset, preset_of, presets
from companion.encounter.tracker import Attack, Condition, Health, Initiative, Mark, Option, Tracker, Use

__all__ = [
    "Attack",
    "Change",
    "Combatant",
    "Condition",
    "Fight",
    "Gained",
    "Health",
    "Initiative",
    "Lost",
    "Mark",
    "Marked",
    "Option",
    "Place",
    "Preset",
    "Side",
    "Spent",
    "Told",
    "Tracker",
    "Use",
    "act",
    "preset_of",
    "presets",
]
