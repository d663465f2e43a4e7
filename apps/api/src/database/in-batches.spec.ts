import { setImmediate as turn } from 'node:timers/promises';
import { DatabaseUnavailable } from './failure.js';
import { InBatches } from './in-batches.js';

/** Answers when it is told to, and remembers what went together. */
const desk = (limits: { most?: number; atOnce?: number; patienceMs?: number } = {}) => {
  const batches: (readonly string[])[] = [];
  const endings: (() => void)[] = [];
  const asked = new InBatches<string, string>(
    async (questions) => {
      batches.push(questions);
      await new Promise<void>((done) => endings.push(done));
      if (questions.includes('bad')) throw new Error('bad');
      return questions.map((question) => question.toUpperCase());
    },
    { most: 10, atOnce: 1, ...limits, mayJoin: (one, others) => !others.includes(one) },
  );
  const end = async (): Promise<void> => {
    endings.shift()?.();
    await turn();
    await turn();
  };
  return { asked, batches, end };
};

describe('questions in batches', () => {
  it('go together where they come together, and never join one that was sent', async () => {
    const { asked, batches, end } = desk();
    const first = [asked.ask('a'), asked.ask('b')];
    await turn();
    const later = [asked.ask('c'), asked.ask('d')];
    await turn();
    expect(batches).toEqual([['a', 'b']]);
    await end();
    expect(batches).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    await end();
    expect(await Promise.all([...first, ...later])).toEqual(['A', 'B', 'C', 'D']);
  });

  it('wait for the next where they may not join, or there is no room', async () => {
    const { asked, batches, end } = desk({ most: 2 });
    const all = Promise.all(['a', 'a', 'b', 'c'].map((question) => asked.ask(question)));
    await turn();
    await end();
    await end();
    expect(batches).toEqual([
      ['a', 'b'],
      ['a', 'c'],
    ]);
    expect(await all).toEqual(['A', 'A', 'B', 'C']);
  });

  it('fail together, and the next are asked all the same', async () => {
    const { asked, end } = desk();
    const failed = Promise.allSettled([asked.ask('bad'), asked.ask('a')]);
    await turn();
    await end();
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const next = asked.ask('b');
    await turn();
    await end();
    expect(await next).toBe('B');
  });

  it('are refused where they wait for too long, and not asked after that', async () => {
    const { asked, batches, end } = desk({ patienceMs: 1 });
    const first = asked.ask('a');
    await turn();
    await expect(asked.ask('b')).rejects.toBeInstanceOf(DatabaseUnavailable);
    await end();
    expect(await first).toBe('A');
    const next = asked.ask('c');
    await turn();
    await end();
    expect([await next, batches]).toEqual(['C', [['a'], ['c']]]);
  }, 5_000);
});
