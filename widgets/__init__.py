"""What a reader touches: live calculators, and what a chapter's cells call to draw from the engine.

    from widgets import calculator, table, values, example, odds, rulings

Nothing heavy is loaded until a name is asked for; the house rules that the environment names are then put in force.
"""

from __future__ import annotations

from typing import Any

_ROOMS = {
    "Calculator": "widget",
    "calculator": "widget",
    "table": "chapter",
    "values": "chapter",
    "example": "chapter",
    "odds": "chapter",
    "rulings": "chapter",
    "gm_screen": "desk.widget",
}

__all__ = ["Calculator", "calculator", "example", "gm_screen", "odds", "rulings", "table", "values"]


def __getattr__(name: str) -> Any:
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    from companion import house

    house.use_from_environment()
    found = globals()[name] = getattr(import_module(f"{__name__}.{_ROOMS[name]}"), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
