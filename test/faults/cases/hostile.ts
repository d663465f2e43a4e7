import type { FaultCase, Report } from '../fault-case.js';
import { ATTACKS } from '../hostile/attacks.js';
import {
  impossible,
  onStage,
  underAttack,
  type Mode,
  type Stage,
  type Stretch,
} from '../hostile/stage.js';

const MOST_TIMES = 3;

const EVERYTHING = ATTACKS.map(({ name }) => name);

const MODES: readonly Mode[] = [
  { name: 'twenty clients, a key each', keys: 'a key each', attacks: EVERYTHING },
  { name: 'twenty clients of one key', keys: 'one key', attacks: EVERYTHING },
];

const EACH: readonly Mode[] = ATTACKS.map(({ name }) => ({
  name,
  keys: 'a key each',
  attacks: [name],
}));

const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

const ratioOf = ({ quiet, attacked }: Stretch): number =>
  quantile(attacked.candidates, 0.99) / quantile(quiet.candidates, 0.99);

const milliseconds = (values: readonly number[]): string =>
  [0.5, 0.99, 1].map((share) => quantile(values, share).toFixed(1)).join(' / ');

const countedOf = (names: readonly string[]): string =>
  [...new Set(names)]
    .map((name) => `${names.filter((one) => one === name).length} × ${name}`)
    .join(', ');

/** One line for each side: the median, the 99th percentile and the longest, in milliseconds. */
const tell = (report: Report, { name }: Mode, stretches: readonly Stretch[]): void => {
  const all = (when: 'quiet' | 'attacked', what: 'candidates' | 'registrations'): string =>
    milliseconds(stretches.flatMap((each) => each[when][what]));
  report.say(`${name}: p50 / p99 / longest ms`);
  for (const what of ['candidates', 'registrations'] as const) {
    report.say(`  ${what}: ${all('attacked', what)}, quiet ${all('quiet', what)}`);
  }
  const ratios = stretches.map(ratioOf);
  const ratio = quantile(ratios, 0.5);
  report.holds(
    ratio <= MOST_TIMES,
    `p99 of candidates is ${ratio.toFixed(2)} × its quiet value (${ratios.map((each) => each.toFixed(2)).join(', ')})`,
  );
  const failed = stretches.flatMap(({ attacked }) => attacked.failed);
  report.holds(failed.length === 0, `nobody else is refused: ${countedOf(failed)}`);
};

/** Interleaved, so that what disturbs the machine disturbs all alike. */
const measure = async (
  report: Report,
  stage: Stage,
  modes: readonly Mode[],
  { rounds, ms }: { readonly rounds: number; readonly ms: number },
): Promise<void> => {
  const stretches = new Map<Mode, Stretch[]>(modes.map((mode) => [mode, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, mode] of modes.entries()) {
      const stretch = await underAttack(stage, mode, `${round}_${at}`, ms);
      stretches.get(mode)?.push(stretch);
      const answered = stretch.tally.map(([status, times]) => `${times} × ${status}`).join(', ');
      report.say(`round ${round + 1}, ${mode.name}: they were answered ${answered}`);
    }
  }
  for (const [mode, each] of stretches) tell(report, mode, each);
};

export const HOSTILE_CASES: readonly FaultCase[] = [
  {
    name: 'hostile-schemas',
    about: 'twenty clients send the worst schemas without a pause, and others go on',
    impossible,
    run: (report) => onStage((stage) => measure(report, stage, MODES, { rounds: 3, ms: 8_000 })),
  },
  {
    name: 'hostile-each',
    about: 'twenty clients send one kind of the worst schemas, each kind in its turn',
    impossible,
    onlyByName: true,
    run: (report) => onStage((stage) => measure(report, stage, EACH, { rounds: 1, ms: 4_000 })),
  },
];
