"""Bodies as outlines: for each side from which one is seen, its parts with their target areas and their shapes.

Shapes are paths of SVG with whole coordinates, drawn in their order. A body's right is on the reader's left where it
is seen from the front, and on the reader's right from the rear.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class Part:
    """One part: its name on the area die, the area it belongs to, and its outline."""

    name: str
    area: str
    path: str

    @property
    def middle(self) -> tuple[float, float]:
        """Where a mark on it stands: the middle of the points that its outline runs through."""
        numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", self.path)]
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        return tuple(sum(axis) / len(points) for axis in zip(*points, strict=True))


@dataclass(frozen=True, slots=True)
class Silhouette:
    """A body from one side: the size of its picture, its parts, and lines that are only drawn."""

    width: int
    height: int
    parts: tuple[Part, ...]
    lines: str = ""


HUMAN = 200
"""The width of the upright pictures; a limb on one side is the mirror image of the other."""

HEAD = "M100 8 C116 8 124 21 124 38 C124 54 114 68 100 68 C86 68 76 54 76 38 C76 21 84 8 100 8 Z"
NECK = "M90 66 C95 70 105 70 110 66 L114 81 C105 78 95 78 86 81 Z"
TORSO = "M77 84 C88 79 112 79 123 84 L129 101 L124 138 C110 144 90 144 76 138 L71 101 Z"
WAIST = "M76 142 C90 148 110 148 124 142 L121 178 C110 183 90 183 79 178 Z"
LIMBS = (
    ("shoulder", "shoulder", "M74 84 C60 83 50 90 47 103 L66 113 L69 101 Z"),
    ("upper arm", "arm", "M46 106 L65 116 C65 130 63 143 60 154 L42 151 C41 134 42 119 46 106 Z"),
    ("forearm", "arm", "M42 155 L60 158 C58 175 54 190 51 204 L37 202 C37 186 38 170 42 155 Z"),
    ("hand", "hand", "M37 206 L51 208 C53 219 51 232 44 236 C36 233 33 220 37 206 Z"),
)
LEGS = (
    ("lower leg", "lower-leg", "M74 288 L94 288 C96 308 93 330 90 351 L78 351 C73 330 71 308 74 288 Z"),
    ("foot", "foot", "M78 355 L90 355 L93 366 C93 375 84 379 65 378 C63 372 72 366 78 355 Z"),
)
THIGH = "M78 183 L82 200 L96 219 L98 222 C99 242 97 263 94 284 L74 284 C69 258 70 216 78 183 Z"
THIGH_BEHIND = "M75 213 C80 224 94 226 98 219 C99 240 97 263 94 284 L74 284 C70 262 71 236 75 213 Z"


def mirrored(path: str, width: int = HUMAN) -> str:
    """An outline on the other side of the picture's middle."""
    pairs = re.compile(r"(-?\d+(?:\.\d+)?) (-?\d+(?:\.\d+)?)")
    return pairs.sub(lambda found: f"{width - float(found[1]):g} {found[2]}", path)


def both(limbs: tuple[tuple[str, str, str], ...], reader_left: str) -> tuple[Part, ...]:
    """Each limb on both sides; the outline given is the one on the reader's left."""
    other = "Left" if reader_left == "Right" else "Right"
    found = []
    for name, area, path in limbs:
        found += [Part(f"{reader_left} {name}", area, path), Part(f"{other} {name}", area, mirrored(path))]
    return tuple(found)


def human_front() -> Silhouette:
    face = "M81 38 C81 29 90 26 100 26 C110 26 119 29 119 38 C119 53 110 65 100 65 C90 65 81 53 81 38 Z"
    eye = "M85 39 C88 35 94 35 97 39 C94 43 88 43 85 39 Z"
    groin = "M79 182 C90 187 110 187 121 182 L117 199 L104 217 L96 217 L83 199 Z"
    parts = (
        *both((*LIMBS, ("thigh", "thigh", THIGH), *LEGS), "Right"),
        Part("Throat", "throat", NECK),
        Part("Head", "head", HEAD),
        Part("Face", "face", face),
        *both((("eye", "eye", eye),), "Right"),
        Part("Chest", "chest", TORSO),
        Part("Abdomen", "abdomen", WAIST),
        Part("Groin", "groin", groin),
    )
    return Silhouette(HUMAN, 386, parts)


