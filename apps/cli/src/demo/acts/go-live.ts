import type { ApiClient, Request } from '../../client/api-client.js';
import { listAt, numberAt, refusalOf, textAt } from '../answers.js';
import type { Cast } from '../cast.js';
import { CATALOG, STAYS_DRAFT } from '../catalog/catalog.js';
import type { CatalogTool } from '../catalog/tool.js';
import type { Narrator } from '../narrator.js';

type Tool = Pick<CatalogTool, 'tool_id' | 'version'>;

const REFUND = 'payments.refund';

/** One tool of the highest risk goes live step by step, the others in its wake. */
export const goLive = async (narrator: Narrator, cast: Cast, now: number): Promise<void> => {
  const live = CATALOG.filter(({ tool_id }) => tool_id !== STAYS_DRAFT);
  for (const tool of live) {
    if (tool.tool_id === REFUND) await tellGoingLive(narrator, cast, tool, now);
  }
  for (const tool of live) {
    if (tool.tool_id !== REFUND) await takeLive(cast, tool, now);
  }
  narrator.tell(
    '',
    `The other ${live.length - 1} go the same way, with one approval each. ${STAYS_DRAFT} stays a draft.`,
  );
};

async function tellGoingLive(
  narrator: Narrator,
  cast: Cast,
  tool: Tool,
  now: number,
): Promise<void> {
  const { dora, rita, omar } = cast;
  narrator.act(
    "Nothing goes live on one person's word",
    `${REFUND} pays money out: risk L4. It is taken live with`,
    `POST /v1/tools/${REFUND}/versions/${tool.version}/transitions.`,
    '',
  );
  const submitted = await dora.send(step(tool, 'review'));
  narrator.asked('dora, who wrote it, submits', textAt(submitted.body, '/state'), true);
  const own = await refusalOf(dora, step(tool, 'staging'));
  narrator.asked('dora approves', `${own.status} ${own.code}`, false);
  await approve(narrator, 'rita', rita, tool);
  await approve(narrator, 'omar', omar, tool);
  const early = await refusalOf(rita, step(tool, 'enabled'));
  const red = listAt(early.document, '/gates').map((gate) => textAt(gate, '/gate'));
  const missing = red.length === 0 ? '' : `, not green: ${red.join(', ')}`;
  narrator.asked('rita releases', `${early.status} ${early.code}${missing}`, false);
  await giveEvidence(dora, tool, now);
  narrator.asked('dora brings the runs of its tests', 'bound to this contract', true);
  const released = await rita.send(step(tool, 'enabled'));
  narrator.asked('rita releases', textAt(released.body, '/state'), true);
}

async function approve(
  narrator: Narrator,
  name: string,
  reviewer: ApiClient,
  tool: Tool,
): Promise<void> {
  const { body } = await reviewer.send(step(tool, 'staging'));
  const [have, need] = [numberAt(body, '/approvals/have'), numberAt(body, '/approvals/need')];
  const told = `${textAt(body, '/state')}, ${have} of ${need} approvals`;
  narrator.asked(`${name} approves`, told, true);
}

async function takeLive({ dora, rita }: Cast, tool: Tool, now: number): Promise<void> {
  await dora.send(step(tool, 'review'));
  await rita.send(step(tool, 'staging'));
  await giveEvidence(dora, tool, now);
  await rita.send(step(tool, 'enabled'));
}

async function giveEvidence(client: ApiClient, tool: Tool, now: number): Promise<void> {
  for (const kind of ['test', 'smoke']) {
    await client.send({
      method: 'POST',
      path: `/v1/tools/${tool.tool_id}/versions/${tool.version}/evidence`,
      once: true,
      body: {
        kind,
        url: `https://ci.example.com/runs/${kind}/${tool.tool_id}`,
        passed_at: new Date(now - 60_000).toISOString(),
        summary: 'all passed',
      },
    });
  }
}

function step({ tool_id, version }: Tool, to: string): Request {
  return {
    method: 'POST',
    path: `/v1/tools/${tool_id}/versions/${version}/transitions`,
    once: true,
    body: { to },
  };
}
