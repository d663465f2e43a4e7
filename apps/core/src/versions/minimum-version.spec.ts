import fc from 'fast-check';
import { checkVersion } from './check-version.js';
import { comparedWith, baselineOf, type KnownVersion } from './known-version.js';
import { isBelow, lowest } from './precedence.js';
import { draft, known, offer, type Label, type SampleVersion } from './sample-offer.js';
import { stableVersion } from './version.js';

const minimum = (text: string, label: Label, versions: readonly SampleVersion[]) =>
  checkVersion(offer(text, label, versions)).minimum_version;

describe('the minimum version', () => {
  it('is not one that is taken', () => {
    const versions = [known('1.2.0', '1.1.1'), draft('1.3.0', '8.8.8'), draft('1.3.1', '8.8.8')];
    expect(minimum('1.2.1', '1.2.1', versions)).toBe('1.3.2');
  });

  it('may be the number asked about, while that is a draft that can be replaced', () => {
    const versions = [known('1.2.0', '1.1.1'), draft('1.3.0', '1.9.9')];
    expect(minimum('1.3.0', '1.2.1', versions)).toBe('1.3.0');
  });

  it('is another than the number asked about, where that is frozen with another contract', () => {
    const reopened: Partial<KnownVersion> = { state: 'draft', ever_enabled: true };
    const versions = [known('1.2.0', '1.1.1'), known('1.3.0', '1.2.1', reopened)];
    expect(minimum('1.3.0', '1.2.2', versions)).toBe('1.3.1');
    expect(minimum('1.3.0', '1.2.1', versions)).toBe('1.3.0');
  });

  it('goes on from a higher version where one is in the way', () => {
    const versions = [known('1.2.0', '1.1.1'), known('1.3.0', '1.2.1'), known('2.0.0', '2.2.1')];
    expect(minimum('1.2.1', '1.3.1', versions)).toBe('1.4.0');
    expect(minimum('1.2.1', '3.1.1', versions)).toBe('3.0.0');
  });

  it('stays quick above a long history, at the price of a higher number', () => {
    const versions = Array.from({ length: 60 }, (_, minor) =>
      known(`1.${minor}.0`, `${minor}.0.0`),
    );
    let asked = 0;
    const base = offer('1.0.1', '99.0.0', versions);
    const counted = checkVersion({
      ...base,
      classify: (before, after, changes) => {
        asked += 1;
        return base.classify(before, after, changes);
      },
    });
    expect(counted.minimum_version).toBe('2.0.0');
    expect(asked).toBeLessThan(40);
  });
});

const part = fc.integer({ min: 0, max: 3 });

const label = fc
  .tuple(fc.integer({ min: 0, max: 1 }), part, fc.integer({ min: 0, max: 1 }))
  .map(([broken, added, reworded]): Label => `${broken}.${added}.${reworded}`);

const version = fc
  .record({
    number: fc.tuple(fc.integer({ min: 0, max: 2 }), part, part),
    pre: fc.boolean(),
    label,
    kind: fc.constantFrom('enabled', 'enabled', 'deprecated', 'retracted', 'draft', 'reopened'),
  })
  .map(({ number, pre, label: contract, kind }) => {
    const text = `${number.join('.')}${pre ? '-rc.1' : ''}`;
    if (kind === 'draft') return draft(text, contract);
    if (kind === 'retracted') {
      return known(text, contract, { state: 'disabled', retracted: true });
    }
    return known(text, contract, { state: kind === 'reopened' ? 'draft' : kind });
  });

const catalogs = fc.uniqueArray(version, {
  maxLength: 8,
  selector: (known) => known.version.identity,
});

const texts = fc
  .tuple(fc.integer({ min: 0, max: 2 }), part, part, fc.boolean())
  .map(([major, minor, patch, pre]) => `${major}.${minor}.${patch}${pre ? '-rc.2' : ''}`);

const range = Array.from({ length: 8 }, (_, index) => index);

const everyNumber = range.flatMap((major) =>
  range.flatMap((minor) => range.map((patch) => stableVersion(major, minor, patch))),
);

describe('the minimum version of any catalog', () => {
  it('is allowed, free, above the baseline, and the lowest such number', () => {
    fc.assert(
      fc.property(texts, label, catalogs, (text, contract, versions) => {
        const asked = offer(text, contract, versions);
        const { minimum_version, baseline, allowed } = checkVersion(asked);
        const base = baselineOf(asked.version, versions);
        fc.pre(base !== null || !allowed);
        const others = versions.filter(
          (other) =>
            other.version.identity !== asked.version.identity ||
            (other.contract_digest !== contract && (other.state !== 'draft' || other.ever_enabled)),
        );
        const free = everyNumber.filter(
          (number) =>
            (base === null || isBelow(base.version, number)) &&
            !others.some((other) => other.version.identity === number.identity) &&
            checkVersion({ ...asked, version: number }).allowed,
        );
        const expected = base === null ? minimumAbove(free, versions) : free;
        const first = lowest(expected.map((number) => ({ version: number })));
        expect({ baseline, minimum_version }).toEqual({
          baseline,
          minimum_version: first?.version.text ?? null,
        });
      }),
      { numRuns: 150 },
    );
  });

  it('asks for no contract that `comparedWith` does not announce', () => {
    fc.assert(
      fc.property(texts, label, catalogs, (text, contract, versions) => {
        const asked = offer(text, contract, versions);
        const announced = new Set(comparedWith(asked.version, versions));
        checkVersion({
          ...asked,
          contractOf: (known) => {
            expect(announced.has(known)).toBe(true);
            return asked.contractOf(known);
          },
        });
      }),
    );
  });
});

/** Without a baseline the numbers below the first promise are no steps from anything. */
const minimumAbove = (
  free: readonly ReturnType<typeof stableVersion>[],
  versions: readonly SampleVersion[],
) => free.filter((number) => baselineOf(number, versions) !== null);
