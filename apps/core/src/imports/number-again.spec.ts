import type { JsonObject } from '../json/value.js';
import { contractDigest } from '../contract/digest.js';
import { readManifest } from '../contract/read-manifest.js';
import type { State } from '../lifecycle/state.js';
import { parseVersion } from '../versions/version.js';
import { heldAlready, numberAbove, numberFor, type HeldVersion } from './number-again.js';

const MANIFEST: JsonObject = {
  description: 'List pets.',
  input_schema: { type: 'object' },
  side_effect: false,
  idempotent: true,
  timeout_ms: 1000,
  target: { kind: 'none' },
  implementation: 'sha256:new',
  owner: 'zoo',
};

const digestOf = (manifest: JsonObject): string => {
  const reading = readManifest(manifest);
  if (!reading.ok) throw new Error(JSON.stringify(reading.errors));
  return contractDigest(reading.manifest.contract);
};

const held = (text: string, state: State, manifest: JsonObject = {}): HeldVersion => {
  const version = parseVersion(text);
  if (version === null) throw new Error(text);
  const whole: JsonObject = { ...MANIFEST, implementation: 'sha256:old', ...manifest };
  const contract_digest = digestOf(whole);
  return { version, state, contract_digest, implementation: String(whole['implementation']) };
};

const other = { description: 'Another.' };

describe('whether a contract is held already', () => {
  it('does not ask for the build', () => {
    expect(heldAlready(MANIFEST, [held('1.0.0', 'enabled')])?.version.text).toBe('1.0.0');
    const build = held('1.0.0', 'draft', { implementation: 'sha256:new' });
    expect(heldAlready(MANIFEST, [build])?.version.text).toBe('1.0.0');
    expect(heldAlready(MANIFEST, [held('1.0.0', 'enabled', other)])).toBeNull();
  });

  it('asks drafts and what is in force, the highest first, and nothing below', () => {
    const versions = [
      held('1.0.0', 'deprecated'),
      held('2.0.0', 'enabled', other),
      held('2.1.0', 'draft', { description: 'More.' }),
    ];
    expect(heldAlready(MANIFEST, versions)).toBeNull();
    expect(heldAlready({ ...MANIFEST, ...other }, versions)?.version.text).toBe('2.0.0');
    expect(heldAlready(MANIFEST, [...versions, held('2.0.1', 'review')])?.version.text).toBe(
      '2.0.1',
    );
  });
});

describe('the number of a changed contract', () => {
  const from = (baseline: string, required_bump: 'major' | 'minor' | 'patch', free: string) => ({
    baseline,
    required_bump,
    minimum_version: free,
  });

  it('takes the step that is required, no larger one', () => {
    const versions = [held('1.2.0', 'enabled')];
    expect(numberFor(from('1.2.0', 'minor', '1.3.0'), versions)).toBe('1.3.0');
    expect(numberFor(from('1.2.0', 'major', '2.0.0'), versions)).toBe('2.0.0');
  });

  it('replaces the draft of an earlier import that took the same step', () => {
    const versions = [held('1.2.0', 'enabled'), held('1.3.0', 'draft')];
    expect(numberFor(from('1.2.0', 'minor', '1.3.1'), versions)).toBe('1.3.0');
  });

  it('leaves what is in review alone', () => {
    const versions = [held('1.2.0', 'enabled'), held('1.3.0', 'review')];
    expect(numberFor(from('1.2.0', 'minor', '1.3.1'), versions)).toBe('1.3.1');
  });

  it.each<[string, State, string]>([
    ['1.2.0', 'draft', '1.2.0'],
    ['1.2.0', 'review', '1.2.1'],
    ['1.2.0-rc.1', 'enabled', '1.2.0'],
  ])('after nothing but %s in %s is %s', (text, state, expected) => {
    const verdict = { baseline: null, required_bump: null, minimum_version: null };
    expect(numberFor(verdict, [held(text, state)])).toBe(expected);
  });

  it('is asked about above everything that is there', () => {
    expect(numberAbove([held('1.2.0', 'enabled'), held('3.0.0-rc.1', 'draft')])).toBe('4.0.0');
    expect(numberAbove([])).toBe('1.0.0');
  });
});
