import { isArray, isObject, member, type Json, type JsonObject } from '#core/json/value.js';
import type { ApiClient } from '../client/api-client.js';
import { ApiRefusal } from '../client/problem.js';
import { CommandFailure, EXIT } from '../exit-codes.js';
import type { ToolReport } from './import-report.js';
import { inBulks, type Item } from './item.js';
import { reasonOf, refusedItems, type Reason } from './refused-items.js';

export type Outcome = Registered | SetAside;

interface SetAside {
  readonly item: Item;
  readonly outcome: 'quarantined';
  readonly reason: Reason;
}

export interface Registered {
  readonly item: Item;
  readonly outcome: 'created' | 'replaced' | 'unchanged';
  /** What else the service says of it, as the report has it. */
  readonly more: Pick<ToolReport, 'existing_version' | 'updated' | 'drift'>;
}

export interface Registering {
  readonly dryRun: boolean;
  readonly onOutcomes: (outcomes: readonly Outcome[]) => void;
}

/**
 * Registers everything that the catalog takes. Its bulk is all or nothing, so the items that it
 * names as bad are set aside and the rest is sent again; where it names none, the bulk is halved
 * until the bad one stands alone. Every round is smaller than the one before.
 */
export const registerItems = async (
  client: ApiClient,
  items: readonly Item[],
  registering: Registering,
): Promise<Outcome[]> => {
  const outcomes: Outcome[] = [];
  const waiting = [...inBulks(items)];
  for (let bulk = waiting.shift(); bulk !== undefined; bulk = waiting.shift()) {
    const { decided, again } = await offer(client, bulk, registering.dryRun);
    outcomes.push(...decided);
    registering.onOutcomes(decided);
    waiting.unshift(...again.filter((rest) => rest.length > 0));
  }
  return outcomes;
};

/** One bulk registration: all of the items or none; an `ApiRefusal` where it is none. */
export const registerTogether = async (
  client: ApiClient,
  bulk: readonly Item[],
  dryRun: boolean,
): Promise<Registered[]> => {
  const { body } = await client.send({
    method: 'POST',
    path: `/v1/registrations${dryRun ? '?dry_run=true' : ''}`,
    body: {
      items: bulk.map(({ tool_id, version, manifest }) => ({ tool_id, version, manifest })),
    },
    ...(dryRun ? {} : { once: true }),
  });
  return outcomesOf(body, bulk);
};

interface Offered {
  readonly decided: readonly Outcome[];
  readonly again: readonly (readonly Item[])[];
}

async function offer(client: ApiClient, bulk: readonly Item[], dryRun: boolean): Promise<Offered> {
  try {
    return { decided: await registerTogether(client, bulk, dryRun), again: [] };
  } catch (error) {
    if (!(error instanceof ApiRefusal) || concernsCaller(error)) throw error;
    return afterRefusal(error, bulk);
  }
}

function afterRefusal({ problem }: ApiRefusal, bulk: readonly Item[]): Offered {
  const refused = refusedItems(problem, bulk.length);
  if (refused.size === 0 && bulk.length > 1 && problem.kind !== 'forbidden') {
    const middle = Math.ceil(bulk.length / 2);
    return { decided: [], again: [bulk.slice(0, middle), bulk.slice(middle)] };
  }
  const bad = refused.size === 0 ? new Map(bulk.map((_, n) => [n, reasonOf(problem)])) : refused;
  return {
    decided: bulk.flatMap((item, n) => {
      const reason = bad.get(n);
      return reason === undefined ? [] : [{ item, outcome: 'quarantined', reason }];
    }),
    again: [bulk.filter((_, n) => !bad.has(n))],
  };
}

/** Not a word about any tool: the same answer would come for every one of them. */
function concernsCaller({ problem }: ApiRefusal): boolean {
  return ['unauthenticated', 'unavailable', 'too-many-requests'].includes(problem.kind);
}

function outcomesOf(body: Json, bulk: readonly Item[]): Registered[] {
  const listed = isObject(body) ? member(body, 'items') : undefined;
  const answers = isArray(listed) ? listed : [];
  return bulk.map((item, n) => {
    const answer = answers[n];
    const outcome = isObject(answer) ? member(answer, 'outcome') : undefined;
    if (!isObject(answer) || !isRegistered(outcome)) {
      throw new CommandFailure(
        EXIT.unreachable,
        `the answer to a bulk registration says nothing of ${item.tool_id}`,
        'Look whether QM_URL names the catalog, and whether its version is the one of this program.',
      );
    }
    return { item, outcome, more: moreOf(answer, item) };
  });
}

function moreOf(answer: JsonObject, { version }: Item): Registered['more'] {
  const existing = member(answer, 'existing_version');
  const [updated, drift] = [textsAt(answer, 'updated'), textsAt(answer, 'drift')];
  return {
    ...(typeof existing === 'string' && existing !== version ? { existing_version: existing } : {}),
    ...(updated.length > 0 ? { updated } : {}),
    ...(drift.length > 0 ? { drift } : {}),
  };
}

function textsAt(object: JsonObject, key: string): string[] {
  const value = member(object, key);
  return isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

function isRegistered(outcome: unknown): outcome is 'created' | 'replaced' | 'unchanged' {
  return outcome === 'created' || outcome === 'replaced' || outcome === 'unchanged';
}
