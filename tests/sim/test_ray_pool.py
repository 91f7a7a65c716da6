"""Games on a Ray cluster: two nodes on this machine, on loopback. The same numbers, whatever dies.

A cluster takes ten seconds to start, so all tests here share one.
"""

from __future__ import annotations

import json
import os
import pickle
import platform
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import pandarium
from pandarium.kit.abstraction import Plain
from pandarium.kit.encoding import inputs_of
from pandarium.kit.net_file import write_net
from pandarium.kit.study import Length, Observer, Question, StudyTable, mean
from pandarium.sim import SimulationReport, pool, simulate, strength
from pandarium.sim.pool import MOST_LOSSES
from pandarium.sim.ray_pool import QUIET, connected, make_task
from pandarium.sim.ray_worker import Job
from pandarium.sim.same_build import this_build
from pandarium.sim.study_runner import run_study

from .conftest import RunScript, rest_of

WHEELS = {("linux", "x86_64"), ("linux", "aarch64"), ("darwin", "arm64")}
if (sys.platform, platform.machine()) not in WHEELS or (sys.platform == "linux" and platform.libc_ver()[0] != "glibc"):
    pytest.skip("there is no Ray for this platform", allow_module_level=True)

ROOT = Path(__file__).parents[2]
PATIENCE = 300
"""Seconds after which something has gone wrong, however busy the machine is."""
SETTINGS = {
    **QUIET,
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # all of it on loopback, on Linux, too
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_worker_niceness": "0",
    # No figures about itself: working them out costs more than our games do.
    "RAY_enable_metrics_collection": "0",
    "RAY_enable_timeline": "0",
    "RAY_event_stats": "0",
    "RAY_task_events_report_interval_ms": "0",
    # A worker is started when there is something to play, and no sooner.
    "RAY_enable_worker_prestart": "0",
    "RAY_prestart_worker_first_driver": "0",
}


