import fc from 'fast-check';
import { MAX_JSON_DEPTH, readJson, readJsonWithFaults } from './read.js';
import { JsonReader } from './reader.js';
import type { JsonReading } from './reading.js';
import { member, type Json } from './value.js';

const valueOf = (text: string): Json => {
  const reading = readJson(text);
  if (!reading.ok) throw new Error(`${reading.code} at ${reading.pointer}: ${reading.message}`);
  return reading.value;
};

const faultOf = (text: string): string => {
  const reading = readJson(text);
  return reading.ok ? 'read' : `${reading.code} ${reading.pointer}`.trim();
};

describe('reading JSON', () => {
  it('reads whatever JSON.stringify writes, with the same meaning', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary', maxDepth: 6 }), fc.boolean(), (json, spaced) => {
        const parsed: unknown = JSON.parse(json);
        const text = spaced ? JSON.stringify(parsed, null, ' \t') : JSON.stringify(parsed);
        fc.pre(!text.includes('\\u0000') && !/\\ud[89a-f]/i.test(text));
        expect(valueOf(text)).toEqual(parsed);
      }),
    );
  });

  it('accepts and refuses exactly the texts that JSON.parse does', () => {
    const piece = fc.constantFrom(
      ...['{', '}', '[', ']', ',', ':', '"', '\\', '"a"', '"b"', '1', '0', '-', '.', 'e+', 'true'],
      ...['null', ' ', '\n', '\\u00e9', '\t', '\u00a0', 'é', '{"k":', '1.5', '\\n', '/'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
        const text = pieces.join('');
        const reading = readJson(text);
        expect(reading.ok || reading.code !== 'bad-json').toBe(parses(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('keeps members named __proto__, constructor and toString as own members', () => {
    const value = valueOf('{"__proto__": {"constructor": 1}, "toString": 2}');
    expect(Object.keys(value as object)).toEqual(['__proto__', 'toString']);
    expect(member(value as Record<string, Json>, '__proto__')).toEqual({ constructor: 1 });
    const prototype: unknown = Object.getPrototypeOf(value);
    expect(prototype).toBe(Object.getPrototypeOf(valueOf('{}')));
    expect(prototype).toHaveProperty('isPrototypeOf');
  });

  it('names the member that stands twice, at any depth and however it is escaped', () => {
    expect(faultOf('{"a": 1, "a": 1}')).toBe('duplicate-key /a');
    expect(faultOf('[{"x": {"a/b": 1, "c": 2, "a\\u002fb": 3}}]')).toBe('duplicate-key /0/x/a~1b');
    expect(faultOf('{"__proto__": 1, "__proto__": 1}')).toBe('duplicate-key /__proto__');
  });

  it.each([
    '9007199254740993',
    '1e400',
    '-1e400',
    '1e-400',
    '0.1000000000000000055511151231257827',
  ])('refuses the number %s, which no double holds', (literal) => {
    expect(faultOf(`{"n": [0, ${literal}]}`)).toBe('unsafe-number /n/1');
  });

  it.each([
    ...['1.0', '1e2', '1E+2', '-0', '0.0', '0e9999999999', '0.1', '100e-2', '1e23', '5e-324'],
    ...['9007199254740992', '1.7976931348623157e308', '123456789012345680', '0.000001'],
  ])('takes the number %s, whose decimal is that of its double', (literal) => {
    expect(valueOf(literal)).toBe(Number(literal));
  });

  it('takes the shortest decimal of every double and no other long one', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        fc.pre(number !== 0);
        expect(faultOf(String(number))).toBe('read');
        expect(faultOf(number.toExponential())).toBe('read');
        expect(faultOf(`${number.toExponential(16).replace('e', '0000000001e')}`)).toBe(
          'unsafe-number',
        );
      }),
    );
  });

  it('refuses U+0000 in a value and in a key', () => {
    expect(faultOf('{"a": ["\\u0000"]}')).toBe('nul-character /a/0');
    expect(faultOf('{"a": {"b\\u0000": 1}}')).toBe('nul-character /a');
  });

  it('refuses half a surrogate pair and takes a whole one', () => {
    expect(faultOf('{"a": "x\\ud83d"}')).toBe('lone-surrogate /a');
    expect(faultOf('{"a": {"\\ude00": 1}}')).toBe('lone-surrogate /a');
    expect(faultOf('"\\ude00\\ud83d"')).toBe('lone-surrogate');
    expect(valueOf('"\\ud83d\\ude00"')).toBe('😀');
  });

  it('lets a syntax error outrank other faults, and an unreadable number a bad character', () => {
    expect(faultOf('{"a": 1e400, "a": "\\u0000", }')).toBe('bad-json');
    expect(faultOf('["\\u0000", 1e400]')).toBe('unsafe-number /1');
    expect(faultOf('[1e400, "\\u0000"]')).toBe('unsafe-number /0');
  });

  it('counts lines by their ends alone', () => {
    const space = fc.array(fc.constantFrom('\n', '\r\n', ' ', '\t'), { maxLength: 12 });
    fc.assert(
      fc.property(space, space, (before, after) => {
        const lines = before.join('').split('\n');
        const where = `(line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1})`;
        const reading = readJson(`${before.join('')}?${after.join('')}`);
        expect(reading).toMatchObject({ message: expect.stringContaining(where) });
      }),
    );
  });

  it('says in which line and column the text stops being JSON', () => {
    const reading = readJson('{\n  "a": 1,\n  oops\n}');
    expect(reading).toMatchObject({ ok: false, code: 'bad-json', pointer: '' });
    expect(reading).toMatchObject({ message: expect.stringContaining('line 3, column 3') });
    expect(readJson('')).toMatchObject({ message: expect.stringContaining('end of the document') });
  });

  it('refuses documents nested too deep instead of overflowing the stack', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(faultOf(nested(MAX_JSON_DEPTH))).toBe('read');
    expect(faultOf(nested(MAX_JSON_DEPTH + 1))).toBe('bad-json');
    expect(faultOf('{"a":['.repeat(500_000))).toBe('bad-json');
  });
});

