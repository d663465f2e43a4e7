import { setImmediate } from 'node:timers/promises';
import { nextTurn } from './turns.js';

describe('turns of the event loop', () => {
  it('are given to one slice of work each, and to everybody in the order of asking', async () => {
    const done: string[] = [];
    const work = async (name: string): Promise<void> => {
      for (let slice = 1; slice <= 2; slice += 1) {
        await nextTurn();
        done.push(`${name}${slice}`);
      }
    };
    const others = async (): Promise<void> => {
      for (let turn = 1; turn <= 4; turn += 1) {
        await setImmediate();
        done.push('-');
      }
    };
    await Promise.all([work('a'), work('b'), others()]);
    const ofWork = done.filter((entry) => entry !== '-');
    expect(ofWork).toEqual(['a1', 'b1', 'a2', 'b2']);
    // Between any two slices, who does not ask for turns had one.
    expect(done.join('')).not.toMatch(/[ab]\d[ab]\d[ab]\d/);
    expect(done.indexOf('-')).toBeLessThan(2);
  });
});
