import { setImmediate } from 'node:timers/promises';
import { calmTurn, nextTurn, SharedTurn, urgently } from './turns.js';

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

describe('a calm turn', () => {
  it('comes after what is urgent and what waits for that, for as long as that is not too long', async () => {
    const order: string[] = [];
    const slices = async (): Promise<void> => {
      for (let slice = 1; slice <= 2; slice += 1) {
        await calmTurn();
        order.push(`slice ${slice}`);
      }
    };
    let arrive = (): void => undefined;
    const urgent = urgently(new Promise<void>((done) => (arrive = done))).then(async () => {
      await Promise.resolve();
      order.push('answered');
    });
    const work = slices();
    await setImmediate();
    await setImmediate();
    arrive();
    await Promise.all([work, urgent]);
    expect(order).toEqual(['answered', 'slice 1', 'slice 2']);

    const never = urgently(new Promise<void>(() => undefined));
    await slices();
    expect(order).toHaveLength(5);
    await Promise.race([never, setImmediate()]);
  });
});

describe('a turn that many share', () => {
  it('holds so much work of all of them together, and more goes into the next', async () => {
    const shared = new SharedTurn(10);
    const costs: number[] = [];
    let now = 0;
    let isOver = false;
    const work = async (): Promise<void> => {
      for (const cost of [4, 10, 3]) {
        await shared.admit(cost);
        costs[now] = (costs[now] ?? 0) + cost;
      }
    };
    const clock = async (): Promise<void> => {
      while (!isOver) {
        await setImmediate();
        now += 1;
      }
    };
    const ticking = clock();
    await Promise.all(Array.from({ length: 20 }, work));
    isOver = true;
    await ticking;
    expect(costs.reduce((sum, cost) => sum + (cost ?? 0), 0)).toBe(20 * 17);
    // Where the clock ticks between two slices of one turn, their second half counts for the next.
    expect(Math.max(...costs.filter((cost) => cost !== undefined))).toBeLessThanOrEqual(20);
  });

  it('lets the first slice in at once, however large it is', async () => {
    const order: string[] = [];
    const first = new SharedTurn(10).admit(50).then(() => order.push('slice'));
    await Promise.all([setImmediate().then(() => order.push('turn')), first]);
    expect(order).toEqual(['slice', 'turn']);
  });
});