describe('reading JSON past its faults', () => {
  it('gives the value and says of each fault where it stands', () => {
    const reading = readJsonWithFaults('{"a":{"n":1e400},"b":[1,"\\u0000"],"b":2}');
    expect(reading).toMatchObject({
      ok: true,
      faults: [
        { code: 'unsafe-number', pointer: '/a/n' },
        { code: 'nul-character', pointer: '/b/1' },
        { code: 'duplicate-key', pointer: '/b' },
      ],
    });
    expect(reading.ok && reading.value).toMatchObject({ b: 2 });
  });

  it('refuses what is no JSON', () => {
    expect(readJsonWithFaults('{"n":1e400')).toMatchObject({ ok: false, code: 'bad-json' });
  });
});

describe('reading JSON in turns', () => {
  const inTurns = (text: string, steps: number): JsonReading => {
    const reader = new JsonReader(text);
    for (;;) {
      const reading = reader.read(steps);
      if (reading !== null) return reading;
    }
  };

  it('finds the same value or fault, however often it stops', () => {
    const piece = fc.constantFrom(
      ...['{"a":', '[', ']', '}', ',', '"b":', '"\\u0000"', '1e400', '0', ' ', '"c\\n"', 'x'],
    );
    const text = fc.oneof(
      fc.json({ maxDepth: 5 }),
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 5 }), (document, steps) => {
        expect(inTurns(document, steps)).toEqual(readJson(document));
      }),
      { numRuns: 1_000 },
    );
  });

  it('takes no more in a turn than it is told, and a long string for as much as it costs', () => {
    const turns = (text: string): number => {
      const reader = new JsonReader(text);
      let count = 1;
      while (reader.read(100) === null) count += 1;
      return count;
    };
    expect(turns(`[${'1,'.repeat(999)}1]`)).toBeGreaterThanOrEqual(10);
    expect(turns(JSON.stringify(['x'.repeat(256_000), 1]))).toBeGreaterThan(1);
    expect(turns(`[1.${'0'.repeat(256_000)}, 1]`)).toBeGreaterThan(1);
    const blanks = ' \n\r\t'.repeat(64_000);
    for (const [before, after] of [
      ['', '[]'],
      ['[', ']'],
      ['[1', ',1]'],
      ['{', '"a":1}'],
      ['{"a"', ':1}'],
      ['{"a":', '1}'],
      ['{"a":1,', '"b":1}'],
      ['[]', ''],
    ]) {
      expect(turns(`${before}${blanks}${after}`)).toBeGreaterThanOrEqual(10);
    }
  });

  it('stops at more values, or at a longer string, than may be', () => {
    const within = (text: string): string => {
      const reading = new JsonReader(text, { values: 5, members: 2, text: 4 }).readToEnd();
      return reading.ok ? 'read' : `${reading.code} ${reading.pointer}`.trim();
    };
    expect(within('[1, {"a": 2, "b": 3}]')).toBe('read');
    expect(within('[1, {"a": 2, "b": [3, oops')).toBe('too-many-values /1/b/0');
    expect(within('[{"a": 1, "b": 1, "c": 1}]')).toBe('too-many-values /0/c');
    expect(within('{"a": ["1234", "12345"]}')).toBe('too-long-text /a/1');
    expect(within('{"a": {"12345": 1}}')).toBe('too-long-text /a');
    expect(within('[1234, 12345]')).toBe('too-long-text /1');
  });
});

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
