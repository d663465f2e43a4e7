// How long a replica takes until it answers from memory, and what it takes up then.
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
    printGoals(goals);
  },
};
