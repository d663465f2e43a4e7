import type { Json } from '#core/json/value.js';
import type { PreparedManifest } from '#core/registration/prepared-manifest.js';
import type { Worksheet } from '../../comparison/worksheet.js';
import { Problem } from '../../http/problem.js';

/** Reads a manifest that stands at `base` in the body, or refuses the body; lints it where that is wanted. */
export const preparedOr400 = async (
  sheet: Worksheet,
  manifest: Json,
  { base = '', lintFor = null }: { readonly base?: string; readonly lintFor?: string | null } = {},
): Promise<PreparedManifest> => {
  const [preparation] = await sheet.prepare([manifest], [lintFor]);
  if (preparation === undefined) throw new Error('one manifest has one preparation');
  if (preparation.ok) return preparation.prepared;
  const count = preparation.errors.length;
  throw new Problem('body-invalid', {
    detail: `${count === 1 ? 'One field' : `${count} fields`} of the manifest cannot be read.`,
    errors: preparation.errors.map((error) => ({ ...error, pointer: base + error.pointer })),
  });
};
