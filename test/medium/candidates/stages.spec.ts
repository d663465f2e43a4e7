import fc from 'fast-check';
import { servedVersion } from '#core/versions/served.js';
import { openStore } from './candidates-store.js';
import { caller, catalogState, TOOL_IDS, type CatalogState } from './random-catalog.js';

let store: Awaited<ReturnType<typeof openStore>>;
beforeAll(async () => (store = await openStore()));
afterAll(() => store.close());

const STAGES = ['servable', 'role', 'tenant', 'task_type', 'risk'] as const;

type Tool = CatalogState['tools'][number];

/** The stages as DOMAIN tells them, written without the code that is tested. */
const failing = (
  tool: Tool,
  isServed: boolean,
  asked: { tenant: string; roles: readonly string[]; task_type: string; risk: number },
): readonly string[] => {
  const admits = (list: readonly string[], names: readonly string[]) =>
    list[0] === '*' || names.some((name) => list.includes(name));
  const passes = {
    servable: isServed,
    role: admits(tool.allowed_roles, asked.roles),
    tenant: admits(tool.allowed_tenants, [asked.tenant]),
    task_type: admits(tool.task_types, [asked.task_type]),
    risk: tool.risk_rank <= asked.risk,
  };
  return STAGES.filter((stage) => !passes[stage]);
};

describe('the stages of the filter', () => {
  it('are taken in their order, and the first that removes a tool is named', async () => {
    const context = {
      caller: { keyId: 'k', subject: 's', kind: 'person', grant: { permissions: ['audit'] } },
      requestId: 'r',
    } as const;
    await fc.assert(
      fc.asyncProperty(catalogState, caller, async (state, { request }) => {
        await store.become(state);
        const catalog = await store.all();
        const { stages, tools } = await store.explaining.execute(request, context);
        const expected = catalog.tools.map(({ tool_id: toolId, versions, suspended }) => {
          const tool = state.tools[TOOL_IDS.indexOf(toolId)];
          if (tool === undefined) throw new Error(toolId);
          const pin = request.pins.get(toolId);
          const { session } = request;
          const served = servedVersion(versions, {
            tool_id: toolId,
            ...(pin === undefined ? {} : { pin }),
            ...(session === undefined ? {} : { session }),
          });
          const risk = request.max_risk === undefined ? 2 : Number(request.max_risk.slice(1));
          return failing(tool, served !== null && !suspended, { ...request, risk })[0] ?? null;
        });
        expect(tools.map(({ removed_by: stage }) => stage)).toEqual(expected);
        expect(stages).toEqual(
          STAGES.map((stage, at) => ({
            stage,
            left: expected.filter(
              (first) => first === null || STAGES.findIndex((one) => one === first) > at,
            ).length,
          })),
        );
      }),
      { numRuns: 60 },
    );
  });
});
