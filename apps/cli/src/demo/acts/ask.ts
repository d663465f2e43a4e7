import { isObject, member, type Json, type JsonObject } from '#core/json/value.js';
import { listAt, numberAt, textAt } from '../answers.js';
import { AGENTS, type Agent, type AgentName, type Cast } from '../cast.js';
import type { Narrator } from '../narrator.js';

const QUESTION = 'refund the customer for a broken router';

const questionOf = ({ role, tenant, taskType, ceiling }: Agent) => ({
  tenant,
  roles: [role],
  task_type: taskType,
  max_risk: ceiling,
  query: QUESTION,
});

export const askAs = async (
  { agents }: Cast,
  name: AgentName,
  more: JsonObject = {},
): Promise<Json> => {
  const body = { ...questionOf(AGENTS[name]), ...more };
  return (await agents[name].send({ method: 'POST', path: '/v1/candidates', body })).body;
};

/** The same words, three answers: what an agent may use is decided before anything is ranked. */
export const askThree = async (narrator: Narrator, cast: Cast): Promise<void> => {
  narrator.act(
    'Three agents ask the same question',
    `POST /v1/candidates {"query": "${QUESTION}", …}`,
  );
  for (const name of ['support', 'finance', 'sales'] as const) {
    narrator.tell('', `${narrator.strong(AGENTS[name].title)} ${asksWith(AGENTS[name])}`);
    tellTools(narrator, await askAs(cast, name));
  }
  const functions = await askAs(cast, 'sales', { format: 'openai', top_k: 2 });
  const names = isObject(functions) ? member(functions, 'names') : undefined;
  narrator.tell(
    '',
    'The answer comes in the form that a model takes: "format" is native, mcp, openai, anthropic or',
    `gemini. The first two of sales as functions of OpenAI: ${Object.keys(names ?? {}).join(', ')}.`,
  );
};

const tellTools = (narrator: Narrator, answer: Json): void => {
  narrator.table(
    [{ head: 'tool' }, { head: 'risk' }, { head: 'score', align: 'right' }, { head: '' }],
    listAt(answer, '/tools').map((tool) => [
      textAt(tool, '/tool_id'),
      textAt(tool, '/risk_level'),
      numberAt(tool, '/score').toFixed(2),
      textAt(tool, '/requires_approval') === 'true' ? 'a person approves each call' : '',
    ]),
  );
};

/** The fourth is told nothing, not even what there is; an auditor is told everything. */
export const askFourth = async (narrator: Narrator, cast: Cast): Promise<void> => {
  const agent = AGENTS.partner;
  narrator.act('A fourth asks, and gets nothing');
  const answer = await askAs(cast, 'partner');
  narrator.tell(`${narrator.strong(agent.title)} ${asksWith(agent)}`);
  narrator.tell(JSON.stringify(answer), '');
  const { body } = await cast.ada.send({
    method: 'POST',
    path: '/v1/candidates/explain',
    body: questionOf(agent),
  });
  const left = listAt(body, '/stages').map(
    (stage) => `${textAt(stage, '/stage')} ${numberAt(stage, '/left')}`,
  );
  narrator.tell('ada, an auditor, asks why: POST /v1/candidates/explain');
  narrator.tell(`What each stage leaves: ${left.join(', ')}.`, '');
  narrator.table(
    [{ head: 'tool' }, { head: 'removed by' }, { head: 'why' }],
    inOrderOfStages(listAt(body, '/stages'), listAt(body, '/tools')).map((tool) => [
      textAt(tool, '/tool_id'),
      textAt(tool, '/removed_by'),
      textAt(tool, '/why'),
    ]),
  );
};

function inOrderOfStages(stages: readonly Json[], tools: readonly Json[]): readonly Json[] {
  const order = stages.map((stage) => textAt(stage, '/stage'));
  const rank = (tool: Json) => order.indexOf(textAt(tool, '/removed_by'));
  return [...tools].sort((one, other) => rank(one) - rank(other));
}

function asksWith({ role, taskType, ceiling }: Agent): string {
  return `(role ${role}, task ${taskType}, up to ${ceiling})`;
}
