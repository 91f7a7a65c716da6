import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const api = process.env.PANDARIUM_API ?? 'http://127.0.0.1:8000';
// Games bring their own table: src/pandarium/games/<game>/web. They import from the shell by "$lib/…" and "$ui/…".
const from = (path: string) => new URL(path, import.meta.url).pathname;

// Beside every text file its .br and .gz, which the server sends instead to whoever takes them.
function precompressed(): Plugin {
  let folder = '';
  return {
    name: 'precompressed',
    apply: 'build',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
    },
    // Not in closeBundle: it is called for a build that failed, too, and what fails there is all that is printed.
    writeBundle: () => {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(css|html|js|json|svg|txt|webmanifest)$/.test(name)) continue;
        const file = join(folder, name);
        const plain = readFileSync(file);
        for (const [suffix, packed] of [
          ['.br', brotliCompressSync(plain)],
          ['.gz', gzipSync(plain, { level: 9 })],
        ] as const) {
          if (packed.length < plain.length) writeFileSync(file + suffix, packed);
        }
      }
      // A running server reads the client anew when the page is newer: only now it is whole.
      utimesSync(join(folder, 'index.html'), new Date(), new Date());
    },
  };
}

/** A package of npm, by a file of it. */
const packageOf = (file: string) =>
  file.match(/^(?:.*[\\/])?node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/)?.[0];

// Which packages of others are in the client, with their licences: for the list of parts that goes with it.
function bundled(): Plugin {
  return {
    name: 'bundled',
    apply: 'build',
    generateBundle(_, bundle) {
      const files = Object.values(bundle).flatMap((one) =>
        one.type === 'chunk' ? one.moduleIds : one.originalFileNames,
      );
      const folders = new Set(files.map(packageOf).filter((folder) => folder !== undefined));
      const packages = [...folders].map((folder) => {
        const { name, version, license } = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8'));
        return { name, version, license };
      });
      const once = new Map(packages.sort((a, b) => (a.name < b.name ? -1 : 1)).map((one) => [one.name, one]));
      this.emitFile({ type: 'asset', fileName: 'bundled.json', source: JSON.stringify([...once.values()]) });
    },
  };
}

// The page runs preconnect.ts as soon as it is there; the other scripts use what it has asked for.
function preconnect(): Plugin {
  return {
    name: 'preconnect',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) => {
        const chunk = Object.values(bundle ?? {}).find(
          (one) => one.type === 'chunk' && one.name === 'preconnect',
        );
        if (!chunk) throw new Error('src/preconnect.ts was not built');
        const attrs = {
          type: 'module',
          async: true,
          fetchpriority: 'high',
          crossorigin: true,
          src: `/${chunk.fileName}`,
        };
        return [{ tag: 'script', attrs, injectTo: 'head-prepend' }];
      },
    },
  };
}

/** What a service worker may keep of the client for when there is no server: all but other alphabets. */
const isKept = (file: string): boolean =>
  /^assets\/.*\.(js|css)$/.test(file) || /^assets\/.*-latin-wght-.*\.woff2$/.test(file);

// The service worker knows the files of the client that it belongs to, so that each build has another one.
function worker(): Plugin {
  return {
    name: 'worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler: (_, bundle) => {
        const chunk = bundle['sw.js'];
        if (chunk?.type !== 'chunk') throw new Error('src/worker/sw.ts was not built');
        if (chunk.imports.length) throw new Error(`sw.js must be one file, but imports ${chunk.imports}`);
        const files = Object.keys(bundle)
          .filter(isKept)
          .sort()
          .map((file) => `/${file}`);
        const version = createHash('sha256')
          .update(Object.keys(bundle).sort().join())
          .digest('hex')
          .slice(0, 12);
        chunk.code = chunk.code.replaceAll('__CLIENT__', JSON.stringify({ version, files }));
      },
    },
  };
}

// Whoever waits sees the panda: it is in the page itself, so that it is there before everything else.
function opening(): Plugin {
  const icon = readFileSync(from('./public/icon.svg'), 'utf8').replace(/>\s+</g, '><').trim();
  const shown = icon.replace('<svg ', '<svg class="opening" aria-hidden="true" ');
  return { name: 'opening', transformIndexHtml: (page) => page.replace('<!-- opening -->', shown) };
}

/** Of a catalogue, by where it lies: words/<language>/*.json, words/<language>.json, words/<part>.<language>.json. */
const languageOf = (id: string) => id.match(/[\\/]words[\\/](?:\w+\.)?([a-z]{2})(?:[\\/]\w+)?\.json$/)?.[1];

