import type { State } from '../lifecycle/state.js';
import { admitsSession, type Rollout } from './rollout.js';
import { isBelow } from './precedence.js';
import { inRange, type Range } from './range.js';
import { isStable, type Version } from './version.js';

/** What serving has to know of a version. */
export interface ServableVersion {
  readonly version: Version;
  readonly state: State;
  readonly rollout: Rollout;
}

/** The part of a request that chooses among the versions of one tool. */
export interface Choice {
  readonly tool_id: string;
  /** Narrows the choice first; without one only stable versions are in it. */
  readonly pin?: Range;
  readonly session?: string;
}

/**
 * Which version a caller gets: the highest enabled one in the choice whose rollout admits the
 * session; where there is none, the highest deprecated one by the same rules; else none, and the
 * tool is absent. Everything in any other state is never served.
 */
export const servedVersion = <V extends ServableVersion>(
  versions: readonly V[],
  choice: Choice,
): V | null => {
  let enabled: V | null = null;
  let deprecated: V | null = null;
  for (const one of versions) {
    const { version, state, rollout } = one;
    if (!isChosen(version, choice.pin) || !isAdmitted(version, rollout, choice)) continue;
    if (state === 'enabled') enabled = higher(enabled, one);
    else if (state === 'deprecated') deprecated = higher(deprecated, one);
  }
  return enabled ?? deprecated;
};

/** The first of two that are the same. */
const higher = <V extends ServableVersion>(one: V | null, other: V): V =>
  one === null || isBelow(one.version, other.version) ? other : one;

/** Whether some pin or session is served some version: what a caller may learn exists at all. */
export const couldBeServed = (
  versions: readonly Pick<ServableVersion, 'state' | 'rollout'>[],
): boolean => versions.some(({ state, rollout }) => isServable(state) && rollout.percent > 0);

export const isServable = (state: State): boolean => state === 'enabled' || state === 'deprecated';

const isChosen = (version: Version, pin: Range | undefined): boolean =>
  pin === undefined ? isStable(version) : inRange(pin, version);

const isAdmitted = (version: Version, rollout: Rollout, choice: Choice): boolean =>
  rollout.percent >= 100 ||
  admitsSession(rollout, {
    tool_id: choice.tool_id,
    version: version.identity,
    ...(choice.session === undefined ? {} : { session: choice.session }),
  });
