import { TrailExaminer, type TrailVerdict } from '#core/audit/examine-trail.js';
import { readHeader, type ExportHeader } from '#core/audit/export-header.js';
import { usageFailure } from '../exit-codes.js';
import { judge, type Handed } from './checkpoint-texts.js';
import type { PublicKeys } from './public-keys.js';

export type Outcome =
  | { readonly kind: 'examined'; readonly header: ExportHeader; readonly verdict: TrailVerdict }
  /** A checkpoint is not what it claims to be, so that nothing can be held against it. */
  | { readonly kind: 'not-genuine'; readonly reason: string };

/**
 * Recomputes an export line by line. Without keys no checkpoint counts, not even those that the
 * export holds.
 */
export const verifyTrail = async (
  lines: AsyncIterable<string>,
  kept: readonly Handed[],
  keys: PublicKeys | null,
): Promise<Outcome> => {
  let header: ExportHeader | null = null;
  let examiner: TrailExaminer | null = null;
  for await (const line of lines) {
    if (header === null || examiner === null) {
      header = readHeader(line);
      if (header === null) throw notAnExport();
      const judged = keys === null ? NONE : judge([...kept, ...heldBy(header)], keys);
      if (!judged.ok) return { kind: 'not-genuine', reason: judged.reason };
      examiner = new TrailExaminer(header, judged.checkpoints);
    } else {
      examiner.take(line);
    }
  }
  if (header === null || examiner === null) throw notAnExport();
  return { kind: 'examined', header, verdict: examiner.conclude() };
};

const NONE = { ok: true, checkpoints: [] } as const;

const heldBy = ({ starts_from, checkpoint }: ExportHeader): Handed[] =>
  [starts_from, checkpoint].flatMap((text) =>
    text === null ? [] : [{ text, from: 'the export' }],
  );

function notAnExport(): Error {
  return usageFailure(
    'the first line is not that of an export',
    '`quartermaster audit export` writes one.',
  );
}
