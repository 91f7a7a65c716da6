from __future__ import annotations

import doctest
import importlib
import inspect
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import pandarium

PACKAGE = Path(pandarium.__file__).parent


def module_name(file):
    parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {
    module_name(file): file.read_text(encoding="utf-8")
    for file in sorted(PACKAGE.rglob("*.py"))
    if file.name != "__main__.py" and all(part.isidentifier() for part in file.relative_to(PACKAGE).parts[:-1])
}
WITH_EXAMPLES = [name for name, source in SOURCES.items() if ">>> " in source]


@pytest.mark.parametrize("name", pandarium.__all__)
def test_every_public_name_is_there_and_explained(name):
    found = getattr(pandarium, name)
    assert inspect.getdoc(found)
    assert found.__module__.startswith("pandarium.")


def test_the_list_of_public_names_is_sorted_and_complete():
    assert pandarium.__all__ == sorted(pandarium.__all__)
    assert set(pandarium.__all__) == set(pandarium._WHERE)


def test_a_name_that_does_not_exist_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'pandarium' has no attribute 'nothing'"):
        _ = pandarium.nothing


def test_the_version_is_that_of_the_installed_package():
    from importlib.metadata import version

    assert pandarium.__version__ == version("pandarium")


def test_importing_pandarium_loads_next_to_nothing():
    code = "import json, sys; import pandarium; print(json.dumps(sorted(sys.modules)))"
    unwatched = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=unwatched)
    loaded = set(json.loads(done.stdout))
    assert not loaded & {"msgspec", "typer", "rich", "textual", "matplotlib", "click", "asyncio", "tomllib"}
    assert {name for name in loaded if name.startswith("pandarium")} == {"pandarium"}


@pytest.mark.parametrize("name", ["errors", "fair", "meta", "rng"])
def test_the_core_of_the_core_needs_no_third_party_structs(name):
    code = f"import json, sys; import pandarium.core.{name}; print(json.dumps('msgspec' in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) is False


@pytest.mark.parametrize("name", [name for name in SOURCES if name.startswith("pandarium.core")])
def test_every_public_name_of_the_core_is_explained(name):
    module = importlib.import_module(name)
    assert inspect.getdoc(module)
    for member, found in vars(module).items():
        own = getattr(found, "__module__", None) == name and (inspect.isclass(found) or inspect.isfunction(found))
        if own and not member.startswith("_"):
            assert inspect.getdoc(found), member


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_in_docstrings_run(name):
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried > 0
    assert failed == 0


def test_the_modules_with_examples_are_found():
    assert {"pandarium.core.rng", "pandarium.core.match", "pandarium.core.game"} <= set(WITH_EXAMPLES)
