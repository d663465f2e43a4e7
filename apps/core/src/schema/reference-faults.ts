import { pointer } from '../json/pointer.js';
import { isArray, isObject, member } from '../json/value.js';
import { circleFaults } from './circle-faults.js';
import type { SchemaFault } from './fault.js';
import { SCHEMA_LIMITS } from './limits.js';
import { metaFaults } from './meta-faults.js';
import {
  everySchema,
  isInDocument,
  referencesOf,
  type Located,
  type Reference,
} from './reachable.js';
import type { ResourceIndex } from './resources.js';

/**
 * References that lead to nothing or to no schema, and unions with too many branches; where all
 * resolve, also those that run in circles or multiply each other (`circleFaults`).
 */
export const referenceFaults = (index: ResourceIndex): SchemaFault[] => {
  const places = everySchema(index);
  const isSchema = schemaTest(index);
  let hasReferences = false;
  const faults = [...places.values()].flatMap((place) => {
    const references = referencesOf(place);
    if (references.length === 0) return branchFaults(place);
    hasReferences = true;
    return [...unresolvedAt(index, place, references, isSchema), ...branchFaults(place)];
  });
  // Without a reference nothing comes back, and nothing reaches further than schemas may nest.
  return faults.length > 0 || !hasReferences ? faults : circleFaults(index, places);
};

/** A pointer may lead where no schema is expected; what stands there must be one all the same. */
const schemaTest = (index: ResourceIndex): ((at: Located) => boolean) => {
  const known = new Map<string, boolean>();
  return (at) => {
    if (index.locations.has(at.pointer) || !isInDocument(at.pointer)) return true;
    const answer = known.get(at.pointer) ?? metaFaults(at.schema, at.dialect).length === 0;
    known.set(at.pointer, answer);
    return answer;
  };
};

const unresolvedAt = (
  index: ResourceIndex,
  at: Located,
  references: readonly Reference[],
  isSchema: (at: Located) => boolean,
): SchemaFault[] =>
  references.flatMap(({ keyword, ref }) => {
    const where = pointer(at.pointer, keyword);
    const found = index.resolve(ref, at.pointer);
    if ('fault' in found) return [{ ...found.fault, pointer: where }];
    if (isSchema(found)) return [];
    const message = `"${ref}" leads to something that is no schema.`;
    return [{ pointer: where, code: 'reference-unresolved', message }];
  });

const UNIONS = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'];

const branchFaults = ({ schema, pointer: at }: Located): SchemaFault[] => {
  const faults: SchemaFault[] = [];
  for (const keyword of UNIONS) {
    const branches = isObject(schema) ? member(schema, keyword) : undefined;
    if (!isArray(branches) || branches.length <= SCHEMA_LIMITS.branches) continue;
    const message = `${branches.length} branches are more than ${SCHEMA_LIMITS.branches}.`;
    faults.push({ pointer: pointer(at, keyword), code: 'too-many-branches', message });
  }
  return faults;
};
