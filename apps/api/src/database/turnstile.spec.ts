import { setTimeout as sleep } from 'node:timers/promises';
import { Turnstile } from './turnstile.js';

const tooLong = (): Error => new Error('waited too long');

describe('the turnstile', () => {
  it('never lets in more than it has places, and lets everybody in, in order', async () => {
    const turnstile = new Turnstile(2);
    const order: number[] = [];
    let inside = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        turnstile.pass(
          async () => {
            order.push(i);
            most = Math.max(most, ++inside);
            await sleep(1);
            inside -= 1;
          },
          5_000,
          tooLong,
        ),
      ),
    );
    expect(most).toBe(2);
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('gives the place back when the work fails', async () => {
    const turnstile = new Turnstile(1);
    await expect(
      turnstile.pass(() => Promise.reject(new Error('no')), 10, tooLong),
    ).rejects.toThrow('no');
    await expect(turnstile.pass(() => Promise.resolve('yes'), 10, tooLong)).resolves.toBe('yes');
  });

  it('sends away who waited too long, and forgets them', async () => {
    const turnstile = new Turnstile(1);
    let leave: () => void = () => undefined;
    const first = turnstile.pass(() => new Promise<void>((done) => (leave = done)), 10, tooLong);
    await expect(turnstile.pass(() => Promise.resolve(), 1, tooLong)).rejects.toThrow(
      'waited too long',
    );
    leave();
    await first;
    await expect(turnstile.pass(() => Promise.resolve('next'), 10, tooLong)).resolves.toBe('next');
  });
});
