import { isArray, isObject, member } from '../json/value.js';
import { appliedInPlace, referredTo, type Located } from './reachable.js';
import type { ResourceIndex } from './resources.js';

/**
 * Whether the schema itself says that only objects are valid, directly or through references and
 * compositions. Sound and simple: contradictions are not looked for, so that "no" may be said of a
 * schema that nothing at all satisfies. The references must be without circles (`referenceFaults`).
 */
export const provesObject = (index: ResourceIndex, root: Located): boolean => {
  const known = new Map<string, boolean>();
  const proves = (at: Located): boolean => {
    const answer = known.get(at.pointer) ?? provesHere(index, at, proves);
    known.set(at.pointer, answer);
    return answer;
  };
  return proves(root);
};

type Proves = (at: Located) => boolean;

const provesHere = (index: ResourceIndex, at: Located, proves: Proves): boolean => {
  const references = referredTo(index, at);
  // In draft-07 nothing beside a reference counts.
  if (at.dialect === 'draft-07' && references.length > 0) return references.some(proves);
  return saysObject(at) || references.some(proves) || composes(at, proves);
};

const saysObject = ({ schema }: Located): boolean => {
  if (!isObject(schema)) return false;
  const type = member(schema, 'type');
  const values = member(schema, 'enum');
  return (
    type === 'object' ||
    (isArray(type) && type.length > 0 && type.every((name) => name === 'object')) ||
    isObject(member(schema, 'const')) ||
    (isArray(values) && values.length > 0 && values.every((value) => isObject(value)))
  );
};

const composes = (at: Located, proves: Proves): boolean => {
  const inner = appliedInPlace(at);
  const of = (keyword: string) => inner.filter((schema) => schema.keyword === keyword);
  const all = (schemas: readonly Located[]): boolean => schemas.length > 0 && schemas.every(proves);
  const branches = [...of('then'), ...of('else')];
  return (
    of('allOf').some(proves) ||
    all(of('anyOf')) ||
    all(of('oneOf')) ||
    (of('if').length > 0 && branches.length === 2 && all(branches))
  );
};
