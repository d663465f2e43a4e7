import { listAt, numberAt, textAt } from '../answers.js';
import type { Cast } from '../cast.js';
import type { Narrator } from '../narrator.js';
import { askAs } from './ask.js';

const TOOL = 'payments.refund';

/** One request, and no agent sees the tool any more, whatever its versions. */
export const killSwitch = async (narrator: Narrator, cast: Cast): Promise<void> => {
  narrator.act('The kill switch', 'Refunds go to the wrong accounts. Its owner pulls the tool.');
  await suspend(cast, true, 'refunds go to the wrong accounts');
  narrator.asked(`PUT /v1/tools/${TOOL}/suspension {"suspended": true, …}`, 'suspended', true);
  await tellFinance(narrator, cast, 'The finance agent asks again');
  await suspend(cast, false, 'the accounts are right again');
  narrator.asked(`PUT /v1/tools/${TOOL}/suspension {"suspended": false, …}`, 'as before', true);
  await tellFinance(narrator, cast, 'The finance agent once more');
};

/** Every step of the story is an event, each one sealed by the hash of the next. */
export const tellAudit = async (narrator: Narrator, { ada }: Cast): Promise<void> => {
  narrator.act('All of it is on record');
  const { body } = await ada.send({ method: 'GET', path: '/v1/audit-events/verification' });
  const valid = textAt(body, '/valid') === 'true';
  const head = textAt(body, '/head').slice(0, 19);
  narrator.asked(
    'GET /v1/audit-events/verification',
    `${valid ? 'valid' : 'BROKEN'}, ${numberAt(body, '/events')} events, head ${head}…`,
    valid,
  );
};

async function tellFinance(narrator: Narrator, cast: Cast, who: string): Promise<void> {
  const tools = listAt(await askAs(cast, 'finance'), '/tools').map((tool) =>
    textAt(tool, '/tool_id'),
  );
  narrator.tell(`${who}: ${tools.join(', ') || 'nothing'}`);
}

async function suspend({ dora }: Cast, suspended: boolean, reason: string): Promise<void> {
  await dora.send({
    method: 'PUT',
    path: `/v1/tools/${TOOL}/suspension`,
    body: { suspended, reason },
  });
}
