import { createMeter } from './theories/sample.js';
import { hasString } from './theories/sample-strings.js';
import { stringsWith } from './theories/strings.js';

/** Enough for one match of a long string; a membership test is linear in it. */
const MATCH_BUDGET = 1_000_000;

/** Does the pattern match somewhere in the text? null where it is beyond us. */
export const matchesPattern = (source: string, text: string): boolean | null =>
  hasString(stringsWith({ pattern: source }), text, createMeter(MATCH_BUDGET));
