import type { ProblemEntry } from './kind.js';
import { DOMAIN_PROBLEMS } from './domain-problems.js';
import { REQUEST_PROBLEMS } from './request-problems.js';

/** Every code that a refusal can carry. Codes are final: they never change once released. */
export const PROBLEMS = { ...REQUEST_PROBLEMS, ...DOMAIN_PROBLEMS } as const satisfies Record<
  string,
  ProblemEntry
>;

export type ProblemCode = keyof typeof PROBLEMS;

export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(PROBLEMS, code);
