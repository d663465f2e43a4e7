import { setTimeout as sleep } from 'node:timers/promises';
import { firstManifestOf, pathOf } from '../support/catalog.js';

export const ADMIN_KEY = `qm_admin_${'f'.repeat(40)}`;
const PATIENCE_MS = 30_000;

/** What clients were told, and what they were not told. */
export class Ledger {
  /** tool_id → the digest that the service acknowledged. */
  readonly acknowledged = new Map<string, string>();
  readonly statuses = new Map<number, number>();
  /** Of the candidate requests beside; 0 is no answer. */
  readonly asked = new Map<number, number>();
  /** Requests that ended without an answer: their effect is unknown to the client. */
  unanswered = 0;
  /** Answers that break the interface: anything but success or a 503 with Retry-After. */
  readonly unclear: string[] = [];
  longestMs = 0;

  note(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  get summary(): string {
    return `${counted(this.statuses)}, ${this.unanswered} without an answer`;
  }
}

/** How often each status was answered. */
export const counted = (statuses: ReadonlyMap<number, number>): string =>
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, times]) => `${times} × ${status}`)
    .join(', ');

export const call = (
  address: string,
  path: string,
  method = 'GET',
  body?: object,
  more: object = {},
) =>
  fetch(`${address}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${ADMIN_KEY}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...more,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });

/** One attempt; true once it is acknowledged. */
export const registerOnce = async (
  address: string,
  toolId: string,
  ledger: Ledger,
): Promise<boolean> => {
  const begun = performance.now();
  try {
    const answer = await call(address, pathOf(toolId, '1.0.0'), 'PUT', firstManifestOf());
    const body = (await answer.json()) as { contract_digest?: string; code?: string };
    ledger.note(answer.status);
    if (answer.ok) {
      ledger.acknowledged.set(toolId, body.contract_digest ?? '');
      return true;
    }
    if (!isClear(answer)) ledger.unclear.push(`${answer.status} ${body.code}`);
  } catch {
    ledger.unanswered += 1;
  } finally {
    ledger.longestMs = Math.max(ledger.longestMs, performance.now() - begun);
  }
  return false;
};

const ASKED = { tenant: 'acme', roles: ['operator'], task_type: 'support' };

/** One candidate request, as an agent makes before each step. */
export const askOnce = async (address: string, ledger: Ledger): Promise<void> => {
  try {
    const answer = await call(address, '/v1/candidates', 'POST', ASKED);
    await answer.arrayBuffer();
    ledger.asked.set(answer.status, (ledger.asked.get(answer.status) ?? 0) + 1);
    if (answer.status !== 200 && !isClear(answer)) {
      ledger.unclear.push(`${answer.status} to a candidate request`);
    }
  } catch {
    ledger.asked.set(0, (ledger.asked.get(0) ?? 0) + 1);
  }
};

/** Refused for the time being, with the word when to come again. */
const isClear = ({ status, headers }: Response): boolean =>
  status === 503 && /^\d+$/.test(headers.get('retry-after') ?? '');

/** Registers each tool, again and again until it is acknowledged, from several clients at once. */
export const registerAll = async (
  address: string,
  toolIds: readonly string[],
  ledger: Ledger,
  clients = 8,
): Promise<void> => {
  const left = [...toolIds];
  const client = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      while (!(await registerOnce(address, next, ledger))) await sleep(50);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
};

export const toolIds = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}.tool_${at}`);
