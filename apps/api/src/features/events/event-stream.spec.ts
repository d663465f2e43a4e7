import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Caller } from '../../auth/caller.js';
import { IdCodec } from './event-ids.js';
import { EventStream, sentEvent, type CutReason, type Feed } from './event-stream.js';
import type { LogPosition, LoggedEvent } from './events.repository.js';
import { Outlet } from './outlet.js';

const CALLER: Caller = {
  keyId: 'k',
  subject: 'ann',
  kind: 'person',
  grant: { permissions: ['read'] },
};
const START: LogPosition = { seq: 0, hash: '' };
const CODEC = new IdCodec('secret');
const EVENT_BYTES = 1_000;
const BUFFER_BYTES = 64 * 1024;

const eventAt = (seq: number): LoggedEvent => ({
  seq,
  hash: `sha256:${String(seq).padStart(64, '0')}`,
  namespace: seq % 2 === 0 ? 'mine' : 'theirs',
  action: `n${seq}`,
  event: JSON.stringify({
    at: '2026-11-30T09:00:00.000Z',
    action: `n${seq}`,
    request_id: 'r',
    reason: 'x'.repeat(EVENT_BYTES),
    actor: { subject: 'ann', kind: 'person' },
  }),
});

/** A trail of so many events, which a stream reads by pages of ten. */
class Trail implements Feed {
  left: (CutReason | null)[] = [];
  reads = 0;

  constructor(public length: number) {}

  read(position: LogPosition): ReturnType<Feed['read']> {
    this.reads += 1;
    const events = this.between(position.seq, Math.min(this.length, position.seq + 10));
    return Promise.resolve({ events, reached: events.at(-1) ?? position, follows: true });
  }

  between(after: number, upTo: number): LoggedEvent[] {
    return Array.from({ length: upTo - after }, (_, at) => eventAt(after + at + 1));
  }

  join(stream: EventStream): boolean {
    return stream.position.seq >= this.length;
  }

  leave(_stream: EventStream, reason: CutReason | null): void {
    this.left.push(reason);
  }
}

const open = (trail: Trail, patienceMs = 1) => {
  const outlet = new Outlet();
  const settings = { codec: CODEC, admits: (name: string) => name === 'mine', patienceMs };
  return { outlet, stream: new EventStream(CALLER, outlet, START, trail, settings) };
};

const actionsIn = (text: string): string[] =>
  [...text.matchAll(/"action":"(n\d+)"/g)].map(([, action = '']) => action);

const MINE = (length: number): string[] =>
  Array.from({ length: length / 2 }, (_, at) => `n${2 * (at + 1)}`);

it('keeps one buffer for a client that does not read, and cuts it', async () => {
  const trail = new Trail(1_000);
  const { outlet, stream } = open(trail);
  await stream.catchUp();
  expect(trail.left).toEqual(['slow']);
  expect(outlet.destroyed).toBe(true);
  // What one buffer holds, half of it of namespaces that are not shown, and no page more.
  expect(trail.reads).toBeLessThanOrEqual((2 * BUFFER_BYTES) / EVENT_BYTES / 10 + 2);
});

it('hands a client that stalls, and reads again in time, each event once and in order', async () => {
  const trail = new Trail(10);
  const { outlet, stream } = open(trail, 60_000);
  await stream.catchUp();
  expect(stream.isLive).toBe(true);
  for (let from = 10; from < 400; from += 10) {
    trail.length = from + 10;
    const reached = eventAt(trail.length);
    const sent = trail.between(from, trail.length).map((event) => sentEvent(event, CODEC));
    if (stream.isLive) stream.deliver(sent, reached);
  }
  expect(stream.isLive).toBe(false);
  expect(outlet.readableLength).toBeLessThan(BUFFER_BYTES + 3 * EVENT_BYTES);

  let text = '';
  outlet.on('data', (chunk: Buffer) => (text += chunk.toString()));
  while (!stream.isLive) await nextTurn();
  stream.finish(null);
  await new Promise((resolve) => outlet.once('close', resolve));
  expect(actionsIn(text)).toEqual(MINE(400));
  expect(trail.left).toEqual([null]);
});

it('tells nothing twice where it is ahead of those whom it joins', async () => {
  const trail = new Trail(10);
  const { outlet, stream } = open(trail);
  await stream.catchUp();
  const late = trail.between(4, 20).map((event) => sentEvent(event, CODEC));
  stream.deliver(late, eventAt(20));
  stream.deliver([], eventAt(7));
  expect(stream.position.seq).toBe(20);
  let text = '';
  outlet.on('data', (chunk: Buffer) => (text += chunk.toString()));
  stream.finish(null);
  await new Promise((resolve) => outlet.once('close', resolve));
  expect(actionsIn(text)).toEqual(MINE(20));
});

it('waits before an event that cannot be told, and ends no process for it', async () => {
  const trail = new Trail(10);
  const between = trail.between.bind(trail);
  let isBroken = true;
  trail.between = (after, upTo) =>
    between(after, upTo).map((event) => (isBroken ? { ...event, event: '{}' } : event));
  const { outlet, stream } = open(trail);
  const caughtUp = stream.catchUp();
  await nextTurn();
  expect([stream.position.seq, stream.isLive, outlet.destroyed]).toEqual([0, false, false]);
  isBroken = false;
  await caughtUp;
  expect([stream.position.seq, stream.isLive]).toEqual([10, true]);
});
