import { PROBLEMS } from '#core/problems/catalogue.js';
import { FAMILIES } from './families.js';
import { counter, histogram } from './instruments.js';

/** Seconds, from what is answered out of memory to what a client gives up on. */
const REQUEST_BOUNDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
] as const;

const LAG_BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5] as const;

/** What is counted as it happens, by whoever does it. One for each application. */
export class Meters {
  readonly requests = counter(FAMILIES.requests);
  readonly requestSeconds = histogram(FAMILIES.requestSeconds, REQUEST_BOUNDS);
  readonly refusals = counter(FAMILIES.refusals);
  readonly registrations = counter(FAMILIES.registrations);
  readonly candidateAnswers = counter(FAMILIES.candidateAnswers);
  readonly candidateSources = counter(FAMILIES.candidateSources);
  readonly candidateTools = counter(FAMILIES.candidateTools);
  readonly candidatesStale = counter(FAMILIES.candidatesStale);
  readonly comparisonSeconds = histogram(FAMILIES.comparisonSeconds, REQUEST_BOUNDS);
  readonly snapshotReady = counter(FAMILIES.snapshotReady);
  readonly eventStreams = counter(FAMILIES.eventStreams);
  readonly eventStreamsCut = counter(FAMILIES.eventStreamsCut);
  readonly brokenGlass = counter(FAMILIES.brokenGlass);
  readonly webhookDeliveries = counter(FAMILIES.webhookDeliveries);
  readonly eventLoopLag = histogram(FAMILIES.eventLoopLag, LAG_BOUNDS);

  /** A series that begins with its first event hides that event from `rate()`. */
  constructor() {
    for (const code of Object.keys(PROBLEMS)) this.refusals.at(code);
    for (const outcome of OUTCOMES) this.registrations.at(outcome);
    this.candidatesStale.at();
    this.eventStreams.at();
    for (const reason of CUT_REASONS) this.eventStreamsCut.at(reason);
    this.brokenGlass.at();
    for (const outcome of DELIVERIES) this.webhookDeliveries.at(outcome);
    this.eventLoopLag.at();
  }
}

const CUT_REASONS = ['slow', 'unauthenticated', 'trail-changed'] as const;

const DELIVERIES = ['delivered', 'failed', 'given-up'] as const;

const OUTCOMES = ['created', 'replaced', 'unchanged', 'refused'] as const;
