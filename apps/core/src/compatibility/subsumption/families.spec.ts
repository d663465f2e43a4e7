import { HOSTILE, LARGE, type Family } from '../../../../../test/support/schema-families.js';
import { decide, DEFAULT_BUDGET } from './decide.js';

const ask = (of: Family[3]): { readonly answer: string; readonly steps: number } => {
  const purse = { left: 1_000_000 };
  const found = decide(of(0), of(1), { purse });
  const answer = found.verdict === 'undecided' ? found.reason : found.verdict;
  return { answer, steps: 1_000_000 - purse.left };
};

/** Whoever has a step in hand may bring it home. */
const MOST = DEFAULT_BUDGET * 1.2;

describe('families of schemas, in steps', () => {
  it.each(LARGE)('large: %s is decided', (_, expected, most, of) => {
    const { answer, steps } = ask(of);
    expect([answer, steps <= most]).toEqual([expected, true]);
  });

  it.each(HOSTILE)('hostile: %s is answered', (_, expected, most, of) => {
    const { answer, steps } = ask(of);
    expect([answer, steps <= (most === 0 ? MOST : most)]).toEqual([expected, true]);
  });
});
