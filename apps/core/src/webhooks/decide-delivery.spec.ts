import { decideDelivery, RETRY_AFTER_S, type DeliveryFacts } from './decide-delivery.js';

const facts = (over: Partial<DeliveryFacts> = {}): DeliveryFacts => ({
  attempts: 1,
  failingMs: 0,
  random: 0.5,
  ...over,
});

describe('an event that could not be delivered', () => {
  it('is tried again later each time, for about a day, and then is a dead letter', () => {
    const waits = RETRY_AFTER_S.map((_, at) =>
      decideDelivery('failed', facts({ attempts: at + 1 })),
    );
    const seconds = waits.map((wait) => (wait.next === 'retry' ? wait.afterMs / 1_000 : NaN));
    expect(seconds).toEqual([...seconds].sort((one, other) => one - other));
    const hours = seconds.reduce((sum, one) => sum + one, 0) / 3_600;
    expect([hours > 24, hours < 36]).toEqual([true, true]);
    expect(decideDelivery('failed', facts({ attempts: RETRY_AFTER_S.length + 1 }))).toEqual({
      next: 'dead-letter',
    });
  });

  it('is tried by chance somewhat earlier or later', () => {
    const at = (random: number) => decideDelivery('failed', facts({ random }));
    expect([at(0), at(1)]).toEqual([
      { next: 'retry', afterMs: 4_000 },
      { next: 'retry', afterMs: 6_000 },
    ]);
  });

  it('is the last one that is tried where three days of attempts were in vain', () => {
    const after = (failingMs: number) => facts({ failingMs, attempts: 99 });
    expect(decideDelivery('failed', after(3 * 86_400_000)).next).toBe('suspend');
    expect(decideDelivery('failed', after(3 * 86_400_000 - 1)).next).toBe('dead-letter');
  });
});

it('a receiver that says it is gone is left alone at once, and one that took it goes on', () => {
  expect(decideDelivery('gone', facts()).next).toBe('suspend');
  expect(decideDelivery('delivered', facts()).next).toBe('go-on');
});
