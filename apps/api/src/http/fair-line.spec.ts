import { FairLine, type LineLimits, type NotServed } from './fair-line.js';

const LIMITS: LineLimits = {
  places: 2,
  waitingOfOne: 10,
  waitingOfAll: 20,
  longestWaitMs: 600_000,
};

const lines: FairLine[] = [];
afterEach(() => {
  for (const line of lines.splice(0)) line.close();
});

/** A line whose clock and jobs go on when they are told to; `begun` lists the jobs in their order. */
const lineWith = (limits: Partial<LineLimits> = {}) => {
  let now = 0;
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const gone = new Map<string, AbortSignal>();
  const line = new FairLine({ ...LIMITS, ...limits }, () => now);
  lines.push(line);
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
        line
          .run({ caller: job.slice(0, 1), gone: gone.get(job) }, work)
          .catch((error) => refused.push(`${job} ${error.reason}`));
      }
      await settle();
    },
    end: async (job: string, ms = 10): Promise<void> => {
      now += ms;
      ends.get(job)?.();
      await settle();
    },
    /** What tells that the client of a job that comes has gone. */
    leaving: (job: string): (() => void) => {
      const controller = new AbortController();
      gone.set(job, controller.signal);
      return () => controller.abort();
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

  it('gives the next place to who was served least since both have waited', async () => {
    const { ask, begun, end } = lineWith({ places: 1 });
    await ask('a1', 'a2', 'b1', 'b2', 'c1');
    await end('a1', 100);
    await end('b1', 50);
    await end('c1', 10);
    expect(begun.slice(3)).toEqual(['b2']);
    await end('b2', 60);
    expect(begun.slice(4)).toEqual(['a2']);
  });

  it('serves who asks for little before the backlog of many, however many those are and how new', async () => {
    const { ask, begun, end } = lineWith({ places: 1 });
    for (let n = 0; n < 50; n += 1) {
      await ask(`h${n}`);
      await end(`h${n}`, 20);
    }
    const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    await ask(...many.flatMap((caller) => [1, 2, 3].map((n) => `${caller}${n}`)));
    await end('a1', 500);
    await end('b1', 500);
    await ask('h50');
    await end('c1', 500);
    expect(begun.slice(-4)).toEqual(['a1', 'b1', 'c1', 'h50']);
    await end('h50', 20);
    expect(begun.at(-1)).toBe('d1');
    await ask('h51');
    await end('d1', 500);
    expect(begun.at(-1)).toBe('h51');
  });

  it('saves up no time in which a caller asked for nothing', async () => {
    const { ask, begun, end } = lineWith({ places: 1 });
    await ask('a1', 'b1', 'b2', 'b3');
    await end('a1', 10);
    await end('b1', 1_000);
    await end('b2', 1_000);
    await ask('a2', 'a3', 'a4');
    await end('b3', 1_000);
    await ask('b4');
    await end('a2', 1_500);
    expect(begun.slice(4)).toEqual(['a2', 'b4']);
  });

  it('takes no more weight than there are places, and lets nobody overtake who is next', async () => {
    const { line } = lineWith({ places: 10 });
    const begun: string[] = [];
    const enter = async (caller: string, weight: number) => {
      const leave = await line.enter({ caller, weight });
      begun.push(caller);
      return leave;
    };
    const settle = () => new Promise((done) => setImmediate(done));
    const leaveA = await enter('a', 6);
    const large = enter('b', 20);
    void enter('c', 1);
    await settle();
    expect(begun).toEqual(['a']);
    leaveA();
    leaveA();
    await settle();
    expect(begun).toEqual(['a', 'b']);
    (await large)();
    await settle();
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('serves more jobs of one caller where they are small, and tells who waits for itself', async () => {
    const { line } = lineWith({ places: 10, placesOfOne: 4, longestWaitMs: 1 });
    const fates: string[] = [];
    const enter = (caller: string, weight: number) =>
      line.enter({ caller, weight }).then(
        (leave) => {
          fates.push(`${caller}${weight}`);
          return leave;
        },
        ({ reason, isBehindOneself }: NotServed) => {
          fates.push(`${caller}${weight} ${reason} ${isBehindOneself ? 'of itself' : 'of others'}`);
          return () => undefined;
        },
      );
    const leaveA = await enter('a', 3);
    await enter('a', 1);
    await enter('b', 5);
    await Promise.all([enter('a', 1), enter('c', 2)]);
    expect(fates).toEqual([
      'a3',
      'a1',
      'b5',
      'a1 waited-too-long of itself',
      'c2 waited-too-long of others',
    ]);
    leaveA();
    await enter('a', 3);
    expect(fates.at(-1)).toBe('a3');
    expect(line.size).toBe(3);
  });

  it('sends away at once whose client has gone, and serves the next in its place', async () => {
    const { ask, begun, end, refused, leaving, line } = lineWith({ places: 1 });
    const leave = leaving('b1');
    await ask('a1', 'b1', 'c1');
    leave();
    await ask('b1');
    expect(refused).toEqual(['b1 gone', 'b1 gone']);
    expect(line.size).toBe(2);
    await end('a1');
    expect(begun).toEqual(['a1', 'c1']);
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
    const failing = line.run({ caller: 'a' }, () => Promise.reject(new Error('lost')));
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
