"""One folder is one game. PANDARIUM_GAMES names further directories whose folders are games too."""

from __future__ import annotations

import os as _os

__path__ += [_os.path.abspath(place) for place in _os.environ.get("PANDARIUM_GAMES", "").split(_os.pathsep) if place]
