import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOidcConfig } from './oidc-config.js';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'quartermaster-oidc-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const reading = (text: string) => {
  const path = join(folder, 'oidc.yaml');
  writeFileSync(path, text);
  return () => readOidcConfig(path);
};

describe('the file of issuers', () => {
  it('is read as the documentation shows it', () => {
    const issuers = readOidcConfig('docs/examples/oidc.yaml');
    expect(issuers.map(({ rules }) => rules.length)).toEqual([2, 1, 2]);
  });

  it.each([
    ['every fault with its code and place', 'issuers: [{ issuer: x, rules: [] }]', 'missing-field'],
    ['what is wrong with its form', 'issuers:\n  - a: 1\n    a: 2\n', 'is not YAML: DUPLICATE_KEY'],
    ['aliases', 'issuers: [&a {}, *a]', 'uses aliases'],
    ['an empty file', '', '\\(root\\): wrong-type'],
  ])('is refused in one line: %s', (_, text, told) => {
    expect(reading(text)).toThrow(new RegExp(`^.*QM_OIDC_CONFIG.*${told}.*$`));
  });

  it('is refused where it is not there', () => {
    expect(() => readOidcConfig(join(folder, 'none'))).toThrow('cannot be read: ENOENT');
  });
});
