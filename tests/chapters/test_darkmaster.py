"""What the Against the Darkmaster chapter says in passing is what the engine works out."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from companion import find

GAME = "darkmaster"


def chance(resolver: str, name: str, **inputs: Any) -> Fraction:
    """One chance of a calculator."""
    return Fraction(find(f"{GAME}/{resolver}").odds(inputs)["summary"][name]["fraction"])


def test_two_totals_never_come_up(told: str) -> None:
    """5 and 96, as the text says; their neighbours do."""
    assert "Two totals can never come up, 5 and 96" in told
    for total in (4, 5, 6, 95, 96, 97):
        possible = chance("open-roll", "reached", target=total) > chance("open-roll", "reached", target=total + 1)
        assert possible is (total not in (5, 96))


def test_between_equals_a_lock_fumbles_almost_every_other_time(told: str) -> None:
    """It works more often than any other move, and whoever does not lock, fumbles."""
    assert "It works more often than any other move" in told
    assert "almost every other time" in told
    moves = find(f"{GAME}/martial-moves").odds({"with_attack": False})["figures"]["moves"]["rows"]
    gains = {row["move"]: Fraction(row["gain"]["fraction"]) for row in moves}
    lock = next(row for row in moves if row["move"] == "lock")
    assert max(gains, key=lambda move: gains[move]) == "lock"
    assert Fraction(49, 100) < Fraction(lock["fumble"]["fraction"]) < Fraction(1, 2)
    assert Fraction(lock["nothing"]["fraction"]) == 0


def test_the_limit_of_aiming_is_reached_after_four_rounds(told: str) -> None:
    """A fifth round changes nothing; a fourth still does."""
    assert "**The limit** is reached after four rounds" in told
    shot = find(f"{GAME}/aim").example("four-rounds").inputs
    hits = [chance("aim", "hit", **{**shot, "rounds": ["aim"] * count}) for count in range(6)]
    assert hits[2] < hits[3] < hits[4] == hits[5]


def test_a_lost_aim_is_worth_a_single_round(shown: dict[str, str], told: str) -> None:
    """As the text says of its example."""
    assert "An Aim that was lost half-way is worth a single round" in told
    assert "Aimed for 1 round +10" in shown[f'example("{GAME}/aim", "interrupted")']


def test_the_scimitars(shown: dict[str, str], told: str) -> None:
    """A fighter of 80 who parries with 30, and strikes twice at +30."""
    assert "A fighter of 80 parries with 30 and strikes twice" in told
    text = shown[f'example("{GAME}/two-weapons", "two-scimitars")']
    assert text.count("+30 for the attack") == 2


def test_an_archer_at_arms_length_is_worse_off_twice(told: str) -> None:
    """The penalty of the Engaged and the cover of the foe."""
    assert "an archer's shot at arm's length is worse off twice" in told
    near = {"weapon": "short-bow", "cmb": 75, "defence": 0}
    both = chance("ranged-in-melee", "hit", **near)
    once = chance("ranged-in-melee", "hit", **near, cover_vs_own_foe="no")
    neither = chance("attack", "hit", **near)
    assert both < once < neither


def test_the_last_line_of_the_fumble_table_is_out_of_reach(told: str) -> None:
    """No weapon of the table adds enough."""
    from companion.games.darkmaster.data import FUMBLES, WEAPONS

    assert "the last line is out of reach" in told
    *_, before, _ = FUMBLES.values()
    assert max(weapon.fumble for weapon in WEAPONS.values()) + 100 <= before.last


def test_the_attack_tables_are_said_to_be_the_publishers(told: str) -> None:
    """Plainly, beside the rule and at the end; nothing stands in for the critical tables."""
    assert "**The attack tables are the publisher's.**" in told
    assert "hit points between those four are **drawn in by us**" in told.replace("Hit points", "hit points")
    assert "The attack tables and the critical tables** belong to the publisher" in told


def test_every_option_can_be_switched_off(told: str) -> None:
    """The list at the chapter's head names a heading for each optional rule."""
    head = told[told.index('<div class="rb-options">') : told.index("</div>")]
    assert head.count("- [") == 12
