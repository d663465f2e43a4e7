import fc from 'fast-check';
import semver from 'semver';
import { highest, lowest, precedence } from './precedence.js';
import { isStable, parseVersion, readVersion } from './version.js';

describe('reading a version', () => {
  it.each([
    ...['0.0.0', '1.2.3', '10.20.30', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-0A.is.legal'],
    ...['1.0.0+build.1', '1.0.0-rc.1+build.123', '1.0.0-----.-.1', '1.0.0+001', '1.0.0-x-y'],
    ...['9007199254740991.0.0', '1.0.0-9007199254740991', '1.0.0-12345678901234567890a'],
    `1.0.0-${'a'.repeat(249)}`,
  ])('reads %s', (text) => {
    expect(parseVersion(text)?.text).toBe(text);
  });

  it.each([
    ...['', 'latest', '^1.0.0', '~1.2', '1', '1.2', '1.2.3.4', 'v1.2.3', '=1.2.3', '01.2.3'],
    ...['1.02.3', '1.2.03', ' 1.2.3', '1.2.3 ', '1.2.3\n', '1.2.x', '*', '-1.2.3', '1.2.3-'],
    ...['1.2.3+', '1.2.3-01', '1.2.3-a..b', '1.2.3-a.', '1.2.3+a..b', '1.2.3+a+b', '1.2.3-ä'],
    ...['1.2.3+ü', '１.2.3', '1e3.0.0', '9007199254740992.0.0', '1.0.0-9007199254740992'],
    ...['99999999999999999999999999.0.0', `1.0.0-${'a'.repeat(250)}`, `1.0.0+${'1'.repeat(9999)}`],
  ])('refuses %j', (text) => {
    const read = readVersion(text);
    expect(read.ok ? read.version : read.refusal.code).toBe('version-not-semver');
  });

  it('keeps build metadata in the text and out of the identity', () => {
    const version = parseVersion('1.0.0-rc.1+a.b-c');
    expect(version).toMatchObject({ identity: '1.0.0-rc.1', text: '1.0.0-rc.1+a.b-c' });
    expect(parseVersion('1.0.0+a-b')).toMatchObject({ identity: '1.0.0', prerelease: [] });
  });

  it('shows only the start of what is absurdly long', () => {
    const broken = readVersion('1.0.0\n\u001b[31m');
    expect(broken.ok || broken.refusal.message).not.toMatch(/\p{Cc}/u);
    const read = readVersion('9'.repeat(1000));
    expect(read.ok || read.refusal.message.length).toBeLessThan(200);
  });
});

const digits = fc.integer({ min: 0, max: 12 });

const identifier = fc.oneof(
  digits.map(String),
  fc.constantFrom('alpha', 'beta', 'rc', 'a-b', '-', 'A', '0x'),
);

const texts = fc
  .tuple(digits, digits, digits, fc.array(identifier, { maxLength: 3 }), fc.boolean())
  .map(([major, minor, patch, pre, build]) => {
    const suffix = pre.length > 0 ? `-${pre.join('.')}` : '';
    return `${major}.${minor}.${patch}${suffix}${build ? '+b' : ''}`;
  });

const read = (text: string) => {
  const version = parseVersion(text);
  if (version === null) throw new Error(text);
  return version;
};

describe('precedence', () => {
  it('orders the example of the standard', () => {
    const ordered = [
      ...['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta', '1.0.0-beta.2'],
      ...['1.0.0-beta.11', '1.0.0-rc.1', '1.0.0', '1.0.1', '1.2.0', '1.10.0', '2.0.0'],
    ];
    const sorted = [...ordered].reverse().map(read).sort(precedence);
    expect(sorted.map(({ text }) => text)).toEqual(ordered);
  });

  it('agrees with the library that npm uses', () => {
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        expect(Math.sign(precedence(read(one), read(other)))).toBe(semver.compare(one, other));
      }),
      { numRuns: 2000 },
    );
  });

  it('finds the first and the last of any list', () => {
    fc.assert(
      fc.property(fc.array(texts), (list) => {
        const items = list.map((text) => ({ version: read(text) }));
        const sorted = items.map(({ version }) => version).sort(precedence);
        expect(highest(items)?.version.identity).toBe(sorted.at(-1)?.identity);
        expect(lowest(items)?.version.identity).toBe(sorted[0]?.identity);
      }),
    );
  });

  it('knows a prerelease by its suffix only', () => {
    expect(isStable(read('1.0.0+rc-1'))).toBe(true);
    expect(isStable(read('1.0.0-rc.1'))).toBe(false);
  });
});
