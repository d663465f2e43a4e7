import { checkVersion } from './check-version.js';
import { comparedWith } from './known-version.js';
import { draft, known, number, offer, type Label, type SampleVersion } from './sample-offer.js';

const check = (text: string, label: Label, versions: readonly SampleVersion[]) =>
  checkVersion(offer(text, label, versions));

const verdict = (text: string, label: Label, versions: readonly SampleVersion[]) => {
  const { allowed, refusals, minimum_version } = check(text, label, versions);
  return allowed ? 'allowed' : `${refusals.map(({ code }) => code).join()} → ${minimum_version}`;
};

const ONE_TWO = [known('1.2.0', '1.1.1')];

describe('a step from the baseline', () => {
  it('is allowed where it is as large as the change', () => {
    expect(verdict('1.2.1', '1.1.2', ONE_TWO)).toBe('allowed');
    expect(verdict('1.3.0', '1.2.1', ONE_TWO)).toBe('allowed');
    expect(verdict('2.0.0', '2.1.1', ONE_TWO)).toBe('allowed');
  });

  it('is refused where the change demands a larger one, with the number that would do', () => {
    expect(verdict('1.2.1', '1.2.1', ONE_TWO)).toBe('bump-too-small → 1.3.0');
    expect(verdict('1.3.0', '2.1.1', ONE_TWO)).toBe('bump-too-small → 2.0.0');
  });

  it('may be larger than required, which is noted', () => {
    const { allowed, notes, declared_bump, required_bump } = check('2.0.0', '1.1.2', ONE_TWO);
    expect({ allowed, declared_bump, required_bump }).toEqual({
      allowed: true,
      declared_bump: 'major',
      required_bump: 'patch',
    });
    expect(notes).toEqual([
      'the step from 1.2.0 to 2.0.0 is good for major changes, and this one is patch',
    ]);
    expect(check('1.2.1', '1.1.2', ONE_TWO).notes).toEqual([]);
  });

  it('names both sides of a witness by their numbers', () => {
    const { changes, engine } = check('1.2.1+build', '1.2.1', ONE_TWO);
    expect(engine).toBe('1.0.0');
    expect(changes[0]?.proof).toMatchObject({ valid_under: '1.2.0', invalid_under: '1.2.1+build' });
  });
});

describe('the baseline', () => {
  const of = (text: string, versions: readonly SampleVersion[]) =>
    check(text, '9.9.9', versions).baseline;

  it('is the highest stable version below that was ever enabled', () => {
    const versions = [known('1.0.0', '1.0.0'), known('1.1.0', '1.1.0'), known('1.3.0', '1.3.0')];
    expect(of('1.2.0', versions)).toBe('1.1.0');
    expect(of('1.3.0', versions)).toBe('1.1.0');
    expect(of('2.0.0', versions)).toBe('1.3.0');
    expect(of('1.0.0', versions)).toBeNull();
  });

  it('is never a draft, a prerelease or a retracted version, but may be disabled', () => {
    const versions = [
      known('1.0.0', '1.0.0', { state: 'disabled' }),
      draft('1.1.0', '1.1.0'),
      known('1.2.0-rc.1', '1.2.0'),
      known('1.3.0', '1.3.0', { state: 'disabled', retracted: true }),
      known('1.4.0', '1.4.0', { state: 'disabled', ever_enabled: false }),
    ];
    expect(of('2.0.0', versions)).toBe('1.0.0');
  });

  it('is a reopened version still, since it was enabled once', () => {
    expect(of('1.1.0', [known('1.0.0', '1.0.0', { state: 'draft' })])).toBe('1.0.0');
  });

  it('is nothing at first: then both bumps and the minimum are null', () => {
    expect(check('3.1.4', '1.0.0', [])).toEqual({
      baseline: null,
      version: '3.1.4',
      against: null,
      allowed: true,
      declared_bump: null,
      required_bump: null,
      minimum_version: null,
      engine: '1.0.0',
      changes: [],
      next: null,
      notes: [],
      refusals: [],
    });
  });
});

