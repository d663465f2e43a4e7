// Prints how right and how fast the compatibility engine is, as Markdown. `npm run bench:compat`, with
// `-- --hostile` how much CPU large and hostile schemas take.
import { availableParallelism, loadavg } from 'node:os';
import { printHostile } from './hostile.mjs';
import { measureSet } from './measure.mjs';
import { milliseconds, reasons, share, table } from './print.mjs';
import { measureRival } from './rival.mjs';
import { dataFolder, readSets } from './sets.mjs';

const report = (kind, pair, verdict) => {
  console.error(`${kind}: ${pair.id}\n${JSON.stringify({ ...pair, verdict })}`);
};

const HEAD = ['set', 'pairs', 'right', 'unsound', 'false', 'undecided', 'by format', 'unlabelled'];
const TIMES = ['median ms', 'p99 ms', 'worst ms'];

const LEGEND = `
unsound: a breaking pair called compatible · false: a compatible pair called breaking
by format: breaking only where formats are asserted, which the label does not count
unlabelled: decided, and nobody outside has proved either answer`;

const printProduct = (sets) => {
  const found = sets.map((set) => ({ name: set.name, ...measureSet(set, report) }));
  const rows = found.map(({ name, pairs, counts, times }) => {
    const { right, unsound, undecided, format, unlabelled } = counts;
    const judged = [right, unsound, counts.false, share(undecided, pairs), format, unlabelled];
    return [name, pairs, ...judged, ...milliseconds(times)];
  });
  console.log(table([...HEAD, ...TIMES], rows));
  console.log(LEGEND);
  for (const { name, reasons: why, otherDialects } of found) {
    if (why.size > 0) console.log(`${name}: undecided for ${reasons(why)}`);
    const { all, refused } = otherDialects;
    if (all > 0) console.log(`${name}: ${refused} of ${all} pairs in other dialects refused`);
  }
};

const printRival = async (sets) => {
  const rows = [];
  for (const set of sets) {
    const { counts, pairs, times } = await measureRival(set);
    if (pairs === 0) continue;
    const { right, unsound, undecided } = counts;
    const [median] = milliseconds(times);
    rows.push([set.name, pairs, right, unsound, counts.false, share(undecided, pairs), median]);
  }
  const head = ['json-schema-diff on', ...HEAD.slice(1, 5), 'no answer', 'median ms'];
  console.log(`\n${table(head, rows)}`);
};

const folder = dataFolder();
if (process.argv.includes('--hostile')) {
  printHostile();
} else if (folder === null) {
  console.log('Skipped: the labelled pairs are not here. Say where in QM_SHARED_DATA.');
} else {
  const sets = [...readSets(folder)];
  const [load] = loadavg();
  console.log(
    `Node ${process.version}, ${availableParallelism()} cores, load ${(load ?? 0).toFixed(1)}\n`,
  );
  printProduct(sets);
  if (!process.argv.includes('--alone')) await printRival(sets);
}
