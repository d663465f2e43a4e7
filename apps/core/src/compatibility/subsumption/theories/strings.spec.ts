import fc from 'fast-check';
import { createMeter, isEmptySample } from './sample.js';
import { hasString, sampleStrings } from './sample-strings.js';
import {
  ALL_STRINGS,
  complementStrings,
  intersectStrings,
  stringsAmong,
  stringsWith,
  uniteStrings,
  type StringSet,
} from './strings.js';

const BUDGET = 2_000_000;
const sample = (set: StringSet, count = 1) => sampleStrings(set, count, createMeter(BUDGET));
const matching = (pattern: string) => stringsWith({ pattern });
const beyond = (inner: StringSet, outer: StringSet) =>
  sample(intersectStrings(inner, complementStrings(outer)));
const isProvenWithin = (inner: StringSet, outer: StringSet) => isEmptySample(beyond(inner, outer));

describe('sets of strings', () => {
  it('offers the shortest word, and among those the most readable', () => {
    expect(sample(ALL_STRINGS, 3).values).toEqual(['', 'a', 'b']);
    expect(sample(matching('^[^@]+@[^@]+$')).values).toEqual(['a@a']);
    expect(sample(matching('^[\\u0000-\\u0020]$')).values).toEqual([' ']);
  });

  it('knows that a pattern implies a length', () => {
    expect(isProvenWithin(matching('^.{3,5}$'), stringsWith({ minLength: 3, maxLength: 5 }))).toBe(
      true,
    );
    expect(beyond(matching('^.{3,5}$'), stringsWith({ minLength: 4 })).values).toEqual(['aaa']);
  });

  it('searches anywhere, as JSON Schema does, unless the pattern is anchored', () => {
    expect(isProvenWithin(matching('^a'), matching('a'))).toBe(true);
    expect(beyond(matching('a'), matching('^a')).values).toEqual(['ba']);
  });

  it('counts code points and never makes a lone surrogate', () => {
    expect(isProvenWithin(stringsAmong(['😀']), stringsWith({ maxLength: 1 }))).toBe(true);
    expect(isEmptySample(sample(matching('[\\ud800-\\udfff]')))).toBe(true);
    expect(sample(matching('^[\\u{1F600}-\\u{1F64F}]$')).values).toEqual(['😀']);
  });

  it('decides lookarounds and word boundaries', () => {
    const password = matching('^(?=.*[A-Z])(?=.*\\d).{4,}$');
    expect(isProvenWithin(password, matching('[A-Z]'))).toBe(true);
    expect(sample(password).values).toEqual(['aaA0']);
    expect(isProvenWithin(matching('^(?!foo)[a-z]+$'), matching('^foo'))).toBe(false);
    expect(isEmptySample(sample(intersectStrings(matching('^(?!foo)'), matching('^foo'))))).toBe(
      true,
    );
    expect(sample(matching('a\\bb')).rest).toBe('none');
    expect(sample(matching('(?<=^|\\s)x$')).values).toEqual(['x']);
  });

  it('leaves a backreference undecided unless a short word settles it', () => {
    const doubled = matching('^(a+)b\\1$');
    expect(sample(doubled)).toEqual({ values: [], rest: 'regex' });
    expect(sample(complementStrings(doubled)).values).toEqual(['']);
    expect(sample(intersectStrings(doubled, stringsAmong(['aba']))).values).toEqual(['aba']);
    expect(isEmptySample(sample(intersectStrings(doubled, complementStrings(doubled))))).toBe(true);
  });

  it('leaves a pattern that is none undecided', () => {
    expect(sample(matching('['))).toEqual({ values: [], rest: 'regex' });
  });

  it('decides lengths of any size without spelling them out', () => {
    const million = stringsWith({ minLength: 1_000_000 });
    expect(isProvenWithin(million, stringsWith({ minLength: 999_999 }))).toBe(true);
    expect(isEmptySample(sample(intersectStrings(million, matching('^a{0,50}$'))))).toBe(true);
    expect(isEmptySample(sample(intersectStrings(million, matching('^(ab)*a?$'))))).toBe(false);
    expect(sample(million).rest).toBe('budget');
    expect(sample(stringsWith({ minLength: 5000 })).values[0]).toHaveLength(5000);
    const odd = intersectStrings(
      matching('^(..)*$'),
      stringsWith({ minLength: 1_000_001, maxLength: 1_000_001 }),
    );
    expect(isEmptySample(sample(odd))).toBe(true);
  });

  it('answers a catastrophic pattern at once and an exploding one by giving up', () => {
    expect(isProvenWithin(matching('^(a+)+$'), matching('^a+$'))).toBe(true);
    expect(sample(matching('^(a|b)*a(a|b){25}$')).rest).toBe('budget');
    expect(sample(matching('^a{100000}$')).rest).toBe('budget');
  });

  it('counts a finite language to its end', () => {
    expect(sample(matching('^(yes|no)$'), 9)).toEqual({ values: ['no', 'yes'], rest: 'none' });
    const rest = intersectStrings(matching('^[ab]$'), complementStrings(stringsAmong(['a'])));
    expect(sample(rest, 9)).toEqual({ values: ['b'], rest: 'none' });
    expect(isProvenWithin(matching('^(a|b)$'), stringsAmong(['a', 'b', 'c']))).toBe(true);
  });

  it('gives the same answer every time it is asked', () => {
    const set = intersectStrings(matching('\\d{3}'), complementStrings(matching('^\\d')));
    const answers = [1, 2, 3].map(() => sampleStrings(set, 4, createMeter(5_000)));
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });
});

