import type { Json } from '#core/json/value.js';
import { prepareManifest, type PreparedManifest } from '#core/registration/prepared-manifest.js';
import { Problem } from '../../http/problem.js';

/** Reads a manifest that stands at `base` in the body, or refuses the body. */
export const preparedOr400 = (manifest: Json, base = ''): PreparedManifest => {
  const preparation = prepareManifest(manifest);
  if (preparation.ok) return preparation.prepared;
  const count = preparation.errors.length;
  throw new Problem('body-invalid', {
    detail: `${count === 1 ? 'One field' : `${count} fields`} of the manifest cannot be read.`,
    errors: preparation.errors.map((error) => ({ ...error, pointer: base + error.pointer })),
  });
};
