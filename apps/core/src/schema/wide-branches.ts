/** Long lists of alternatives, each of which is compiled once however often it stands there. */
import { isArray, isObject, member, type Json, type JsonObject } from '../json/value.js';
import {
  compiledOnce,
  FEW,
  isSelfContained,
  type Compiled,
  type PlacedError,
  type TableCheck,
} from './compiled-once.js';
import { meaningOf } from './meaning.js';
import { mismatchWith, type Mismatch } from './telling-constants.js';

/** Keywords of ours, in place of the long lists of those that they are named after. */
export const BRANCH_TABLES = {
  allOf: 'tabledAllOf',
  anyOf: 'tabledAnyOf',
  oneOf: 'tabledOneOf',
} as const;

export type Union = keyof typeof BRANCH_TABLES;

const isUnion = (keyword: string): keyword is Union => Object.hasOwn(BRANCH_TABLES, keyword);

/**
 * The keyword that the branches are judged by one by one, with these, if there are many and they
 * refer to nothing outside of themselves, or are definitions that do not; null where they have to
 * stand as they are.
 */
export const tableOfBranches = (
  keyword: string,
  value: Json,
  targetOf: (branch: Json) => Json = (branch) => branch,
): readonly [string, readonly Json[]] | null => {
  if (!isUnion(keyword) || !isArray(value) || value.length <= FEW) return null;
  const branches = value.map(targetOf);
  return branches.every(isSelfContained) ? [BRANCH_TABLES[keyword], branches] : null;
};

/** The branches of a schema that would stand in tables. */
export const tabledBranches = (schema: JsonObject): JsonObject[] =>
  Object.keys(BRANCH_TABLES).flatMap((keyword) => {
    const list = member(schema, keyword) ?? null;
    const isTabled = isArray(list) && tableOfBranches(keyword, list) !== null;
    return isTabled ? list.filter(isObject) : [];
  });

const HOLDS: Readonly<Record<Union, (passing: number, all: number) => boolean>> = {
  allOf: (passing, all) => passing === all,
  anyOf: (passing) => passing > 0,
  oneOf: (passing) => passing === 1,
};

/** After so many the rest makes no difference. */
const ENOUGH: Readonly<Record<Union, number>> = { allOf: Infinity, anyOf: 1, oneOf: 2 };

const MESSAGES: Readonly<Record<Union, string | null>> = {
  allOf: null,
  anyOf: 'must match a schema in anyOf',
  oneOf: 'must match exactly one schema in oneOf',
};

/** How ajv compiles a branch, and words what is wrong with the union. */
export interface BranchCompiler<E extends PlacedError> {
  /** Names the way in which `compile` does it. */
  readonly variant: string;
  readonly compile: (schema: JsonObject) => Compiled<E>;
  readonly mismatchOf: (mismatch: Mismatch) => E;
  readonly errorOf: (
    keyword: Union,
    message: string,
    passing: readonly number[],
    instancePath: string,
  ) => E;
}

/** The check of a list of branches, each compiled when it is first needed. */
export const checkOfBranches = <E extends PlacedError>(
  keyword: Union,
  branches: readonly Json[],
  { variant, compile, mismatchOf, errorOf }: BranchCompiler<E>,
): TableCheck<E> => {
  const checks = branches.map((branch) => {
    if (!isObject(branch)) {
      const errors = [errorOf(keyword, 'boolean schema is false', [], '')];
      return { errors, holds: () => branch !== false };
    }
    const compiled = (): Compiled<E> =>
      compiledOnce(`${variant} ${meaningOf(branch)}`, () => compile(branch));
    return checkOnce(mismatchWith(branch), mismatchOf, compiled);
  });
  const check: TableCheck<E> = (data, at) => {
    const place = at?.instancePath ?? '';
    const errors: E[] = [];
    const passing: number[] = [];
    for (const [index, own] of checks.entries()) {
      if (passing.length >= ENOUGH[keyword]) break;
      if (own.holds(data)) passing.push(index);
      else errors.push(...own.errors.map((error) => placed(error, place)));
    }
    const holds = HOLDS[keyword](passing.length, branches.length);
    const message = MESSAGES[keyword];
    if (!holds && message !== null) errors.push(errorOf(keyword, message, passing, place));
    check.errors = holds ? [] : errors;
    return holds;
  };
  return check;
};

const placed = <E extends PlacedError>(error: E, place: string): E => ({
  ...error,
  instancePath: place + error.instancePath,
});

interface BranchCheck<E extends PlacedError> {
  readonly errors: readonly E[];
  readonly holds: (data: unknown) => boolean;
}

const checkOnce = <E extends PlacedError>(
  mismatch: (data: unknown) => Mismatch | null,
  mismatchOf: (mismatch: Mismatch) => E,
  compile: () => Compiled<E>,
): BranchCheck<E> => {
  let compiled: Compiled<E> | null = null;
  let errors: readonly E[] = [];
  return {
    get errors() {
      return errors;
    },
    holds: (data) => {
      const found = mismatch(data);
      if (found === null) compiled ??= compile();
      const isGood = found === null && compiled?.(data) === true;
      errors = found === null ? (compiled?.errors ?? []) : [mismatchOf(found)];
      return isGood;
    },
  };
};