describe('a version below an enabled one', () => {
  const versions = [known('1.4.2', '1.1.1'), known('1.5.0', '1.2.1')];

  it('must fit its own step and the step on to the next enabled one', () => {
    expect(verdict('1.4.3', '1.1.2', versions)).toBe('allowed');
    expect(check('1.4.3', '1.1.2', versions).next).toMatchObject({
      version: '1.5.0',
      declared_bump: 'minor',
      required_bump: 'minor',
    });
  });

  it('is refused where it adds what the next one does not have', () => {
    expect(verdict('1.5.0', '1.3.1', [versions[0] ?? known('1.4.2', '1.1.1')])).toBe('allowed');
    const three = [known('1.4.2', '1.1.1'), known('1.6.0', '1.2.1')];
    expect(verdict('1.5.0', '1.3.1', three)).toBe('bump-too-small → 1.7.0');
    expect(check('1.5.0', '1.3.1', three).refusals[0]?.message).toContain('1.6.0');
  });

  it('is judged towards the next one even without a baseline', () => {
    const result = check('1.4.0', '2.0.0', [known('1.5.0', '1.0.0')]);
    expect(result).toMatchObject({ baseline: null, required_bump: null, declared_bump: null });
    expect(result).toMatchObject({ allowed: false, minimum_version: '2.0.0' });
  });

  it('is not judged towards another breaking slot, a draft, a disabled one or a prerelease', () => {
    const other = (version: SampleVersion) =>
      verdict('1.4.3', '1.1.2', [known('1.4.2', '1.1.1'), version]);
    expect(other(known('2.0.0', '5.5.5'))).toBe('allowed');
    expect(other(draft('1.5.0', '5.5.5'))).toBe('allowed');
    expect(other(known('1.5.0', '5.5.5', { state: 'disabled' }))).toBe('allowed');
    expect(other(known('1.5.0-rc.1', '5.5.5'))).toBe('allowed');
    expect(other(known('1.5.0', '5.5.5'))).toContain('bump-too-small');
  });

  it('is judged within the minor under 0', () => {
    const under = [known('0.1.0', '1.1.1'), known('0.1.5', '1.2.1'), known('0.2.0', '7.7.7')];
    expect(verdict('0.1.3', '1.2.1', under)).toBe('allowed');
    expect(verdict('0.1.3', '1.3.1', under)).toBe('bump-too-small → 0.1.6');
    expect(verdict('0.1.6', '1.3.1', under)).toBe('allowed');
  });
});

describe('what the publisher said of wordings', () => {
  it('is used for their own step, and both are used for the step on', () => {
    const asked: string[][] = [];
    const versions = [known('1.4.2', '1.1.1'), known('1.5.0', '1.2.1')];
    const base = offer('1.4.3', '1.1.2', versions);
    checkVersion({
      ...base,
      changes: [
        { path: '/description', meaning: 'clarified' },
        { path: '/title', meaning: 'clarified' },
      ],
      contractOf: (version) => ({
        ...base.contractOf(version),
        changes: [{ path: '/title', meaning: 'changed' }],
      }),
      classify: (before, after, changes) => {
        asked.push(changes.map(({ path, meaning }) => `${path} ${meaning}`));
        return base.classify(before, after, changes);
      },
    });
    expect(asked).toContainEqual(['/description clarified', '/title clarified']);
    expect(asked).toContainEqual(['/description clarified', '/title changed']);
  });
});

