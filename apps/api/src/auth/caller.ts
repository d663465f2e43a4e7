import type { Grant } from '#core/policy/grant.js';

export const CALLER_KINDS = ['pipeline', 'person', 'agent'] as const;

export type CallerKind = (typeof CALLER_KINDS)[number];

/** An authenticated identity. Two keys of the same subject are the same person. */
export interface Caller {
  readonly keyId: string;
  readonly subject: string;
  readonly kind: CallerKind;
  readonly grant: Grant;
}
