import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import fc from 'fast-check';
import { FORMATS, DETAILS } from '#core/candidates/request-schema.js';
import type { AskedRequest } from '#core/candidates/offer.js';
import { beyondGrant } from '#core/policy/beyond-grant.js';
import type { Grant } from '#core/policy/grant.js';
import type { RequestContext } from '../../../apps/api/src/auth/request-context.js';
import type { CandidatesAnswer } from '../../../apps/api/src/features/candidates/assemble-answer.js';
import { LoadedCatalog } from '../../../apps/api/src/features/candidates/snapshot/loaded-catalog.js';
import type { LoadedTool } from '../../../apps/api/src/features/candidates/snapshot/loaded-tool.js';
import { openStore } from './candidates-store.js';
import {
  caller,
  catalogState,
  TOOL_IDS,
  VERSIONS,
  type Caller,
  type CatalogState,
} from './random-catalog.js';

let store: Awaited<ReturnType<typeof openStore>>;
beforeAll(async () => (store = await openStore()));
afterAll(() => store.close());

const contextOf = ({ grant }: Pick<Caller, 'grant'>): RequestContext => ({
  caller: { keyId: 'k', subject: 's', kind: 'agent', grant },
  requestId: 'r',
});

/** Waits for what happens in the background, so that a run does not fall back to the database. */
const ready = async (): Promise<void> => {
  while (store.snapshot.current?.isIndexed !== true) await sleep(1);
};

/** What is sent and counted of an answer, without what it keeps for itself. */
const toldOf = (answer: CandidatesAnswer | null) =>
  answer === null
    ? null
    : {
        bytes: answer.bytes.toString(),
        tag: answer.tag,
        totals: answer.totals,
        tools: answer.tools.map(({ toolId, version }) => [toolId, version]),
      };

const fromMemory = async (request: AskedRequest, asking: Caller): Promise<CandidatesAnswer> => {
  await store.fence.pass();
  await ready();
  const asked = { request, grant: asking.grant, isRepeated: true };
  const answer = await store.memory.answer(asked, false);
  const again = await store.memory.answer(asked, false);
  if (answer === null) throw new Error('the snapshot is not ready');
  expect(toldOf(again)).toEqual(toldOf(answer));
  return answer;
};

const form = fc.record(
  {
    format: fc.constantFrom(...FORMATS),
    detail: fc.constantFrom(...DETAILS),
    query: fc.constantFrom('open a ticket for the customer', 'close', 'tickt', 'nothing at all'),
    max_tokens: fc.constantFrom(60, 400, 100_000),
  },
  { requiredKeys: ['format', 'detail'] },
);

/** One statement past the commands, as an operator at a prompt would write it. */
const statement = fc.oneof(
  fc.record({
    sql: fc.constantFrom(
      'UPDATE tool SET suspended = NOT suspended, servable = suspended WHERE tool_id = $1',
      `UPDATE tool_version SET state = 'disabled' WHERE tool_id = $1 AND version = '1.1.0'`,
      `UPDATE tool_version SET state = 'deprecated' WHERE tool_id = $1 AND version = '1.0.0'`,
      'UPDATE tool_version SET rollout_percent = 50 WHERE tool_id = $1',
      'UPDATE tool SET risk_rank = 1, requires_approval = NOT requires_approval WHERE tool_id = $1',
      `UPDATE tool SET allowed_tenants = '{acme}' WHERE tool_id = $1`,
      `WITH r AS (UPDATE tool SET presentation_version = presentation_version + 1
         WHERE tool_id = $1 RETURNING *)
       INSERT INTO presentation_revision (tool_id, presentation_version, owner, example_queries,
         aliases, note, changed_by, changed_at)
       SELECT tool_id, presentation_version, owner, '{open it}', '{tckt}', 'Be quick.', 't', now()
       FROM r`,
    ),
    value: fc.constantFrom(...TOOL_IDS),
  }),
  fc.record({
    sql: fc.constant('UPDATE namespace SET suspended = NOT suspended WHERE namespace = $1'),
    value: fc.constantFrom('crm', 'support'),
  }),
);

const ASKED: AskedRequest = {
  tenant: 'acme',
  roles: ['operator'],
  task_type: 'support',
  top_k: 20,
  format: 'native',
  detail: 'full',
  pins: new Map(),
};
const EVERYTHING: Grant = { permissions: ['candidates'], roles: ['*'], tenants: ['*'] };
const FOR_ALL: CatalogState['tools'][number] = {
  risk_rank: 0,
  requires_approval: false,
  allowed_roles: ['*'],
  allowed_tenants: ['*'],
  task_types: ['*'],
  suspended: false,
  successor: null,
  versions: VERSIONS.map(() => ({ state: 'enabled', rollout_percent: 100 })),
};

/** Tells when somebody is before it, and lets them on once it is open. */
const gate = () => {
  let reach: () => void = () => undefined;
  let letOn: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const opened = new Promise<void>((resolve) => (letOn = resolve));
  const itself = {
    isOpen: false,
    reached,
    pass: (): Promise<void> => {
      reach();
      return opened;
    },
    open: (): void => {
      itself.isOpen = true;
      letOn();
    },
  };
  return itself;
};

/** All that is read of a tool, whose versions come in any order. */
const saidOf = (tool: LoadedTool) => ({
  tool: [tool.tool_id, tool.suspended, tool.policy, tool.presentation_version],
  presentation: [tool.note, tool.example_queries, tool.aliases],
  versions: [...tool.versions]
    .sort((one, other) => Number(one.id - other.id))
    .map((version) => [
      [version.id, version.version, version.state, version.rollout, version.successor],
      [version.deprecation_reason, version.sunset_at],
      [version.contract_digest, version.contract, version.contractBytes],
    ]),
});

