"""Jumping: how wide a gap is cleared without a roll."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from companion.games.new_world.score import MOVEMENT, half_up
from companion.steps import Step

RULE = "new-world/movement#jumping"


class Needs(StrEnum):
    """What a jump takes."""

    NOTHING = "a standing jump"
    RUN_UP = "a running jump"
    ROLL = "an Athletics roll"


@dataclass(frozen=True, slots=True)
class Jump:
    """The gaps cleared without a roll, in paces, and what the jump in mind takes (None where none is in mind)."""

    running: int
    standing: int
    needs: Needs | None


def jump(might: int, gap: int | None = None, height: int = 0) -> Jump:
    """Both jumps of a character, and what one over a gap, or up to a height in paces, takes.

    Address: new-world/movement#jumping. Half of Might, rounded up; standing, half of that, rounded up again. A
    negative Might clears nothing.
    """
    running = half_up(max(0, might), MOVEMENT.number("running_jump"))
    standing = half_up(running, MOVEMENT.number("standing_jump"))
    if gap is None and not height:
        return Jump(running, standing, None)
    wide = gap or 0
    if wide > running or height > MOVEMENT.number("jump_height"):
        return Jump(running, standing, Needs.ROLL)
    return Jump(running, standing, Needs.NOTHING if wide <= standing else Needs.RUN_UP)


def explain_jump(might: int, gap: int | None, height: int, found: Jump) -> Iterator[Step]:
    """Both jumps, and what the one in mind takes."""
    yield Step(f"Running jump, half of Might {might}, rounded up: {found.running}", RULE, found.running)
    yield Step(f"Standing jump, half of that, rounded up: {found.standing}", RULE, found.standing)
    if found.needs is not None:
        yield Step(f"{_aim(gap, height)} takes {found.needs}", RULE)


def jump_sentence(gap: int | None, height: int, found: Jump) -> Iterator[str]:
    """What the jump in mind takes, in one sentence; nothing where none is in mind."""
    if found.needs is not None:
        yield f"{_aim(gap, height)} takes {found.needs}."


def _aim(gap: int | None, height: int) -> str:
    wide = f"A gap of {gap} {'pace' if gap == 1 else 'paces'}" if gap else "A jump"
    return f"{wide}, {height} {'pace' if height == 1 else 'paces'} high," if height else wide
