import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const BASE = resolve(ROOT, process.env.QM_SHARED_DATA ?? '../shared/data');

/** Where the labelled pairs are, or null: they are no part of the product. */
export const dataFolder = () => {
  const folder = join(BASE, 'schema');
  return existsSync(folder) ? folder : null;
};

// The files spell dialects in their own ways; what is not here is not read by the product.
const DIALECTS = { 7: 'draft-07', 2020: '2020-12', '2020-12': '2020-12' };

const rowsOf = (folder, file) =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** `holds` is the truth, or null where nobody has proved either. */
const pair = (id, dialect, a, b, holds, more = {}) => ({
  id,
  dialect: DIALECTS[dialect ?? '2020-12'] ?? null,
  a,
  b,
  holds,
  ...more,
});

/** A verdict with a confirmed witness is a truth; that none was found is not. */
const confirmed = (verdict) =>
  verdict?.holds === false && verdict.confirmedByTwoValidators === true ? false : null;

const tricky = (row) => [
  pair(`${row.id} →`, row.dialect, row.old, row.new, row.truth.old_sub_new),
  pair(`${row.id} ←`, row.dialect, row.new, row.old, row.truth.new_sub_old),
];

const real = (relation, prefix) => (row, at) => {
  if (row.old === null || row.new === null) return [];
  const options = { relation, root: row.field === 'inputSchema' ? 'input' : 'output' };
  const id = `${at + 1} ${row.tool}`;
  const [right, left] = [row.eval[`${prefix}_old_sub_new`], row.eval[`${prefix}_new_sub_old`]];
  return [
    pair(`${id} →`, row.dialect, row.old, row.new, confirmed(right), options),
    pair(`${id} ←`, row.dialect, row.new, row.old, confirmed(left), options),
  ];
};

const suite = (row, at) => [
  pair(row.id ?? `${at + 1}`, row.dialect ?? '7', row.old, row.new, row.truth !== 'breaking'),
];

const external = (row) =>
  ['old_sub_new', 'new_sub_old']
    .filter((direction) => row.truth[direction] != null)
    .map((direction) => {
      const [a, b] = direction === 'old_sub_new' ? [row.old, row.new] : [row.new, row.old];
      return pair(`${row.id} ${direction}`, row.dialect, a, b, confirmed(row.truth[direction]));
    });

const canonical = (row) => {
  const holds = row.check === 'no-witness' ? true : null;
  return [
    pair(`${row.id} →`, row.dialect, row.a, row.b, holds),
    pair(`${row.id} ←`, row.dialect, row.b, row.a, holds),
  ];
};

const SETS = [
  ['tricky-pairs', 'tricky-pairs.jsonl', tricky],
  ['real-pairs, wire', 'real-pairs.jsonl', real('wire', 'wire')],
  ['real-pairs, declared', 'real-pairs.jsonl', real('declared', 'decl')],
  ['suite-pairs', 'suite-pairs.jsonl', suite],
  ['bench-draft7-1600', 'bench-draft7-1600.jsonl', suite],
  ['ext-pairs', 'ext-pairs.jsonl', external],
  ['canonical-equiv-pairs', 'canonical-equiv-pairs.jsonl', canonical],
];

/** Each instance of the official suite as a schema of its own. */
const suiteInstances = (folder) =>
  Object.entries(JSON.parse(readFileSync(join(folder, 'suite-schemas.json'), 'utf8'))).flatMap(
    ([id, { dialect, schema, instances }]) =>
      instances.map(([value, valid]) => pair(id, dialect, { const: value }, schema, valid)),
  );

export function* readSets(folder) {
  for (const [name, file, pairsOf] of SETS) {
    if (!existsSync(join(folder, file))) continue;
    yield { name, pairs: rowsOf(folder, file).flatMap(pairsOf) };
  }
  yield { name: 'suite instances', pairs: suiteInstances(folder) };
}
