import { readdirSync, readFileSync } from 'node:fs';
import { readJson } from '../json/read.js';
import { checkManifest } from './check-manifest.js';
import { readManifest } from './read-manifest.js';

const FIXTURES = new URL('../../../../test/fixtures/', import.meta.url);

const namesIn = (folder: string): string[] => readdirSync(new URL(folder, FIXTURES)).sort();

/** Every code that the text is refused with, whichever of the three readings refuses it. */
const codesOf = (path: string): string[] => {
  const json = readJson(readFileSync(new URL(path, FIXTURES), 'utf8'));
  if (!json.ok) return [json.code];
  const reading = readManifest(json.value);
  const errors = reading.ok
    ? checkManifest(reading.manifest).flatMap((refusal) => refusal.errors)
    : reading.errors;
  return [...new Set(errors.map(({ code }) => code))];
};

describe('the manifests in test/fixtures', () => {
  it.each(namesIn('valid/'))('valid/%s is taken', (name) => {
    expect(codesOf(`valid/${name}`)).toEqual([]);
  });

  // The name is the code, a dot, and what is wrong.
  it.each(namesIn('invalid/'))('invalid/%s is refused for that alone', (name) => {
    expect(codesOf(`invalid/${name}`)).toEqual([name.split('.')[0]]);
  });
});
