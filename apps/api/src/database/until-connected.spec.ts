import { POOL_SIZE } from './pool.js';
import { untilConnected } from './until-connected.js';

/** Does nothing but fail, each time after so long; tells how often. */
const triesOf = async (message: string, { takesMs = 0, isUndone = true } = {}): Promise<number> => {
  let tries = 0;
  const work = (): Promise<never> => {
    tries += 1;
    return Promise.reject(new Error(message));
  };
  await expect(
    untilConnected(
      work,
      () => isUndone,
      () => tries * takesMs,
    ),
  ).rejects.toThrow(message);
  return tries;
};

const LOST = 'Connection terminated unexpectedly';

describe('work that needs a connection', () => {
  it('is done again where it met one that had ended', async () => {
    let tries = 0;
    const work = (): Promise<number> => {
      tries += 1;
      return tries < 3 ? Promise.reject(new Error(LOST)) : Promise.resolve(tries);
    };
    expect(await untilConnected(work)).toBe(3);
  });

  it('is given up when none can be older than the work', async () => {
    expect(await triesOf(LOST)).toBe(POOL_SIZE + 1);
  });

  it('is given up where a connection was waited for in vain', async () => {
    const late = 'Connection terminated due to connection timeout';
    expect(await triesOf(late, { takesMs: 3_000 })).toBe(1);
  });

  it('is not done again after another failure, nor where it may have been done', async () => {
    expect(await triesOf('no such table')).toBe(1);
    expect(await triesOf(LOST, { isUndone: false })).toBe(1);
  });
});
