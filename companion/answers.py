"""Odds as an answer: what a rule's outcomes add up to, as verdicts, chances and measures, in plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from companion.odds import Odds, percent


@dataclass(frozen=True, slots=True)
class Tally:
    """The odds of one situation: of its verdicts, of each named chance and of each named measure.

    `members` are the verdicts that the situation allows, in the book's order, those of no chance too.
    A measure of None says "not yet": what it counts did not happen within the rounds that were looked at. Such a
    measure has no mean; where the rule knows the exact number all the same, it stands in `numbers`.
    """

    verdicts: Odds[Enum] | None
    members: tuple[Enum, ...]
    chances: Mapping[str, tuple[str, Fraction]]
    measures: Mapping[str, tuple[str, Odds[int | None]]]
    numbers: Mapping[str, tuple[str, Fraction]]
    total: int

    @classmethod
    def of(
        cls,
        ways: Iterable[tuple[Any, int]],
        verdict: Callable[[Any], Enum] | None,
        members: Iterable[Enum] | None,
        chances: Mapping[str, tuple[str, Callable[[Any], bool | None]]],
        measures: Mapping[str, tuple[str, Callable[[Any], int | None]]],
        numbers: Mapping[str, tuple[str, Fraction]],
    ) -> Tally:
        """Adds up outcomes with their weights.

        A chance or measure that is None throughout does not apply to the situation and is left out. Without
        `members` every verdict of its kind is listed.
        """
        verdicts: dict[Enum, int] = {}
        tests = [test for _, test in chances.values()]
        values = [value for _, value in measures.values()]
        hits: list[int | None] = [None] * len(tests)
        counts: list[dict[int | None, int]] = [{} for _ in values]
        total = 0
        for outcome, weight in ways:
            total += weight
            if verdict is not None:
                kind = verdict(outcome)
                verdicts[kind] = verdicts.get(kind, 0) + weight
            for place, test in enumerate(tests):
                answer = test(outcome)
                if answer is not None:
                    hits[place] = (hits[place] or 0) + weight * answer
            for count, value in zip(counts, values, strict=True):
                number = value(outcome)
                count[number] = count.get(number, 0) + weight
        if members is None:
            members = type(next(iter(verdicts))) if verdicts else ()
        return cls(
            Odds(verdicts) if verdicts else None,
            tuple(members),
            {
                name: (label, Fraction(hit, total))
                for (name, (label, _)), hit in zip(chances.items(), hits, strict=True)
                if hit is not None
            },
            {
                name: (label, Odds(dict(sorted(count.items(), key=_place))))
                for (name, (label, _)), count in zip(measures.items(), counts, strict=True)
                if set(count) != {None}
            },
            numbers,
            total,
        )

    def mean(self, measure: str) -> Fraction | None:
        """The exact mean of a measure; None where it is "not yet" in some outcome."""
        odds = self.measures[measure][1]
        return None if None in odds else odds.mean()

    def summary(self) -> dict[str, Any]:
        """Each chance, and the mean of each measure, by name."""
        found: dict[str, Any] = {
            name: {"label": label, "kind": "chance", **shown(chance)} for name, (label, chance) in self.chances.items()
        }
        for name, (label, _) in self.measures.items():
            mean = self.mean(name)
            if mean is not None:
                found[f"mean_{name}"] = {"label": f"Mean {label}", "kind": "mean", **_number(mean)}
        for name, (label, number) in self.numbers.items():
            found[name] = {"label": label, "kind": "mean", **_number(number)}
        return found

    def outcomes(self) -> list[dict[str, Any]]:
        """The tables of odds: the verdicts in the book's order, then each measure with its at-least curve."""
        found: list[dict[str, Any]] = []
        if self.verdicts is not None:
            found.append(
                {
                    "name": "verdict",
                    "label": "Result",
                    "kind": "verdict",
                    "rows": [
                        {"value": member.value, "label": capital(member), **shown(self.verdicts.chance(member))}
                        for member in self.members
                    ],
                }
            )
        for name, (label, odds) in self.measures.items():
            mean = self.mean(name)
            found.append(
                {
                    "name": name,
                    "label": label,
                    "kind": "measure",
                    "mean": None if mean is None else str(mean),
                    "mean_number": None if mean is None else float(mean),
                    "most_likely": odds.most_likely(),
                    "rows": list(_rows(odds)),
                }
            )
        return found

    def sentence(self) -> str:
        """The summary in one sentence: each chance as a percentage, each mean."""
        parts = [f"{label} {as_percent(chance)}" for label, chance in self.chances.values()]
        for name, (label, _) in self.measures.items():
            mean = self.mean(name)
            if mean is not None:
                parts.append(f"mean {label} {as_number(mean)}")
        parts += [f"{label} {as_number(number)}" for label, number in self.numbers.values()]
        if not parts and self.verdicts is not None:
            parts = [f"{capital(member)} {as_percent(self.verdicts.chance(member))}" for member in self.members]
        return "; ".join(parts) + "." if parts else "Nothing here is left to the dice."


def _place(item: tuple[int | None, int]) -> tuple[bool, int]:
    """Numbers in order, "not yet" after them all."""
    return item[0] is None, item[0] or 0


def _rows(odds: Odds[int | None]) -> Iterator[dict[str, Any]]:
    """One row for each value: its chance, that of as much or more, and that of as much or less."""
    below = 0
    for value, weight in odds.items():
        yield {
            "value": value,
            "label": "not yet" if value is None else str(value).replace("-", "−"),
            **shown(Fraction(weight, odds.total)),
            "at_least": shown(Fraction(odds.total - below, odds.total)),
            "at_most": shown(Fraction(below + weight, odds.total)),
        }
        below += weight


def _number(value: Fraction) -> dict[str, Any]:
    return {"fraction": str(value), "number": float(value)}


def shown(chance: Fraction) -> dict[str, Any]:
    """A chance as an exact fraction in text and as a percentage."""
    return {"fraction": str(chance), "percent": percent(chance)}


def as_percent(chance: Fraction) -> str:
    """A chance as a book prints it: 91.67 %, and never 0 or 100 % for what can happen or fail.

    Chances nearer to certainty than two decimals can show read "under 0.01 %" or "over 99.99 %".
    """
    if 0 < chance <= Fraction(1, 20_000):
        return "under 0.01 %"
    if Fraction(19_999, 20_000) <= chance < 1:
        return "over 99.99 %"
    return f"{percent(chance):.2f}".rstrip("0").rstrip(".") + " %"


def as_number(value: Fraction) -> str:
    """A mean with at most two decimals and a true minus sign."""
    text = f"{float(value):.2f}".rstrip("0").rstrip(".")
    return text.replace("-", "−") if text not in ("-0", "") else "0"


def capital(member: Enum) -> str:
    """A verdict's label, beginning with a capital."""
    text = str(getattr(member, "label", member.value))
    return text[:1].upper() + text[1:]
