"""Which functions on the way of a batch's step make Python objects of numbers: python tools/boxing.py FOLDER

FOLDER holds the C that mypyc made (build/compiled/generated after `make compile`). A number that becomes an object
costs more than most rules do, and nothing in the source shows it: `0 if c else u8(x)` does it, and so does a list.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOTS = re.compile(
    r"^\w+?___engine___(flow___\w+___(observe_into|legal_into|to_act|outcome_into|action|features_into)"
    r"|legal___fault(_of)?)$"
)
"""What a batch calls in every step, and the verifiers."""
BOXING = re.compile(r"\b(CPyTagged_StealAsObject|PyLong_From\w+|CPyLong_From\w+|PyNumber_\w+|PyObject_RichCompare)\(")
LOGGING = "cpy_r_log"
"""Who is handed a log makes objects for it, if there is one: a batch has none."""
_FUNCTION = re.compile(
    r"^[a-zA-Z][^;\n(]*\bCPyDef_(?P<name>\w+)\([^;\n]*\) \{\n(?P<body>.*?)^\}", re.MULTILINE | re.DOTALL
)
_CALL = re.compile(r"\bCPyDef_(\w+)\(")


def read_functions(folder: Path) -> dict[str, str]:
    """Every function that was compiled, by its C name, with its text."""
    found: dict[str, str] = {}
    for file in sorted(folder.rglob("*.c")):
        for match in _FUNCTION.finditer(file.read_text("utf-8")):
            found[match["name"]] = match[0]
    return found


def reachable(functions: dict[str, str]) -> set[str]:
    """The roots, and everything that they call directly."""
    waiting = [name for name in functions if ROOTS.search(name)]
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting.extend(called for called in _CALL.findall(functions[name]) if called in functions)
    return seen


def boxing(functions: dict[str, str]) -> Iterator[tuple[str, list[str]]]:
    """Functions on the way that make objects of numbers, and how."""
    for name in sorted(reachable(functions)):
        if LOGGING not in functions[name] and (found := sorted(set(BOXING.findall(functions[name])))):
            yield name, found


def main(folder: str) -> int:
    """Print what was found; 1 if there is anything."""
    functions = read_functions(Path(folder))
    found = list(boxing(functions))
    for name, how in found:
        print(f"{name.replace('___', '.')}: {', '.join(how)}")
    print(f"{len(found)} of {len(reachable(functions))} functions on the way of a step make objects of numbers")
    return 1 if found else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    raise SystemExit(main(sys.argv[1]))
