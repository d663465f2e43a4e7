import fc from 'fast-check';
import { PERMISSIONS, type Grant } from '#core/policy/grant.js';
import type { RequestContext } from '../../../apps/api/src/auth/request-context.js';
import { openStore } from './candidates-store.js';
import { caller, catalogState, TOOL_IDS } from './random-catalog.js';

let store: Awaited<ReturnType<typeof openStore>>;
beforeAll(async () => (store = await openStore()));
afterAll(() => store.close());

const contextOf = (grant: Grant): RequestContext => ({
  caller: { keyId: 'k', subject: 's', kind: 'agent', grant },
  requestId: 'r',
});

/** What such a key may read with some of the permissions there are, alone or together. */
const grant = fc
  .tuple(caller, fc.subarray([...PERMISSIONS], { minLength: 1 }))
  .map(([{ grant: scopes }, permissions]): Grant => ({ ...scopes, permissions }));

describe('the list of tools and the getting of one', () => {
  it('show the same tools to every grant, and all that its candidates could be', async () => {
    let gotten = 0;
    await fc.assert(
      fc.asyncProperty(catalogState, grant, async (state, granted) => {
        await store.become(state);
        const context = contextOf(granted);
        const { items } = await store.showing.list({ limit: 200 }, context);
        const listed = items.map((tool) => (tool as { tool_id: string }).tool_id);
        const got: string[] = [];
        for (const toolId of TOOL_IDS) {
          const answer = await store.showing.get(toolId, context).catch(() => null);
          if (answer !== null) got.push(toolId);
        }
        expect(got.sort()).toEqual(listed);
        const candidates = await store.views.list({ limit: 200 }, context);
        expect(listed).toEqual(
          expect.arrayContaining(candidates.items.map((one) => one['tool_id'])),
        );
        gotten += got.length;
      }),
      { numRuns: 60 },
    );
    expect(gotten).toBeGreaterThan(60);
  });
});
