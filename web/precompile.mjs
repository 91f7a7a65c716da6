// Bytecode for the part of Python's library that the rules import: a phone would need seconds to compile it.
//
//     node precompile.mjs LIBRARY.zip PACKAGES.zip RULES.zip OUT.zip
//
// Only the Python that will run it can make it: Pyodide's own, here in Node. Called by tools/browser_engine.py.
import { readFileSync, writeFileSync } from 'node:fs';
import { loadPyodide } from 'pyodide';

const [library, packages, rules, out] = process.argv.slice(2);
const bytes = (file) => new Uint8Array(readFileSync(file));
const python = await loadPyodide({ stdLibURL: library });
python.FS.writeFile('/library.zip', bytes(library));
for (const file of [packages, rules]) python.unpackArchive(bytes(file), 'zip', { extractDir: '/packages' });
try {
  python.runPython(`
import importlib.util, marshal, sys, zipfile

sys.path.insert(0, "/packages")
from pandarium import bots, game, names
from pandarium.companion import in_browser
from pandarium.offline import in_browser as table

for name in names():
    for level in bots.levels(game(name)):
        bots.make(game(name), level)
files = [str(getattr(module, "__file__", "")) for module in list(sys.modules.values())]
used = {inside for place, _, inside in (file.partition(".zip/") for file in files)}

# A mark that says: no source is there to compare it with.
head = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little")
with zipfile.ZipFile("/library.zip") as sources, zipfile.ZipFile("/out.zip", "w") as out:
    for path in sources.namelist():
        content = sources.read(path)
        if path in used:
            code = compile(content, path, "exec", dont_inherit=True, optimize=2)
            path, content = path + "c", head + importlib.util.source_hash(content) + marshal.dumps(code)
        out.writestr(zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0)), content)
`);
} catch (error) {
  // What Python says; Node would print the whole interpreter in front of it.
  console.error(error.message);
  process.exit(1);
}
writeFileSync(out, python.FS.readFile('/out.zip'));
