import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairLine, NotServed } from '../http/fair-line.js';
import type { Answers, Order } from './jobs.js';
import { tooSlow } from './refusals.js';
import { Together, type Way } from './together.js';

const LIMITS = { places: 1, waitingOfOne: 4, waitingOfAll: 100, longestWaitMs: 60_000 };

interface Sent {
  readonly order: Order;
  readonly gone: AbortSignal;
  readonly answer: (answers: Answers) => void;
  readonly fail: (error: Error) => void;
}

const lines: FairLine[] = [];
afterEach(() => lines.splice(0).forEach((line) => line.close()));

const opened = (more: Partial<Way> = {}) => {
  const sent: Sent[] = [];
  const ask = (order: Order, gone: AbortSignal): Promise<Answers> =>
    new Promise((answer, fail) => sent.push({ order, gone, answer, fail }));
  const line = new FairLine(LIMITS);
  lines.push(line);
  const settings = { patienceMs: 1_000, wallMs: 2_000 };
  const way: Way = { line, settings, ask, isSuspect: () => false, ...more };
  return { sent, line, together: new Together(way) };
};

const asks = (together: Together, text: string, gone?: AbortSignal): Promise<string | null> =>
  together.answer({ caller: 'key', gone }, 'check', text);

const sentOf = ({ sent }: { sent: readonly Sent[] }) => sent.map(({ order }) => order.asked);

it('sends together what one caller asks meanwhile, and tells each its own', async () => {
  const open = opened();
  const first = asks(open.together, 'a');
  await nextTurn();
  await nextTurn();
  const others = ['b', 'c'].map((text) => asks(open.together, text));
  const stranger = open.together.answer({ caller: 'other' }, 'check', 'd');
  open.sent[0]?.answer(['A']);
  expect(await first).toBe('A');
  await nextTurn();
  await nextTurn();
  open.sent[1]?.answer(open.sent[1].order.asked.map((text) => text.toUpperCase()));
  await nextTurn();
  await nextTurn();
  open.sent[2]?.answer(open.sent[2].order.asked.map((text) => text.toUpperCase()));
  expect(await Promise.all([...others, stranger])).toEqual(['B', 'C', 'D']);
  expect(sentOf(open).sort()).toEqual([['a'], ['b', 'c'], ['d']]);
});

it.each([
  ['which took too long', tooSlow(1_000)],
  ['by a fault of ours', new Error('a check failed')],
])('has each go alone where they were not answered together, %s', async (_, error) => {
  const open = opened();
  const both = Promise.all(['a', 'b'].map((text) => asks(open.together, text)));
  await nextTurn();
  await nextTurn();
  open.sent[0]?.fail(error);
  expect(await both).toEqual([null, null]);
  const alone = asks(open.together, 'c');
  await nextTurn();
  await nextTurn();
  open.sent[1]?.fail(error);
  await expect(alone).rejects.toBe(error);
});

it('has who ended a worker go alone', async () => {
  const open = opened({ isSuspect: (text) => text === 'bad' });
  expect(
    [['bad'], ['a'], ['a', 'b'], ['x'.repeat(20_000)]].map((q) => open.together.mayGo(q)),
  ).toEqual([false, true, false, false]);
  void Promise.allSettled(['a', 'bad', 'b'].map((text) => asks(open.together, text)));
  await nextTurn();
  await nextTurn();
  expect(sentOf(open)).toEqual([['a']]);
});

it('counts each of them in the line', async () => {
  const { together, line } = opened();
  const waiting = Array.from({ length: LIMITS.waitingOfOne + 1 }, (_, n) => asks(together, `${n}`));
  expect(line.size).toBe(LIMITS.waitingOfOne + 1);
  await expect(asks(together, 'more')).rejects.toMatchObject({ reason: 'too-many-of-one' });
  void Promise.allSettled(waiting);
});

it('gives up only what nobody waits for any more', async () => {
  const open = opened();
  const [one, other] = [new AbortController(), new AbortController()];
  const answers = [asks(open.together, 'a', one.signal), asks(open.together, 'b', other.signal)];
  await nextTurn();
  await nextTurn();
  const [sent] = open.sent;
  one.abort();
  expect(sent?.gone.aborted).toBe(false);
  other.abort();
  expect(sent?.gone.aborted).toBe(true);
  sent?.answer(['A', 'B']);
  for (const refused of await Promise.allSettled(answers)) {
    expect(refused).toMatchObject({ reason: expect.any(NotServed) });
  }
});

it('gives up what nobody waited for when it was sent', async () => {
  const open = opened();
  const client = new AbortController();
  const answer = asks(open.together, 'a', client.signal);
  // It has its turn, and goes nowhere before others had theirs to come along.
  await Promise.resolve();
  client.abort();
  await nextTurn();
  await nextTurn();
  expect(open.sent.map(({ gone }) => gone.aborted)).toEqual([true]);
  open.sent[0]?.answer([null]);
  await expect(answer).rejects.toThrow(NotServed);
});
