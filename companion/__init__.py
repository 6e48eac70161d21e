"""Rules that can be thrown, explained and weighed exactly.

>>> import companion
>>> attack = companion.find("new-world/attack")
>>> attack.odds(attack.example("marguerite").inputs)["summary"]["hit"]["fraction"]
'11/12'
"""

from companion.catalogue import all_games, find, game
from companion.errors import CompanionError, HouseRulesError, InputError, UnknownName
from companion.odds import Odds
from companion.resolver import Resolver

__version__ = "0.1.0"

__all__ = [
    "CompanionError",
    "HouseRulesError",
    "InputError",
    "Odds",
    "Resolver",
    "UnknownName",
    "all_games",
    "find",
    "game",
]
