import { RISK_LEVELS } from './policy.js';
import { shortOf } from './short-of.js';

const gates = (risk_level: (typeof RISK_LEVELS)[number], contract: Parameters<typeof shortOf>[1]) =>
  shortOf({ risk_level }, contract).map(({ gate }) => gate);

describe('what a contract lacks under a policy', () => {
  it('is the idempotency key, from L3 on and only with a side effect', () => {
    const acting = RISK_LEVELS.filter((risk) => gates(risk, { side_effect: true }).length > 0);
    const reading = RISK_LEVELS.filter((risk) => gates(risk, { side_effect: false }).length > 0);
    expect(acting).toEqual(['L3', 'L4']);
    expect(reading).toEqual([]);
  });

  it('is nothing once the key is there', () => {
    const idempotency_key = { in: 'header', name: 'Idempotency-Key' } as const;
    expect(gates('L4', { side_effect: true, idempotency_key })).toEqual([]);
  });
});
