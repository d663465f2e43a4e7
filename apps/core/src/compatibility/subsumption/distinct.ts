import type { Json } from '../../json/value.js';
import { valueKey } from './equality.js';

/**
 * One value for each place, all different, or null: a matching of places with values. Each place
 * offers either all that it can hold or as many values as there are places, so that null is proof
 * as far as the offers are complete.
 */
export const distinctValues = (offers: readonly (readonly Json[])[]): Json[] | null => {
  const holder = new Map<string, number>();
  const chosen: Json[] = [];
  const keys = offers.map((values) => values.map(valueKey));
  const settle = (place: number, seen: Set<string>): boolean => {
    for (const [at, key] of (keys[place] ?? []).entries()) {
      if (seen.has(key)) continue;
      seen.add(key);
      const other = holder.get(key);
      if (other !== undefined && !settle(other, seen)) continue;
      holder.set(key, place);
      chosen[place] = offers[place]?.[at] ?? null;
      return true;
    }
    return false;
  };
  for (const place of offers.keys()) if (!settle(place, new Set())) return null;
  return chosen;
};
