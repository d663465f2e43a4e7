import { Meters } from '../../metrics/meters.js';
import type { LoggedEvent, LogPosition, ReadTrail } from '../events/read-trail.js';
import { DeliverEvents } from './deliver-events.js';
import type { Claimed, DeliveriesRepository, Progress } from './deliveries.repository.js';
import type { GiveUp } from './give-up.js';
import type { Message } from './message.js';
import type { Outcome, Receivers } from './receivers.js';

const GIVE_UP = {} as GiveUp;

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
  failing_since: null,
  claim: 'c',
  isDue: true,
} as unknown as Claimed;

/** A worker with three events to deliver to a receiver that takes all of them. */
const worker = () => {
  const done: string[] = [];
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
    return Promise.resolve({ attempt: 'delivered', error: '' });
  };
  const deliverEvents = new DeliverEvents(
    deliveries as unknown as DeliveriesRepository,
    { after } as unknown as ReadTrail,
    { send } as unknown as Receivers,
    GIVE_UP,
    new Meters(),
  );
  return { deliverEvents, done };
};

const work = async (turnMs?: number): Promise<string[]> => {
  const { deliverEvents, done } = worker();
  if (turnMs !== undefined) deliverEvents.turnMs = turnMs;
  await deliverEvents.execute(CLAIMED, new AbortController().signal);
  return done;
};

it('writes down each event that was taken before it sends the next', async () => {
  expect(await work()).toEqual([
    ...['sent msg_1', 'reached 1', 'sent msg_2', 'reached 2', 'sent msg_3', 'reached 3'],
    ...['reached 3', 'released'],
  ]);
});

it('gives way to other webhooks after a while, with nothing left half done', async () => {
  expect(await work(-1)).toEqual(['sent msg_1', 'reached 1', 'released']);
});
