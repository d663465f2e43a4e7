import { setTimeout as sleep } from 'node:timers/promises';
import { firstManifestOf, pathOf } from '../support/catalog.js';
import { call } from './catalog-load.js';
import type { FaultPostgres } from './fault-postgres.js';

export const TOOL = 'support.create_ticket';
const ASKED = { tenant: 'acme', roles: ['operator'], task_type: 'support' };
const BODIES = [ASKED, { ...ASKED, query: 'create a ticket' }];
const PATIENCE_MS = 60_000;
const AGAIN_AFTER_MS = 5;

/** One tool that is suspended and lifted, and everybody who looks whether it is shown. */
export class SwitchedTool {
  cycles = 0;
  /** Answers that were judged. */
  answers = 0;
  /** Those of them that showed what was suspended before they were asked for, or hid what was lifted. */
  stale = 0;
  /** Refused for the time being, and asked again. */
  refused = 0;
  private isSuspended = false;
  /** Raised when a change is asked for, and when it is acknowledged. */
  private moment = 0;

  constructor(private readonly addresses: readonly string[]) {}

  /** Puts the tool in force, so that every replica has heard of it. */
  async offer(server: FaultPostgres): Promise<void> {
    const manifest = firstManifestOf();
    const [address = ''] = this.addresses;
    const answer = await call(address, pathOf(TOOL, '1.0.0'), 'PUT', manifest);
    if (answer.status !== 201) throw new Error(`the tool was not registered: ${answer.status}`);
    await server.query(
      `UPDATE tool_version SET state = 'enabled', ever_enabled = true WHERE tool_id = '${TOOL}'`,
    );
    await server.query(`UPDATE tool SET servable = true WHERE tool_id = '${TOOL}'`);
    await this.turn(address, true);
    await this.turn(address, false);
  }

  /** Suspends and lifts it by way of one replica, and looks at all of them after each. */
  async cycle(writer: number, after: () => Promise<void>): Promise<void> {
    for (const isSuspended of [true, false]) {
      await this.turn(this.addresses[writer % this.addresses.length] ?? '', isSuspended);
      await after();
      await Promise.all(
        this.addresses.flatMap((address) => BODIES.map((body) => this.look(address, body))),
      );
    }
    this.cycles += 1;
  }

  /** Looks without a pause, from so many clients of each replica, until what it returns is called. */
  watch(clients: number): () => Promise<void> {
    let isOver = false;
    const client = async (address: string, body: object): Promise<void> => {
      while (!isOver) await this.look(address, body);
    };
    const all = this.addresses.flatMap((address) =>
      Array.from({ length: clients }, (_, at) => client(address, BODIES[at % 2] ?? ASKED)),
    );
    return async () => {
      isOver = true;
      await Promise.all(all);
    };
  }

  private async turn(address: string, suspended: boolean): Promise<void> {
    this.moment += 1;
    const body = { suspended, reason: 'an incident' };
    // Whether one that was not answered took effect nobody knows, and so it is repeated.
    await untilAnswered(() => call(address, `/v1/tools/${TOOL}/suspension`, 'PUT', body));
    this.isSuspended = suspended;
    this.moment += 1;
  }

  /** Asked while a change is under way, either answer is right. */
  private async look(address: string, body: object): Promise<void> {
    let moment = this.moment;
    const answer = await untilAnswered(
      () => {
        moment = this.moment;
        return call(address, '/v1/candidates', 'POST', body);
      },
      () => (this.refused += 1),
    );
    if (moment % 2 === 1 || moment !== this.moment) return;
    this.answers += 1;
    if (answer.includes(`"${TOOL}"`) === this.isSuspended) this.stale += 1;
  }
}

const untilAnswered = async (
  ask: () => Promise<Response>,
  onRefusal: () => void = () => undefined,
): Promise<string> => {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask();
    const text = await answer.text();
    if (answer.status === 200) return text;
    if (answer.status !== 503 || performance.now() > deadline) {
      throw new Error(`${answer.status}: ${text}`);
    }
    onRefusal();
    await sleep(AGAIN_AFTER_MS);
  }
};
