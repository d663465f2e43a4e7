import fc from 'fast-check';
import { resolvePointer } from '../../json/pointer.js';
import type { Json } from '../../json/value.js';
import { planImport } from './plan-import.js';
import { readToolsList } from './read-tools-list.js';

const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;
const hints = fc.record(
  {
    readOnlyHint: fc.oneof(fc.boolean(), json),
    destructiveHint: fc.oneof(fc.boolean(), json),
    idempotentHint: fc.oneof(fc.boolean(), json),
    title: fc.string(),
  },
  { requiredKeys: [] },
);
const tool = fc.record(
  {
    name: fc.oneof(fc.string(), fc.constantFrom('read', 'Read', 'write file'), json),
    title: fc.oneof(fc.string(), json),
    description: fc.oneof(fc.string(), json),
    inputSchema: json,
    outputSchema: json,
    annotations: fc.oneof(hints, json),
    icons: json,
    execution: json,
    _meta: json,
    strict: json,
  },
  { requiredKeys: [] },
);
const lists = fc.array(fc.oneof({ weight: 5, arbitrary: tool }, { weight: 1, arbitrary: json }));

const planOf = (tools: readonly unknown[]) => {
  const reading = readToolsList(JSON.stringify({ tools }));
  fc.pre(reading.ok);
  if (!reading.ok) throw new Error('checked above');
  return planImport(reading, { owner: 'platform' }, 'server');
};

describe('the plan of any list', () => {
  it('accounts for every element once, by its place in the file', () => {
    fc.assert(
      fc.property(lists, (tools) => {
        const { tools: planned, quarantined } = planOf(tools);
        const places = [...planned, ...quarantined].map(({ source }) => source);
        expect(places.sort()).toEqual(tools.map((_, n) => `/tools/${n}`).sort());
      }),
    );
  });

  it('gives no two tools one tool_id, case disregarded', () => {
    fc.assert(
      fc.property(lists, (tools) => {
        const ids = planOf(tools).tools.map(({ tool_id }) => tool_id.toLowerCase());
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  it('carries each schema as it stands, and proposes only what the manifest has', () => {
    fc.assert(
      fc.property(lists, (tools) => {
        for (const { source, manifest } of planOf(tools).tools) {
          const listed = JSON.parse(JSON.stringify({ tools })) as Json;
          expect(resolvePointer(manifest, '/input_schema')).toEqual(
            resolvePointer(listed, `${source}/inputSchema`),
          );
          const proposed = resolvePointer(manifest, '/proposed') as readonly string[];
          for (const path of proposed) expect(resolvePointer(manifest, path)).toBeDefined();
        }
      }),
    );
  });

  it('is never refused for a guess of its own: hints and guesses agree', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ name: fc.string(), annotations: hints })), (tools) => {
        for (const { manifest } of planOf(tools).tools) {
          const at = (path: string) => resolvePointer(manifest, path);
          const contradicts = [
            at('/side_effect') === false && at('/annotations/destructiveHint') === true,
            at('/side_effect') === true && at('/annotations/readOnlyHint') === true,
            at('/idempotent') === false && at('/annotations/idempotentHint') === true,
          ];
          expect(contradicts).toEqual([false, false, false]);
        }
      }),
    );
  });
});
