import type { JsonFault, JsonReading } from './reading.js';
import { JsonReader } from './reader.js';
import type { Json } from './value.js';

export type { JsonFault, JsonFaultCode, JsonReading } from './reading.js';
export { MAX_JSON_DEPTH } from './reader.js';

/**
 * Reads one JSON document (RFC 8259) without losing anything: keys such as `__proto__` stay own
 * members, and what would not survive is refused (a key twice in one object, a number that is not
 * the decimal of its double, U+0000, half a surrogate pair). A syntax error outranks the other
 * faults, and those that make a document unreadable outrank the two characters.
 */
export const readJson = (text: string): JsonReading => new JsonReader(text).readToEnd();

/** A document read past its faults, each of which stands where its pointer says. */
export interface LenientReading {
  readonly ok: true;
  readonly value: Json;
  readonly faults: readonly JsonFault[];
}

/**
 * Reads on past what cannot be kept, for a document of many parts of which one may be spoilt. Only a
 * syntax error refuses it; of a key that stands twice the later value is read.
 */
export const readJsonWithFaults = (text: string): LenientReading | JsonFault => {
  const faults: JsonFault[] = [];
  const reading = new JsonReader(text, undefined, (fault) => faults.push(fault)).readPastFaults();
  return reading.ok ? { ...reading, faults } : reading;
};
