import { sha256Hex } from '../json/digest.js';

/** The share of sessions that a version is served to. */
export interface Rollout {
  readonly percent: number;
  /** Another salt draws other sessions. */
  readonly salt: string;
}

interface SessionOfVersion {
  readonly tool_id: string;
  /** The version's identity, without build metadata. */
  readonly version: string;
  readonly session?: string;
}

/**
 * Whether a rollout admits a session. Each session has one fixed place between 0 and 100 for each
 * version and salt, so that a growing percentage only ever adds sessions. Without a session one is
 * outside of every partial rollout.
 */
export const admitsSession = (rollout: Rollout, asked: SessionOfVersion): boolean => {
  if (rollout.percent >= 100) return true;
  if (rollout.percent <= 0 || asked.session === undefined) return false;
  return placeOf(rollout.salt, asked.tool_id, asked.version, asked.session) < rollout.percent;
};

/** From 0 up to but not including 100, evenly spread: the first 32 bits of a hash. */
const placeOf = (...parts: readonly string[]): number =>
  (Number.parseInt(sha256Hex(JSON.stringify(parts)).slice(0, 8), 16) / 2 ** 32) * 100;
