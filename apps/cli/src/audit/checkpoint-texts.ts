import { readFile } from 'node:fs/promises';
import { readCheckpoint, type Checkpoint } from '#core/audit/checkpoint.js';
import { usageFailure } from '../exit-codes.js';
import { isGenuine, type PublicKeys } from './public-keys.js';

/** A checkpoint as somebody handed it to us, and who. */
export interface Handed {
  readonly text: string;
  readonly from: string;
}

/** The checkpoints that were kept in a file, one a line; blank lines and those after # are not. */
export const keptIn = async (path: string): Promise<Handed[]> => {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw usageFailure(`${path} cannot be read: ${reason}`);
  });
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const kept = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (kept.length === 0) throw usageFailure(`${path} holds no checkpoint`);
  return kept.map((line) => ({ text: line, from: path }));
};

export type Judged =
  | { readonly ok: true; readonly checkpoints: readonly Checkpoint[] }
  | { readonly ok: false; readonly reason: string };

/** The checkpoints whose signatures hold; one that does not spoils the whole. */
export const judge = (handed: readonly Handed[], keys: PublicKeys): Judged => {
  const checkpoints = new Map<string, Checkpoint>();
  for (const { text, from } of handed) {
    const signed = readCheckpoint(text);
    if (signed === null) return { ok: false, reason: `${from} holds what is no checkpoint` };
    const { seq, key_id } = signed.checkpoint;
    const genuine = isGenuine(keys, signed);
    if (genuine === undefined) {
      const reason = `the checkpoint of event ${seq} (${from}) names the key ${key_id}, which is not among those given`;
      return { ok: false, reason };
    }
    if (!genuine) {
      const reason = `the checkpoint of event ${seq} (${from}) was not signed by the key that it names`;
      return { ok: false, reason };
    }
    checkpoints.set(text, signed.checkpoint);
  }
  return { ok: true, checkpoints: [...checkpoints.values()] };
};
