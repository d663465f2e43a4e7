import type { State } from '#core/lifecycle/state.js';
import type { Rollout } from '#core/versions/rollout.js';
import { versionOf } from '../../../database/records.js';
import type { VersionFacts } from './loaded-version.js';

/** The columns beside the number of a version. */
export interface FactColumns {
  readonly version: string;
  readonly state: State;
  readonly rollout_percent: number;
  readonly rollout_salt: string;
  readonly deprecation_reason: string | null;
  readonly sunset_at: Date | null;
  readonly successor: string | null;
}

const MOST_KNOWN = 10_000;
const FOR_ALL: Rollout = { percent: 100, salt: '' };

/** Makes facts of columns; of most versions nothing is told but their number, and those share them. */
export class KnownFacts {
  private readonly plain = new Map<string, VersionFacts>();
  private rollout: Rollout = FOR_ALL;

  of(columns: FactColumns): VersionFacts {
    if (!isPlain(columns)) return this.factsOf(columns);
    const known = this.plain.get(columns.version);
    if (known !== undefined) return known;
    const facts = this.factsOf(columns);
    if (this.plain.size >= MOST_KNOWN) this.plain.clear();
    this.plain.set(columns.version, facts);
    return facts;
  }

  private factsOf(columns: FactColumns): VersionFacts {
    const { state, deprecation_reason, sunset_at, successor } = columns;
    const rollout = this.rolloutOf(columns);
    return {
      version: versionOf(columns),
      state,
      rollout,
      deprecation_reason,
      sunset_at,
      successor,
    };
  }

  private rolloutOf({ rollout_percent: percent, rollout_salt: salt }: FactColumns): Rollout {
    const { rollout } = this;
    if (rollout.percent !== percent || rollout.salt !== salt) this.rollout = { percent, salt };
    return this.rollout;
  }
}

const isPlain = (columns: FactColumns): boolean =>
  columns.state === 'enabled' &&
  columns.rollout_percent === FOR_ALL.percent &&
  columns.rollout_salt === FOR_ALL.salt &&
  columns.deprecation_reason === null &&
  columns.sunset_at === null &&
  columns.successor === null;
