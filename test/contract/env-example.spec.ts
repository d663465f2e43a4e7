import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { readSettings } from '../../apps/api/src/config/env.js';

const ROOT = resolve(import.meta.dirname, '../..');

/** What terminals and CI systems set, which is not ours to document. */
const FOREIGN = /^(ACTIONS_|GITHUB_|CI_|CI$|NO_COLOR$|XDG_)/;

const textOf = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8');

const keysReadBy = (source: string): readonly string[] =>
  [...source.matchAll(/(?:read\(env, |env\[)'([A-Z_]+)'/g)].map(([, key]) => key ?? '');

describe('.env.example', () => {
  let example: string;
  beforeAll(async () => {
    example = await textOf('.env.example');
  });

  const documented = (): readonly string[] =>
    [...example.matchAll(/^# ([A-Z_]+)=/gm)].map(([, key]) => key ?? '');

  it('lists every key that the service and the command line read, and no other', async () => {
    const sources = await Promise.all(
      ['apps/api/src/config/env.ts', 'apps/cli/src/env.ts'].map(textOf),
    );
    const read = sources.flatMap(keysReadBy).filter((key) => !FOREIGN.test(key));
    expect(read.length).toBeGreaterThan(10);
    expect([...documented()].sort()).toEqual([...new Set(read)].sort());
  });

  it('explains each key in words right above it', () => {
    for (const block of example.split('\n\n').slice(1)) {
      expect(block).toMatch(/^# [^=\n]*[a-z][^\n]*\n/);
    }
  });

  it('shows the defaults: uncommented as it is, it changes nothing', () => {
    const uncommented = parseEnv(example.replaceAll(/^# ([A-Z_]+=)/gm, '$1'));
    expect(readSettings(uncommented)).toEqual(readSettings({}));
  });
});
