import type { Contract, DeclaredChange } from '../contract/contract.js';
import type { Json, JsonObject } from '../json/value.js';
import { ANNOTATION_ASPECTS, CONTRACT_ASPECTS, SCHEMA_ASPECTS } from './change.js';
import { classify } from './classify.js';
import { exampleContract, taking } from './example-contract.js';
import { RULES } from './rules/index.js';
import { closeSchema } from './subsumption/close.js';
import { validate } from './subsumption/evaluate.js';

const compare = (
  before: Partial<Contract>,
  after: Partial<Contract>,
  outputCompatibility: 'strict' | 'covariant' = 'strict',
  changes: readonly DeclaredChange[] = [],
) => classify(exampleContract(before), exampleContract(after), { outputCompatibility, changes });

const text: JsonObject = { type: 'string' };

describe('the classification as a whole', () => {
  it('takes the largest bump and puts it first', () => {
    const { bump, findings } = compare(
      { ...taking({ q: text }), tags: ['a'], side_effect: false },
      { ...taking({ q: text, cc: text }), tags: ['b'], side_effect: true },
    );
    expect(bump).toBe('major');
    expect(findings.map((finding) => finding.bump)).toEqual(['major', 'minor', 'patch']);
  });

  it('gives the same answer whatever the order of keys', () => {
    const turned: JsonObject = { properties: { b: text, a: text }, type: 'object' };
    const plain: JsonObject = { type: 'object', properties: { a: text, b: text } };
    expect(compare({ input_schema: turned }, { input_schema: plain }).findings).toEqual([]);
    const now = {
      ...plain,
      required: ['b', 'a'],
      properties: { a: { ...text, maxLength: 1 }, b: text },
    };
    const other = {
      required: ['a', 'b'],
      ...turned,
      properties: { b: text, a: { maxLength: 1, ...text } },
    };
    expect(compare({ input_schema: turned }, { input_schema: now }).findings).toEqual(
      compare({ input_schema: plain }, { input_schema: other }).findings,
    );
  });

  it('shows only witnesses that hold of the two contracts themselves', () => {
    for (const { before, after } of RULES.flatMap(({ examples }) => examples)) {
      const [old, now] = [exampleContract(before), exampleContract(after)];
      for (const { proof, side, relation } of compare(before, after).findings) {
        if (proof.kind !== 'witness' || side === 'contract') continue;
        const of = (which: 'before' | 'after'): Json => {
          const contract = which === 'before' ? old : now;
          const schema =
            (side === 'input' ? contract.input_schema : contract.output_schema) ?? true;
          if (relation === 'wire') return schema;
          const closed = closeSchema(schema, { root: side });
          return closed.ok ? closed.schema : schema;
        };
        const verdicts = (['annotation', 'assert'] as const).map((formats) => [
          validate(of(proof.valid_under), proof.instance, { formats }),
          validate(of(proof.invalid_under), proof.instance, { formats }),
        ]);
        expect(verdicts).toContainEqual([true, false]);
      }
    }
  });

  it('has a rule for every aspect of a change', () => {
    const named = new Set(RULES.map(({ aspect }) => aspect));
    // A reference means what it refers to: its change is told by the fallback.
    const all = [...SCHEMA_ASPECTS, ...ANNOTATION_ASPECTS, ...CONTRACT_ASPECTS];
    expect(all.filter((aspect) => !named.has(aspect))).toEqual(['reference']);
  });
});
