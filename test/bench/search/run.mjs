// Prints how well and how fast search finds tools, as Markdown. `npm run bench:search`; with
// `-- --local` also together with the local encoder, which takes some minutes.
import { availableParallelism, loadavg } from 'node:os';
import { indexOf, measure } from './measure.mjs';
import { meaningOf } from './local-vectors.mjs';
import { misspell } from './misspell.mjs';
import { seeded } from './random.mjs';
import { composeTools } from './scale.mjs';
import { readSet, SETS, withExamples } from './sets.mjs';

const SIZES = [1_000, 10_000, 100_000];

const head = '| set | tools | queries | R@1 | R@5 | R@10 | NDCG@10 | p50 ms | p95 ms |';
const rule = '|---|---|---|---|---|---|---|---|---|';

const row = (name, tools, queries, found) => {
  const quality = [found.r1, found.r5, found.r10, found.ndcg].map((value) => value.toFixed(1));
  const speed = [found.p50, found.p95].map((value) => value.toFixed(2));
  return `| ${[name, tools, queries, ...quality, ...speed].join(' | ')} |`;
};

const misspelt = (queries) => {
  const random = seeded(11);
  return queries.map(({ query, relevant }) => ({ query: misspell(query, random), relevant }));
};

const WITH_ENCODER = process.argv.includes('--local');

const measureSet = async (set) => {
  const { name, tools, queries } = set;
  const index = indexOf(tools);
  measure(index, queries.slice(0, 50)); // warm
  console.log(row(name, tools.length, queries.length, measure(index, queries)));
  const slips = misspelt(queries);
  console.log(row(`${name}, misspelt`, tools.length, slips.length, measure(index, slips)));
  if (WITH_ENCODER) {
    const meanings = await meaningOf(tools, queries);
    const found = measure(index, queries, meanings);
    console.log(row(`${name}, local encoder`, tools.length, queries.length, found));
  }
  if (set.dev === undefined) return;
  const taught = indexOf(withExamples(set));
  console.log(row(`${name}, 5 examples`, tools.length, queries.length, measure(taught, queries)));
};

const measureScale = (sets, size) => {
  const tools = composeTools(
    sets.flatMap((set) => set.tools),
    size,
  );
  const queries = sets.flatMap((set) => set.queries.slice(0, 100));
  globalThis.gc?.();
  const before = process.memoryUsage();
  const started = performance.now();
  const index = indexOf(tools);
  const seconds = (performance.now() - started) / 1000;
  globalThis.gc?.();
  const after = process.memoryUsage();
  const megabytes =
    (after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers) / 1e6;
  const cold = measure(index, queries);
  const warm = measure(index, queries);
  const cells = [size, queries.length, seconds.toFixed(1), megabytes.toFixed(0)];
  const times = [warm.p50, warm.p95, cold.p95].map((value) => value.toFixed(2));
  console.log(`| ${[...cells, ...times].join(' | ')} |`);
};

const found = SETS.map(readSet).filter((set) => set !== undefined);
if (found.length === 0) {
  console.log('No retrieval sets here (QM_SHARED_DATA names their folder): nothing measured.');
} else {
  console.log([head, rule].join('\n'));
  for (const set of found) await measureSet(set);
  console.log('\nCatalogs composed of the texts of these sets:\n');
  console.log('| tools | queries | built in s | MB | p50 ms | p95 ms | p95 ms, first time |');
  console.log('|---|---|---|---|---|---|---|');
  for (const size of SIZES) measureScale(found, size);
  const load = loadavg()[0].toFixed(1);
  console.log(`\nNode ${process.version}, ${availableParallelism()} cores, load average ${load}:`);
  console.log('above the number of cores, times say more of the neighbours than of the search.');
}
