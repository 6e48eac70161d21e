"""What is bundled from packages of others is what those packages make, and brings their licences."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
RECIPE = ROOT / "widgets" / "desk" / "vendored"
VENDOR = ROOT / "widgets" / "web" / "static" / "vendor"
LICENCES = ("@dice-roller/rpg-dice-roller", "decimal.js", "mathjs", "random-js", "typed-function")


def test_the_dice_notation_is_made_from_its_packages(npm: None, tmp_path: Path) -> None:
    """From the locked packages the recipe makes the same bytes again."""
    room = tmp_path / "recipe"
    shutil.copytree(RECIPE, room, ignore=shutil.ignore_patterns("node_modules"))
    made = tmp_path / "made"
    made.mkdir()
    for command in (["npm", "ci", "--silent", "--no-audit", "--no-fund"], ["node", "build.mjs", str(made)]):
        subprocess.run(command, cwd=room, check=True, capture_output=True, timeout=120)
    for name in ("dice-roller.js", "dice-roller.LICENSE.txt"):
        assert (made / name).read_bytes() == (VENDOR / name).read_bytes()


def test_licences_of_all_that_is_in_it_are_there() -> None:
    """Each package with its version and the text of its licence."""
    text = (VENDOR / "dice-roller.LICENSE.txt").read_text(encoding="utf-8")
    for name in LICENCES:
        assert f"\n{name} " in f"\n{text}"
    assert text.count("Permission is hereby granted") >= 4
    assert "Apache License" in text
    assert "no text in the package" not in text
