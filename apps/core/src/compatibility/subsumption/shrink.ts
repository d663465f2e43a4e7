import { isArray, isObject, objectOf, type Json, type JsonObject } from '../../json/value.js';

/** How many smaller instances are tried at most, and how much text all of them together are. */
const MOST_TRIES = 300;
const MOST_TEXT = 200_000;

/** Smaller than the value, the smallest first. */
function* smaller(value: Json): Generator<Json> {
  if (isArray(value)) yield* smallerArrays(value);
  else if (isObject(value)) yield* smallerObjects(value);
  else if (typeof value === 'string' && value.length > 8) {
    const points = [...value];
    yield points.slice(0, Math.floor(points.length / 2)).join('');
    yield points.slice(0, -1).join('');
  }
}

function* smallerArrays(value: readonly Json[]): Generator<Json> {
  for (const at of value.keys()) yield value.filter((_, index) => index !== at);
  for (const [at, item] of value.entries()) {
    for (const less of smaller(item)) yield value.with(at, less);
  }
}

function* smallerObjects(value: JsonObject): Generator<Json> {
  const entries = Object.entries(value);
  for (const at of entries.keys()) yield objectOf(entries.filter((_, index) => index !== at));
  for (const [at, [key, inner]] of entries.entries()) {
    for (const less of smaller(inner)) yield objectOf(entries.with(at, [key, less]));
  }
}

/** The witness with everything taken away that it can do without. */
export const shrink = (witness: Json, isWitness: (value: Json) => boolean): Json => {
  let best = witness;
  let tries = 0;
  let most = mostTries(best);
  for (let shrunk = true; shrunk;) {
    shrunk = false;
    for (const candidate of smaller(best)) {
      tries += 1;
      if (tries > most) return best;
      if (!isWitness(candidate)) continue;
      best = candidate;
      most = mostTries(best);
      shrunk = true;
      break;
    }
  }
  return best;
};

const mostTries = (value: Json): number =>
  Math.min(MOST_TRIES, Math.ceil(MOST_TEXT / JSON.stringify(value).length));
