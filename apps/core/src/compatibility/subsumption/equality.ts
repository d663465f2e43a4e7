import { canonicalJson } from '../../json/canonical.js';
import type { Json } from '../../json/value.js';

/** Equal as JSON Schema has it: 1 and 1.0 are one value, the order of members is none. */
export const valueKey = (value: Json): string =>
  typeof value === 'number' ? String(value === 0 ? 0 : value) : canonicalJson(value);
