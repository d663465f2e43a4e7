import { jest } from '@jest/globals';
import { firstOf, type Attempt } from './first-of.js';

const EVERY_MS = 500;

interface Tried extends Attempt<string> {
  readonly succeed: () => void;
  readonly fail: () => void;
  isAbandoned: boolean;
}

/** As a connection does, it fails when it is abandoned. */
const attempt = (name: string): Tried => {
  let succeed = (): void => undefined;
  let fail = (): void => undefined;
  const outcome = new Promise<string>((resolve, reject) => {
    succeed = () => resolve(name);
    fail = () => reject(new Error(`${name} has failed`));
  });
  const tried: Tried = {
    outcome,
    succeed,
    fail,
    isAbandoned: false,
    abandon: () => {
      tried.isAbandoned = true;
      fail();
    },
  };
  return tried;
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const settled = () => jest.advanceTimersByTimeAsync(10 * EVERY_MS);

describe('the first of several attempts', () => {
  let tried: Tried[];
  let first: Promise<string>;
  beforeEach(() => {
    tried = [];
    first = firstOf(() => {
      const next = attempt(`attempt ${tried.length}`);
      tried.push(next);
      return next;
    }, EVERY_MS);
  });

  const abandoned = (): boolean[] => tried.map(({ isAbandoned }) => isAbandoned);

  it('is the only one where it succeeds in time', async () => {
    tried[0]?.succeed();
    await settled();
    expect(await first).toBe('attempt 0');
    expect(abandoned()).toEqual([false]);
  });

  it('may be a later one, which is kept when those before it come to their end', async () => {
    await jest.advanceTimersByTimeAsync(2 * EVERY_MS);
    tried[1]?.succeed();
    await settled();
    expect(await first).toBe('attempt 1');
    expect(abandoned()).toEqual([true, false, true]);
  });

  it('is kept where another succeeds in the same moment', async () => {
    await jest.advanceTimersByTimeAsync(EVERY_MS);
    tried[1]?.succeed();
    tried[0]?.succeed();
    await settled();
    expect(await first).toBe('attempt 1');
    expect(abandoned()).toEqual([true, false]);
  });

  it('to fail at the very beginning is the end of all', async () => {
    await jest.advanceTimersByTimeAsync(EVERY_MS);
    const refused = expect(first).rejects.toThrow('attempt 0 has failed');
    tried[0]?.fail();
    await settled();
    await refused;
    expect(tried).toHaveLength(2);
    expect(tried[1]?.isAbandoned).toBe(true);
  });
});

it('fails where nothing can even be begun, and begins nothing more', async () => {
  let times = 0;
  const none = firstOf((): Attempt<string> => {
    times += 1;
    throw new Error('no address');
  }, EVERY_MS);
  await expect(none).rejects.toThrow('no address');
  await settled();
  expect(times).toBe(1);
});
