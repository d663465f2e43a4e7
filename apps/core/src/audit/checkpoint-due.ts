/** How the trail stands against the last time that it was signed; null where it never was. */
export interface SinceCheckpoint {
  readonly events: number;
  readonly ageMs: number | null;
}

const EVERY_EVENTS = 10_000;

/**
 * Whether the trail is to be signed: something came, and long ago or a lot of it. A checkpoint from that
 * far in the future is from before the clock was put back, and as good as old.
 */
export const isCheckpointDue = ({ events, ageMs }: SinceCheckpoint, everyMs: number): boolean =>
  events > 0 && (ageMs === null || Math.abs(ageMs) >= everyMs || events >= EVERY_EVENTS);
