import { isArray, isObject, member, type Json } from '#core/json/value.js';
import type { CheckResult } from '#core/registration/check-result.js';
import type { ApiClient } from '../client/api-client.js';
import { toolPath } from '../catalog/paths.js';
import { eachInTurn } from '../catalog/each-in-turn.js';
import { CommandFailure, EXIT } from '../exit-codes.js';
import type { LoadedTool } from '../manifests/load-manifests.js';

export type Offered = Pick<LoadedTool, 'tool_id' | 'version' | 'manifest'>;

/** What the catalog says of each number, in the order of the tools. */
export const askChecks = (
  client: ApiClient,
  tools: readonly Offered[],
  onAnswer: (tool: Offered) => void = () => undefined,
): Promise<CheckResult[]> =>
  eachInTurn(tools, async (tool) => {
    const check = await askCheck(client, tool);
    onAnswer(tool);
    return check;
  });

export const askCheck = async (client: ApiClient, tool: Offered): Promise<CheckResult> => {
  const { tool_id, version, manifest } = tool;
  const { body } = await client.send({
    method: 'POST',
    path: `${toolPath(tool_id)}/checks`,
    body: { version, manifest },
  });
  if (isCheck(body)) return body;
  throw new CommandFailure(
    EXIT.unreachable,
    `the answer to the check of ${tool_id} is none`,
    'Look whether QM_URL names the catalog, and whether its version is the one of this program.',
  );
};

/** The lists that are read here are there; what is in them the service documents and tests. */
function isCheck(body: Json): body is Json & CheckResult {
  return (
    isObject(body) &&
    ['changes', 'lint', 'refusals', 'notes'].every((name) => isArray(member(body, name)))
  );
}
