import type { Contract, DeclaredChange } from '../contract/contract.js';
import type { Json, JsonObject } from '../json/value.js';
import { classify } from './classify.js';
import { exampleContract, taking, takingValue } from './example-contract.js';
import type { Finding } from './finding.js';

const compare = (
  before: Partial<Contract>,
  after: Partial<Contract>,
  outputCompatibility: 'strict' | 'covariant' = 'strict',
  changes: readonly DeclaredChange[] = [],
) => classify(exampleContract(before), exampleContract(after), { outputCompatibility, changes });

const rulesOf = ({ findings }: { findings: readonly Finding[] }) =>
  findings.map(({ rule }) => rule).sort();

const text: JsonObject = { type: 'string' };
const open = (properties: JsonObject, more: JsonObject = {}): Partial<Contract> => ({
  input_schema: { type: 'object', properties, ...more },
});

describe('the bump of an input', () => {
  it('is major for a removed property that an open object would silently ignore', () => {
    const result = compare(
      open({ q: text, cc: text }, { additionalProperties: true }),
      open({ q: text }, { additionalProperties: true }),
    );
    expect(result.bump).toBe('major');
    expect(result.findings[0]).toMatchObject({
      rule: 'input-property-removed',
      relation: null,
      path: '/input_schema/properties/cc',
      proof: { kind: 'structural' },
    });
  });

  it('is minor, with the wire witness shown, for an optional property of an open object', () => {
    const result = compare(open({ q: text }), open({ q: text, cc: text }));
    expect(result.bump).toBe('minor');
    const note = result.findings.find(({ rule }) => rule === 'input-undeclared-extra-refused');
    expect(note).toMatchObject({
      relation: 'wire',
      proof: { kind: 'witness', valid_under: 'before' },
    });
  });

  it('is major for a required property, whatever its default', () => {
    const result = compare(
      taking({ q: text }),
      taking({ q: text, queue: { ...text, default: 'x' } }, { required: ['queue'] }),
    );
    expect(result.findings).toMatchObject([
      {
        rule: 'input-property-became-required',
        path: '/input_schema/required',
        proof: { kind: 'witness', instance: {}, error: "must have required property 'queue'" },
      },
    ]);
  });

  it('names each of several breaks with a witness of its own', () => {
    const result = compare(
      taking({ size: { enum: ['S', 'M', 'L'] }, note: text }),
      taking({ size: { enum: ['S', 'M'] }, note: { ...text, maxLength: 3 } }),
    );
    expect(rulesOf(result)).toEqual(['input-enum-value-removed', 'input-length-narrowed']);
    const instances = result.findings.map(
      ({ proof }) => proof.kind === 'witness' && proof.instance,
    );
    expect(instances).toEqual([{ note: 'aaaa' }, { size: 'L' }]);
  });

  it('is major for a oneOf branch that overlaps: what fits both fits neither', () => {
    const branch = (more: JsonObject) => ({ type: 'integer', ...more });
    const result = compare(
      takingValue({ oneOf: [branch({ minimum: 0 })] }),
      takingValue({ oneOf: [branch({ minimum: 0 }), branch({ maximum: 5 })] }),
    );
    expect(rulesOf(result)).toEqual(['input-composition-narrowed']);
    expect(result.bump).toBe('major');
  });

  it('is none for what is only written differently', () => {
    const pairs: [Json, Json][] = [
      [{ type: 'integer', minimum: 1, maximum: 3 }, { enum: [3, 1, 2] }],
      [{ type: ['string', 'null'] }, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
      [{ const: 'a' }, { enum: ['a'] }],
      [
        { type: 'string', pattern: '^.{3,5}$' },
        { type: 'string', pattern: '^.{3,5}$', minLength: 3 },
      ],
      [text, { allOf: [text] }],
    ];
    for (const [before, after] of pairs) {
      const result = compare(takingValue(before), takingValue(after));
      expect([before, result.bump]).toEqual([before, 'none']);
      expect(result.findings.every(({ proof }) => proof.kind === 'proof')).toBe(true);
    }
  });

  it('sees through a definition that is renamed or written out', () => {
    const address = { type: 'object', properties: { city: text, zip: text } };
    const refer = (name: string, definition: Json): Partial<Contract> => ({
      input_schema: {
        type: 'object',
        properties: { to: { $ref: `#/$defs/${name}` } },
        $defs: { [name]: definition },
      },
    });
    expect(compare(refer('A', address), refer('B', address)).bump).toBe('none');
    expect(compare(refer('A', address), open({ to: address })).bump).toBe('none');
    const lost = compare(
      refer('A', address),
      refer('B', { ...address, properties: { city: text } }),
    );
    expect(lost.findings).toMatchObject([
      { rule: 'input-property-removed', path: '/input_schema/properties/to/properties/zip' },
    ]);
  });

  it('finds a change of a definition once, at the definition', () => {
    const refer = (definition: Json): Partial<Contract> => ({
      input_schema: {
        type: 'object',
        properties: { a: { $ref: '#/$defs/D' }, b: { $ref: '#/$defs/D' } },
        $defs: { D: definition },
      },
    });
    const result = compare(refer(text), refer({ ...text, maxLength: 3 }));
    expect(result.findings).toMatchObject([
      { rule: 'input-length-narrowed', path: '/input_schema/$defs/D/maxLength' },
    ]);
  });

  it('hints at a rename', () => {
    const result = compare(
      taking({ q: { type: 'integer', minimum: 4 } }),
      taking({ query: { type: 'integer', minimum: 4 } }),
    );
    expect(result.findings[0]?.message).toContain('renamed to "query"');
    expect(rulesOf(result)).toEqual(['input-property-added', 'input-property-removed']);
  });

  it('lets a change cancel another: no break is claimed that no call can show', () => {
    const before = takingValue({
      type: 'object',
      properties: { a: text },
      additionalProperties: true,
    });
    const after = takingValue({
      type: 'object',
      properties: {},
      patternProperties: { '^a$': text },
      additionalProperties: true,
    });
    expect(compare(before, after).bump).toBe('none');
  });

  it('keeps to keys named __proto__ and constructor', () => {
    const odd = (more: string): Partial<Contract> => ({
      input_schema: JSON.parse(
        `{"type":"object","properties":{"__proto__":{"type":"string"${more}},"constructor":{}}}`,
      ) as JsonObject,
    });
    expect(compare(odd(''), odd('')).findings).toEqual([]);
    expect(rulesOf(compare(odd(''), odd(',"maxLength":2')))).toEqual(['input-length-narrowed']);
  });

  it('survives a schema that refers to itself', () => {
    const tree = (more: JsonObject): Partial<Contract> => ({
      input_schema: {
        type: 'object',
        properties: { root: { $ref: '#/$defs/node' } },
        $defs: {
          node: {
            type: 'object',
            properties: {
              name: text,
              children: { type: 'array', items: { $ref: '#/$defs/node' } },
            },
            ...more,
          },
        },
      },
    });
    expect(rulesOf(compare(tree({}), tree({ required: ['name'] })))).toEqual([
      'input-property-became-required',
    ]);
  });
});
