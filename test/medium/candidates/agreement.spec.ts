import fc from 'fast-check';
import { eligible } from '#core/candidates/offer.js';
import { isVisible } from '#core/candidates/visible.js';
import { beyondGrant } from '#core/policy/beyond-grant.js';
import type { JsonObject } from '#core/json/value.js';
import type { RequestContext } from '../../../apps/api/src/auth/request-context.js';
import { openStore } from './candidates-store.js';
import { caller, catalogState, TOOL_IDS, type Caller } from './random-catalog.js';

let store: Awaited<ReturnType<typeof openStore>>;
beforeAll(async () => (store = await openStore()));
afterAll(() => store.close());

const contextOf = ({ grant }: Pick<Caller, 'grant'>): RequestContext => ({
  caller: { keyId: 'k', subject: 's', kind: 'agent', grant },
  requestId: 'r',
});

const idsOf = (tools: readonly JsonObject[]): string[] =>
  tools.map(({ tool_id: toolId }) => String(toolId));

const listAll = async (asking: Caller): Promise<string[]> => {
  const ids: string[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await store.views.list(
      { limit: 3, ...(cursor === undefined ? {} : { cursor }) },
      contextOf(asking),
    );
    ids.push(...idsOf(page.items));
    cursor = page.next_cursor;
  }
  return ids;
};

const QUERY = 'open a ticket for the customer';

describe('candidates, search, list and get', () => {
  it('agree with the predicate over every tool there is, and with each other', async () => {
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(
        catalogState,
        fc.array(caller, { minLength: 1, maxLength: 4 }),
        async (state, callers) => {
          await store.become(state);
          const { tools } = await store.all();
          expect(tools.map(({ tool_id: id }) => id)).toEqual([...TOOL_IDS].sort());
          for (const asking of callers) {
            const { grant, request } = asking;
            const list = await listAll(asking);
            expect(list).toEqual(
              tools.filter((tool) => isVisible(tool, grant)).map(({ tool_id: id }) => id),
            );
            if (beyondGrant(grant, request).length > 0) {
              await expect(store.find.execute(request, contextOf(asking))).rejects.toMatchObject({
                code: 'beyond-grant',
              });
              continue;
            }

            const oracle = eligible(tools, request, grant);
            const all = { ...request, top_k: 200 };
            const answer = await store.find.execute(all, contextOf(asking));
            expect(answer.tools.map(({ tool_id: id, version }) => [id, version])).toEqual(
              oracle.map(({ tool, version }) => [tool.tool_id, version.version.text]),
            );
            expect(answer.total_eligible).toBe(oracle.length);
            expect(list).toEqual(expect.arrayContaining(idsOf(answer.tools)));
            answered += oracle.length;

            const found = await store.find.execute({ ...all, query: QUERY }, contextOf(asking));
            expect(found.total_eligible).toBe(oracle.length);
            expect(idsOf(answer.tools)).toEqual(expect.arrayContaining(idsOf(found.tools)));

            const cut = await store.find.execute(request, contextOf(asking));
            expect(cut.tools).toEqual(answer.tools.slice(0, request.top_k));
            expect(cut.truncated).toBe(oracle.length > request.top_k);
          }
        },
      ),
      { numRuns: 50 },
    );
    // That nothing agrees with nothing would prove little.
    expect(answered).toBeGreaterThan(20);
  });

  it('get answers exactly the tools of the list, and names no successor outside of it', async () => {
    await fc.assert(
      fc.asyncProperty(catalogState, caller, async (state, asking) => {
        await store.become(state);
        const list = await listAll(asking);
        for (const toolId of TOOL_IDS) {
          const got = store.views.getTool(toolId, contextOf(asking));
          if (!list.includes(toolId)) {
            await expect(got).rejects.toMatchObject({ code: 'not-found' });
            continue;
          }
          expect(await got).toMatchObject({ tool_id: toolId });
        }
        const told = await store.views.list({ limit: 200 }, contextOf(asking));
        for (const { deprecation } of told.items) {
          const named = JSON.stringify(deprecation).match(/"successor":"([^"@]+)/)?.[1];
          if (named !== undefined) expect(list).toContain(named);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('score as a service that never saw what this caller may not see', async () => {
    await fc.assert(
      fc.asyncProperty(catalogState, caller, async (state, asking) => {
        fc.pre(beyondGrant(asking.grant, asking.request).length === 0);
        const request = { ...asking.request, query: QUERY };
        await store.become(state);
        const before = await store.find.execute(request, contextOf(asking));
        const list = await listAll(asking);
        await store.become({
          ...state,
          tools: state.tools.map((tool, at) =>
            list.includes(TOOL_IDS[at] ?? '') ? tool : { ...tool, suspended: true },
          ),
        });
        const after = await store.findAnew().execute(request, contextOf(asking));
        expect(JSON.stringify(after)).toBe(JSON.stringify(before));
      }),
      { numRuns: 40 },
    );
  });
});
