import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { usageFailure } from '../exit-codes.js';

export const MANIFEST_NAME = 'quartermaster.yaml';

const NAMES = [MANIFEST_NAME, 'quartermaster.yml', 'quartermaster.json'];

/** The files that a command line names; a folder stands for the manifest in it, nothing for this one. */
export const findManifests = (named: readonly string[]): readonly string[] =>
  named.length === 0
    ? [manifestIn('.')]
    : [...new Set(named.map((path) => (isFolder(path) ? manifestIn(path) : path)))];

function manifestIn(folder: string): string {
  const found = NAMES.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw usageFailure(
    `there is no ${join(folder, MANIFEST_NAME)}`,
    '`quartermaster init` writes one to start from; or name the file.',
  );
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
