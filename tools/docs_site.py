"""The documentation as a site, in build/site; what `make docs` runs.

    python tools/docs_site.py                        gather, build, check every link
    python tools/docs_site.py --source ADDRESS       links to the code lead there (…/blob/main)

Pages stay where people look for them in the project: docs/, the rulebooks of the games, CONTRIBUTING.md. Here they are
gathered into build/docs, with links that fit, and every endpoint of the server is listed. `zensical.toml` says how the
site looks. A warning of the builder, a link or a picture that leads nowhere, and a page without a place in the
navigation are errors.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parents[1]
GATHERED = ROOT / "build" / "docs"
SITE = ROOT / "build" / "site"
KINDS = {".css", ".csv", ".json", ".md", ".svg", ".webp"}
ENDPOINTS = "<!-- endpoints: written when the site is built -->"
LISTING = re.compile(r"^(?P<fence>`{3,}).*?^(?P=fence)`*$|`[^`\n]+`", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"(?P<picture>!?)\[(?P<text>[^\]\[]*(?:\[[^\]]*\][^\]\[]*)*)\]\((?P<target>[^)\s]+)\)")


def main() -> int:
    """Gather, build, check."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--source", help="where the code can be read")
    asked = parser.parse_args()
    places = dict(gathered_files())
    shutil.rmtree(GATHERED, ignore_errors=True)
    shutil.rmtree(SITE, ignore_errors=True)
    for file, place in places.items():
        gather(file, place, places, asked.source)
    lost = pages_without_place(places.values())
    if lost:
        raise SystemExit(f"not in the navigation of zensical.toml: {', '.join(lost)}")
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    if code := subprocess.run(command, cwd=ROOT, check=False).returncode:
        return code
    wrong = list(broken_links(SITE))
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(f"{sum(1 for _ in SITE.rglob('*.html'))} pages in {SITE.relative_to(ROOT)}, {len(wrong)} links lead nowhere")
    return 1 if wrong else 0


def gathered_files() -> Iterator[tuple[Path, str]]:
    """Each file of the site, and its place there."""
    for file in sorted((ROOT / "docs").rglob("*")):
        if file.suffix in KINDS:
            yield file, file.relative_to(ROOT / "docs").as_posix()
    for name in ("CHANGELOG.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "SECURITY.md"):
        yield ROOT / name, name
    for folder in ("bench", "bench/results", "bench/server", "examples/learn"):
        for file in sorted((ROOT / folder).glob("*")):
            if file.suffix in (".md", ".svg"):
                yield file, file.relative_to(ROOT).as_posix()
    for book in sorted((ROOT / "src" / "pandarium" / "games").glob("*/words/rulebook*.md")):
        yield book, f"rules/{book.parts[-3]}{book.stem.removeprefix('rulebook')}.md"
    yield ROOT / "web" / "public" / "icon.svg", "icon.svg"


def gather(file: Path, place: str, places: dict[Path, str], source: str | None) -> None:
    """Copy one file to its place, a page with links that fit there."""
    to = GATHERED / place
    to.parent.mkdir(parents=True, exist_ok=True)
    if file.suffix != ".md":
        shutil.copyfile(file, to)
        return
    text = file.read_text(encoding="utf-8")
    text = fitted(text, file, place, places, source)
    to.write_text(text.replace(ENDPOINTS, endpoints()) if ENDPOINTS in text else text, encoding="utf-8")


def fitted(text: str, file: Path, place: str, places: dict[Path, str], source: str | None) -> str:
    """A page whose links lead to places of the site; those to code to where it can be read, or they are words."""

    def fit(link: re.Match[str]) -> str:
        address = urlsplit(link["target"])
        if address.scheme or not address.path:
            return link[0]
        target = (file.parent / unquote(address.path)).resolve()
        if target in places:
            way = os.path.relpath(places[target], Path(place).parent).replace(os.sep, "/")
            there = way + (f"#{address.fragment}" if address.fragment else "")
        elif source and target.exists():
            there = f"{source}/{target.relative_to(ROOT).as_posix()}"
        else:
            return link["text"]
        return f"{link['picture']}[{link['text']}]({there})"

    kept: list[str] = []

    def keep(listing: re.Match[str]) -> str:
        kept.append(listing[0])
        return f"\0{len(kept) - 1}\0"

    prose = LINK.sub(fit, LISTING.sub(keep, text))
    while "\0" in prose:
        prose = re.sub(r"\0(\d+)\0", lambda mark: kept[int(mark[1])], prose)
    return prose


def description() -> dict[str, Any]:
    """What the server says of itself, as OpenAPI."""
    from pandarium.server.app import make_rest
    from pandarium.server.http import openapi

    told: dict[str, Any] = json.loads(openapi.encoded(make_rest()))
    return told


def endpoints() -> str:
    """A table of every endpoint, by what it is about; the whole of it goes into openapi.json."""
    schema = description()
    (GATHERED / "openapi.json").write_text(json.dumps(schema, indent=1), encoding="utf-8")
    topics: dict[str, list[str]] = {}
    for path, item in schema["paths"].items():
        for method, operation in item.items():
            if isinstance(operation, dict) and "responses" in operation:
                row = f"| `{method.upper()} {path}` | {operation.get('summary', '')} |"
                topics.setdefault(", ".join(operation.get("tags", ["other"])), []).append(row)
    parts = ["The same for programs: [openapi.json](../openapi.json)."]
    parts += [f"## {topic}\n\n| | |\n|---|---|\n" + "\n".join(rows) for topic, rows in topics.items()]
    return "\n\n".join(parts)


def pages_without_place(pages: Any) -> list[str]:
    """Pages that the navigation does not name."""
    navigation = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]["nav"]
    named = set(leaves(navigation))
    results = "bench/results/"  # others link to them
    found = {page for page in pages if page.endswith(".md")}
    return sorted(page for page in found ^ named if page not in found or not page.startswith(results))


def leaves(entries: Any) -> Iterator[str]:
    """The pages of a navigation."""
    if isinstance(entries, str):
        yield entries
    elif isinstance(entries, dict):
        for entry in entries.values():
            yield from leaves(entry)
    else:
        for entry in entries:
            yield from leaves(entry)


class Links(HTMLParser):
    """What a page links to, and the places in it that can be linked to."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note addresses and names."""
        for name, value in attrs:
            if name in ("href", "src") and value and tag != "link":
                self.targets.append(value)
            if name in ("id", "name") and value:
                self.anchors.add(value)


def broken_links(site: Path) -> Iterator[str]:
    """Links within the site that lead nowhere."""
    pages: dict[Path, Links] = {}
    for file in site.rglob("*.html"):
        pages[file] = Links()
        pages[file].feed(file.read_text(encoding="utf-8"))
    for file, page in pages.items():
        if file.name == "404.html":  # it is shown anywhere: its addresses begin at the root
            continue
        for target in page.targets:
            address = urlsplit(target)
            if address.scheme or address.netloc or target == ".":
                continue
            to = (file.parent / unquote(address.path)).resolve() if address.path else file
            to = to / "index.html" if to.is_dir() else to
            place = unquote(address.fragment)
            if not to.is_file() or (place and to in pages and place not in pages[to].anchors):
                yield f"{file.relative_to(site)}: {target}"


if __name__ == "__main__":
    raise SystemExit(main())
