import { canonicalJson } from '../json/canonical.js';
import { readJson } from '../json/read.js';
import { isArray, isObject, member, type Json, type JsonObject } from '../json/value.js';

/** The first line of an export: what the lines below it are, each of them the text of one event. */
export interface ExportHeader {
  /** The number that the export begins with, or would begin with. */
  readonly first_seq: number;
  /** The number and the hash of its last event; `first_seq - 1` and "" where there is none. */
  readonly seq: number;
  readonly head: string;
  /** Null is every event in between; else only those about these namespaces, with gaps. */
  readonly namespaces: readonly string[] | null;
  /** The signed checkpoint of the event right before the first, where old ones were let go. */
  readonly starts_from: string | null;
  /** The latest signed checkpoint up to `seq`. */
  readonly checkpoint: string | null;
}

export const headerLine = (header: ExportHeader): string => {
  const { first_seq, seq, head, namespaces, starts_from, checkpoint } = header;
  const stated = { schema: 1, first_seq, seq, head, namespaces, starts_from, checkpoint };
  return canonicalJson({ export: stated });
};

/** Null is a line that `headerLine` would not write. */
export const readHeader = (line: string): ExportHeader | null => {
  const reading = readJson(line);
  const stated = reading.ok && isObject(reading.value) ? member(reading.value, 'export') : null;
  if (!isObject(stated)) return null;
  const [firstSeq, seq] = ['first_seq', 'seq'].map((name) => member(stated, name));
  const head = member(stated, 'head');
  const namespaces = namesOf(member(stated, 'namespaces'));
  if (!isCount(firstSeq) || !isCount(seq) || typeof head !== 'string') return null;
  if (namespaces === undefined) return null;
  const header = { first_seq: firstSeq, seq, head, namespaces, ...checkpointsOf(stated) };
  return headerLine(header) === line ? header : null;
};

const checkpointsOf = (stated: JsonObject) => ({
  starts_from: textAt(stated, 'starts_from'),
  checkpoint: textAt(stated, 'checkpoint'),
});

const textAt = (object: JsonObject, name: string): string | null => {
  const value = member(object, name);
  return typeof value === 'string' ? value : null;
};

const namesOf = (value: Json | undefined): readonly string[] | null | undefined => {
  if (value === null) return null;
  return isArray(value) && value.every((name) => typeof name === 'string') ? value : undefined;
};

const isCount = (value: Json | undefined): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
