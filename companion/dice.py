"""The dice of a rule: declared once, then thrown from a seed, given by the reader, or tried every way.

A rule declares its dice as a frozen dataclass whose fields are made by `die` or `dice`:

    @dataclass(frozen=True, slots=True)
    class AttackDice:
        first: int = die(6, "first attack die")
        second: int = die(6, "second attack die")
        location: int = die(6, "location die")

A `dice` field holds a tuple: as many dice as the situation asks for, or a chain that goes on while it may.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from companion.errors import InputError, Problem

LONGEST_CHAIN = 400
"""No chain of open-ended dice that is thrown or entered may be longer; the odds of one are below 10^-500."""


@dataclasses.dataclass(frozen=True, slots=True)
class DieSpec:
    """One field of a dice class: `sides` faces from 1, a label, and how many dice it holds.

    `count` is None for a single die (the field is an `int`); else a function from what `prepare` returned to
    the number of dice (the field is a tuple). `goes_on` tells of the dice so far whether one more is thrown;
    `goes_on_for` tells the same of what `prepare` returned and the dice so far.
    """

    name: str
    sides: int
    label: str
    count: Callable[[Any], int] | None = None
    goes_on: Callable[[tuple[int, ...]], bool] | None = None
    goes_on_for: Callable[[Any, tuple[int, ...]], bool] | None = None

    @property
    def single(self) -> bool:
        return self.count is None and not self.open_ended

    @property
    def open_ended(self) -> bool:
        return self.goes_on is not None or self.goes_on_for is not None

    def one_more(self, ready: Any, so_far: tuple[int, ...]) -> bool:
        """Whether a chain goes on after these dice."""
        if self.goes_on_for is not None:
            return self.goes_on_for(ready, so_far)
        return self.goes_on is not None and self.goes_on(so_far)


def die(sides: int, label: str) -> Any:
    """One die with faces 1 to `sides`."""
    return dataclasses.field(metadata={"die": (sides, label, None, None, None)})


def dice(
    sides: int,
    label: str,
    *,
    count: Callable[[Any], int] | None = None,
    goes_on: Callable[[tuple[int, ...]], bool] | None = None,
    goes_on_for: Callable[[Any, tuple[int, ...]], bool] | None = None,
) -> Any:
    """Several dice in one tuple: `count(situation)` of them, or a chain thrown on while `goes_on(so far)`.

    Exactly one of them is given. `count` receives what the rule's `prepare` returns (the situation itself where
    it has none); so does `goes_on_for(that, so far)`, for a chain whose end depends on the situation.
    """
    if sum(given is not None for given in (count, goes_on, goes_on_for)) != 1:
        raise TypeError(f"dice {label!r} need either count or goes_on")
    return dataclasses.field(metadata={"die": (sides, label, count, goes_on, goes_on_for)})


@dataclasses.dataclass(frozen=True, slots=True)
class NoDice:
    """For rules that are looked up, not thrown."""


def specs(dice_class: type) -> tuple[DieSpec, ...]:
    """The dice that a class declares, in the order in which they are thrown and entered."""
    return tuple(DieSpec(field.name, *field.metadata["die"]) for field in dataclasses.fields(dice_class))


class Thrower(ABC):
    """Gives the faces one after another; the two kinds are a seeded generator and the reader's own dice."""

    @abstractmethod
    def next(self, spec: DieSpec) -> int:
        """The face of the next die."""

    def finish(self) -> None:  # noqa: B027 - most throwers have nothing left to check
        """Called when all dice are thrown."""


class Seeded(Thrower):
    """Dice from a generator; the same seed gives the same dice on every machine."""

    def __init__(self, seed: int) -> None:
        from random import Random

        self._random = Random(seed)

    def next(self, spec: DieSpec) -> int:
        return self._random.randrange(spec.sides) + 1


class Given(Thrower):
    """Dice that the reader threw at the table; a missing, surplus or impossible die is an `InputError`."""

    def __init__(self, faces: Sequence[Any]) -> None:
        self._faces = list(faces)
        self._at = 0

    def next(self, spec: DieSpec) -> int:
        place = f"die {self._at + 1} ({spec.label})"
        accepted = f"a whole number from 1 to {spec.sides}"
        if self._at >= len(self._faces):
            raise InputError([Problem("dice", _shown(self._faces), f"one more die: {place}, {accepted}")])
        face = self._faces[self._at]
        if isinstance(face, str) and face.strip().isascii() and face.strip().isdigit() and len(face) <= 12:
            face = int(face)
        if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= spec.sides:
            raise InputError([Problem("dice", face, f"{accepted} for {place}")])
        self._at += 1
        return face

    def finish(self) -> None:
        if self._at < len(self._faces):
            problem = Problem("dice", _shown(self._faces), "one die" if self._at == 1 else f"{self._at} dice")
            raise InputError([problem])


def _shown(faces: Sequence[Any]) -> str:
    return ", ".join(str(face) for face in faces) or "no dice"


def throw(dice_class: type, thrower: Thrower, ready: Any) -> Any:
    """One throw of a dice class, with faces from `thrower`. Raises `InputError` for dice that cannot be."""
    faces: dict[str, int | tuple[int, ...]] = {}
    for spec in specs(dice_class):
        if spec.single:
            faces[spec.name] = thrower.next(spec)
        elif spec.count is not None:
            faces[spec.name] = tuple(thrower.next(spec) for _ in range(spec.count(ready)))
        else:
            faces[spec.name] = _chain(spec, thrower, ready)
    thrower.finish()
    return dice_class(**faces)


def _chain(spec: DieSpec, thrower: Thrower, ready: Any) -> tuple[int, ...]:
    chain: tuple[int, ...] = (thrower.next(spec),)
    while spec.one_more(ready, chain):
        if len(chain) >= LONGEST_CHAIN:
            raise InputError([Problem("dice", f"a chain of {len(chain)}", f"at most {LONGEST_CHAIN} in a chain")])
        chain += (thrower.next(spec),)
    return chain


def every_way(dice_class: type, ready: Any) -> Iterator[Any]:
    """Every way in which the dice can fall, each equally likely.

    Raises `TypeError` for a chain, which has no end: such a rule counts its odds in stages of its own.
    """
    faces: list[Sequence[Any]] = []
    for spec in specs(dice_class):
        one = range(1, spec.sides + 1)
        if spec.single:
            faces.append(one)
        elif spec.count is not None:
            faces.append(tuple(product(one, repeat=spec.count(ready))))
        else:
            raise TypeError(f"{dice_class.__name__}.{spec.name} is an open-ended chain: it cannot be listed whole")
    for fall in product(*faces):
        yield dice_class(*fall)


def ways(dice_class: type, ready: Any) -> int | None:
    """In how many ways the dice can fall; None for a chain."""
    number = 1
    for spec in specs(dice_class):
        if spec.open_ended:
            return None
        number *= spec.sides ** (1 if spec.count is None else spec.count(ready))
    return number


def listed(thrown: Any) -> list[dict[str, Any]]:
    """A throw as plain data: one entry a die, with its name, label, sides and value.

    Several dice of one field are numbered in their labels; one that is alone is not.
    """
    found: list[dict[str, Any]] = []
    for spec in specs(type(thrown)):
        value = getattr(thrown, spec.name)
        faces = (value,) if spec.single else value
        for number, face in enumerate(faces, 1):
            label = spec.label if len(faces) == 1 else f"{spec.label} {number}"
            found.append({"name": spec.name, "label": label, "sides": spec.sides, "value": face})
    return found
