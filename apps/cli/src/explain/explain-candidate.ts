import { member, type JsonObject } from '#core/json/value.js';
import { asObject, objectsAt, textAt } from '../catalog/fields.js';
import type { ApiClient } from '../client/api-client.js';
import { CommandFailure, EXIT } from '../exit-codes.js';
import { table } from '../output/table.js';
import type { Terminal } from '../output/terminal.js';

/** What an auditor is told of one caller: about one tool, or about all. */
export interface CandidateExplanation {
  readonly stages: readonly JsonObject[];
  readonly tools: readonly JsonObject[];
}

export const explainCandidate = async (
  client: ApiClient,
  request: JsonObject,
  toolId: string | undefined,
): Promise<CandidateExplanation> => {
  const path = '/v1/candidates/explain';
  const answer = asObject((await client.send({ method: 'POST', path, body: request })).body);
  const stages = objectsAt(answer, 'stages');
  const tools = objectsAt(answer, 'tools');
  if (toolId === undefined) return { stages, tools };
  const own = tools.filter((tool) => textAt(tool, 'tool_id') === toolId);
  if (own.length > 0) return { stages, tools: own };
  throw new CommandFailure(EXIT.refused, `there is no tool ${toolId} that the key may audit`);
};

/** The stages with what each leaves over, then each tool with the first stage that removed it. */
export const explanationText = (
  terminal: Terminal,
  { stages, tools }: CandidateExplanation,
): string => {
  const left = stages.map((stage) => `${textAt(stage, 'stage')} ${String(member(stage, 'left'))}`);
  const columns = ['tool', 'removed by', 'why'].map((head) => ({ head }));
  const rows = tools.map((tool) => [
    textAt(tool, 'tool_id') ?? '',
    textAt(tool, 'removed_by') ?? 'nothing',
    textAt(tool, 'why') ?? '',
  ]);
  return `Left after each stage: ${left.join(', ')}\n\n${table(terminal, columns, rows)}`;
};
