import { decide } from '#core/compatibility/subsumption/decide.js';
import type { Json } from '#core/json/value.js';
import { compileValidator } from '#core/schema/validator.js';
import { guidedInstances } from '../support/guided-instances.js';
import { dialectOfRow, labelledRows, type LabelledRow } from '../support/labelled-rows.js';
import { sharedData } from '../support/shared-data.js';

const withData = sharedData('schema') === null ? describe.skip : describe;

/** So many pairs of each set, evenly spread over it, and so many instances for each. */
const PAIRS = 60;
const INSTANCES = 2_000;

const SETS = [
  ['suite-pairs.jsonl', '2020-12'],
  ['bench-draft7-1600.jsonl', '7'],
  ['real-pairs.jsonl', '2020-12'],
  ['canonical-equiv-pairs.jsonl', '2020-12'],
] as const;

const spread = <T>(list: readonly T[]): T[] =>
  list.filter((_, at) => at % Math.max(1, Math.floor(list.length / PAIRS)) === 0);

interface Trial {
  readonly inside: number;
  /** Valid under the one and not under the other. */
  readonly refuting: readonly Json[];
}

/** ajv takes the first dynamic scope that it meets for the only one. */
const isBeyondAjv = (row: LabelledRow): boolean => JSON.stringify(row).includes('"$dynamicRef"');

const withDialect = (schema: Json, dialect: string): Json =>
  typeof schema === 'object' && schema !== null && !Array.isArray(schema) && dialect === 'draft-07'
    ? { $schema: 'http://json-schema.org/draft-07/schema#', ...schema }
    : schema;

/** What a validator that shares nothing with the engine says of the instances. */
const put = (row: LabelledRow, dialect: string, seed: number): Trial => {
  const [a, b] = [withDialect(row.old, dialect), withDialect(row.new, dialect)];
  const [accepts, judges] = [compileValidator(a), compileValidator(b)];
  if (accepts === null || judges === null) return { inside: 0, refuting: [] };
  const inside = [...guidedInstances(a, b, INSTANCES, seed)].filter(
    (value) => accepts(value).valid,
  );
  return { inside: inside.length, refuting: inside.filter((value) => !judges(value).valid) };
};

const trials = (file: string, fallback: string, verdict: 'holds' | 'fails'): Trial[] => {
  const rows = labelledRows(file).filter(
    (row) => row.old !== null && row.new !== null && !isBeyondAjv(row),
  );
  const decided = spread(rows).flatMap((row, seed) => {
    const dialect = dialectOfRow(row, fallback);
    if (dialect === undefined) return [];
    return decide(row.old, row.new, { dialect }).verdict === verdict
      ? [{ row, dialect, seed }]
      : [];
  });
  return decided.map(({ row, dialect, seed }) => put(row, dialect, seed));
};

withData('verdicts that hold (skipped without the outside data schema/)', () => {
  it.each(SETS)(
    'each survive 2,000 guided instances, in an even sample of %s',
    (file, fallback) => {
      const held = trials(file, fallback, 'holds');
      expect(held.flatMap(({ refuting }) => refuting)).toEqual([]);
      const inside = held.reduce((sum, trial) => sum + trial.inside, 0);
      expect(inside).toBeGreaterThan((held.length * INSTANCES) / 10);
    },
    120_000,
  );

  it('would mostly have been refuted by such instances, had they been wrong', () => {
    const failed = SETS.flatMap(([file, fallback]) => trials(file, fallback, 'fails'));
    const refuted = failed.filter(({ refuting }) => refuting.length > 0);
    expect(refuted.length).toBeGreaterThan(failed.length / 2);
  }, 120_000);
});
