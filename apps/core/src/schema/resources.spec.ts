import { pointer } from '../json/pointer.js';
import { objectOf, type Json } from '../json/value.js';
import { dialectOf, subschemasOf } from './dialect.js';
import { indexResources } from './resources.js';

const found = (root: Json, ref: string, from = ''): unknown => {
  const resolution = indexResources(root).resolve(ref, from);
  return 'fault' in resolution ? resolution.fault.code : resolution.pointer;
};

describe('the dialect of a schema', () => {
  it('is 2020-12 where none is stated and null where it is one that is not read', () => {
    expect(dialectOf({})).toBe('2020-12');
    expect(dialectOf(true)).toBe('2020-12');
    expect(dialectOf({ $schema: 'http://json-schema.org/draft-07/schema#' })).toBe('draft-07');
    expect(dialectOf({ $schema: 'http://json-schema.org/draft-04/schema#' })).toBeNull();
    expect(dialectOf({ $schema: 7 })).toBeNull();
  });

  it('leaves only the definitions beside a draft-07 reference', () => {
    const schema = { $ref: '#/definitions/a', properties: { b: {} }, definitions: { a: {} } };
    expect(subschemasOf(schema, 'draft-07').map((child) => child.tokens)).toEqual([
      ['definitions', 'a'],
    ]);
    expect(subschemasOf(schema, '2020-12')).toHaveLength(2);
  });
});

describe('the references of a document', () => {
  const root = {
    $id: 'http://example.com/root.json',
    $defs: {
      'a/b%"~': { type: 'string' },
      inner: {
        $id: 'folder/inner.json',
        $anchor: 'named',
        $defs: { deep: { $anchor: 'deep' } },
        items: { $ref: '#/$defs/deep' },
      },
      urn: { $id: 'urn:uuid:deadbeef-1234-00ff-ff00-4321feebdaed', $anchor: 'thing' },
      moving: { $dynamicAnchor: 'node' },
    },
  };

  it('resolves pointers with their escapes', () => {
    expect(found(root, '#')).toBe('');
    expect(found(root, '#/$defs/a~1b%25%22~0')).toBe('/$defs/a~1b%"~0');
    expect(found(root, '#/$defs/%61~1b%25%22~0')).toBe('/$defs/a~1b%"~0');
    expect(found(root, '#/$defs/%FF')).toBe('reference-unresolved');
    expect(found(root, '#/$defs/nothing')).toBe('reference-unresolved');
  });

  it('resolves identifiers against the nearest base', () => {
    expect(found(root, 'folder/inner.json')).toBe('/$defs/inner');
    expect(found(root, '/folder/../folder/./inner.json#named')).toBe('/$defs/inner');
    expect(found(root, '#/$defs/deep', '/$defs/inner/items')).toBe('/$defs/inner/$defs/deep');
    expect(found(root, '../root.json', '/$defs/inner')).toBe('');
    expect(found(root, '#deep', '/$defs/inner')).toBe('/$defs/inner/$defs/deep');
    expect(found(root, '#deep')).toBe('reference-unresolved');
  });

  it('resolves urns, and a dynamic anchor as an anchor', () => {
    const urn = 'urn:uuid:deadbeef-1234-00ff-ff00-4321feebdaed';
    expect(found(root, `${urn}#thing`)).toBe('/$defs/urn');
    expect(found(root, urn)).toBe('/$defs/urn');
    expect(found(root, '#node')).toBe('/$defs/moving');
    expect(indexResources(root).dynamicAnchor('', 'node')?.pointer).toBe('/$defs/moving');
  });

  it('knows the two meta-schemas, fetches nothing, and says so', () => {
    const meta = 'https://json-schema.org/draft/2020-12/schema';
    expect(found({}, meta)).toBe(`${meta}#`);
    expect(found({}, 'meta/core', `${meta}#`)).toContain('meta/core#');
    const draft7 = 'http://json-schema.org/draft-07/schema#';
    expect(found({}, `${draft7}/definitions/schemaArray`)).toBe(
      `${draft7}/definitions/schemaArray`,
    );
    expect(found({}, 'https://example.com/other.json')).toBe('reference-unresolved');
    expect(found({}, 'file:///etc/passwd')).toBe('reference-unresolved');
  });

  it('takes identifiers only where schemas stand', () => {
    const schema = {
      enum: [{ $id: 'http://example.com/a' }],
      const: { $anchor: 'x' },
      properties: { $id: { type: 'string' }, $ref: { $anchor: 'y' } },
    };
    expect(found(schema, 'http://example.com/a')).toBe('reference-unresolved');
    expect(found(schema, '#x')).toBe('reference-unresolved');
    expect(found(schema, '#y')).toBe('/properties/$ref');
  });

  it('lets a draft-07 reference void the identifier beside it', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      definitions: { a: { $id: 'http://example.com/a', $ref: '#/definitions/b' }, b: {} },
      properties: { c: { $id: '#old-anchor' } },
    };
    expect(found(schema, 'http://example.com/a')).toBe('reference-unresolved');
    expect(found(schema, '#old-anchor')).toBe('/properties/c');
  });

  it('reports an identifier that is given twice', () => {
    const twice = { $defs: { a: { $anchor: 'x' }, b: { $anchor: 'x' } } };
    expect(indexResources(twice).faults.map((one) => one.code)).toEqual(['identifier-duplicate']);
  });

  it('finds a definition whose name is that of an inherited member', () => {
    const name = '__proto__';
    const schema = { $defs: objectOf([[name, { type: 'string' }]]) };
    expect(found(schema, '#/$defs/__proto__')).toBe(pointer('', '$defs', name));
    expect(found({ $defs: {} }, '#/$defs/constructor')).toBe('reference-unresolved');
  });
});
