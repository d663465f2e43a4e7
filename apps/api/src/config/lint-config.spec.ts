import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lintSettings, profilesIn } from './lint-config.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quartermaster-lint-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const settingsIn = (text: string) => {
  const path = join(folder, 'lint.yaml');
  writeFileSync(path, text);
  return lintSettings(path, undefined);
};

describe('the configuration of the lint', () => {
  it('sets levels and clients, of which the environment has the last word', () => {
    const text = 'rules: { errors-missing: off }\nprofiles: [copilot]\n';
    expect(settingsIn(text)).toEqual({
      rules: new Map([['errors-missing', 'off']]),
      profiles: new Set(['copilot']),
    });
    expect(lintSettings(join(folder, 'lint.yaml'), ['gemini']).profiles).toEqual(
      new Set(['gemini']),
    );
  });

  it.each([
    ['rules: { beauty: off }', '/rules/beauty: unknown-field'],
    ['rules: { errors-missing: loud }', '/rules/errors-missing: not-in-list'],
    ['profiles: [clippy]', '/profiles/0: not-in-list'],
    ['levels: {}', '/levels: unknown-field'],
    ['rules: {}\nrules: {}', 'DUPLICATE_KEY'],
  ])('stops the start for %j, with the place', (text, told) => {
    expect(() => settingsIn(text)).toThrow(told);
  });

  it('stops the start where its file cannot be read', () => {
    expect(() => lintSettings(join(folder, 'absent.yaml'), undefined)).toThrow(
      /absent\.yaml \(QM_LINT_CONFIG\) cannot be read/,
    );
  });

  it('knows clients by their names', () => {
    expect(profilesIn('openai, gemini')).toEqual(['openai', 'gemini']);
    expect(profilesIn('none')).toEqual([]);
    expect(profilesIn('openai,clippy')).toBeNull();
  });
});
