import { pointer } from '../json/pointer.js';
import { isArray, isObject, member } from '../json/value.js';
import { innerSchemas, referredTo, type Located } from '../schema/reachable.js';
import type { ResourceIndex } from '../schema/resources.js';
import type { LintHit } from './lint-rule.js';
import type { LintSubject } from './subject.js';

/** References back to a schema around them that no optional property stands in between of. */
export const requiredRecursion = ({ input: index }: LintSubject): LintHit[] => {
  const root = index?.locations.get('');
  if (index === null || root === undefined) return [];
  const hits = new Set<string>();
  const done = new Set<string>();
  walk({ index, hits, done, open: new Set() }, root);
  return [...hits].map((path) => ({ path: `/input_schema${path}` }));
};

interface Walk {
  readonly index: ResourceIndex;
  readonly hits: Set<string>;
  readonly done: Set<string>;
  /** The schemas that the one looked at stands in, by references and by place. */
  readonly open: Set<string>;
}

/** Far deeper than anything that a client takes; the call stack has an end too. */
const MOST_OPEN = 500;

const walk = (state: Walk, at: Located): void => {
  const { index, hits, done, open } = state;
  if (done.has(at.pointer) || open.size > MOST_OPEN) return;
  open.add(at.pointer);
  for (const target of referredTo(index, at)) {
    if (open.has(target.pointer)) hits.add(at.pointer);
    else walk(state, target);
  }
  for (const inner of needed(at)) walk(state, inner);
  open.delete(at.pointer);
  done.add(at.pointer);
};

const THROUGH: ReadonlySet<string> = new Set(['items', 'prefixItems', 'anyOf', 'oneOf', 'allOf']);

const needed = (at: Located): readonly Located[] => {
  const required = isObject(at.schema) ? member(at.schema, 'required') : undefined;
  const names = new Set(
    (isArray(required) ? required : []).map((name) =>
      typeof name === 'string' ? pointer(at.pointer, 'properties', name) : '',
    ),
  );
  return innerSchemas(at).filter(
    ({ keyword, pointer: path }) =>
      THROUGH.has(keyword) || (keyword === 'properties' && names.has(path)),
  );
};
