import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

export type SchemaFile =
  { readonly ok: true; readonly file: string } | { readonly ok: false; readonly message: string };

/**
 * The file that a manifest names for a schema, seen from the manifest's folder. It has to lie in the
 * same repository, links followed: what a pipeline sends away is what was reviewed in it.
 */
export const schemaFileOf = (manifest: string, path: string): SchemaFile => {
  if (/^[a-z][a-z0-9+.-]+:/i.test(path)) {
    return refused('is an address; put the schema into the repository and name its path');
  }
  if (isAbsolute(path)) return refused('must be a path relative to the folder of the manifest');
  const file = join(dirname(manifest), path);
  if (!existsSync(file)) return refused(`${file} does not exist`);
  const root = repositoryOf(manifest);
  const within = relative(root, realpathSync(file));
  if (within === '..' || within.startsWith(`..${sep}`) || isAbsolute(within)) {
    return refused(`${file} lies outside of ${root}`);
  }
  return { ok: true, file };
};

/** The nearest folder above with a `.git`; without one the folder of the manifest itself. */
function repositoryOf(manifest: string): string {
  const own = dirname(realpathSync(resolve(manifest)));
  for (let folder = own; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return own;
  }
}

function refused(message: string): SchemaFile {
  return { ok: false, message };
}
