import { setTimeout as sleep } from 'node:timers/promises';
import { makeDataDir } from '../../support/service-process.js';
import { answer, startReceiver, type WebhookReceiver } from '../../support/webhook-receiver.js';
import { call, Ledger, registerAll, toolIds } from '../catalog-load.js';
import type { FaultCase, Report } from '../fault-case.js';
import { FaultPostgres } from '../fault-postgres.js';
import { RunningService } from '../running-service.js';

const EVENTS = 60;
const KILLS = 2;
/** A claim lapses after half a minute, and a busy machine takes its time. */
const PATIENCE_MS = 120_000;

/** From now on nothing is answered, so that whoever delivers is in the middle of it. */
const holdNext = async (receiver: WebhookReceiver): Promise<void> => {
  receiver.behave(() => undefined);
  await receiver.count(receiver.messages.length + 1);
};

const toolsIn = ({ messages }: WebhookReceiver): ReadonlySet<string> =>
  new Set(messages.flatMap(({ toolId }) => (toolId === undefined ? [] : [toolId])));

const untilHeard = async (receiver: WebhookReceiver, tools: number): Promise<void> => {
  const deadline = performance.now() + PATIENCE_MS;
  while (toolsIn(receiver).size < tools && performance.now() < deadline) await sleep(50);
};

const makeWebhook = async ({ address }: RunningService, url: string): Promise<void> => {
  const body = { url, namespaces: ['heard'], actions: ['version.registered'] };
  const made = await call(address, '/v1/webhooks', 'POST', body);
  if (made.status !== 201) throw new Error(`no webhook: ${await made.text()}`);
};

/** The one that delivers is alone when it is killed; the other has started before it comes back. */
const killWhoDelivers = async (report: Report): Promise<void> => {
  const [folder, one, two] = [await makeDataDir(), await makeDataDir(), await makeDataDir()];
  const [server, receiver] = [await FaultPostgres.create(folder.path), await startReceiver()];
  const env = { DATABASE_URL: server.url(), QM_WEBHOOK_NETWORKS: '127.0.0.0/8' };
  let running: RunningService | undefined;
  try {
    let delivering = (running = await RunningService.start(one.path, env));
    await makeWebhook(delivering, receiver.url);
    const ledger = new Ledger();
    for (let times = 1; times <= KILLS; times += 1) {
      const before = toolsIn(receiver).size;
      const work = registerAll(delivering.address, toolIds(`heard.round_${times}`, EVENTS), ledger);
      await receiver.count(receiver.messages.length + EVENTS / 4);
      await holdNext(receiver);
      await work;
      const other = await RunningService.start(two.path, env);
      await delivering.kill();
      receiver.behave(answer(204));
      const begun = performance.now();
      await untilHeard(receiver, before + EVENTS);
      const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
      report.say(
        `kill -9 of the one that delivers; the other had told the rest ${seconds} s later`,
      );
      delivering = running = other;
    }
    const heard = toolsIn(receiver);
    const lost = [...ledger.acknowledged.keys()].filter((toolId) => !heard.has(toolId));
    const again = receiver.messages.length - heard.size;
    report.holds(
      lost.length === 0,
      `${ledger.acknowledged.size} registered, ${lost.length} not told`,
    );
    report.holds(again <= KILLS, `${again} told twice, of which each kill may cause one`);
    report.holds((await delivering.stop()) === 0, 'the last one stops in good order');
  } finally {
    if (running?.running.isRunning === true) await running.kill();
    await receiver.close();
    await server.remove();
    await Promise.all([folder.remove(), one.remove(), two.remove()]);
  }
};

export const WEBHOOK_CASES: readonly FaultCase[] = [
  {
    name: 'kill-webhooks',
    about: 'kill -9 of a replica in the middle of a delivery; another one takes over',
    run: killWhoDelivers,
  },
];
