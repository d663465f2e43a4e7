import { sha256Hex } from '../json/digest.js';
import type { FieldError } from '../problems/field-error.js';

/** The share of sessions that a version is served to. */
export interface Rollout {
  readonly percent: number;
  /** Another salt draws other sessions. */
  readonly salt: string;
}

export const FULL_ROLLOUT: Rollout = { percent: 100, salt: '' };

export interface SessionOfVersion {
  readonly tool_id: string;
  /** The version's identity, without build metadata. */
  readonly version: string;
  readonly session?: string;
}

const MAX_SALT_LENGTH = 128;

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

/** Which rules a rollout breaks; pointers are relative to it. */
export const rolloutFaults = (rollout: Rollout): FieldError[] => [
  ...(Number.isInteger(rollout.percent) && rollout.percent >= 0 && rollout.percent <= 100
    ? []
    : [{ pointer: '/percent', code: 'out-of-range', message: 'a whole number from 0 to 100' }]),
  ...(rollout.salt.length <= MAX_SALT_LENGTH
    ? []
    : [
        {
          pointer: '/salt',
          code: 'out-of-range',
          message: `${MAX_SALT_LENGTH} characters at most`,
        },
      ]),
];

/** From 0 up to but not including 100, evenly spread: the first 32 bits of a hash. */
const placeOf = (...parts: readonly string[]): number =>
  (Number.parseInt(sha256Hex(JSON.stringify(parts)).slice(0, 8), 16) / 2 ** 32) * 100;
