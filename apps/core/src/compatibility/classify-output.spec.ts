import type { Contract, DeclaredChange } from '../contract/contract.js';
import type { JsonObject } from '../json/value.js';
import { classify } from './classify.js';
import { answering, answeringValue, exampleContract } from './example-contract.js';

const compare = (
  before: Partial<Contract>,
  after: Partial<Contract>,
  outputCompatibility: 'strict' | 'covariant' = 'strict',
  changes: readonly DeclaredChange[] = [],
) => classify(exampleContract(before), exampleContract(after), { outputCompatibility, changes });

const text: JsonObject = { type: 'string' };

describe('the bump of an output', () => {
  const bumps = (before: Partial<Contract>, after: Partial<Contract>) => [
    compare(before, after).bump,
    compare(before, after, 'covariant').bump,
  ];

  it('is major for any change of the structure, unless covariance is asked for', () => {
    expect(bumps(answering({ id: text }), answering({ id: text, note: text }))).toEqual([
      'major',
      'minor',
    ]);
    expect(bumps(answering({ id: text }), answering({ id: text }, { required: ['id'] }))).toEqual([
      'major',
      'minor',
    ]);
    expect(bumps(answeringValue({ enum: ['a', 'b'] }), answeringValue({ enum: ['a'] }))).toEqual([
      'major',
      'minor',
    ]);
  });

  it('is major in any mode where an old consumer meets what it cannot read', () => {
    expect(bumps(answeringValue({ enum: ['a'] }), answeringValue({ enum: ['a', 'b'] }))).toEqual([
      'major',
      'major',
    ]);
    expect(bumps(answering({ id: text, n: text }), answering({ id: text }))).toEqual([
      'major',
      'major',
    ]);
    const closed = { additionalProperties: false };
    expect(
      bumps(answering({ id: text }, closed), answering({ id: text, n: text }, closed)),
    ).toEqual(['major', 'major']);
  });

  it('shows the answer that the old schema would refuse', () => {
    const [finding] = compare(
      answeringValue({ enum: ['a'] }),
      answeringValue({ enum: ['a', 'b'] }),
    ).findings;
    expect(finding).toMatchObject({
      rule: 'output-enum-value-added',
      proof: {
        kind: 'witness',
        instance: { value: 'b' },
        valid_under: 'after',
        invalid_under: 'before',
      },
    });
  });

  it('is major where extras become possible, since clients validate answers as written', () => {
    expect(
      compare(answering({ id: text }, { additionalProperties: false }), answering({ id: text }))
        .bump,
    ).toBe('major');
  });
});
