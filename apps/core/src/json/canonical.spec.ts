import fc from 'fast-check';
import { canonicalJson } from './canonical.js';
import { digestOf, sha256Hex } from './digest.js';
import { readJson } from './read.js';
import { objectOf, type Json } from './value.js';

describe('canonical JSON (RFC 8785)', () => {
  it('writes the numbers, strings and literals of section 3.2.2 as the RFC does', () => {
    const reading = readJson(`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
      "literals": [null, true, false]
    }`);
    // 333333333.33333329 is refused by our reader, being no double's shortest decimal.
    expect(reading).toMatchObject({ ok: false, code: 'unsafe-number' });
    expect(
      canonicalJson({
        numbers: [333333333.33333329, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
        string: '\u20ac$\u000F\nA\'B"\\\\"/',
        literals: [null, true, false],
      }),
    ).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('sorts members by UTF-16 units, as in section 3.2.3', () => {
    const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
    const sorted = ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33'];
    const written = canonicalJson(objectOf(names.map((name) => [name, 0])));
    expect(written).toBe(`{${sorted.map((name) => `${JSON.stringify(name)}:0`).join(',')}}`);
  });

  it('keeps a member named __proto__', () => {
    expect(canonicalJson(objectOf([['__proto__', 1]]))).toBe('{"__proto__":1}');
  });

  it('escapes what JSON escapes and nothing else, in texts and in names, at each end', () => {
    for (let unit = 0; unit <= 0xffff; unit += unit < 0x300 ? 1 : 0x101) {
      const character = String.fromCharCode(unit);
      for (const text of [character, `${character}a`, `a${character}`]) {
        const quoted = JSON.stringify(text);
        expect(canonicalJson(objectOf([[text, text]]))).toBe(`{${quoted}:${quoted}}`);
      }
    }
  });

  it('gives one form and one digest to every order of the members', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const entries = Object.entries(object) as [string, Json][];
        const turned = objectOf([...entries].reverse());
        expect(canonicalJson(turned)).toBe(canonicalJson(objectOf(entries)));
        expect(digestOf(turned)).toBe(digestOf(objectOf(entries)));
      }),
    );
  });

  it('prints -0 as 0 and 1.0 as 1', () => {
    expect(canonicalJson([-0, 1.0])).toBe('[0,1]');
  });

  it('hashes the UTF-8 bytes with SHA-256', () => {
    expect(sha256Hex('abc')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    expect(digestOf({})).toBe(
      'sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
    );
    expect(sha256Hex('ä')).toBe('33e6d73fee82904c8d7afb78de1154d1e8dc2a0edb08120e63df5b9385c2d9cc');
  });
});
