import type { Contract } from '../contract/contract.js';
import type { Json, JsonObject } from '../json/value.js';

const BASE: Contract = {
  description: 'Create a support ticket.',
  input_schema: { type: 'object', properties: { q: { type: 'string' } } },
  side_effect: true,
  idempotent: true,
  timeout_ms: 5000,
  target: { kind: 'none' },
};

/** The smallest contract that says this. */
export const exampleContract = (part: Partial<Contract>): Contract => ({ ...BASE, ...part });

/** A tool that takes these arguments and no others. */
export const taking = (properties: JsonObject, more: JsonObject = {}): Partial<Contract> => ({
  input_schema: { type: 'object', properties, additionalProperties: false, ...more },
});

/** A tool that answers with these fields. */
export const answering = (properties: JsonObject, more: JsonObject = {}): Partial<Contract> => ({
  output_schema: { type: 'object', properties, ...more },
});

/** A tool whose argument, or whose answer, `value` is of this schema. */
export const takingValue = (value: Json): Partial<Contract> => taking({ value });

export const answeringValue = (value: Json): Partial<Contract> => answering({ value });
