"""The tests of what changed, or of one game: what `make quick` runs.

    python tools/quick.py                    what differs from the last commit; on a clean tree, the last commit itself
    python tools/quick.py --since main       what differs from there
    python tools/quick.py --game pilfering   the rules of one game, and its contract

Tests lie where the code lies: `src/pandarium/server/store/writer.py` is tested by `tests/server/store/test_writer.py`,
or else by all of `tests/server/store`. A folder with folders of its own is too much: what lies at its root, like
`src/pandarium/server/app.py`, is tested by what names it, `pandarium.server.app`, and so is what tests are built with,
like `tests/server/harness.py`. What needs a browser, a terminal or
servers in processes of their own is for `make test`.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "tests"
PACKAGE = "src/pandarium/"
UNITS = "not many and not strength and not slow"
"""What plays many games, compares bots or starts processes is for `make test`."""


def main() -> int:
    """Choose, say what was chosen, and run it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", help="one game, whatever changed")
    parser.add_argument("--since", default="HEAD", help="compare with this commit")
    parser.add_argument("--list", action="store_true", help="say which tests, and run none")
    asked = parser.parse_args()
    if asked.game:
        tests, contract = [TESTS / "games" / asked.game], [asked.game]
        if not tests[0].is_dir():
            sys.exit(f"there is no {tests[0].relative_to(ROOT)}")
    else:
        paths = changed(asked.since)
        tests, contract = tests_of(paths), sorted({game for path in paths for game in game_of(path)})
        if any(part_of_web(path) for path in paths):
            print("The web client changed: its checks are `make test-web`.")
    if not tests:
        print("Nothing changed that has tests of its own.")
        return 0
    print("Tests:", *(test.relative_to(ROOT) for test in tests), flush=True)
    if asked.list:
        return 0
    code = pytest(*map(str, tests), "-m", UNITS)
    for game in contract:
        code = code or pytest(str(TESTS / "conformance"), "-k", game, "-m", UNITS)
    return code


def changed(since: str) -> list[str]:
    """Paths that differ from a commit, new files among them; on a clean tree those of the last commit."""
    new = lines("git", "ls-files", "--others", "--exclude-standard")
    found = lines("git", "diff", "--name-only", since) + new
    return found or lines("git", "diff", "--name-only", "HEAD~1")


def tests_of(paths: Iterable[str]) -> list[Path]:
    """The test files and folders of these paths, none twice and none inside another."""
    found = {test for path in paths for test in tests_near(path)}
    return sorted(test for test in found if not any(other in test.parents for other in found))


def tests_near(path: str) -> list[Path]:
    """The tests of one file: itself, the file that bears its name, or the nearest folder that mirrors its own."""
    if part_of_web(path):
        return []
    if path.startswith("tests/") and path.endswith(".py"):
        file = ROOT / path
        if file.name.startswith("test_") and file.is_file():
            return [file]
        if file.name != "conftest.py" and has_folders(file.parent):
            return tests_using(file)
        return [file.parent] if file.parent != TESTS and file.parent.is_dir() else []
    if not path.startswith(PACKAGE):
        return []
    inside = Path(path.removeprefix(PACKAGE))
    named = TESTS / inside.parent / f"test_{inside.stem}.py"
    if named.is_file():
        return [named]
    for folder in inside.parents:
        if folder != Path() and (TESTS / folder).is_dir() and folder.name != "games":
            return tests_naming(inside) if has_folders(TESTS / folder) else [TESTS / folder]
    return []


def has_folders(folder: Path) -> bool:
    """Whether there are tests in folders of that folder, too."""
    return any(folder.glob("*/test_*.py"))


def tests_naming(module: Path) -> list[Path]:
    """Tests of its folder and below that name a module, and those whose `conftest` does."""
    *package, name = module.with_suffix("").parts
    dotted = re.escape(".".join(["pandarium", *package]))
    names = re.compile(rf"\b{dotted}(\.| import (.*, )?){name}\b")
    files = (TESTS / module.parent).rglob("*.py")
    found = [file for file in files if names.search(file.read_text(encoding="utf-8"))]
    return [file.parent if file.name == "conftest.py" else file for file in found if is_test(file)]


def tests_using(helper: Path) -> list[Path]:
    """Tests that import a helper of tests, and those that import a helper which does."""
    found, helpers = set[Path](), [helper]
    for one in helpers:  # it grows meanwhile
        for file in TESTS.rglob("*.py"):
            if not imports(file, one):
                continue
            if file.name == "conftest.py" and not has_folders(file.parent):
                found.add(file.parent)
            elif file.name.startswith("test_"):
                found.add(file)
            elif not is_test(file) and file not in helpers:
                helpers.append(file)
    return sorted(found)


def imports(file: Path, helper: Path) -> bool:
    """Whether a file of the tests imports that one, by its whole name or by a relative one."""
    package = re.escape(".".join(helper.parent.relative_to(TESTS).parts))
    near = r"|\.+" if helper.parent in file.parents else ""
    start = rf"^from (?:{package}{near})"
    names = rf"{start}\.?{helper.stem} import|{start} import .*\b{helper.stem}\b"
    return re.search(names, file.read_text(encoding="utf-8"), re.MULTILINE) is not None


def is_test(file: Path) -> bool:
    """Whether pytest reads a file by itself."""
    return file.name == "conftest.py" or file.name.startswith("test_")


def game_of(path: str) -> Iterator[str]:
    """The game that a path belongs to, if it is one's rules."""
    parts = Path(path).parts
    if path.startswith(PACKAGE + "games/") and len(parts) > 4 and parts[4] != "web":
        yield parts[3]


def part_of_web(path: str) -> bool:
    """Whether a path is the web client's: the shell, or a game's own part."""
    return path.startswith("web/") or "/web/" in path.removeprefix(PACKAGE)


def lines(*command: str) -> list[str]:
    """What a command prints."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def pytest(*arguments: str) -> int:
    """Run some tests; having none to run is fine."""
    code = subprocess.run([sys.executable, "-m", "pytest", "-n", "2", *arguments], cwd=ROOT, check=False).returncode
    return 0 if code == 5 else code


if __name__ == "__main__":
    raise SystemExit(main())
