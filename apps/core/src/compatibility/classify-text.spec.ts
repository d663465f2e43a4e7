import type { Contract, DeclaredChange } from '../contract/contract.js';
import type { JsonObject } from '../json/value.js';
import { classify } from './classify.js';
import { exampleContract } from './example-contract.js';
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

describe('titles and descriptions', () => {
  const field = (description: string): Partial<Contract> => open({ q: { ...text, description } });
  const bump = (changes: readonly DeclaredChange[]) =>
    compare(field('A name.'), field('Its address.'), 'strict', changes).bump;

  it('may be declared by the text or by the node, and else count as major', () => {
    const path = '/input_schema/properties/q';
    expect(bump([])).toBe('major');
    expect(bump([{ path, meaning: 'clarified' }])).toBe('patch');
    expect(bump([{ path: `${path}/description`, meaning: 'clarified' }])).toBe('patch');
    expect(bump([{ path, meaning: 'changed' }])).toBe('major');
  });

  it('are not covered by an entry for a node above', () => {
    const result = compare(field('A name.'), field('Its address.'), 'strict', [
      { path: '/input_schema', meaning: 'clarified' },
    ]);
    expect(rulesOf(result)).toEqual(['declared-change-stale', 'description-change-undeclared']);
  });

  it('are found in definitions, in branches and in the output too', () => {
    const documented = (description: string): Partial<Contract> => ({
      input_schema: {
        type: 'object',
        properties: {
          a: { anyOf: [{ ...text, description }, { type: 'null' }] },
          b: { $ref: '#/$defs/D' },
        },
        $defs: { D: { type: 'integer', description }, Unused: { description } },
      },
      output_schema: { type: 'array', items: { ...text, description } },
    });
    expect(
      compare(documented('One.'), documented('Two.')).findings.map(({ path }) => path),
    ).toEqual([
      '/input_schema/$defs/D/description',
      '/input_schema/properties/a/anyOf/0/description',
      '/output_schema/items/description',
    ]);
  });

  it('are found inside of conditions, which are judged as a whole', () => {
    const conditional = (description: string) =>
      open({ q: text }, { if: { required: ['q'] }, then: { properties: { q: { description } } } });
    expect(compare(conditional('One.'), conditional('Two.')).findings).toMatchObject([
      {
        rule: 'description-change-undeclared',
        path: '/input_schema/then/properties/q/description',
      },
      { rule: 'input-rewritten' },
    ]);
  });

  it('of the tool are declared by their own name or by the empty path', () => {
    const before = { title: 'Open', description: 'Open a ticket.' };
    const after = { title: 'Open one', description: 'Open one ticket.' };
    const entries: DeclaredChange[] = [{ path: '', meaning: 'clarified' }];
    expect(rulesOf(compare(before, after, 'strict', entries))).toEqual([
      'description-clarified',
      'description-clarified',
    ]);
  });
});
