import { CircuitBreaker } from './circuit-breaker.js';

const works = () => Promise.resolve('done');
const fails = () => Promise.reject(new Error('no'));

const open = async () => {
  const clock = { now: 0 };
  const breaker = new CircuitBreaker(() => clock.now);
  for (let at = 0; at < 3; at++) await expect(breaker.run(fails)).rejects.toThrow('no');
  return { clock, breaker };
};

describe('the circuit breaker', () => {
  it('lets everything through while failures are few', async () => {
    const breaker = new CircuitBreaker(() => 0);
    for (let at = 0; at < 5; at++) {
      await expect(breaker.run(fails)).rejects.toThrow('no');
      await expect(breaker.run(fails)).rejects.toThrow('no');
      await expect(breaker.run(works)).resolves.toBe('done');
    }
  });

  it('asks no more after three failures in a row, until its pause is over', async () => {
    const { clock, breaker } = await open();
    clock.now = 4_999;
    let asked = 0;
    const ask = () => {
      asked += 1;
      return works();
    };
    await expect(breaker.run(ask)).rejects.toThrow('not asked, after it kept failing');
    expect(asked).toBe(0);
    clock.now = 5_000;
    await expect(breaker.run(ask)).resolves.toBe('done');
    await expect(breaker.run(ask)).resolves.toBe('done');
  });

  it('lets one alone try, and pauses again where that fails', async () => {
    const { clock, breaker } = await open();
    clock.now = 5_000;
    let fail: (error: Error) => void = () => undefined;
    const first = breaker.run(() => new Promise((_resolve, reject) => (fail = reject)));
    await expect(breaker.run(works)).rejects.toThrow('not asked');
    fail(new Error('still no'));
    await expect(first).rejects.toThrow('still no');
    clock.now = 9_999;
    await expect(breaker.run(works)).rejects.toThrow('not asked');
  });
});
