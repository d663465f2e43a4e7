import fc from 'fast-check';
import semver from 'semver';
import { STATES, type State } from '../lifecycle/state.js';
import { latestOf } from './known-version.js';
import { parseRange } from './range.js';
import { admitsSession } from './rollout.js';
import { number } from './sample-offer.js';
import { couldBeServed, servedVersion, type ServableVersion } from './served.js';

const at = (text: string, state: State = 'enabled', percent = 100): ServableVersion => ({
  version: number(text),
  state,
  rollout: { percent, salt: '' },
});

const range = (text: string) => {
  const parsed = parseRange(text);
  if (parsed === null) throw new Error(text);
  return parsed;
};

const served = (versions: readonly ServableVersion[], pin?: string, session?: string) =>
  servedVersion(versions, {
    tool_id: 'support.create_ticket',
    ...(pin === undefined ? {} : { pin: range(pin) }),
    ...(session === undefined ? {} : { session }),
  })?.version.text ?? null;

describe('the version that a caller gets', () => {
  it('is the highest enabled stable one', () => {
    const versions = [at('1.9.0'), at('1.10.0'), at('2.0.0-rc.1'), at('3.0.0', 'deprecated')];
    expect(served(versions)).toBe('1.10.0');
  });

  it.each(['draft', 'review', 'staging', 'disabled'] as const)('is never one in %s', (state) => {
    expect(served([at('1.0.0', state)])).toBeNull();
    expect(served([at('1.0.0', state)], '1.0.0')).toBeNull();
  });

  it('is the highest deprecated one only where no enabled one is in the choice', () => {
    const versions = [at('1.0.0', 'deprecated'), at('1.1.0', 'deprecated'), at('2.0.0')];
    expect(served(versions)).toBe('2.0.0');
    expect(served(versions, '^1')).toBe('1.1.0');
    expect(served(versions.slice(0, 2))).toBe('1.1.0');
  });

  it('follows a pin as npm reads it', () => {
    const versions = [at('1.2.0'), at('1.9.0'), at('2.0.0'), at('2.1.0-rc.1')];
    expect(served(versions, '^1')).toBe('1.9.0');
    expect(served(versions, '~1.2.0')).toBe('1.2.0');
    expect(served(versions, '1.x || 2.x')).toBe('2.0.0');
    expect(served(versions, '>=3')).toBeNull();
    expect(served(versions, '*')).toBe('2.0.0');
  });

  it('is a prerelease only where the pin names one', () => {
    const versions = [at('2.1.0-rc.1'), at('2.1.0-rc.2')];
    expect(served(versions)).toBeNull();
    expect(served(versions, '^2')).toBeNull();
    expect(served(versions, '^2.1.0-rc.1')).toBe('2.1.0-rc.2');
    expect(served(versions, '2.1.0-rc.1')).toBe('2.1.0-rc.1');
  });

  it('is outside of every partial rollout without a session', () => {
    expect(served([at('2.0.0', 'enabled', 99), at('1.0.0')])).toBe('1.0.0');
    expect(served([at('2.0.0', 'enabled', 99)])).toBeNull();
    expect(served([at('2.0.0', 'enabled', 99), at('1.0.0', 'deprecated')])).toBe('1.0.0');
  });

  it('is the one that the rollout admits this session to', () => {
    const versions = [at('2.0.0', 'enabled', 30), at('1.0.0')];
    const sessions = Array.from({ length: 1000 }, (_, index) =>
      served(versions, '*', `s-${index}`),
    );
    const share = sessions.filter((version) => version === '2.0.0').length;
    expect(share).toBeGreaterThan(240);
    expect(share).toBeLessThan(360);
    expect(served(versions, '*', 's-1')).toBe(sessions[1]);
  });

  it('holds a deprecated version to its rollout as well', () => {
    expect(served([at('1.0.0', 'deprecated', 0)], undefined, 's')).toBeNull();
  });
});

const texts = fc
  .tuple(
    fc.integer({ min: 0, max: 3 }),
    fc.integer({ min: 0, max: 3 }),
    fc.integer({ min: 0, max: 3 }),
    fc.constantFrom('', '', '-rc.1', '-rc.2'),
  )
  .map(([major, minor, patch, pre]) => `${major}.${minor}.${patch}${pre}`);

const catalogs = fc.uniqueArray(
  fc
    .tuple(texts, fc.constantFrom(...STATES), fc.constantFrom(0, 50, 100))
    .map(([text, state, percent]) => at(text, state, percent)),
  { maxLength: 8, selector: ({ version }) => version.identity },
);

const pins = fc.constantFrom('^1', '~2.1', '1.x || 3', '>=1.0.0-rc.1 <2', '2.0.0-rc.1', '*');

describe('any catalog', () => {
  it('serves what npm would choose from the enabled ones, else from the deprecated ones', () => {
    fc.assert(
      fc.property(catalogs, pins, (versions, pin) => {
        const pick = (state: State) =>
          semver.maxSatisfying(
            versions
              .filter((version) => version.state === state && version.rollout.percent === 100)
              .map(({ version }) => version.text),
            pin,
          );
        expect(served(versions, pin)).toBe(pick('enabled') ?? pick('deprecated'));
      }),
      { numRuns: 1000 },
    );
  });

  it('serves some pin and session exactly where something could be served', () => {
    fc.assert(
      fc.property(catalogs, (versions) => {
        const sessions = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n'];
        const reached = versions.some(({ version }) =>
          sessions.some((session) => served(versions, version.text, session) !== null),
        );
        expect(couldBeServed(versions)).toBe(reached);
      }),
    );
  });
});

describe('a rollout', () => {
  const ask = (percent: number, session?: string, salt = '') =>
    admitsSession(
      { percent, salt },
      { tool_id: 't', version: '1.0.0', ...(session === undefined ? {} : { session }) },
    );

  it('only ever adds sessions when it grows', () => {
    const percent = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(fc.string(), percent, percent, (session, one, other) => {
        const [small, large] = one < other ? [one, other] : [other, one];
        expect(ask(small, session) && !ask(large, session)).toBe(false);
      }),
    );
  });

  it('admits nobody at 0 and everybody at 100', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (session) => {
        expect([ask(0, session), ask(100, session), ask(100), ask(99)]).toEqual([
          ...[false, true, true, false],
        ]);
      }),
    );
  });

  it('draws other sessions with another salt', () => {
    const drawn = (salt: string) =>
      Array.from({ length: 64 }, (_, index) => ask(50, String(index), salt)).join();
    expect(drawn('a')).toBe(drawn('a'));
    expect(drawn('a')).not.toBe(drawn('b'));
  });
});

describe('a pin', () => {
  it.each(['latest', 'not a range', '^^1', '1.2.3.4', '>=', 'x'.repeat(257)])(
    'is refused as %j',
    (text) => {
      expect(parseRange(text)).toBeNull();
    },
  );
});

describe('latest', () => {
  it('is the highest stable one enabled or deprecated, whatever came later', () => {
    const versions = [
      ...[at('1.0.0'), at('2.0.0', 'deprecated'), at('3.0.0', 'disabled')],
      ...[at('4.0.0', 'staging'), at('5.0.0-rc.1'), at('1.5.0')],
    ];
    expect(latestOf(versions)?.version.text).toBe('2.0.0');
    expect(latestOf([at('1.0.0', 'draft')])).toBeNull();
  });
});
