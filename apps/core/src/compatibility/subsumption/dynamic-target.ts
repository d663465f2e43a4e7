import { isObject, member } from '../../json/value.js';
import type { ResourceIndex } from '../../schema/resources.js';
import { splitFragment } from '../../schema/uri.js';
import type { Located } from './declared.js';

/** Where a `$dynamicRef` leads if the document leaves it no choice; null otherwise. */
export const singleDynamicTarget = (index: ResourceIndex, at: Located): Located | null => {
  const ref = isObject(at.schema) ? member(at.schema, '$dynamicRef') : undefined;
  if (typeof ref !== 'string') return null;
  const found = index.resolve(ref, at.location);
  if ('fault' in found) return null;
  const { fragment } = splitFragment(ref);
  const anchors = [...index.locations.values()].filter(
    ({ schema }) => isObject(schema) && member(schema, '$dynamicAnchor') === fragment,
  );
  const isDynamic = anchors.some(({ pointer }) => pointer === found.pointer);
  if (isDynamic && anchors.length > 1) return null;
  return { schema: found.schema, location: found.pointer, dialect: found.dialect };
};
