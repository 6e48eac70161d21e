"""The engine's side of the port: the same answers as everywhere, games that come later, house rules, no chance lost."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

from companion import all_games
from widgets.answer import answer
from widgets.web.publish import port

ROOT = Path(__file__).parents[2]
LANTERN = ROOT / "tests" / "engine" / "games" / "lantern"


def run(code: str, folder: Path) -> str:
    """What a fresh Python prints; the folder is the first that it imports from."""
    paths = f"import sys; sys.path[:0] = [{str(folder)!r}, {str(ROOT)!r}]\n"
    done = subprocess.run([sys.executable, "-c", paths + code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_question_in_json_is_answered_in_json() -> None:
    """With the very answer that a kernel gives."""
    question = {"id": 3, "ask": "odds", "inputs": {"total": 8}}
    told = port.answered(json.dumps({"resolver": "new-world/disarm", "question": question}))
    assert json.loads(told) == json.loads(json.dumps(answer(question, "new-world/disarm")))


def test_nonsense_is_answered_too() -> None:
    """It never raises: a reader may send anything."""
    assert json.loads(port.answered("{}"))["ok"] is False
    assert json.loads(port.answered('{"resolver": "new-world/attack", "question": 7}'))["ok"] is True


def test_every_calculator_is_tried_with_everything() -> None:
    """Each kind of question, each example, and wrong inputs, for every game that there is."""
    trials = list(port.trials())
    everyone = {resolver.address for game in all_games() for resolver in game.resolvers()}
    assert {trial["resolver"] for trial in trials} == {*everyone, port.SCREEN}
    attack = [trial["question"] for trial in trials if trial["resolver"] == "new-world/attack"]
    assert {question["ask"] for question in attack} == {"odds", "roll", "what_if"}
    assert any(question.get("dice") for question in attack)
    assert any("nonsense" in question["inputs"].values() for question in attack)


def test_a_game_can_join_later_from_an_archive(tmp_path: Path) -> None:
    """As a browser brings it when a reader nears it; joining twice changes nothing."""
    archive = tmp_path / "lantern.zip"
    with ZipFile(archive, "w") as packed:
        for path in sorted(LANTERN.rglob("*")):
            if path.suffix in (".py", ".toml"):
                packed.write(path, f"lantern/{path.relative_to(LANTERN).as_posix()}")
    code = f"""
from widgets.web.publish import port
from companion import games
from companion.catalogue import game_names
before = "lantern" in game_names()
port.join({str(archive)!r}); port.join({str(archive)!r})
import json
told = json.loads(port.answered('{{"resolver": "lantern/night-walk", "question": {{"ask": "odds"}}}}'))
print(before, "lantern" in game_names(), told["ok"], games.__path__.count({str(archive)!r}))
"""
    assert run(code, tmp_path) == "False True True 1"


def test_a_calculator_that_is_near_is_loaded(tmp_path: Path) -> None:
    """Its modules are, so that the first answer need not wait for them; no other game's are."""
    code = """
import sys
from widgets.web.publish import port
port.near("new-world/attack")
print("companion.games.new_world.attack" in sys.modules, "companion.games.dark_eye.attack" in sys.modules)
"""
    assert run(code, tmp_path) == "True False"


def test_house_rules_that_lie_beside_it_are_in_force(tmp_path: Path) -> None:
    """From the first answer on; without a file there are none."""
    code = """
import shutil, pathlib, widgets.web.publish.port as port
from companion import house
port.start()
print(len(house.current().changes), end=" ")
class Beside:
    def get_data(self, path):
        assert path.endswith("house-rules.toml")
        return b'[new-world.weapons.cutlass]\\ndamage = 9\\n'
port.__spec__.loader = Beside()
port.start()
print(house.current().of("new-world", "weapons")["cutlass"]["damage"])
"""
    assert run(code, tmp_path) == "0 9"
