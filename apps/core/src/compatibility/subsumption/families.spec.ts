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

/** Those that a guard of their own keeps in bounds; `npm run bench:compat -- --hostile` has all. */
const GUARDED: ReadonlySet<string> = new Set([
  'a required property less',
  'a constant of a thousand objects',
  'five hundred schemas beside unevaluatedProperties',
  'counts of contains',
  'counted repetition',
  'patterns without an automaton of their own',
  'negations of negations',
  'ten thousand long values',
]);

const guarded = (families: readonly Family[]): Family[] =>
  families.filter(([name]) => GUARDED.has(name));

describe('families of schemas, in steps', () => {
  it.each(guarded(LARGE))('large: %s is decided', (_, expected, most, of) => {
    const { answer, steps } = ask(of);
    expect([answer, steps <= most]).toEqual([expected, true]);
  });

  it.each(guarded(HOSTILE))('hostile: %s is answered', (_, expected, most, of) => {
    const { answer, steps } = ask(of);
    expect([answer, steps <= (most === 0 ? MOST : most)]).toEqual([expected, true]);
  });
});
