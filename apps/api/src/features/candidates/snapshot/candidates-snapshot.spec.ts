import { pino } from 'pino';
import { readSettings } from '../../../config/env.js';
import type { CatalogFence } from '../../../database/catalog-fence.js';
import { Meters } from '../../../metrics/meters.js';
import { CandidatesSnapshot } from './candidates-snapshot.js';
import type { SnapshotRepository } from './snapshot.repository.js';

/** What a replica says of itself right after its start, before it has read anything. */
const readinessWith = (given: NodeJS.ProcessEnv): number[] => {
  const meters = new Meters();
  const fence = { follow: () => undefined, pass: () => Promise.reject(new Error('away')) };
  const snapshot = new CandidatesSnapshot(
    {} as SnapshotRepository,
    fence as unknown as CatalogFence,
    readSettings(given),
    pino({ level: 'silent' }),
    meters,
  );
  snapshot.onApplicationBootstrap();
  snapshot.forget();
  const samples = meters.snapshotReady.samples();
  void snapshot.onApplicationShutdown();
  return samples.map(({ value }) => value);
};

it('is not ready while it loads, and where it never loads it is no matter of being ready', () => {
  expect(readinessWith({})).toEqual([0, 0]);
  expect(readinessWith({ QM_SNAPSHOT: 'off' })).toEqual([]);
});
