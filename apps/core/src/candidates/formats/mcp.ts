import { isObject, member, objectOf, type Json, type JsonObject } from '../../json/value.js';
import type { Descriptor } from '../descriptor.js';
import { rootObject } from './root-object.js';
import { summarySchema } from './summary-schema.js';
import { fullDescription, oneLine } from './text.js';

type Entry = readonly [string, Json];

const PREFIX = 'quartermaster/';

/** A Tool of the Model Context Protocol, what its server said of `execution` and `icons` included. */
export const mcp = (descriptor: Descriptor): JsonObject => {
  const { contract } = descriptor;
  return objectOf([
    ['name', descriptor.tool_id],
    ...stated('title', contract.title),
    ['description', fullDescription(descriptor)],
    ['inputSchema', rootObject(contract.input_schema)],
    ...outputSchema(contract.output_schema),
    ...stated('annotations', contract.annotations),
    ...stated('execution', contract.mcp?.execution),
    ...stated('icons', contract.mcp?.icons),
    ['_meta', meta(descriptor, contract.mcp?._meta ?? {})],
  ]);
};

export const mcpSummary = (descriptor: Descriptor): JsonObject =>
  objectOf([
    ['name', descriptor.tool_id],
    ['description', oneLine(descriptor)],
    ['inputSchema', summarySchema(descriptor.contract.input_schema)],
    ['_meta', meta(descriptor, {})],
  ]);

const stated = (name: string, value: Json | undefined): Entry[] =>
  value === undefined ? [] : [[name, value]];

/** The protocol knows structured results that are objects only; clients refuse the list for another. */
const outputSchema = (schema: Json | undefined): Entry[] =>
  isObject(schema) && member(schema, 'type') === 'object' ? [['outputSchema', schema]] : [];

/** Nobody but the catalog speaks under its prefix. */
const meta = (descriptor: Descriptor, own: JsonObject): JsonObject =>
  objectOf([
    ...Object.entries(own).filter(([key]) => !key.startsWith(PREFIX)),
    [`${PREFIX}tool_version`, descriptor.version],
    [`${PREFIX}contract_digest`, descriptor.contract_digest],
    [`${PREFIX}risk_level`, descriptor.risk_level],
    [`${PREFIX}requires_approval`, descriptor.requires_approval],
  ]);
