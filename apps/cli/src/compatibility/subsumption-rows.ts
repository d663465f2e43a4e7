import { decide, type DecideOptions } from '#core/compatibility/subsumption/decide.js';
import type { Verdict } from '#core/compatibility/subsumption/verdict.js';
import { isObject, member, type Json } from '#core/json/value.js';
import { dialectNamed, type Dialect } from '#core/schema/dialect.js';
import { readQuestion } from '../documents/read-question.js';

/** One line of the answer to a batch. */
export type Row = Verdict & { readonly id: Json; readonly ms: number; readonly message?: string };

const DIALECTS: ReadonlyMap<string, Dialect> = new Map([
  ...['7', 'draft7', 'draft-7', 'draft-07', 'draft07'].map((name) => [name, 'draft-07'] as const),
  ...['2020', '2020-12', 'draft2020-12', 'draft-2020-12', 'draft2020'].map(
    (name) => [name, '2020-12'] as const,
  ),
]);

/** The dialect of documents that name none; undefined where it is not one that is read. */
export const dialectOfName = (name: string): Dialect | undefined =>
  DIALECTS.get(name) ?? dialectNamed(name) ?? undefined;

/** Answers one line `{id, a, b, dialect?}`; what cannot be read is undecided, with the reason. */
export const answerLine = (line: string, options: DecideOptions, now: () => number): Row => {
  const started = now();
  const took = (): number => Math.round((now() - started) * 1000) / 1000;
  const reading = readQuestion(line);
  if (!reading.ok) {
    const reason = reading.code === 'unsafe-number' ? 'number' : 'keyword';
    return { id: idOf(line), verdict: 'undecided', reason, ms: took(), message: reading.message };
  }
  const row = isObject(reading.value) ? reading.value : {};
  const id = member(row, 'id') ?? null;
  const [a, b] = [member(row, 'a'), member(row, 'b')];
  if (!isSchema(a) || !isSchema(b)) {
    const message = 'a and b are schemas: objects or booleans';
    return { id, verdict: 'undecided', reason: 'keyword', ms: took(), message };
  }
  const verdict = answer(a, b, member(row, 'dialect'), options);
  return { id, ...verdict, ms: took() };
};

const isSchema = (value: Json | undefined): value is Json =>
  isObject(value) || typeof value === 'boolean';

const answer = (a: Json, b: Json, stated: Json | undefined, options: DecideOptions): Verdict => {
  if (stated === undefined || stated === null) return decide(a, b, options);
  const dialect = dialectOfName(String(stated));
  if (dialect !== undefined) return decide(a, b, { ...options, dialect });
  // Each document may still name a dialect of its own that is read.
  const named = [a, b].every(
    (schema) => isObject(schema) && member(schema, '$schema') !== undefined,
  );
  return named ? decide(a, b, options) : { verdict: 'undecided', reason: 'dialect' };
};

/** The id of a line that is JSON and still refused, such as one with 2^53+1 in it. */
const idOf = (line: string): Json => {
  const found = /"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)/.exec(line)?.[1];
  const reading = found === undefined ? null : readQuestion(found);
  return reading?.ok === true ? reading.value : null;
};
