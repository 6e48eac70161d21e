"""Figures of Against the Darkmaster: the growing chain, Martial Moves side by side, the phases of a round."""

from __future__ import annotations

import re
from typing import Any

from companion import find
from widgets.answer import answer
from widgets.figures import draw
from widgets.text import odds_text

GAME = "darkmaster"


def figure(resolver: str, name: str, dice: list[int] | None = None, **inputs: Any) -> str:
    """One figure of a calculator as HTML."""
    calculator = find(f"{GAME}/{resolver}")
    given = calculator.odds(inputs) if dice is None else calculator.roll(inputs, dice=dice)
    return str(draw(name, given["figures"][name], chapter=GAME))


def words(drawn: str) -> str:
    """The text of a drawing, with single spaces."""
    return " ".join(re.sub(r"<[^>]+>", " ", drawn).split())


def test_a_chain_grows_die_by_die() -> None:
    """Each die with its sign, the total so far, the sum at its end; open dice carry an arrow."""
    drawn = figure("open-roll", "open-chain", [98, 99, 12])
    assert words(drawn) == (
        "98 ↗ first die +99 ↗ so far 197 +12 so far 209 209 in all 98 on the first die: 2 more dice add to it."
    )
    assert drawn.count("rb-o-grows") == 2


def test_a_chain_falls() -> None:
    """A low first die takes away what follows."""
    assert "2 ↘ first die −97 ↘ so far −95 −30 so far −125 −125 in all" in words(
        figure("open-roll", "open-chain", [2, 97, 30])
    )
    one = words(figure("open-roll", "open-chain", [4, 20]))
    assert one.endswith("4 on the first die: one more die takes away from it.")


def test_before_a_throw_the_chain_is_a_promise() -> None:
    """The three courses of the first die, and how often there is a second, third, fourth."""
    text = words(figure("open-roll", "open-chain"))
    assert text.startswith("↘ 1–5 takes away ■ 6–95 stands ↗ 96–100 adds 2nd die 10 % 3rd die 0.5 %")


def test_two_chains_have_names() -> None:
    """Both sides of a contest, each with its own chain and title."""
    drawn = figure("conflict", "open-chain", [50, 98, 20])
    assert "You : 50 on the first die: it stands as it is." in words(drawn)
    assert "Your foe : 98 on the first die: one more die adds to it." in words(drawn)
    assert 'aria-label="Your foe: the open-ended roll"' in drawn


def test_moves_side_by_side() -> None:
    """Four cards whose parts make a whole; the move that fumbles most is marked in words."""
    drawn = figure("martial-moves", "moves", with_attack=False)
    assert len(re.findall(r'class="rb-v-card[ "]', drawn)) == 4
    (worst,) = [card for card in drawn.split("<li")[1:] if "the most of all" in card]
    assert "<strong>Lock</strong>" in worst
    assert "49.58 %" in worst
    for bar in re.findall(r'class="rb-v-bar".*?</dl>', drawn, re.S):
        assert abs(sum(map(float, re.findall(r"width:([\d.]+)%", bar))) - 100) < 0.05


def test_a_feint_tells_its_mean_bonus() -> None:
    """What the winner of a Feint gains on average stands on both sides of its card."""
    assert len(re.findall(r"mean bonus [\d.]+", words(figure("martial-moves", "moves")))) == 2


def test_a_round_phase_by_phase() -> None:
    """All nine phases in order; a phase with actions stands out and says what each costs."""
    drawn = figure("round", "timeline", actions=["feint", "attack"])
    names = re.findall(r'rb-l-name">([^<]+)<', drawn)
    assert len(names) == 9
    assert (names[0], names[5], names[-1]) == ("Assessment", "Melee", "Other Actions")
    assert drawn.count("rb-l-on") == 1
    assert "Feint Half Action, at the length Long, −20" in words(drawn)


def test_long_fractions_are_left_out_of_the_text() -> None:
    """A fraction of hundreds of digits tells nobody anything; the percentage stays."""
    text = odds_text(find(f"{GAME}/conflict").odds({}))
    assert max(map(len, text.splitlines())) < 260
    assert "49.55 %" in text


def test_tables_of_chances_stand_beside_the_odds() -> None:
    """Rows whose chances do not add up to one: the moves' gains, and a long fraction is marked as such."""
    given = answer({"ask": "odds", "inputs": {}}, f"{GAME}/martial-moves")
    assert given["ok"]
    assert "It harms you" in given["html"]["odds"]
    assert "rb-c-long" in given["html"]["odds"]
