"""The notes of a release: its part of the changelog.

    python tools/release_notes.py v0.2.0

fails where the tag, the version in `src/pandarium/__init__.py` and the changelog do not agree, or say nothing.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HEADING = re.compile(r"^## \[(?P<name>[^\]]+)\](?: – (?P<date>\d{4}-\d{2}-\d{2}))?$", re.MULTILINE)
LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)[^)\s]+\)")
VERSION = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)


def version_of(source: str) -> str:
    """The version that a module names."""
    found = VERSION.search(source)
    if found is None:
        raise SystemExit("src/pandarium/__init__.py names no version")
    return found[1]


def notes_of(changelog: str, version: str) -> str:
    """What the changelog says of a version, without its heading; links into the project become plain words."""
    headings = list(HEADING.finditer(changelog))
    for heading, following in zip(headings, [*headings[1:], None], strict=True):
        if heading["name"] != version:
            continue
        if not heading["date"]:
            raise SystemExit(f"CHANGELOG.md: version {version} has no date: ## [{version}] – YYYY-MM-DD")
        text = changelog[heading.end() : following.start() if following else None].strip()
        if not text:
            raise SystemExit(f"CHANGELOG.md says nothing of version {version}")
        return LINK.sub(r"\1", text) + "\n"
    raise SystemExit(f"CHANGELOG.md has no version {version}: ## [{version}] – YYYY-MM-DD")


def main(told: list[str]) -> int:
    """Print the notes of a tag."""
    if len(told) != 1:
        raise SystemExit(__doc__)
    version = version_of((ROOT / "src" / "pandarium" / "__init__.py").read_text(encoding="utf-8"))
    if told[0] != f"v{version}":
        raise SystemExit(f"the tag {told[0]} is not of version {version}: v{version} was expected")
    sys.stdout.write(notes_of((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
