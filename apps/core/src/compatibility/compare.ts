import type { Contract, DeclaredChange } from '../contract/contract.js';
import type { Json } from '../json/value.js';
import type { Change } from './change.js';
import { compareFields } from './comparison/fields.js';
import { compareSchemas } from './comparison/schemas.js';
import { withDeclarations } from './comparison/declarations.js';

/**
 * Every difference between two contracts, once, in the order of their places. It reads the text
 * only; whether a difference lets more or fewer instances pass is the engine's to say.
 */
export const compareContracts = (
  before: Contract,
  after: Contract,
  declared: readonly DeclaredChange[],
): readonly Change[] =>
  withDeclarations(
    [
      ...compareFields(before, after),
      ...compareSchemas('input', before.input_schema, after.input_schema),
      ...compareOutputs(before.output_schema, after.output_schema),
    ],
    declared,
  ).toSorted(byPlace);

/** By the pointer, so that the order of keys in a document never shows. */
const byPlace = (one: Change, other: Change): number => {
  const [left, right] = [one, other].map(({ path, subject }) => `${path}\u0000${subject}`);
  return left === right ? 0 : (left ?? '') < (right ?? '') ? -1 : 1;
};

const compareOutputs = (before: Json | undefined, after: Json | undefined): Change[] => {
  if (before !== undefined && after !== undefined) return compareSchemas('output', before, after);
  if (before === undefined && after === undefined) return [];
  return [
    Object.freeze({
      side: 'output',
      aspect: 'output-schema',
      action: before === undefined ? 'added' : 'removed',
      path: '/output_schema',
      subject: 'output_schema',
      edits: [],
    } satisfies Change),
  ];
};
