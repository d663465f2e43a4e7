import type { Attempt } from '#core/webhooks/decide-delivery.js';
import { Meters } from '../../metrics/meters.js';
import type { LoggedEvent, LogPosition, ReadTrail } from '../events/read-trail.js';
import { DeliverEvents } from './deliver-events.js';
import type { Claimed, DeliveriesRepository, Progress } from './deliveries.repository.js';
import type { GiveUp } from './give-up.js';
import type { Message } from './message.js';
import type { Outcome, Receivers } from './receivers.js';

const eventAt = (seq: number): LoggedEvent => ({
  seq,
  hash: `sha256:${seq}`,
  namespace: 'mine',
  action: 'version.released',
  event: JSON.stringify({
    at: '2026-11-30T09:00:00.000Z',
    action: 'version.released',
    request_id: 'r',
    actor: { subject: 'ann', kind: 'person' },
  }),
});

const CLAIMED = {
  id: 'wh_1',
  url: 'https://hooks.example.com/',
  namespaces: ['mine'],
  actions: ['*'],
  secret: 'whsec_AAAA',
  former_secret: null,
  former_secret_until: null,
  position_seq: 0n,
  position_hash: '',
  attempts: 0,
  failing_ms: 0n,
  claim: 'c',
  isDue: true,
} as unknown as Claimed;

/** A worker with three events to deliver to a receiver that answers them all alike. */
const worker = (keeperFault: string | null, attempt: Attempt) => {
  const done: string[] = [];
  const giveUp = {
    reasonOf: () => Promise.resolve(keeperFault),
    execute: (_webhook: Claimed, why: string) => {
      done.push(`gave up: ${why}`);
      return Promise.resolve();
    },
  };
  const deliveries = {
    dueDeadLetters: () => Promise.resolve([]),
    advance: (_webhook: Claimed, { position }: Progress) => {
      done.push(`reached ${position.seq}`);
      return Promise.resolve(true);
    },
    release: () => {
      done.push('released');
      return Promise.resolve();
    },
  };
  const after = (position: LogPosition) =>
    Promise.resolve({
      events: [1, 2, 3].filter((seq) => seq > position.seq).map(eventAt),
      reached: eventAt(3),
      follows: true,
    });
  const send = (_url: string, { headers }: Message): Promise<Outcome> => {
    done.push(`sent ${headers['webhook-id']}`);
    return Promise.resolve({ attempt, error: '' });
  };
  const deliverEvents = new DeliverEvents(
    deliveries as unknown as DeliveriesRepository,
    { after } as unknown as ReadTrail,
    { send } as unknown as Receivers,
    giveUp as unknown as GiveUp,
    new Meters(),
  );
  return { deliverEvents, done };
};

interface Case {
  readonly turnMs?: number;
  readonly keeperFault?: string;
  readonly attempt?: Attempt;
  readonly claimed?: Partial<Claimed>;
}

const work = async ({ turnMs, keeperFault, attempt, claimed }: Case = {}): Promise<string[]> => {
  const { deliverEvents, done } = worker(keeperFault ?? null, attempt ?? 'delivered');
  if (turnMs !== undefined) deliverEvents.turnMs = turnMs;
  await deliverEvents.execute({ ...CLAIMED, ...claimed }, new AbortController().signal);
  return done;
};

it('writes down each event that was taken before it sends the next', async () => {
  expect(await work()).toEqual([
    ...['sent msg_1', 'reached 1', 'sent msg_2', 'reached 2', 'sent msg_3', 'reached 3'],
    ...['reached 3', 'released'],
  ]);
});

it('gives way to other webhooks after a while, with nothing left half done', async () => {
  expect(await work({ turnMs: -1 })).toEqual(['sent msg_1', 'reached 1', 'released']);
});

it('sends nothing where nobody answers for it', async () => {
  expect(await work({ keeperFault: 'revoked' })).toEqual(['gave up: revoked', 'released']);
});

it.each([
  ['went on in vain for three days', { attempt: 'failed', claimed: { failing_ms: 259_200_000n } }],
  ['ended with 410', { attempt: 'gone' }],
] as const)('leaves a receiver alone where it %s', async (_what, given) => {
  const [sent, gaveUp, ...rest] = await work(given);
  expect([sent, rest]).toEqual(['sent msg_1', ['released']]);
  expect(gaveUp).toMatch(
    /^gave up: (nothing could be delivered for 3 days|the receiver answered 410)$/,
  );
});
