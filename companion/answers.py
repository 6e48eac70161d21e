"""Odds as an answer: what a rule's outcomes add up to, as verdicts, chances and measures, in plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from companion.odds import Odds, percent


@dataclass(frozen=True, slots=True)
class Tally:
    """The odds of one situation: of its verdicts, of each named chance and of each named measure."""

    verdicts: Odds[Enum] | None
    chances: Mapping[str, tuple[str, Fraction]]
    measures: Mapping[str, tuple[str, Odds[int]]]
    total: int

    @classmethod
    def of(
        cls,
        ways: Iterable[tuple[Any, int]],
        verdict: Callable[[Any], Enum] | None,
        chances: Mapping[str, tuple[str, Callable[[Any], bool]]],
        measures: Mapping[str, tuple[str, Callable[[Any], int]]],
    ) -> Tally:
        """Adds up outcomes with their weights."""
        verdicts: dict[Enum, int] = {}
        tests = [test for _, test in chances.values()]
        values = [value for _, value in measures.values()]
        hits = [0] * len(tests)
        counts: list[dict[int, int]] = [{} for _ in values]
        total = 0
        for outcome, weight in ways:
            total += weight
            if verdict is not None:
                kind = verdict(outcome)
                verdicts[kind] = verdicts.get(kind, 0) + weight
            for place, test in enumerate(tests):
                if test(outcome):
                    hits[place] += weight
            for count, value in zip(counts, values, strict=True):
                number = value(outcome)
                count[number] = count.get(number, 0) + weight
        return cls(
            Odds(verdicts) if verdicts else None,
            {
                name: (label, Fraction(hit, total))
                for (name, (label, _)), hit in zip(chances.items(), hits, strict=True)
            },
            {
                name: (label, Odds(dict(sorted(count.items()))))
                for (name, (label, _)), count in zip(measures.items(), counts, strict=True)
            },
            total,
        )

    def summary(self) -> dict[str, Any]:
        """Each chance, and the mean of each measure, by name."""
        found: dict[str, Any] = {
            name: {"label": label, "kind": "chance", **shown(chance)} for name, (label, chance) in self.chances.items()
        }
        for name, (label, odds) in self.measures.items():
            mean = odds.mean()
            found[f"mean_{name}"] = {
                "label": f"Mean {label}",
                "kind": "mean",
                "fraction": str(mean),
                "number": float(mean),
            }
        return found

    def outcomes(self) -> list[dict[str, Any]]:
        """The tables of odds: the verdicts in the book's order, then each measure with its at-least curve."""
        found: list[dict[str, Any]] = []
        if self.verdicts is not None:
            members = type(next(iter(self.verdicts)))
            found.append(
                {
                    "name": "verdict",
                    "label": "Result",
                    "kind": "verdict",
                    "rows": [
                        {"value": member.value, "label": capital(member), **shown(self.verdicts.chance(member))}
                        for member in members
                    ],
                }
            )
        for name, (label, odds) in self.measures.items():
            curve, mean = odds.at_least(), odds.mean()
            found.append(
                {
                    "name": name,
                    "label": label,
                    "kind": "measure",
                    "mean": str(mean),
                    "mean_number": float(mean),
                    "most_likely": odds.most_likely(),
                    "rows": [
                        {
                            "value": value,
                            "label": str(value).replace("-", "−"),
                            **shown(odds.chance(value)),
                            "at_least": shown(curve[value]),
                        }
                        for value in odds
                    ],
                }
            )
        return found

    def sentence(self) -> str:
        """The summary in one sentence: each chance as a percentage, each mean."""
        parts = [f"{label} {as_percent(chance)}" for label, chance in self.chances.values()]
        parts += [f"mean {label} {as_number(odds.mean())}" for label, odds in self.measures.values()]
        if not parts and self.verdicts is not None:
            parts = [f"{capital(member)} {as_percent(self.verdicts.chance(member))}" for member in self.verdicts]
        return "; ".join(parts) + "." if parts else "Nothing here is left to the dice."


def shown(chance: Fraction) -> dict[str, Any]:
    """A chance as an exact fraction in text and as a percentage."""
    return {"fraction": str(chance), "percent": percent(chance)}


def as_percent(chance: Fraction) -> str:
    """A chance as a book prints it: 91.67 %, and never 0 or 100 % for what can happen or fail.

    Chances nearer to certainty than two decimals can show read "under 0.01 %" or "over 99.99 %".
    """
    if 0 < chance < Fraction(1, 20_000):
        return "under 0.01 %"
    if Fraction(19_999, 20_000) < chance < 1:
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
