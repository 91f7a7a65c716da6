/// <reference lib="webworker" />
// The rules without a server: Python, and the same engine that the server runs, in a worker of the page.
// tools/browser_engine.py packs what is loaded here; the server lets only this file run WebAssembly.
import { loadPyodide } from 'pyodide';
import { type EngineList, LIST } from './list';

declare const self: DedicatedWorkerGlobalScope;

/** What the page asks, */
export interface Ask {
  id: number;
  /** What follows from the entries of an evening of that game, or what a table without a server says. */
  about: 'table' | { evening: string };
  told: string;
}
/** and what it hears: how far loading has come, that it is done or cannot be, and answers. */
export type Tell =
  | { type: 'loading'; share: number }
  | { type: 'ready' }
  | { type: 'failed'; why: string }
  | { type: 'answer'; id: number; text: string }
  | { type: 'broken'; id: number; why: string };

const tell = (what: Tell) => self.postMessage(what);

/** Where Python finds our modules, and those that they import. */
const PACKAGES = '/packages';

interface Rules {
  evening: (game: string, told: string) => string;
  table: (told: string) => string;
}

async function load(): Promise<Rules> {
  const found = await fetch(LIST);
  if (!found.ok) throw new Error(`${LIST}: ${found.status}`);
  const list: EngineList = await found.json();
  const whole = Object.values(list.files).reduce((sum, file) => sum + file.bytes, 0);
  let come = 0;

  async function open(name: keyof EngineList['files'], type = 'application/octet-stream'): Promise<Response> {
    const { path } = list.files[name];
    const packed = await fetch(path);
    if (!packed.ok || !packed.body) throw new Error(`${path}: ${packed.status}`);
    const counted = packed.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(part, out) {
          come += part.byteLength;
          tell({ type: 'loading', share: come / whole });
          out.enqueue(part);
        },
      }),
    );
    return new Response(counted.pipeThrough(new DecompressionStream('gzip')), {
      headers: { 'content-type': type },
    });
  }
  const read = async (name: keyof EngineList['files']) => (await open(name)).arrayBuffer();

  const packages = read('packages');
  const rules = read('rules');
  // Pyodide asks for two files by names of its own.
  const given = new Map([
    ['pyodide.asm.wasm', open('python', 'application/wasm')],
    ['python_stdlib.zip', read('library').then((library) => new Response(library))],
  ]);
  const other = self.fetch.bind(self);
  self.fetch = (asked, how) =>
    given.get(String(asked instanceof Request ? asked.url : asked).replace(/.*\//, '')) ?? other(asked, how);

  const { default: createPyodideModule } = await import(/* @vite-ignore */ list.script);
  const python = await loadPyodide({
    indexURL: '/assets/',
    packageBaseUrl: '/assets/',
    lockFileContents: JSON.stringify({ info: list.info, packages: {} }), // no other packages than ours
    createPyodideModule,
  } as Parameters<typeof loadPyodide>[0]);
  for (const archive of [await packages, await rules])
    python.unpackArchive(archive, 'zip', { extractDir: PACKAGES });
  python.runPython(`import sys; sys.path.insert(0, '${PACKAGES}'); sys.dont_write_bytecode = True`);
  const evening = python.pyimport('pandarium.companion.in_browser').answer;
  let table: Rules['table'] | undefined;
  // Imported when somebody sits down: at a real table nobody waits for it.
  return {
    evening,
    table: (told) => {
      table ??= python.pyimport('pandarium.offline.in_browser').answer as Rules['table'];
      return table(told);
    },
  };
}

const loaded = load();
loaded.then(
  () => tell({ type: 'ready' }),
  (error) => tell({ type: 'failed', why: String(error) }),
);

self.addEventListener('message', async ({ data: { id, about, told } }: MessageEvent<Ask>) => {
  try {
    const rules = await loaded;
    tell({
      type: 'answer',
      id,
      text: about === 'table' ? rules.table(told) : rules.evening(about.evening, told),
    });
  } catch (error) {
    tell({ type: 'broken', id, why: String(error) });
  }
});
