import { begin, isDropped, type Answers, type Job } from '../../apps/api/src/comparison/jobs.js';
import answer from '../../apps/api/src/comparison/worker.js';
import { manifestOf } from './catalog.js';

const ENDLESS = 'A description that no worker ever gets to the end of.';

const PATIENT = 'A description that is compared for as long as somebody waits for it.';

const GREEDY = 'A description that is compared with everything at once.';

/** Manifests whose comparison never ends where this module is what the workers run. */
export const ENDLESS_PAIR = {
  before: manifestOf(),
  after: manifestOf({ description: ENDLESS }),
};

/** Manifests whose comparison ends when nobody waits for it any more. */
export const PATIENT_PAIR = {
  before: manifestOf(),
  after: manifestOf({ description: PATIENT }),
};

/** Manifests whose comparison takes all the memory that there is. */
export const GREEDY_PAIR = {
  before: manifestOf(),
  after: manifestOf({ description: GREEDY }),
};

/** The worker with faults that no schema is known to cause, and that only its end ends. */
export default (job: Job): Answers => {
  begin(job.begun);
  const has = (text: string): boolean => job.kind === 'compare' && job.asked.join().includes(text);
  const held: unknown[] = [];
  while (has(ENDLESS));
  while (has(PATIENT) && !isDropped(job.begun));
  while (has(GREEDY)) held.push(new Array(1_000_000).fill(held.length));
  return answer(job);
};

export const STUCK_WORKER = new URL('./stuck-worker-thread.mjs', import.meta.url).href;
