import { readCandidateRequest } from '#core/candidates/request.js';
import { openStore } from './candidates-store.js';
import { TOOL_IDS, VERSIONS, type CatalogState } from './random-catalog.js';

let store: Awaited<ReturnType<typeof openStore>>;
beforeAll(async () => (store = await openStore()));
afterAll(() => store.close());

const [ONE, OTHER] = [TOOL_IDS[0] ?? '', TOOL_IDS[1] ?? ''];

/** Everything is open, but only the first tool is of the tenant; the test moves that on. */
const start: CatalogState = {
  suspendedNamespaces: [],
  tools: TOOL_IDS.map((toolId) => ({
    risk_rank: 0,
    requires_approval: false,
    allowed_roles: ['*'],
    allowed_tenants: [toolId === ONE ? 'acme' : 'globex'],
    task_types: ['*'],
    suspended: false,
    successor: null,
    versions: VERSIONS.map(() => ({ state: 'enabled', rollout_percent: 100 })),
  })) as CatalogState['tools'],
};

describe('an answer', () => {
  it.each([undefined, 'ticket'])(
    'is of one moment, while others change much: %s',
    async (query) => {
      const reading = readCandidateRequest({
        tenant: 'acme',
        roles: ['operator'],
        task_type: 'support',
        ...(query === undefined ? {} : { query }),
      });
      if (!reading.ok) throw new Error('the request cannot be read');
      const context = {
        caller: {
          keyId: 'k',
          subject: 's',
          kind: 'agent',
          grant: { permissions: ['candidates'], tenants: ['acme'], roles: ['*'] },
        },
        requestId: 'r',
      } as const;
      await store.become(start);

      let done = false;
      const writing = (async () => {
        while (!done) await store.swapTenants(ONE, OTHER);
      })();
      const seen = new Set<unknown>();
      try {
        for (let turn = 0; turn < 60 || (seen.size < 2 && turn < 2_000); turn += 1) {
          const request = { ...reading.request, tenant: 'acme' };
          const answer = await store.find.execute(request, context);
          expect(answer).toMatchObject({ total_eligible: 1, tools: [{}] });
          seen.add(answer.tools[0]?.['tool_id']);
        }
      } finally {
        done = true;
        await writing;
      }
      expect(seen).toEqual(new Set([ONE, OTHER]));
    },
  );
});
