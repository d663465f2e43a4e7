import { readJson, type JsonReading } from '#core/json/read.js';
import type { Json } from '#core/json/value.js';

const HALF_A_PAIR = /\\ud[89a-f][0-9a-f]{2}/;

/**
 * JSON of which something is only asked. U+0000 is refused elsewhere because it cannot be stored;
 * here it does no harm. Of other faults only half a surrogate pair can hide behind it, and
 * `JSON.parse` keeps every key, `__proto__` too.
 */
export const readQuestion = (text: string): JsonReading => {
  const reading = readJson(text);
  if (reading.ok || reading.code !== 'nul-character') return reading;
  // JSON.parse gives JSON.
  const value = JSON.parse(text) as Json;
  return HALF_A_PAIR.test(JSON.stringify(value)) ? reading : { ok: true, value };
};