describe('the contract of the baseline under a new number', () => {
  it('is refused, and no number would do', () => {
    expect(verdict('1.2.1', '1.1.1', ONE_TWO)).toBe('nothing-changed → null');
    expect(verdict('2.0.0', '1.1.1', ONE_TWO)).toBe('nothing-changed → null');
    expect(verdict('1.3.0-rc.1', '1.1.1', ONE_TWO)).toBe('nothing-changed → null');
    expect(verdict('0.0.2', '1.1.1', [known('0.0.1', '1.1.1')])).toBe('nothing-changed → 1.0.0');
  });

  it('is allowed from 0.y to 1.0.0', () => {
    const before = [known('0.4.0', '1.1.1')];
    expect(verdict('1.0.0', '1.1.1', before)).toBe('allowed');
    expect(verdict('1.0.0-rc.1', '1.1.1', before)).toBe('allowed');
    expect(verdict('0.5.0', '1.1.1', before)).toBe('nothing-changed → 1.0.0');
    expect(verdict('1.1.0', '1.1.1', before)).toBe('nothing-changed → 1.0.0');
    expect(check('1.0.0', '1.1.1', before)).toMatchObject({ required_bump: 'none' });
  });

  it('is allowed from a prerelease to its stable version', () => {
    const versions = [...ONE_TWO, draft('1.3.0-rc.1', '1.1.1')];
    expect(verdict('1.3.0', '1.1.1', versions)).toBe('allowed');
    expect(verdict('1.4.0', '1.1.1', versions)).toBe('nothing-changed → 1.3.0');
    expect(verdict('1.3.0-rc.2', '1.1.1', versions)).toBe('nothing-changed → 1.3.0');
  });

  it('asks the engine nothing', () => {
    const never = () => {
      throw new Error('the engine was asked');
    };
    const result = checkVersion(offer('1.2.1', '1.1.1', ONE_TWO, { classify: never }));
    expect(result.changes).toEqual([]);
    expect(result.required_bump).toBe('none');
  });
});

describe('a prerelease', () => {
  it('is judged by its core version against the baseline', () => {
    expect(verdict('1.3.0-rc.1', '1.2.1', ONE_TWO)).toBe('allowed');
    expect(verdict('1.2.1-rc.1', '1.2.1', ONE_TWO)).toBe('bump-too-small → 1.3.0');
  });

  it('may change anything towards other prereleases and the stable version of its core', () => {
    const versions = [known('2.0.0-rc.1', '5.0.0'), known('2.0.0-rc.3', '6.0.0')];
    expect(verdict('2.0.0-rc.2', '7.0.0', versions)).toBe('allowed');
    expect(verdict('2.0.0', '8.0.0', versions)).toBe('allowed');
    expect(verdict('2.0.0-rc.4', '9.0.0', [...versions, known('2.0.0', '8.0.0')])).toBe('allowed');
  });
});

describe('0.0.z', () => {
  it('promises nothing', () => {
    const versions = [known('0.0.1', '1.1.1'), known('0.0.5', '3.1.1')];
    expect(verdict('0.0.2', '9.9.9', versions)).toBe('allowed');
    expect(check('0.0.2', '9.9.9', versions)).toMatchObject({
      declared_bump: 'major',
      required_bump: 'major',
      minimum_version: '0.0.2',
    });
  });
});

describe('against another version', () => {
  it('compares with that one, and allows by the true baseline', () => {
    const versions = [known('1.0.0', '1.0.0'), known('1.2.0', '2.1.1')];
    const base = offer('1.3.0', '2.2.1', versions);
    const against = versions[0] ?? known('1.0.0', '1.0.0');
    const result = checkVersion(base, { against });
    expect(result).toMatchObject({
      baseline: '1.2.0',
      against: '1.0.0',
      required_bump: 'major',
      declared_bump: 'minor',
      allowed: true,
      minimum_version: '1.3.0',
      refusals: [],
    });
    expect(result.changes[0]?.proof).toMatchObject({ valid_under: '1.0.0' });
  });

  it('declares no step down', () => {
    const above = known('2.0.0', '9.0.0');
    const result = checkVersion(offer('1.3.0', '1.2.1', [...ONE_TWO, above]), { against: above });
    expect(result).toMatchObject({ declared_bump: null, required_bump: 'major', allowed: true });
  });
});

describe('the contracts that a check asks for', () => {
  it('are the baseline, the next one and the promises above', () => {
    const versions = [
      ...[known('1.0.0', '1.0.0'), known('1.1.0', '1.1.0'), draft('1.2.5', '1.1.0')],
      ...[known('1.3.0', '1.3.0'), known('2.0.0', '2.0.0'), known('2.1.0-rc.1', '2.0.0')],
    ];
    const asked = comparedWith(number('1.2.0'), versions).map(({ version }) => version.text);
    expect(asked).toEqual(['1.1.0', '1.3.0', '2.0.0']);
  });
});
