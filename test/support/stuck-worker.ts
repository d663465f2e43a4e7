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

/** What the workers run then. */
export const STUCK_WORKER = new URL('./stuck-worker-thread.mjs', import.meta.url).href;
