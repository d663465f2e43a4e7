// Prints how right and how fast the compatibility engine is, as Markdown. `npm run bench:compat`
import { availableParallelism, loadavg } from 'node:os';
import { measureSet, percentile } from './measure.mjs';
import { measureRival } from './rival.mjs';
import { dataFolder, readSets } from './sets.mjs';

const row = (cells) => `| ${cells.join(' | ')} |`;

const speed = (times) =>
  [percentile(times, 0.5), percentile(times, 0.99), Math.max(0, ...times)].map((ms) =>
    ms.toFixed(2),
  );

const undecided = ({ counts, reasons, pairs }) => {
  const share = `${counts.undecided} (${((100 * counts.undecided) / Math.max(1, pairs)).toFixed(2)} %)`;
  const why = [...reasons].map(([reason, count]) => `${reason} ${count}`).join(', ');
  return why === '' ? share : `${share}: ${why}`;
};

const report = (kind, pair, verdict) => {
  console.error(`${kind}: ${pair.id}\n${JSON.stringify({ ...pair, verdict })}`);
};

const printProduct = (sets) => {
  console.log(
    '| set | pairs | right | unsound | false | by format | no label | undecided | median ms | p99 ms | worst ms |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|---|');
  for (const set of sets) {
    const found = measureSet(set, report);
    const { counts, pairs, times, otherDialects } = found;
    const { right, unsound, format, unlabelled } = counts;
    const cells = [set.name, pairs, right, unsound, counts.false, format, unlabelled];
    console.log(row([...cells, undecided(found), ...speed(times)]));
    if (otherDialects.all === 0) continue;
    const { refused, all } = otherDialects;
    console.log(row([`… other dialects: ${refused} of ${all} refused`, ...Array(10).fill('')]));
  }
};

const printRival = async (sets) => {
  console.log(
    '\n| json-schema-diff on | pairs | right | unsound | false | no answer | median ms |',
  );
  console.log('|---|---|---|---|---|---|---|');
  for (const set of sets) {
    const { counts, pairs, times } = await measureRival(set);
    if (pairs === 0) continue;
    const { right, unsound, undecided: silent } = counts;
    console.log(
      row([set.name, pairs, right, unsound, counts.false, silent, speed(times).slice(0, 1)]),
    );
  }
};

const folder = dataFolder();
if (folder === null) {
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
