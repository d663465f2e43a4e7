import { isProblemCode, PROBLEMS } from '#core/problems/catalogue.js';
import { codeOf } from '../config/system-error.js';

/** Kinds of refusal that are no decision but a fault. */
const FAULTS: ReadonlySet<string> = new Set(['internal', 'unavailable']);

/** What a span says of what was thrown in it: a code or a class, as messages name things. */
export const failureOf = (error: unknown): { readonly type: string; readonly isFault: boolean } => {
  const code = codeOf(error);
  if (isProblemCode(code)) return { type: code, isFault: FAULTS.has(PROBLEMS[code].kind) };
  return { type: code === '' ? classOf(error) : code, isFault: true };
};

const classOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
