// How long a replica takes until it answers from memory, and what it takes up then.
import { descriptorBytes } from '../descriptor-bytes.mjs';
import { atMost, printGoals } from '../goals.mjs';
import { longestWait } from '../longest-wait.mjs';
import { LARGEST, SIZES } from '../settings.mjs';
import { startService } from '../stage.mjs';
import { head, row } from '../tables.mjs';

/** A start that nobody disturbs, told by its log. */
const measureStart = async (url) => {
  const service = await startService(url, { env: { QM_LOG_LEVEL: 'debug' } });
  const indexing = service.whenSaid(/candidates indexed/);
  const waited = longestWait(service.port, indexing);
  const loaded = await service.whenSaid(/"ms":(\d+)[^\n]*"candidates loaded"/);
  const loadedMb = service.memoryMb();
  const { ms: indexed } = await indexing;
  const stall = await waited;
  const indexedMb = service.memoryMb();
  await service.stop();
  return {
    ready: loaded.ms,
    loading: Number(loaded.match[1]),
    stall,
    indexed,
    loadedMb,
    indexedMb,
  };
};

const WATCHED = [new URL('../watched-process.mjs', import.meta.url).href];

/** Another start, of which the memory and the CPU are watched. */
const watchStart = async (url, isEmpty = false) => {
  const service = await startService(url, { env: { QM_LOG_LEVEL: 'debug' }, imports: WATCHED });
  service.signal();
  // Two signals at once are one.
  await service.whenSaid(/^watching$/m);
  const watched = async (from) => {
    service.signal();
    const { match, length } = await service.whenSaid(/watched (.+)\n/, from);
    return { ...JSON.parse(match[1]), length };
  };
  const began = service.cpuUs();
  const { length } = await service.whenSaid(/candidates loaded/);
  const readyCpu = service.cpuUs() - began;
  const ready = await watched(length);
  if (!isEmpty) await service.whenSaid(/candidates indexed/);
  const searchableCpu = service.cpuUs() - began;
  const searchable = isEmpty ? ready : await watched(ready.length);
  await service.stop();
  const longest = Math.max(ready.longest, searchable.longest);
  return { readyCpu, searchableCpu, longest, ready: ready.bytes, searchable: searchable.bytes };
};

const MEMORY = [
  'tools',
  'descriptors MB',
  'MB ready',
  '÷ descriptors',
  'MB searchable',
  '÷ descriptors',
  'CPU s until ready',
  'until searchable',
  'longest turn, CPU ms',
];

const memoryRow = (size, descriptors, { ready, searchable, ...found }) => {
  const [text, ...numbers] = [descriptors, ready, searchable].map((bytes) => bytes / 1e6);
  const over = numbers.flatMap((mb) => [mb.toFixed(1), (mb / text).toFixed(2)]);
  const cpu = [found.readyCpu, found.searchableCpu].map((us) => (us / 1e6).toFixed(2));
  row([size, text.toFixed(1), ...over, ...cpu, found.longest.toFixed(1)]);
};

const LEGEND = `
MB: live heap and buffers, over those of a replica without tools. CPU: of all threads, from listening on.
longest turn: CPU that the thread which answers spent without a look at its sockets.`;

/** Beside what the same tools weigh as they are answered. */
const weigh = async (stage) => {
  const base = await watchStart(await stage.emptyDatabase('bench_empty'), true);
  head(MEMORY);
  const goals = [];
  for (const size of SIZES) {
    const url = await stage.catalog(size);
    const descriptors = await descriptorBytes(url);
    const { ready, searchable, ...found } = await watchStart(url);
    const over = { ready: ready - base.ready, searchable: searchable - base.ready };
    memoryRow(size, descriptors, { ...found, ...over });
    if (size !== LARGEST) continue;
    goals.push(
      atMost(`memory of ${LARGEST} tools, without index`, 2, over.ready / descriptors, ' ×'),
      atMost(`memory of ${LARGEST} tools, searchable`, 2, over.searchable / descriptors, ' ×'),
      atMost('longest turn of the loop meanwhile', 50, found.longest, ' ms'),
    );
  }
  console.log(LEGEND);
  return goals;
};

const COLUMNS = {
  'ready ms': 'ready',
  'loading ms': 'loading',
  'longest wait ms': 'stall',
  'searchable ms': 'indexed',
  'MB ready': 'loadedMb',
  'MB searchable': 'indexedMb',
};

const goalsOf = ({ ready, stall }) => [
  atMost(`ready with ${LARGEST} tools`, 2000, ready, ' ms'),
  atMost(`longest wait while ${LARGEST} tools are loaded and indexed`, 50, stall, ' ms'),
];

export const start = {
  name: 'start',
  run: async (stage) => {
    head(['tools', ...Object.keys(COLUMNS)]);
    const goals = [];
    for (const size of SIZES) {
      const found = await measureStart(await stage.catalog(size));
      row([size, ...Object.values(COLUMNS).map((key) => Math.round(found[key]))]);
      if (size === LARGEST) goals.push(...goalsOf(found));
    }
    goals.push(...(await weigh(stage)));
    printGoals(goals);
  },
};
