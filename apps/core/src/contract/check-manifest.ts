import { member, type Json } from '../json/value.js';
import { policyFaults } from '../policy/policy-faults.js';
import type { FieldError } from '../problems/field-error.js';
import type { Refusal } from '../problems/refusal.js';
import { checkSchema } from '../schema/check-schema.js';
import type { Contract, Manifest } from './contract.js';

/**
 * The rules that one manifest must keep whatever is stored already: usable schemas, a policy that
 * keeps the rules of its own risk level, annotations that do not contradict the contract. All
 * refusals, with pointers into the manifest. What ties contract and policy is a gate, not checked.
 */
export const checkManifest = (manifest: Manifest): Refusal[] => {
  const { contract, policy } = manifest;
  return [
    ...refusal('schema-invalid', 'A schema cannot be used.', schemaErrors(contract)),
    ...refusal(
      'policy-invalid',
      'The policy breaks the rules of its risk level.',
      policy === undefined ? [] : policyFaults(policy).map((error) => under('/policy', error)),
    ),
    ...refusal(
      'annotations-contradict',
      'The annotations contradict the contract.',
      contradictions(contract),
    ),
  ];
};

const refusal = (code: Refusal['code'], message: string, errors: FieldError[]): Refusal[] =>
  errors.length === 0 ? [] : [{ code, message, errors }];

const under = (base: string, { pointer, code, message }: FieldError): FieldError => ({
  pointer: base + pointer,
  code,
  message,
});

const schemaErrors = ({ input_schema: input, output_schema: output }: Contract): FieldError[] => {
  const faults = checkSchema(input, 'input').map((fault) => under('/input_schema', fault));
  if (output === undefined) return faults;
  return [
    ...faults,
    ...checkSchema(output, 'output').map((fault) => under('/output_schema', fault)),
  ];
};

/** What a hint says that the field beside it denies; a hint that promises less is no lie. */
const CONTRADICTIONS = [
  { field: 'side_effect', is: false, hint: 'destructiveHint' },
  { field: 'side_effect', is: true, hint: 'readOnlyHint' },
  { field: 'idempotent', is: false, hint: 'idempotentHint' },
] as const;

const contradictions = (contract: Contract): FieldError[] => {
  const annotations: Readonly<Record<string, Json>> = contract.annotations ?? {};
  return CONTRADICTIONS.filter(
    ({ field, is, hint }) => contract[field] === is && member(annotations, hint) === true,
  ).map(({ field, is, hint }) => ({
    pointer: `/annotations/${hint}`,
    code: 'contradicts-field',
    message: `${hint} is true, but ${field} is ${is}.`,
  }));
};
