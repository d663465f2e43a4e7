import type { CheckResult } from '#core/registration/check-result.js';
import { suggestVersion } from './suggest-version.js';

const check = (more: Partial<CheckResult>): CheckResult => ({
  tool_id: 'a.b',
  baseline: '1.2.0',
  version: null,
  against: null,
  allowed: true,
  declared_bump: null,
  required_bump: 'minor',
  minimum_version: '1.3.0',
  engine: '1.0.0',
  changes: [],
  next: null,
  notes: [],
  lint: [],
  refusals: [],
  ...more,
});

const suggested = (declared: string, stated: Partial<CheckResult>, highest: Partial<CheckResult>) =>
  suggestVersion(declared, check(stated), check(highest)).suggested;

describe('a suggested version', () => {
  it('is the lowest above the highest release that is large enough', () => {
    expect(suggested('1.2.1', { allowed: false }, {})).toBe('1.3.0');
    expect(suggested('5.0.0', {}, {})).toBe('1.3.0');
  });

  it('is the release that is there, where nothing changed', () => {
    expect(suggested('1.3.0', {}, { required_bump: 'none' })).toBe('1.2.0');
  });

  it('is the declared one where there is no release, or its own draft may be replaced', () => {
    expect(suggested('0.1.0', {}, { baseline: null })).toBe('0.1.0');
    expect(suggested('1.3.0', { minimum_version: '1.3.0' }, { minimum_version: '1.3.1' })).toBe(
      '1.3.0',
    );
  });

  it('is above every release, where the declared number is of an older line', () => {
    expect(suggested('0.9.1', { baseline: '0.9.0', minimum_version: '0.9.1' }, {})).toBe('1.3.0');
  });
});