class TwoNodes:
    """A cluster of two nodes with one processor each."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        self.node: dict[str, Any] = {
            "num_cpus": 1,
            "object_store_memory": 80 * 2**20,
            "node_ip_address": "127.0.0.1",
            "include_dashboard": False,
            "include_log_monitor": False,
        }
        self.cluster = Cluster()
        self.nodes = [self.add_node(), self.add_node()]
        self.address: str = self.cluster.address

    def add_node(self, **env_vars: str) -> Any:
        """Ray gives a node thirty seconds to start: where the machine is too busy for that, it is tried again."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return self.cluster.add_node(**self.node, env_vars=env_vars)
            except Exception:
                if time.monotonic() > deadline:
                    raise

    def players(self, node: Any) -> list[int]:
        """The workers of a node that are playing now."""
        raylet = node.all_processes["raylet"][0].process.pid
        listed = subprocess.run(["ps", "-axo", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
        found = re.findall(rf"^ *(\d+) +{raylet} ray::play_chunk", listed, re.MULTILINE)
        return [int(pid) for pid in found]

    def lose_second_node(self) -> None:
        self.cluster.remove_node(self.nodes.pop(), allow_graceful=False)

    def remove_node(self, node: Any) -> None:
        """And wait until the cluster has noticed, so that nothing is sent there any more."""
        import ray

        alive = sum(bool(one["Alive"]) for one in ray.nodes())
        self.cluster.remove_node(node)
        deadline = time.monotonic() + PATIENCE
        while sum(bool(one["Alive"]) for one in ray.nodes()) >= alive:
            assert time.monotonic() < deadline, "the cluster still counts on a node that is gone"
            time.sleep(0.05)

    def wait_until_idle(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while any(map(self.players, self.nodes)):
            assert time.monotonic() < deadline, "somebody plays on"
            time.sleep(0.05)


@pytest.fixture(scope="module")
def nodes() -> Iterator[TwoNodes]:
    folder = tempfile.mkdtemp(prefix="ray-")  # a short path: sockets lie in it
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {**SETTINGS, "RAY_TMPDIR": folder}.items():
            patch.setenv(name, value)
        two = TwoNodes()
        try:
            with connected(two.address):
                yield two
        finally:
            two.cluster.shutdown()
            shutil.rmtree(folder, ignore_errors=True)


def same(one: SimulationReport, other: SimulationReport) -> bool:
    return (one.rows, one.moves, one.games) == (other.rows, other.moves, other.games)


def test_a_simulation_a_study_and_a_page_have_the_numbers_of_one_process(nodes: TwoNodes) -> None:
    one = simulate("royale", ["greedy", "random"], 40, seats=3, seed=4, workers=1)
    received: list[int] = []
    progress = received.append
    assert same(
        one, simulate("royale", ["greedy", "random"], 40, seats=3, seed=4, ray=nodes.address, progress=progress)
    )
    assert received == sorted(received)
    assert received[-1] == 40
    here, _ = run_study("royale", 20, only=["lead"], workers=1)
    there, _ = run_study("royale", 20, only=["lead"], ray=nodes.address)
    assert here.answers == there.answers
    assert strength.write("leduc", None, 6, workers=1) == strength.write("leduc", None, 6, ray=nodes.address)


def test_a_network_goes_along_to_nodes_that_have_no_such_file(
    nodes: TwoNodes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here it lies in the current folder, which is another one on every node, and changes from run to run."""
    monkeypatch.chdir(tmp_path)
    game = pandarium.game("leduc")
    inputs, actions = len(inputs_of(game.observation)), int(game.setup(2).actions)
    for liked in range(actions):
        bias = [3.0 if action == liked else 0.0 for action in range(actions)]
        write_net(Path("mine.net"), game, Plain(game), [((inputs, actions), [0.0] * (inputs * actions), bias)])
        here = simulate("leduc", ["net:mine.net", "greedy"], 20, seats=2, seed=1, workers=1)
        assert same(here, simulate("leduc", ["net:mine.net", "greedy"], 20, seats=2, seed=1, ray=nodes.address))


def test_the_example_measures_what_it_trains_on_the_cluster(
    nodes: TwoNodes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed: the example that trains a network is not tried")
    monkeypatch.syspath_prepend(str(ROOT / "examples" / "learn"))
    monkeypatch.chdir(tmp_path)
    for name in ("measure", "train"):
        monkeypatch.delitem(sys.modules, name, raising=False)  # others have modules of that name
    train: Any = import_module("train")
    measure: Any = import_module("measure")
    monkeypatch.setattr(measure, "GAMES", 4)
    monkeypatch.setattr(train, "MEASURED", 1)
    settings = train.PRESETS["pandante"]._replace(games=16, steps=8, hidden=8)
    monkeypatch.setitem(train.PRESETS, "pandante", settings)
    words = ["train.py", "pandante", "--minutes", "0.001", "--out", "small.net", "--ray", nodes.address]
    monkeypatch.setattr(sys, "argv", words)
    rates: list[dict[str, float]] = []
    monkeypatch.setattr(train, "plot", lambda curve, *_: rates.extend(measured for _, measured in curve))
    train.main()
    assert len(rates) == 2
    assert set(rates[0]) == {"random", "liar", "cautious", "master"}, "strong thinks, and would take hours"
    assert rates[-1] == measure.win_rates(pandarium.game("pandante"), Path("small.net"), None)


def test_so_many_workers_play_at_a_time(nodes: TwoNodes, monkeypatch: pytest.MonkeyPatch) -> None:
    most = 0
    real = pool.play_chunks

    def watch(opened: Any, queues: Any) -> Any:
        def waiting() -> Any:
            nonlocal most
            most = max(most, len(opened._chunks))
            return wait()

        wait, opened.wait = opened.wait, waiting
        return real(opened, queues)

    monkeypatch.setattr(pool, "play_chunks", watch)
    simulate("royale", ["random"], 10, seats=2, workers=1, ray=nodes.address)
    assert most == 1


def asked_by(watcher: type[Observer]) -> list[Question]:
    return [Question("q", "?", [StudyTable(3, "random")], watcher, [mean("moves")])]


def make_killed(folder: Path, times: int) -> type[Observer]:
    """An observer whose process is killed at the end of a game, for so many times."""

    class Killed(Length):
        def end(self, state: Any, outcome: Any) -> Any:
            died = len(list(folder.iterdir()))
            if died < times:
                (folder / str(died)).touch()
                os.kill(os.getpid(), signal.SIGKILL)
            return Length.end(self, state, outcome)

    return Killed


def test_a_killed_worker_changes_nothing(nodes: TwoNodes, tmp_path: Path) -> None:
    watcher = make_killed(tmp_path, MOST_LOSSES - 1)
    there, _ = run_study("royale", 20, asked=asked_by(watcher), ray=nodes.address)
    assert len(list(tmp_path.iterdir())) == MOST_LOSSES - 1
    here, _ = run_study("royale", 20, asked=asked_by(watcher), workers=1)
    assert (here.answers, here.moves) == (there.answers, there.moves)


def test_games_that_end_every_worker_end_the_run_in_words(nodes: TwoNodes, tmp_path: Path) -> None:
    with pytest.raises(pandarium.PandariumError, match="workers were ended from outside 3 times"):
        run_study("royale", 20, asked=asked_by(make_killed(tmp_path, 10**6)), ray=nodes.address)


def test_the_command_prints_its_results_and_nothing_else(nodes: TwoNodes) -> None:
    words = ["simulate", "royale", "--games", "40", "--bots", "greedy", "--seats", "4", "--json", "-"]
    command = [sys.executable, "-m", "pandarium", *words, "--ray", nodes.address]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert [line for line in ran.stderr.splitlines() if not line.startswith("engine: ")] == []
    there = json.loads(ran.stdout)
    here = json.loads(simulate("royale", ["greedy"], 40, seats=4, workers=1).to_json())
    assert (there["rows"], there["moves"]) == (here["rows"], here["moves"])


SCRIPT = """
import os, signal, sys
from pathlib import Path
from pandarium.kit.study import Observer, Question, StudyTable, mean
from pandarium.sim.study_runner import run_study

killed = Path(sys.argv[2])

class Mine(Observer):
    def end(self, state, outcome):
        if not killed.exists():
            killed.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return {"best": max(outcome.scores)}

def report_progress(done):
    print(done, flush=True)

asked = [Question("q", "?", [StudyTable(10, "greedy")], Mine, [mean("best")])]
found, _ = run_study("royale", 10**7, asked=asked, ray=sys.argv[1], progress=report_progress)
print("interrupted" if found.interrupted else "complete", found.games)
"""


def test_a_script_brings_its_own_observer_and_ctrl_c_stops_the_nodes(
    nodes: TwoNodes, run_script: RunScript, tmp_path: Path
) -> None:
    """A worker that dies meanwhile leaves no trace on the screen."""
    script = run_script(SCRIPT, nodes.address, tmp_path / "killed")
    assert script.stdout is not None
    assert int(script.stdout.readline()) > 0
    os.killpg(script.pid, signal.SIGINT)
    out, err = rest_of(script)
    assert re.fullmatch(r"(\d+\n)*interrupted \d+", out.rstrip()), (script.returncode, out, err)
    assert err == ""
    assert (tmp_path / "killed").exists()
    nodes.wait_until_idle()


def test_what_goes_wrong_there_is_raised_here(nodes: TwoNodes) -> None:
    class Wrong(Length):
        def end(self, state: Any, outcome: Any) -> Any:
            raise ZeroDivisionError("nobody won")

    with pytest.raises(ZeroDivisionError, match="nobody won"):
        run_study("royale", 10, asked=asked_by(Wrong), ray=nodes.address)


def test_a_node_with_another_version_says_so(nodes: TwoNodes, tmp_path: Path) -> None:
    (tmp_path / "old" / "pandarium").mkdir(parents=True)
    (tmp_path / "old" / "pandarium" / "__init__.py").write_text('__version__ = "0.0.9"')

    class Slow(Length):
        """There is no end to the games of the other nodes, and nothing to be learnt from them."""

        def end(self, state: Any, outcome: Any) -> Any:
            time.sleep(0.1)
            return Length.end(self, state, outcome)

    node = nodes.add_node(PYTHONPATH=str(tmp_path / "old"))
    try:
        with pytest.raises(pandarium.PandariumError) as refused:
            run_study("royale", 10**7, asked=asked_by(Slow), ray=nodes.address)
    finally:
        nodes.remove_node(node)
    assert str(refused.value) == (
        f"the node at 127.0.0.1 has pandarium 0.0.9, here is {pandarium.__version__}; "
        "install the same on every node, and mount the same games (PANDARIUM_GAMES)"
    )


def test_a_lost_node_changes_nothing(nodes: TwoNodes, tmp_path: Path) -> None:
    """On the second node a game begins that never ends there; on the first, none ends before that.

    No other test follows that needs both.
    """
    second, begun = nodes.nodes[-1].node_id, tmp_path / "begun"

    class Stuck(Length):
        def end(self, state: Any, outcome: Any) -> Any:
            import ray

            if ray.get_runtime_context().get_node_id() == second:
                begun.touch()
                while True:
                    signal.pause()
            while not begun.exists():
                time.sleep(0.01)
            return Length.end(self, state, outcome)

    left: list[int] = []

    def leave(done: int) -> None:
        if not left:
            nodes.lose_second_node()
            left.append(done)

    there, _ = run_study("royale", 20, asked=asked_by(Stuck), ray=nodes.address, progress=leave)
    here, _ = run_study("royale", 20, asked=asked_by(Stuck), workers=1)
    assert left
    assert (here.answers, here.moves) == (there.answers, there.moves)


# Without a cluster


def test_a_node_with_another_game_says_so() -> None:
    job = Job(this_build("leduc")._replace(game_source="another"), (), b"", {})
    said = make_task()("run", pandarium.__version__, pickle.dumps(tuple(job)), (0, 1))
    assert re.fullmatch(r"the node at \S+ has another 'leduc': its files are not the same", said)


def test_a_node_that_cannot_import_us_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandarium.sim.ray_worker", None)
    monkeypatch.delattr("pandarium.sim.ray_worker", raising=False)
    said = make_task()("run", pandarium.__version__, b"", (0, 1))
    assert re.fullmatch(r"the node at \S+ cannot import what it should play: .*ray_worker.*", said)


@pytest.mark.parametrize("address", ["", "nowhere", "ray://127.0.0.1:10001", "a:b"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(pandarium.PandariumError, match=r"is named by HOST:PORT or auto, not '.*'"):
        simulate("royale", ["random"], 10, ray=address)


def test_where_nobody_listens_that_is_said_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    code = """
import sys
from pandarium.cli import main
for command in ("simulate", "study", "strength"):
    print(main([command, "royale", "--ray", sys.argv[1]]))
"""
    command = [sys.executable, "-c", code, f"127.0.0.1:{port}"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert ran.stdout == "2\n2\n2\n"
    said = [line for line in ran.stderr.splitlines() if not line.startswith("engine: ")]
    assert said == [f"pandarium: no Ray cluster at 127.0.0.1:{port}: Connection refused"] * 3


def test_without_ray_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(pandarium.PandariumError, match=re.escape("a cluster needs Ray: pip install 'pandarium[ray]'")):
        simulate("royale", ["random"], 10, ray="auto")
