import { MANIFEST_SCHEMA } from '#core/contract/manifest-schema.js';
import { isArray, isObject, objectOf, type Json, type JsonObject } from '#core/json/value.js';

const HERE = '#/components/schemas/Manifest';

/** References of the published schema are relative to itself; here it is a part of a document. */
const relocated = (value: Json, key = ''): Json => {
  if (typeof value === 'string') return key === '$ref' ? value.replace(/^#/, HERE) : value;
  if (isArray(value)) return value.map((item) => relocated(item));
  if (!isObject(value)) return value;
  return objectOf(Object.entries(value).map(([name, item]) => [name, relocated(item, name)]));
};

/** The manifest as the description of the interface refers to it. */
export const MANIFEST_COMPONENT: JsonObject = objectOf(
  Object.entries(MANIFEST_SCHEMA).map(([name, item]) => [name, relocated(item, name)]),
);
