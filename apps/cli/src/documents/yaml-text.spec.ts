import fc from 'fast-check';
import type { Json } from '#core/json/value.js';
import { setMember } from '#core/json/value.js';
import { readSource } from './source-text.js';
import { yamlText } from './yaml-text.js';

/** Text that a schema may hold and YAML reads as something else, or folds, or trims. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }).filter((some) => !some.includes('\0')),
  fc.constantFrom('no', '1.0', '0x1f', '~', 'null', '.inf', '- a', 'a: b', '#x', ' lead', 'trail '),
  fc.constantFrom(
    'a\nb\n\n',
    '\n\n x',
    '\t',
    '\u2028\u0085\ufeff',
    '"',
    "'",
    '&a',
    '*a',
    '!t',
    '<<',
  ),
  fc.constantFrom('__proto__', 'constructor', '', '? x', '%YAML', '---', '...', '2024-01-01'),
);

const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(1e21, 1e-7, 123456789012345680000, 5e-324),
);

const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false),
    text,
    number,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(text, tie('value')), { maxLength: 4 }).map((members) => {
      const object: Record<string, Json> = {};
      for (const [key, value] of members) setMember(object, key, value);
      return object;
    }),
  ),
})).value;

describe('YAML that is written', () => {
  it('reads as exactly what it was written from', () => {
    fc.assert(
      fc.property(json, (value) => {
        const reading = readSource(yamlText(value), true);
        expect(reading.ok ? JSON.stringify(reading.value) : reading.faults).toBe(
          JSON.stringify(value),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('has no anchors for what stands in it twice', () => {
    const shared = { type: 'string', maxLength: 5 };
    expect(yamlText({ a: shared, b: shared })).not.toMatch(/[&*]/);
  });
});
