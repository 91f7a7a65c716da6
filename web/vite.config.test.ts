import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { expect, it } from 'vitest';
import config from './vite.config';

const ours = (config.plugins ?? []).flat().filter((one) => (one as Plugin).name === 'precompressed');

it('a build that fails says why, and not what is missing because of it', async () => {
  const root = mkdtempSync(join(tmpdir(), 'client-'));
  try {
    writeFileSync(join(root, 'main.ts'), 'import "./nowhere";');
    const failed = build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: ours,
      build: { rolldownOptions: { input: join(root, 'main.ts') } },
    });
    await expect(failed).rejects.toThrow(/nowhere/);
    expect(ours).toHaveLength(1);
  } finally {
    rmSync(root, { recursive: true });
  }
});
