import fc from 'fast-check';
import { readSource } from './source-text.js';

const read = (yaml: string) => {
  const reading = readSource(yaml, true);
  if (!reading.ok) throw new Error(JSON.stringify(reading.faults));
  return reading;
};

const faultOf = (text: string, isYaml = true) => {
  const reading = readSource(text, isYaml);
  return reading.ok ? null : reading.faults[0];
};

describe('a YAML text', () => {
  it('is read as the JSON that it stands for', () => {
    expect(
      JSON.stringify(read('a: &x [1, 2.50, true, ~, no]\nb: *x\n__proto__: { c: d }\n').value),
    ).toBe('{"a":[1,2.5,true,null,"no"],"b":[1,2.5,true,null,"no"],"__proto__":{"c":"d"}}');
  });

  it('says where each of its members stands, through aliases too', () => {
    const { locate } = read('# first\nbase: &b\n  deep: 1\ntools:\n  - id: x\n    ref: *b\n');
    expect(locate('/tools/0/id')).toEqual({ line: 5, column: 5 });
    expect(locate('/tools/0/ref/deep')).toEqual({ line: 3, column: 3 });
    expect(locate('/tools/0/missing')).toEqual({ line: 5, column: 5 });
    expect(locate('')).toEqual({ line: 2, column: 1 });
  });

  it('takes the anchor that stands before an alias, where a name is given twice', () => {
    expect(read('[&a 1, *a, &a 2, *a]').value).toEqual([1, 1, 2, 2]);
  });

  it.each([
    ['a key twice', 'a: 1\nb: 2\na: 3\n', 3],
    ['a key twice within a flow', 'x:\n  { a: 1,\n    a: 2 }\n', 3],
    ['a tag of its own', 'a: 1\nb: !secret x\n', 2],
    ['two documents', 'a: 1\n---\nb: 2\n', 2],
    ['a number that no double holds', 'a: 1\nb: 9007199254740993\n', 2],
    ['a float that no double holds', 'a: 1\nb: 0.10000000000000000055\n', 2],
    ['what is not a number in JSON', 'a: 1\nb: .inf\n', 2],
    ['a key that is no text', 'a: 1\n2: x\n', 2],
    ['a key that is a list', 'a: 1\n[b]: x\n', 2],
    ['an anchor that is not there', 'a: 1\nb: *c\n', 2],
    ['broken quotes', 'a: 1\nb: "x\n', 3],
  ])('is refused for %s, with the line', (_what, yaml, line) => {
    expect(faultOf(yaml)).toMatchObject({ line });
  });

  it('is refused where a few anchors stand for billions of values', () => {
    const levels = Array.from({ length: 12 }, (_, n) =>
      n === 0
        ? 'l0: &l0 [x]'
        : `l${n}: &l${n} [${Array(10)
            .fill(`*l${n - 1}`)
            .join(', ')}]`,
    );
    expect(faultOf(levels.join('\n'))?.message).toContain('values');
  });

  it('is refused where it stands in itself, or is nested without end', () => {
    expect(faultOf('a: &a [*a]')).toMatchObject({ code: 'bad-yaml' });
    expect(faultOf('a: &a { b: *a }')).toMatchObject({ code: 'bad-yaml' });
    expect(faultOf('['.repeat(20_000))).not.toBeNull();
    const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    expect(faultOf(nested(401))?.message).toBe('nested deeper than 400 levels');
  });

  it('reads JSON as JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value, null, 2);
        const [yaml, json] = [readSource(text, true), readSource(text, false)];
        expect(yaml.ok && yaml.value).toEqual(json.ok && json.value);
      }),
    );
  });
});

describe('a JSON text', () => {
  it('says where a syntax error and a key twice are', () => {
    expect(faultOf('{\n  "a": 1,\n}', false)).toMatchObject({ line: 3, code: 'bad-json' });
    expect(faultOf('{\n  "a": {\n    "b": 1,\n    "b": 2 } }', false)).toMatchObject({
      code: 'duplicate-key',
      pointer: '/a/b',
    });
  });

  it('says where its members stand', () => {
    const reading = readSource('{\n\t"a": [\n\t\t{ "b": 1 }\n\t]\n}', false);
    expect(reading.ok && reading.locate('/a/0/b')).toEqual({ line: 3, column: 5 });
  });
});
