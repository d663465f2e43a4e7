import { CONTRACT_FIELDS } from '../contract/contract.js';
import { isArray, isObject, member, objectOf, type Json, type JsonObject } from '../json/value.js';

const POLICY_FIELDS = [
  'risk_level',
  'requires_approval',
  'allowed_roles',
  'allowed_tenants',
  'task_types',
];

/**
 * One version of a tool as an entry of a manifest file, from the governance view of both: registered
 * again it has the same contract and policy, byte for byte. State, approvals, evidence, waivers and
 * the platform's note are the catalog's own and stay behind.
 */
export const exportedTool = (tool: JsonObject, version: JsonObject): JsonObject => {
  const presentation = objectAt(tool, 'presentation');
  return objectOf([
    ...fieldsOf(version, ['tool_id', 'version', ...CONTRACT_FIELDS]),
    ...filledLists(version, ['changes', 'proposed']),
    ['policy', objectOf(fieldsOf(objectAt(tool, 'policy'), POLICY_FIELDS))],
    ...fieldsOf(presentation, ['owner']),
    ...filledLists(presentation, ['example_queries', 'aliases']),
  ]);
};

const fieldsOf = (object: JsonObject, names: readonly string[]): (readonly [string, Json])[] =>
  names.flatMap((name) => {
    const value = member(object, name);
    return value === undefined ? [] : [[name, value] as const];
  });

/** Left out is the same as empty for these. */
const filledLists = (object: JsonObject, names: readonly string[]): (readonly [string, Json])[] =>
  fieldsOf(object, names).filter(([, value]) => isArray(value) && value.length > 0);

const objectAt = (object: JsonObject, name: string): JsonObject => {
  const value = member(object, name);
  return isObject(value) ? value : {};
};
