"""hatchling, with the one thing that it hides from pip: metadata without a build.

Else pip builds the whole wheel to read its metadata, and then once more: the engine would be compiled twice. hatchling
does so for hooks that change dependencies; ours does not.
"""

from __future__ import annotations

import os

_tracker = os.environ.pop("PIP_BUILD_TRACKER", None)

from hatchling.build import *  # noqa: E402, F403

if _tracker is not None:
    os.environ["PIP_BUILD_TRACKER"] = _tracker
