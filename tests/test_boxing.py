"""No Python objects for numbers where a batch plays millions of moves a second."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from pandarium.buildinfo import is_compiled

ROOT = Path(__file__).resolve().parents[1]
GENERATED = ROOT / "build" / "compiled" / "generated"

spec = importlib.util.spec_from_file_location("boxing", ROOT / "tools" / "boxing.py")
tool = importlib.util.module_from_spec(spec)
spec.loader.exec_module(tool)

C = """
char CPyDef_toy___engine___flow___Toy___observe_into(PyObject *cpy_r_self, int64_t cpy_r_seat) {
    cpy_r_r0 = CPyDef_knowledge___look(cpy_r_self);
    return 1;
}

int64_t CPyDef_knowledge___look(PyObject *cpy_r_state) {
    cpy_r_r0 = PyLong_FromLongLong(cpy_r_x);
    return 1;
}

int64_t CPyDef_chapter___tell(PyObject *cpy_r_state, PyObject *cpy_r_log) {
    cpy_r_r0 = PyLong_FromLongLong(cpy_r_x);
    return 1;
}

int64_t CPyDef_elsewhere(PyObject *cpy_r_state) {
    cpy_r_r0 = PyLong_FromLongLong(cpy_r_x);
    return 1;
}
"""


def test_boxing_is_found_wherever_a_step_leads(tmp_path, capsys):
    (tmp_path / "engine.c").write_text(C, "utf-8")
    assert tool.main(str(tmp_path)) == 1
    assert capsys.readouterr().out.splitlines() == [
        "knowledge.look: PyLong_FromLongLong",
        "1 of 2 functions on the way of a step make objects of numbers",
    ]


def test_a_step_of_the_games_makes_no_objects_of_numbers():
    if not is_compiled() or not GENERATED.is_dir():
        pytest.skip("the engine is not compiled here, so there is no C to look at")
    functions = tool.read_functions(GENERATED)
    roots = [name for name in functions if tool.ROOTS.search(name)]
    assert {name.partition("___")[0] for name in roots} >= {"leduc", "pandante", "pilfering", "royale", "wildstyle"}
    assert list(tool.boxing(functions)) == []
