import { isAmong } from '../policy/subject.js';

/** A gate holds a version up only where it is red, an error, and not waived now. */
export interface Gate {
  readonly gate: string;
  readonly ok: boolean;
  readonly why: string;
  /** A warning never holds anything up. */
  readonly level: 'error' | 'warning';
  /** From which step on it is asked. */
  readonly asked_at: GateMoment;
  /** The waiver in force now, if any. */
  readonly waived: Waiver | null;
}

export type GateMoment = 'submit' | 'release';

export interface Waiver {
  readonly gate: string;
  readonly reason: string;
  readonly granted_by: string;
  readonly expires_at: Date;
}

/** The gates that hold a version up at this moment; everything asked at submit is asked again. */
export const gatesInTheWay = (gates: readonly Gate[], moment: GateMoment): readonly Gate[] =>
  gates.filter(
    (gate) =>
      !gate.ok &&
      gate.level === 'error' &&
      gate.waived === null &&
      (moment === 'release' || gate.asked_at === 'submit'),
  );

/**
 * The waivers that count: nobody lets their own content pass a gate, not even where they became an
 * author of it after they had waived.
 */
export const waiversOfOthers = <W extends Pick<Waiver, 'granted_by'>>(
  waivers: readonly W[],
  authors: readonly string[],
): W[] => waivers.filter(({ granted_by: by }) => !isAmong(by, authors));

/** The waiver of a gate that is in force at a moment; the one that lasts longest, where several are. */
export const waiverInForce = (
  waivers: readonly Waiver[],
  gate: string,
  now: Date,
): Waiver | null => {
  const inForce = waivers.filter((waiver) => waiver.gate === gate && waiver.expires_at > now);
  return inForce.reduce<Waiver | null>(
    (longest, waiver) =>
      longest === null || waiver.expires_at > longest.expires_at ? waiver : longest,
    null,
  );
};
