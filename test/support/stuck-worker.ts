import type { Job, Kind } from '../../apps/api/src/comparison/jobs.js';
import answer from '../../apps/api/src/comparison/worker.js';
import { manifestOf } from './catalog.js';

const ENDLESS = 'A description that no worker ever gets to the end of.';

/** Manifests whose check never ends where this module is what the workers run. */
export const ENDLESS_PAIR = {
  before: manifestOf(),
  after: manifestOf({ description: ENDLESS }),
};

/** The worker with a fault that no schema is known to cause: it gets stuck, and only a kill helps. */
export default <K extends Kind>(job: Job<K>) => {
  const isStuck = JSON.stringify(job.asked).includes(ENDLESS);
  while (isStuck);
  return answer(job);
};

export const STUCK_WORKER = import.meta.url;