describe('patterns as automata', () => {
  const atom = fc.constantFrom('a', 'b', 'c', '.', '[ab]', '[^a]', '\\w', '\\d', '😀', '-', '\\s');
  const assertion = fc.constantFrom('^', '$', '\\b', '\\B', '(?=a)', '(?!b)', '(?<=a)', '(?<!b)');
  const source = fc.letrec<{ regex: string }>((tie) => ({
    regex: fc.oneof(
      { maxDepth: 4 },
      atom,
      assertion,
      fc.array(tie('regex'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
      fc.tuple(tie('regex'), tie('regex')).map(([one, other]) => `(?:${one}|${other})`),
      fc
        .tuple(tie('regex'), fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '*?'))
        .map(([body, times]) => `(?:${body})${times}`),
      tie('regex').map((body) => `(?=${body})`),
      tie('regex').map((body) => `^(?!${body})`),
      tie('regex').map((body) => `(?<=${body})`),
    ),
  })).regex;
  const subject = fc
    .array(fc.constantFrom('a', 'b', 'c', '0', '-', ' ', '\n', '😀', 'é'), { maxLength: 6 })
    .map((characters) => characters.join(''));
  const plain = subject.map((text) => text.replaceAll('😀', 'z'));

  /** V8 tries assertions inside a surrogate pair too, which ECMA-262 does not. */
  const isMisread = (pattern: string, text: string): boolean =>
    /\\[bB]|\(\?[=!<]/.test(pattern) && text.includes('😀');

  it('agree with the native matcher wherever they decide', () => {
    fc.assert(
      fc.property(source, fc.array(subject, { minLength: 8, maxLength: 8 }), (pattern, texts) => {
        const native = new RegExp(pattern, 'u');
        for (const text of ['', ...texts]) {
          if (isMisread(pattern, text)) continue;
          const answer = hasString(matching(pattern), text, createMeter(BUDGET));
          if (answer !== null)
            expect([pattern, text, answer]).toEqual([pattern, text, native.test(text)]);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('sample only members, and call nothing empty that has one', () => {
    fc.assert(
      fc.property(source, source, plain, (one, other, text) => {
        const set = intersectStrings(matching(one), complementStrings(matching(other)));
        const { values, rest } = sample(set, 3);
        for (const value of values) {
          if (isMisread(`${one}${other}`, value)) continue;
          expect(new RegExp(one, 'u').test(value)).toBe(true);
          expect(new RegExp(other, 'u').test(value)).toBe(false);
        }
        const isMember = new RegExp(one, 'u').test(text) && !new RegExp(other, 'u').test(text);
        if (rest === 'none' && isMember) expect(values).toContain(text);
      }),
      { numRuns: 500 },
    );
  });

  it('obey the algebra of sets, word by word', () => {
    fc.assert(
      fc.property(source, source, subject, (one, other, text) => {
        const has = (set: StringSet) => hasString(set, text, createMeter(BUDGET));
        const [left, right] = [has(matching(one)), has(matching(other))];
        if (left === null || right === null) return;
        expect(has(uniteStrings(matching(one), matching(other)))).toBe(left || right);
        expect(has(complementStrings(matching(one)))).toBe(!left);
      }),
      { numRuns: 500 },
    );
  });
});
