import { setImmediate as nextTurn } from 'node:timers/promises';
import { AsyncScope } from './async-scope.js';

/** Resolves when it is told to. */
const held = () => {
  let release: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (release = resolve));
  return { until, release };
};

describe('a value within some work', () => {
  it('is found after a wait, by whoever is called, and by nobody else', async () => {
    const scope = new AsyncScope<string>();
    const found = async (): Promise<string | undefined> => {
      await nextTurn();
      return scope.current;
    };
    const all = [scope.during('one', found), found(), scope.during('other', found)];
    expect(await Promise.all(all)).toEqual(['one', undefined, 'other']);
    const nested = scope.during('one', async () => [
      await scope.during('other', found),
      await found(),
    ]);
    expect(await nested).toEqual(['other', 'one']);
  });

  it('is gone for what goes on once the work is over, whoever else is within', async () => {
    const scope = new AsyncScope<string>();
    const over = held();
    const others = held();
    const otherWork = scope.during('other', async () => {
      await others.until;
      return scope.current;
    });
    let late: Promise<string | undefined> = Promise.resolve('');
    const goesOn = async (): Promise<string | undefined> => {
      await over.until;
      return scope.current;
    };
    const work = scope.during('one', () => {
      late = goesOn();
      return Promise.reject(new Error('failed'));
    });
    await expect(work).rejects.toThrow('failed');
    over.release();
    expect(await late).toBeUndefined();
    others.release();
    expect(await otherWork).toBe('other');
  });

  it('leaves nothing on the promises of others once nobody is within', async () => {
    const scope = new AsyncScope<string>();
    // What Node 20 notes on each promise for each storage that is in use, such as those of the runner.
    const noted = () => Object.getOwnPropertySymbols(Promise.resolve()).length;
    const before = noted();
    await Promise.all([
      scope.during('one', () => nextTurn()),
      scope.during('other', () => Promise.resolve()),
    ]);
    expect(noted()).toBe(before);
  });
});