/** What few pages speak of, as lib/i18n.svelte.ts has it: words/<language>/<topic>.json, words/companion.<language>.json. */
const topicOf = (id: string) =>
  id.match(
    /[\\/]words[\\/](?:[a-z]{2}[\\/])?(account|admin|after|challenge|companion|design|device|lesson|people|replay)\.(?:[a-z]{2}\.)?json$/,
  )?.[1];

// On a slow line every file costs a round trip: what is wanted together travels together.
const groups = [
  // What is asked for first, alone.
  { name: 'preconnect', test: /[\\/]src[\\/]preconnect/, priority: 9 },
  // A language, as far as only few pages speak it.
  {
    name: (id: string) => `${topicOf(id)}-words-${languageOf(id)}`,
    test: (id: string) => topicOf(id) !== undefined,
    priority: 5,
  },
  // A language.
  {
    name: (id: string) => `words-${languageOf(id)}`,
    test: /[\\/]src[\\/]words[\\/](?!en\b)|[\\/]web[\\/]words[\\/]shelf\.(?!en\b)/,
    priority: 4,
  },
  // What the server says in it, at any table.
  {
    name: (id: string) => `said-${languageOf(id)}`,
    test: /[\\/](core|kit|protocol)[\\/]words[\\/]/,
    priority: 4,
  },
  // Every page's parts.
  {
    name: 'shell',
    test: /[\\/]node_modules[\\/](?!qrcode)|[\\/]src[\\/](lib[\\/](?!pictures|catalogues|bgStats|evening|sharedEvenings|wakeLock)|frame[\\/]places|App|words[\\/]en[\\/])|[\\/]words[\\/]shelf\.en|[\\/]src[\\/]ui[\\/](?!Account|GameCard|GameOptions|GamePicture|LanguagePick|List|Qr|Scene|Seats|TableCard)/,
    priority: 3,
  },
  // What pages share that are not on the way to a table; alone, so that it draws no game's page along.
  {
    name: 'evenings',
    test: /[\\/]src[\\/]lib[\\/](bgStats|evening|sharedEvenings|wakeLock)/,
    priority: 3,
  },
  // Every table's frame.
  {
    name: 'frame',
    test: /[\\/]src[\\/](frame[\\/](?!Ending|endings|NextDeal|Podium|TogetherPicture|picture)|pages[\\/]Table\.svelte)/,
    priority: 2,
  },
  // A game's picture for the shelf, with the pieces that are in it.
  {
    name: (id: string) => `shelf-${id.match(/games[\\/](\w+)[\\/]web/)?.[1]}`,
    test: /[\\/]games[\\/]\w+[\\/]web[\\/](Picture|OnTable)/,
    priority: 2,
  },
  // A game's table with its English words.
  {
    name: (id: string) => `table-${id.match(/games[\\/](\w+)[\\/]web/)?.[1]}`,
    test: /[\\/]games[\\/]\w+[\\/]web[\\/](?!look|[Cc]ompanion|OnTable|Picture|Pieces|sample|words[\\/](?!en))/,
    priority: 1,
  },
  // A game's page for a real table, without what its table has, too.
  {
    name: (id: string) => `companion-${id.match(/games[\\/](\w+)[\\/]web/)?.[1]}`,
    test: /[\\/]games[\\/]\w+[\\/]web[\\/][Cc]ompanion/,
    priority: 0,
  },
];

export default defineConfig({
  plugins: [svelte(), opening(), preconnect(), bundled(), worker(), precompressed()],
  resolve: {
    alias: { $lib: from('./src/lib'), $ui: from('./src/ui'), $games: from('../src/pandarium/games') },
    conditions: process.env.VITEST ? ['browser'] : undefined,
  },
  build: {
    outDir: '../src/pandarium/server/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the content security policy allows no data: scripts, and fonts should be cached
    modulePreload: { polyfill: false },
    manifest: true, // so that the server can say with a page which of its parts to fetch
    rolldownOptions: {
      input: {
        index: from('./index.html'),
        preconnect: from('./src/preconnect.ts'),
        sw: from('./src/worker/sw.ts'),
      },
      output: {
        advancedChunks: { groups },
        // A service worker is found under its one name, at the top, so that it may look after every page.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  // Pyodide asks for what Node has only where there is Node.
  worker: { format: 'es', rolldownOptions: { external: [/^node:/, 'ws'] } },
  server: {
    proxy: {
      '/api': { target: api, ws: true },
      '^/(docs|health|openapi\\.json|engine\\.json|assets/engine-.*|static/.*)$': { target: api },
    },
    fs: { allow: ['..'] },
  },
  test: {
    include: ['vite.config.test.ts', 'src/**/*.test.ts', '../src/pandarium/games/*/web/**/*.test.ts'],
    environment: 'node',
    css: true,
    // How long it may take is not for a busy machine to decide: the limits of Vitest are seconds.
    hookTimeout: 0,
    testTimeout: 0,
  },
});