def human_rear() -> Silhouette:
    seat = "M79 182 C90 187 110 187 121 182 L125 209 C120 221 104 222 100 213 C96 222 80 221 75 209 Z"
    parts = (
        *both((*LIMBS, ("thigh", "thigh", THIGH_BEHIND), *LEGS), "Left"),
        Part("Neck", "neck", NECK),
        Part("Head", "head", HEAD),
        Part("Back", "chest", TORSO),
        Part("Kidneys", "kidneys", WAIST),
        Part("Buttocks", "buttock", seat),
    )
    return Silhouette(HUMAN, 386, parts, "M100 88 L100 134 M100 186 L100 212")


def quadruped_front() -> Silhouette:
    leg = "M57 200 L96 200 C95 216 92 228 92 240 L90 276 L95 290 L65 290 L70 276 L66 240 C60 226 58 214 57 200 Z"
    eye = "M79 52 C82 46 88 47 89 53 C87 58 81 58 79 52 Z"
    parts = (
        *both((("foreleg", "beast-leg", leg),), "Right"),
        Part("Throat", "beast-throat", "M80 70 L120 70 L127 96 L138 131 L62 131 L73 96 Z"),
        Part("Chest", "beast-chest", "M61 134 L139 134 C152 150 153 176 143 197 L57 197 C47 176 48 150 61 134 Z"),
        Part("Head", "beast-head", "M78 40 L69 12 L87 29 C95 25 105 25 113 29 L131 12 L122 40 L119 76 L81 76 Z"),
        *both((("eye", "beast-eye", eye),), "Right"),
        Part("Snout", "snout", "M82 78 L118 78 L122 106 C120 122 80 122 78 106 Z"),
    )
    return Silhouette(HUMAN, 300, parts, "M90 108 L90 112 M110 108 L110 112")


def quadruped_side() -> Silhouette:
    parts = (
        Part("Other front leg", "beast-leg",
             "M100 152 C104 158 108 162 113 164 L119 198 L113 236 L116 248 L97 248 L102 234 L104 198 Z"),
        Part("Far hind leg", "beast-leg",
             "M219 162 L239 160 C237 176 240 188 244 198 L238 236 "
             "L241 248 L222 248 L228 234 L230 200 C224 188 219 176 219 162 Z"),
        Part("Front leg", "beast-leg",
             "M115 166 C124 170 138 171 150 169 L143 198 "
             "L139 236 L143 250 L123 250 L127 236 L122 198 Z"),
        Part("Near hind leg", "beast-leg",
             "M242 160 L272 147 C274 166 263 180 261 196 L263 236 "
             "L268 250 L248 250 L251 236 L247 198 C241 186 238 174 242 160 Z"),
        Part("Neck", "beast-neck", "M89 46 C108 54 126 66 134 80 L122 113 L102 107 L84 74 Z"),
        Part("Throat", "beast-throat", "M57 89 L82 77 L101 110 L92 128 C80 114 66 102 57 89 Z"),
        Part("Head", "beast-head", "M42 62 L64 38 L69 18 L80 34 L87 48 L81 73 L55 87 Z"),
        Part("Snout", "snout", "M14 86 L39 64 L53 87 L34 106 C22 111 9 100 14 86 Z"),
        Part("Chest", "beast-chest", "M94 131 L103 111 L124 116 L137 82 L160 83 L158 165 C136 170 106 164 99 150 Z"),
        Part("Loin", "loin", "M163 83 C186 86 208 84 228 79 L223 120 L162 120 Z"),
        Part("Belly", "belly", "M162 123 L222 123 L214 159 C198 168 176 169 161 166 Z"),
        Part("Rump", "rump", "M231 79 C258 74 276 92 277 113 L272 143 L240 157 L217 158 L226 121 Z"),
    )  # fmt: skip
    return Silhouette(300, 258, parts, "M276 100 C290 112 292 150 284 176 M66 52 L70 51 M24 92 L28 91")


def quadruped_rear() -> Silhouette:
    leg = "M57 190 L97 190 C96 214 93 228 92 244 L90 276 L95 290 L65 290 L70 276 L65 244 C58 224 57 208 57 190 Z"
    parts = (
        *both((("hind leg", "beast-leg", leg),), "Left"),
        Part("Rump", "rump", "M62 92 C72 66 128 66 138 92 C153 120 154 160 143 187 L57 187 C46 160 47 120 62 92 Z"),
    )
    return Silhouette(HUMAN, 300, parts, "M100 78 C92 110 94 180 98 226 M104 80 C108 120 106 180 103 226")


DRAWN = {
    "human-front": human_front,
    "human-rear": human_rear,
    "quadruped-front": quadruped_front,
    "quadruped-side": quadruped_side,
    "quadruped-rear": quadruped_rear,
}


@cache
def silhouette(view: str) -> Silhouette:
    """The body from one side: `human-front`, `human-rear`, `quadruped-front`, `-side` or `-rear`."""
    return DRAWN[view]()
