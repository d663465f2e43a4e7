import type { Json } from '../../json/value.js';
import { valueKey } from './equality.js';
import type { Meter } from './theories/sample.js';
import { weightOf } from './weight.js';

/** Steps for each character of a value, and for each value that is tried. */
const READING = 0.01;
const TRYING = 0.01;

/**
 * One value for each place, all different, or null: a matching of places with values. Each place
 * offers either all that it can hold or as many values as there are places, so that null is proof
 * as far as the offers are complete; `budget` where the steps have run out.
 */
export const distinctValues = (
  offers: readonly (readonly Json[])[],
  meter: Meter,
): Json[] | null | 'budget' => {
  const holder = new Map<string, number>();
  const chosen: Json[] = [];
  const keyed = new Map<readonly Json[], readonly string[]>();
  for (const values of new Set(offers)) {
    if (!meter.spend(weightOf(values) * READING)) return 'budget';
    keyed.set(values, values.map(valueKey));
  }
  const keys = offers.map((values) => keyed.get(values) ?? []);
  const settle = (place: number, seen: Set<string>): boolean => {
    for (const [at, key] of (keys[place] ?? []).entries()) {
      if (seen.has(key) || !meter.spend(TRYING)) continue;
      seen.add(key);
      const other = holder.get(key);
      if (other !== undefined && !settle(other, seen)) continue;
      holder.set(key, place);
      chosen[place] = offers[place]?.[at] ?? null;
      return true;
    }
    return false;
  };
  for (const place of offers.keys()) {
    if (!settle(place, new Set())) return meter.spend(0) ? null : 'budget';
  }
  return chosen;
};
