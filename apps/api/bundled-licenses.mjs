// The licences of what a bundle holds of other people's packages: most ask to be kept with every copy.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;
const TEXTS = /^(licen[cs]e|notice|copying)([.-]|$)/i;

const textsOf = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXTS.test(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').trim());

const entryOf = (folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return [`${name} ${version} (${license})`, ...textsOf(folder)].join('\n\n');
};

/** `inputs` are paths from `root`, as esbuild tells them. */
export const bundledLicenses = (root, inputs) => {
  const folders = inputs.flatMap((path) => PACKAGE.exec(path)?.[0] ?? []);
  const entries = [...new Set(folders)].sort().map((folder) => entryOf(join(root, folder)));
  return `${entries.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
};
