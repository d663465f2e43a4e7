import { FairLine, type LineLimits } from './fair-line.js';

const LIMITS: LineLimits = {
  places: 2,
  waitingOfOne: 10,
  waitingOfAll: 20,
  longestWaitMs: 600_000,
};

/** A line whose clock and jobs go on when they are told to; `begun` lists the jobs in their order. */
const lineWith = (limits: Partial<LineLimits> = {}) => {
  let now = 0;
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const line = new FairLine({ ...LIMITS, ...limits }, () => now);
  const settle = () => new Promise((done) => setImmediate(done));
  const refused: string[] = [];
  return {
    line,
    begun,
    refused,
    ask: async (...jobs: string[]): Promise<void> => {
      for (const job of jobs) {
        const work = () =>
          new Promise<void>((done) => {
            begun.push(job);
            ends.set(job, done);
          });
        line.run(job.slice(0, 1), work).catch((error) => refused.push(`${job} ${error.reason}`));
      }
      await settle();
    },
    end: async (job: string, ms = 10): Promise<void> => {
      now += ms;
      ends.get(job)?.();
      await settle();
    },
    pass: (ms: number): void => {
      now += ms;
    },
  };
};

describe('a fair line', () => {
  it('serves one job of a caller at a time, and others in the places that are left', async () => {
    const { ask, begun, end } = lineWith();
    await ask('a1', 'a2', 'a3', 'b1');
    expect(begun).toEqual(['a1', 'b1']);
    await end('b1');
    expect(begun).toEqual(['a1', 'b1']);
    await end('a1');
    expect(begun).toEqual(['a1', 'b1', 'a2']);
  });

  it('gives the next place to who has used the least time', async () => {
    const { ask, begun, end } = lineWith({ places: 1 });
    await ask('a1', 'a2', 'b1', 'b2', 'c1');
    await end('a1', 100);
    await end('b1', 50);
    await end('c1', 10);
    expect(begun.slice(3)).toEqual(['b2']);
    await end('b2', 60);
    expect(begun.slice(4)).toEqual(['a2']);
  });

  it('keeps the last place from all who have used much, for as long as that is lately', async () => {
    const { ask, begun, end, pass } = lineWith();
    await ask('a1', 'b1');
    await end('a1', 5_000);
    await end('b1', 0);
    await ask('a2', 'b2');
    expect(begun.slice(2)).toEqual(['a2']);
    await ask('c1');
    expect(begun.slice(2)).toEqual(['a2', 'c1']);
    await end('c1');
    expect(begun.slice(4)).toEqual([]);
    pass(120_000);
    await ask('a3');
    expect(begun.slice(4)).toEqual(['b2']);
  });

  it('turns away who waits too often, and everybody when too many wait', async () => {
    const { ask, begun, refused } = lineWith({ places: 1, waitingOfOne: 2, waitingOfAll: 3 });
    await ask('a1', 'a2', 'a3', 'a4', 'b1', 'c1');
    expect(begun).toEqual(['a1']);
    expect(refused).toEqual(['a4 too-many-of-one', 'c1 too-many']);
  });

  it('lets nobody wait for ever, and serves the others in their place', async () => {
    const { line, ask, begun, end, refused } = lineWith({ places: 1, longestWaitMs: 1 });
    await ask('a1', 'b1');
    while (line.size > 1) await new Promise((done) => setImmediate(done));
    expect(refused).toEqual(['b1 waited-too-long']);
    await end('a1');
    await ask('c1');
    expect(begun).toEqual(['a1', 'c1']);
  });

  it('frees the place of a job that fails', async () => {
    const { line, ask, begun } = lineWith({ places: 1 });
    const failing = line.run('a', () => Promise.reject(new Error('lost')));
    await expect(failing).rejects.toThrow('lost');
    await ask('b1');
    expect(begun).toEqual(['b1']);
  });

  it('sends away who still waits when it closes', async () => {
    const { line, ask, refused } = lineWith({ places: 1 });
    await ask('a1', 'a2', 'b1');
    line.close();
    await ask();
    expect(refused).toEqual(['a2 closed', 'b1 closed']);
  });
});
