import fc from 'fast-check';
import { clientName } from '../../candidates/formats/client-name.js';
import { isToolId } from '../../contract/tool-id.js';
import { documentNamespace, operationIds, type NamedOperation } from './operation-ids.js';

const operation = (place: string, operationId: string | null = null): NamedOperation => {
  const [method = '', path = ''] = place.split(' ');
  return { method, path, operationId };
};
const idsOf = (...operations: NamedOperation[]): string[] => operationIds('zoo', operations);

describe('the tool_id of an operation', () => {
  it.each([
    ['GET /pets', 'listPets', 'zoo.listPets'],
    ['GET /pets', 'pets/list-all', 'zoo.pets_list-all'],
    ['GET /pets', 'pets.list', 'zoo.pets_list'],
    ['GET /pets/{petId}', null, 'zoo.get_pets_by_petId'],
    ['POST /', null, 'zoo.post'],
    ['GET /工单', '工单', 'zoo.get'],
  ])('of %s, called %j, is %s', (place, operationId, expected) => {
    expect(idsOf(operation(place, operationId))).toEqual([expected]);
  });

  it('never changes what it once gave: the ids are data of their users', () => {
    const long = operation('GET /', 'a'.repeat(80));
    expect(idsOf(long)).toEqual([`zoo.${'a'.repeat(46)}_0f45e858fbc4`]);
  });

  it('keeps operations apart that would be called the same', () => {
    const ids = idsOf(
      operation('GET /pets', 'list'),
      operation('GET /dogs', 'list'),
      operation('GET /cats', 'List'),
      operation('GET /a/b'),
      operation('GET /a_b'),
    );
    expect(new Set(ids.map((id) => id.toLowerCase())).size).toBe(5);
    for (const id of ids) expect(id).toMatch(/_[0-9a-f]{12}$/);
  });
});

const operations = fc.uniqueArray(
  fc.record({
    method: fc.constantFrom('GET', 'POST'),
    path: fc.oneof(fc.stringMatching(/^\/[a-c/_{}]{0,4}$/), fc.string()),
    operationId: fc.option(
      fc.oneof(fc.stringMatching(/^[aA][bB_ .]{0,3}$/), fc.string({ maxLength: 90 })),
    ),
  }),
  { selector: ({ method, path }) => `${method} ${path}` },
);

describe('the tool_ids of a document', () => {
  it('are valid, no two alike, and names of at most 64 characters to a client', () => {
    fc.assert(
      fc.property(fc.string(), operations, (title, listed) => {
        const namespace = documentNamespace(title);
        const ids = operationIds(namespace, listed);
        expect(new Set(ids.map((id) => id.toLowerCase())).size).toBe(listed.length);
        for (const id of ids) {
          expect(isToolId(id)).toBe(true);
          expect(clientName(id).length).toBeLessThanOrEqual(64);
          expect(id.replace('.', '__').length).toBeLessThanOrEqual(64);
        }
      }),
    );
  });

  it('do not depend on the order', () => {
    fc.assert(
      fc.property(operations, (listed) => {
        const turned = operationIds('zoo', listed.toReversed()).toReversed();
        expect(turned).toEqual(operationIds('zoo', listed));
      }),
    );
  });
});
