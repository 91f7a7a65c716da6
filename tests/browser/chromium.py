"""Where there is a browser to test with; installs Debian's where that is possible."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

WHOLE: Final = ("chromium", "chromium-browser", "google-chrome")
SHELL: Final = "chromium-headless-shell"
"""The same engine without windows, profiles and what shows notifications: tests cost a fifth less."""
FLAGS: Final = (
    # Tests may run as root in a container. Only our own pages are ever opened.
    "--no-sandbox",
    "--disable-dev-shm-usage",
    # The shell alone fits letters to pixels, which makes words wider and pages longer than people see them.
    "--font-render-hinting=none",
    # Every window of a whole Chromium, seen or not, has two pages for what drops down from its address bar: more than a
    # third of all that tests cost. The flag counts once, so the others are what playwright switches off.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,AimEnabled,AvoidCorsURLLoaderRestartOnRedirect,"
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,"
    "LensOverlay,MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,PaintHolding,PreconnectToSearch,"
    "ThirdPartyStoragePartitioning",
)
_INSTALL: Final = ("apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium")


class Found(NamedTuple):
    """A browser, or why there is none."""

    path: str | None
    message: str


@cache
def find(*, whole: bool = False) -> Found:
    """The browser to test with: the one named, one on the PATH, playwright's own, one installed just now.

    `whole`: not the shell, which cannot show a notification.
    """
    named = os.environ.get("PANDARIUM_CHROMIUM")
    if named:
        there = shutil.which(named)
        return Found(there, f"{named}, named by PANDARIUM_CHROMIUM{'' if there else ', is not there'}")
    return _on_path(whole) or _of_playwright() or _install(whole)


def _on_path(whole: bool) -> Found | None:
    there = next(filter(None, map(shutil.which, WHOLE if whole else (SHELL, *WHOLE))), None)
    return Found(there, there) if there else None


def _of_playwright() -> Found | None:
    cache_folder = os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or "~/.cache/ms-playwright"
    for folder in sorted(Path(cache_folder).expanduser().glob("chromium-*"), reverse=True):
        for there in folder.glob("chrome-linux*/chrome"):
            return Found(str(there), f"{there}, playwright's own")
    return None


def _install(whole: bool) -> Found:
    wanted = f"no {', '.join(WHOLE)} on the PATH, none of playwright's"
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return Found(None, f"{wanted}; name one with PANDARIUM_CHROMIUM")
    for command in (("apt-get", "update", "-qq"), _INSTALL):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 0 and (now := _on_path(whole)):
        return Found(now.path, f"{now.path}, installed just now with apt-get")
    error = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
    return Found(None, f"{wanted}; apt-get could not install one: {error}")
