"""The games: one folder each, found by `companion.catalogue`. Nothing is listed here.

Folders named in the environment variable `COMPANION_GAMES` are searched too, so that a game can live elsewhere.
"""

import os

__path__ += [folder for folder in os.environ.get("COMPANION_GAMES", "").split(os.pathsep) if folder]
