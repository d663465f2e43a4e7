import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { firstManifestOf, pathOf } from '../../support/catalog.js';
import { makeDataDir } from '../../support/service-process.js';
import { lostOf } from '../bookkeeping.js';
import { ADMIN_KEY, Ledger } from '../catalog-load.js';
import type { FaultCase, Report } from '../fault-case.js';
import { FaultPostgres } from '../fault-postgres.js';
import { RunningService } from '../running-service.js';

const ROUNDS = 8;
const CLIENTS = 12;
const LIMIT_MS = 5_500;

type Outcome =
  | { readonly status: number; readonly digest: string }
  /** Nobody listened any more, so the request was never accepted. */
  | 'refused'
  /** It was sent, and the connection ended without an answer. */
  | 'lost';

/** One registration over a connection that is kept, as clients of a fleet do. */
const put = (agent: Agent, port: number, toolId: string): Promise<Outcome> =>
  new Promise((done) => {
    const body = JSON.stringify(firstManifestOf());
    const sent = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        method: 'PUT',
        path: pathOf(toolId, '1.0.0'),
        headers: {
          authorization: `Bearer ${ADMIN_KEY}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        answer.once('error', () => done('lost'));
        answer.once('end', () => {
          const { contract_digest: digest = '' } = JSON.parse(text) as { contract_digest?: string };
          done({ status: answer.statusCode ?? 0, digest });
        });
      },
    );
    sent.once('error', (error: NodeJS.ErrnoException) =>
      done(error.code === 'ECONNREFUSED' ? 'refused' : 'lost'),
    );
    sent.end(body);
  });

interface Tally {
  readonly ledger: Ledger;
  lost: number;
  afterSignal: number;
}

const clientsOf = (
  service: RunningService,
  round: number,
  tally: Tally,
  stopping: () => boolean,
) => {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const client = async (number: number): Promise<void> => {
    for (let at = 0; ; at += 1) {
      const toolId = `round_${round}.tool_${number}_${at}`;
      const outcome = await put(agent, service.port, toolId);
      if (outcome === 'refused') return;
      if (outcome === 'lost') {
        tally.lost += 1;
        if (stopping()) return;
        continue;
      }
      tally.ledger.note(outcome.status);
      if (outcome.status === 201) tally.ledger.acknowledged.set(toolId, outcome.digest);
      if (stopping()) tally.afterSignal += 1;
    }
  };
  return Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number))).finally(() =>
    agent.destroy(),
  );
};

const stopUnderLoad = async (report: Report): Promise<void> => {
  const [folder, dataDir] = [await makeDataDir(), await makeDataDir()];
  const server = await FaultPostgres.create(folder.path);
  try {
    const service = await RunningService.start(dataDir.path, { DATABASE_URL: server.url() });
    const tally: Tally = { ledger: new Ledger(), lost: 0, afterSignal: 0 };
    let longest = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round > 0) await service.again();
      let isStopping = false;
      const clients = clientsOf(service, round, tally, () => isStopping);
      // It does nothing, and must not hold up the end.
      const idle = connect(service.port, '127.0.0.1');
      idle.on('error', () => undefined);
      // The first requests of a process take longest, and this is about those in full run.
      const warm = tally.ledger.acknowledged.size + 3 * CLIENTS;
      while (tally.ledger.acknowledged.size < warm) await sleep(5);
      await sleep(37 * round);
      const begun = performance.now();
      isStopping = true;
      const code = await service.stop();
      longest = Math.max(longest, performance.now() - begun);
      if (code !== 0) report.holds(false, `it ends with 0, not with ${code}`);
      await clients;
      idle.destroy();
    }
    const { ledger, lost, afterSignal } = tally;
    report.say(`SIGTERM ${ROUNDS} times to ${CLIENTS} clients that never pause: ${ledger.summary}`);
    report.say(`${afterSignal} were answered after the signal`);
    report.holds(lost === 0, `${lost} accepted requests were left without an answer`);
    const gone = await lostOf(server.url(), ledger);
    report.holds(
      gone.length === 0,
      `${ledger.acknowledged.size} acknowledged, ${gone.length} lost`,
    );
    report.holds(longest <= LIMIT_MS, `it ends within 5.5 s: ${Math.round(longest)} ms at most`);
  } finally {
    await server.remove();
    await folder.remove();
    await dataDir.remove();
  }
};

export const STOP_CASES: readonly FaultCase[] = [
  {
    name: 'stop-under-load',
    about: 'SIGTERM while clients send one request after the other over kept connections',
    run: stopUnderLoad,
  },
];
