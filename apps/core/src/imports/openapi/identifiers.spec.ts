import type { Json } from '../../json/value.js';
import { member, isObject } from '../../json/value.js';
import { OK, samplePlan } from './sample-document.js';

const returning = (schema: Json): Json => ({
  responses: { 200: { description: 'Fine.', content: { 'application/json': { schema } } } },
});

/** What an operation answers, in a document with these schemas, or why it was set aside. */
const outputOf = (schema: Json, schemas: Record<string, Json>, more: Record<string, Json> = {}) => {
  const { tools, quarantined } = samplePlan(
    { 'GET /it': returning(schema), 'GET /good': OK },
    { edition: '3.1.0', more: { ...more, components: { schemas } } },
  );
  const [aside] = quarantined;
  if (aside !== undefined) return `${aside.code} ${aside.pointer}`;
  const tool = tools.find(({ source }) => source.includes('~1it'));
  return tool === undefined ? undefined : member(tool.manifest, 'output_schema');
};

const node = { type: 'object', properties: { name: { type: 'string' } } };

describe('schemas that name themselves', () => {
  it('are found by their anchor', () => {
    const schemas = { Node: { $anchor: 'node', ...node } };
    const list = { type: 'array', items: { $ref: '#node' } };
    expect(outputOf(list, schemas)).toEqual({
      type: 'array',
      items: { $ref: '#/$defs/Node' },
      $defs: { Node: node },
    });
  });

  it('are found by their id, and what is below it by names that count from there', () => {
    const schemas = {
      Tree: {
        $id: 'https://zoo.example/tree',
        type: 'object',
        properties: { left: { $ref: '#/$defs/leaf' }, right: { $ref: '#top' } },
        $defs: { leaf: { type: 'null' }, top: { $anchor: 'top', type: 'boolean' } },
      },
    };
    const output = outputOf(
      { type: 'array', items: { $ref: 'https://zoo.example/tree' } },
      schemas,
    );
    const names = isObject(output) ? Object.keys(member(output, '$defs') as object) : [];
    expect(names).toEqual([
      'Tree',
      expect.stringMatching(/^leaf_[0-9a-f]{12}$/),
      expect.stringMatching(/^top_[0-9a-f]{12}$/),
    ]);
  });

  it('are found relative to the address that the document gives itself', () => {
    const schemas = { Pet: { $id: 'pet', ...node } };
    const list = { type: 'array', items: { $ref: 'https://zoo.example/pet' } };
    expect(outputOf(list, schemas, { $self: 'https://zoo.example/api' })).toMatchObject({
      items: { $ref: '#/$defs/Pet' },
    });
    expect(outputOf(list, schemas)).toMatch(/^reference-remote /);
  });

  it('are found by a dynamic reference where its name is given once', () => {
    const tree = {
      $dynamicAnchor: 'tree',
      type: 'object',
      properties: { children: { type: 'array', items: { $dynamicRef: '#tree' } } },
    };
    const answer = { $ref: '#/components/schemas/Tree' };
    expect(outputOf(answer, { Tree: tree })).toMatchObject({
      properties: { children: { items: { $ref: '#/$defs/Tree' } } },
    });
    const twice = { Tree: tree, Strict: { $id: 'strict', $dynamicAnchor: 'tree' } };
    expect(outputOf(answer, twice)).toBe(
      'reference-dynamic /components/schemas/Tree/properties/children/items/$dynamicRef',
    );
  });

  it('are told where what stands below an id names nothing there', () => {
    const schemas = {
      Pet: { $id: 'pet', properties: { a: { $ref: '#/components/schemas/A' } } },
      A: {},
    };
    expect(outputOf({ $ref: '#/components/schemas/Pet' }, schemas)).toBe(
      'reference-unresolved /components/schemas/Pet/properties/a/$ref',
    );
  });
});
