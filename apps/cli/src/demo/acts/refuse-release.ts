import { isObject, type Json } from '#core/json/value.js';
import { resolvePointer } from '#core/json/pointer.js';
import type { Request } from '../../client/api-client.js';
import { CommandFailure, EXIT } from '../../exit-codes.js';
import { listAt, refusalOf, textAt } from '../answers.js';
import type { Cast } from '../cast.js';
import { CREATE_TICKET_INPUT, SUPPORT } from '../catalog/support.js';
import { record } from '../catalog/tool.js';
import type { Narrator } from '../narrator.js';

const TOOL = 'support.create_ticket';

/** A change that breaks callers under a number that promises not to. */
export const refuseRelease = async (narrator: Narrator, { dora }: Cast): Promise<void> => {
  narrator.act(
    'A release that would break its callers is refused',
    `dora makes \`queue\` a required argument of ${TOOL} and calls it 1.1.0.`,
  );
  const refused = await refusalOf(dora, registration('1.1.0'));
  narrator.asked(
    `PUT /v1/tools/${TOOL}/versions/1.1.0`,
    `${refused.status} ${refused.code}`,
    false,
  );
  narrator.tell('', `detail: ${refused.detail}`);
  const changes = listAt(refused.document, '/check/changes');
  for (const change of changes.filter((one) => textAt(one, '/bump') === 'major')) {
    tellChange(narrator, change);
  }
  const smallest = textAt(refused.document, '/check/minimum_version');
  const { status } = await dora.send(registration(smallest));
  narrator.tell(
    '',
    'As a new major version, which its callers move to when they choose, it is fine.',
  );
  narrator.asked(
    `PUT /v1/tools/${TOOL}/versions/${smallest}`,
    `${status}, a draft beside 1.0.0`,
    true,
  );
};

function tellChange(narrator: Narrator, change: Json): void {
  narrator.tell('', `${textAt(change, '/rule')} at ${textAt(change, '/path')}`);
  narrator.tell(textAt(change, '/message'));
  const proof = resolvePointer(change, '/proof') ?? null;
  if (textAt(proof, '/kind') !== 'witness') return;
  narrator.tell(
    'Proof: this call is valid under ' +
      `${textAt(proof, '/valid_under')} and not under ${textAt(proof, '/invalid_under')}:`,
    `  ${JSON.stringify(resolvePointer(proof, '/instance'))}`,
    `  ${textAt(proof, '/error')}`,
  );
}

function registration(version: string): Request {
  const manifest = SUPPORT.find(({ tool_id }) => tool_id === TOOL)?.manifest;
  if (!isObject(manifest)) throw new CommandFailure(EXIT.refused, `${TOOL} is not in the catalog`);
  return {
    method: 'PUT',
    path: `/v1/tools/${TOOL}/versions/${version}`,
    body: { ...manifest, input_schema: record(CREATE_TICKET_INPUT) },
  };
}