describe('answers from memory', () => {
  it('are those of the database, byte for byte, whatever changed in between', async () => {
    store.snapshot.onApplicationBootstrap();
    await ready();
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(
        catalogState,
        fc.array(fc.tuple(caller, form), { minLength: 2, maxLength: 5 }),
        fc.array(statement, { maxLength: 5 }),
        fc.boolean(),
        async (state, asked, statements, isLoadedAnew) => {
          await store.become(state);
          if (isLoadedAnew) store.snapshot.forget();
          const changes = [...statements];
          const questions = asked
            .filter(([{ grant, request }]) => beyondGrant(grant, request).length === 0)
            .map(([asking, formed]) => ({ asking, request: { ...asking.request, ...formed } }));
          // Asked again after the changes, as what is kept of an answer must not outlive them.
          for (const { asking, request } of [...questions, ...questions]) {
            const expected = await store.searching().execute(request, contextOf(asking));
            const text = expected.bytes.toString();
            const { bytes, tag } = await fromMemory(request, asking);
            expect(bytes.toString()).toBe(text);
            expect(tag).toBe(expected.tag);
            const told = JSON.parse(text) as { tools: object[] };
            expect(JSON.stringify(told)).toBe(text);
            answered += told.tools.length;
            const change = changes.pop();
            if (change !== undefined) await store.query(change.sql, [change.value]);
          }
        },
      ),
      { numRuns: 25 },
    );
    expect(answered).toBeGreaterThan(10);
  });

  it('rest on a load that tells of all tools what reading some of them tells', async () => {
    for (const state of fc.sample(catalogState, 20)) {
      await store.become(state);
      await store.query(
        `UPDATE tool_version SET deprecation_reason = 'größer', sunset_at = '2027-01-01'
         WHERE state = 'deprecated'`,
      );
      const all: unknown[] = [];
      await store.loader.each(
        (tool) => all.push(saidOf(tool)),
        () => true,
      );
      const some = await store.loader.some(TOOL_IDS, store.query);
      expect(all).toEqual(some.map(saidOf));
    }
  });

  it('are made anew after each change, though the same was asked before', async () => {
    await store.become({ tools: TOOL_IDS.map(() => FOR_ALL), suspendedNamespaces: [] });
    await ready();
    const shown = async (): Promise<unknown> => {
      const { bytes } = await fromMemory(ASKED, { grant: EVERYTHING, request: ASKED });
      return (JSON.parse(bytes.toString()) as { total_eligible: unknown }).total_eligible;
    };
    expect(await shown()).toBe(TOOL_IDS.length);
    const suspend = 'UPDATE tool SET suspended = $2, servable = NOT $2 WHERE tool_id = $1';
    await store.query(suspend, [TOOL_IDS[0], true]);
    expect(await shown()).toBe(TOOL_IDS.length - 1);
    await store.query(suspend, [TOOL_IDS[0], false]);
    expect(await shown()).toBe(TOOL_IDS.length);
  });

  it('start over where the changes are no longer known, and ask the database until then', async () => {
    await ready();
    await store.query('INSERT INTO catalog_change (tool_ids) VALUES (NULL)');
    await store.fence.pass();
    expect(store.snapshot.current).toBeUndefined();
    await ready();
  });

  it('make a query wait for the load and then for the index, and nobody else', async () => {
    await store.become({ tools: TOOL_IDS.map(() => FOR_ALL), suspendedNamespaces: [] });
    await ready();
    const isReady = () =>
      ['candidates', 'queries'].map((what) => store.meters.snapshotReady.at(what).value);
    expect(isReady()).toEqual([1, 1]);
    const read = gate();
    const each = store.loader.each.bind(store.loader);
    const reading = jest.spyOn(store.loader, 'each').mockImplementation(async (...args) => {
      await read.pass();
      await each(...args);
    });
    const indexed = gate();
    const { indexSome } = LoadedCatalog.prototype;
    const indexing = jest.spyOn(LoadedCatalog.prototype, 'indexSome');
    indexing.mockImplementation(function (this: LoadedCatalog) {
      void indexed.pass();
      if (indexed.isOpen) indexSome.call(this);
    });
    // Of few tools the database would be asked; here are many.
    const many = jest.spyOn(LoadedCatalog.prototype, 'rankedAmong').mockReturnValue(1_000);
    store.snapshot.forget();
    const asked = { request: { ...ASKED, query: 'close' }, grant: EVERYTHING, isRepeated: false };
    let isTold = false;
    const answer = Promise.resolve(store.memory.answer(asked, false)).finally(() => {
      isTold = true;
    });
    await read.reached;
    expect(await store.memory.answer({ ...asked, request: ASKED }, false)).toBeNull();
    expect([isTold, ...isReady()]).toEqual([false, 0, 0]);
    read.open();
    await indexed.reached;
    expect(await store.memory.answer({ ...asked, request: ASKED }, false)).not.toBeNull();
    expect([isTold, ...isReady()]).toEqual([false, 1, 0]);
    indexed.open();
    const expected = await store.searching().execute(asked.request, contextOf(asked));
    expect(toldOf(await answer)).toEqual(toldOf(expected));
    expect(isReady()).toEqual([1, 1]);
    for (const each of [reading, indexing, many]) each.mockRestore();
  });

  it('let a query ask the database where the load comes to nothing', async () => {
    await ready();
    const each = jest.spyOn(store.loader, 'each').mockRejectedValueOnce(new Error('no memory'));
    store.snapshot.forget();
    const asked = { request: { ...ASKED, query: 'close' }, grant: EVERYTHING, isRepeated: false };
    expect(await store.memory.answer(asked, false)).toBeNull();
    each.mockRestore();
    await ready();
  });
});
