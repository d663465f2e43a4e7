import { isArray, isObject, objectOf, type Json } from '../../json/value.js';

/** How many smaller instances are tried at most. */
const MOST_TRIES = 300;

/** Smaller than the value, the smallest first. */
function* smaller(value: Json): Generator<Json> {
  if (isArray(value)) {
    for (const at of value.keys()) yield value.filter((_, index) => index !== at);
    for (const [at, item] of value.entries()) {
      for (const less of smaller(item)) yield value.with(at, less);
    }
  } else if (isObject(value)) {
    const entries = Object.entries(value);
    for (const at of entries.keys()) yield objectOf(entries.filter((_, index) => index !== at));
    for (const [at, [key, inner]] of entries.entries()) {
      for (const less of smaller(inner)) yield objectOf(entries.with(at, [key, less]));
    }
  } else if (typeof value === 'string' && value.length > 8) {
    const points = [...value];
    yield points.slice(0, Math.floor(points.length / 2)).join('');
    yield points.slice(0, -1).join('');
  }
}

/** The witness with everything taken away that it can do without. */
export const shrink = (witness: Json, isWitness: (value: Json) => boolean): Json => {
  let best = witness;
  let tries = 0;
  for (let shrunk = true; shrunk;) {
    shrunk = false;
    for (const candidate of smaller(best)) {
      tries += 1;
      if (tries > MOST_TRIES) return best;
      if (!isWitness(candidate)) continue;
      best = candidate;
      shrunk = true;
      break;
    }
  }
  return best;
};
