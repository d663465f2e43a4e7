import type { Contract, DeclaredChange } from '../contract/contract.js';
import { readManifest } from '../contract/read-manifest.js';
import { convertTool } from '../imports/tools-list/convert-tool.js';
import { isObject, member, type Json, type JsonObject } from '../json/value.js';
import type { FieldError } from '../problems/field-error.js';

/** A document that can be compared: a manifest, a tool as an MCP server lists it, or one schema. */
export type Comparable =
  | {
      readonly ok: true;
      readonly kind: 'manifest' | 'tool' | 'schema';
      readonly contract: Contract;
      readonly changes: readonly DeclaredChange[];
    }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/**
 * Reads what the document says of itself: `input_schema` makes it a manifest, `inputSchema` a tool,
 * and everything else is a schema, of the side that is named. What a tool does not say is filled in
 * alike for every tool, so that it never makes a difference.
 */
export const readComparable = (document: Json, side: 'input' | 'output'): Comparable => {
  if (isObject(document) && member(document, 'input_schema') !== undefined) {
    return manifest(document, 'manifest');
  }
  if (isObject(document) && member(document, 'inputSchema') !== undefined) return tool(document);
  if (!isObject(document) && typeof document !== 'boolean') {
    const message = 'is neither a manifest, nor an MCP tool, nor a schema';
    return { ok: false, errors: [{ pointer: '', code: 'malformed', message }] };
  }
  return { ok: true, kind: 'schema', contract: contractAround(document, side), changes: [] };
};

const manifest = (document: Json, kind: 'manifest' | 'tool'): Comparable => {
  const reading = readManifest(document);
  if (!reading.ok) return reading;
  const { contract, changes } = reading.manifest;
  return { ok: true, kind, contract, changes };
};

const tool = (document: JsonObject): Comparable => {
  const name = member(document, 'name');
  const naming = {
    name: typeof name === 'string' ? name : 'tool',
    toolId: 'compared.tool',
    server: { name: 'compared', guessed: true },
  };
  const conversion = convertTool(document, naming, {});
  if (conversion.ok) return withoutGuesses(document, manifest(conversion.manifest, 'tool'));
  const { pointer, code, message } = conversion;
  return { ok: false, errors: [{ pointer, code, message }] };
};

/** A guess from a hint or a name would make a difference that the server never stated. */
const withoutGuesses = (document: JsonObject, comparable: Comparable): Comparable => {
  if (!comparable.ok) return comparable;
  const description = member(document, 'description');
  const contract: Contract = {
    ...comparable.contract,
    description: typeof description === 'string' ? description : '',
    side_effect: true,
    idempotent: false,
  };
  return { ...comparable, contract };
};

const contractAround = (schema: Json, side: 'input' | 'output'): Contract => ({
  description: 'One schema by itself.',
  input_schema: side === 'input' ? asObject(schema) : {},
  ...(side === 'output' ? { output_schema: schema } : {}),
  side_effect: false,
  idempotent: false,
  timeout_ms: 1000,
  target: { kind: 'none' },
});

const asObject = (schema: Json): JsonObject => {
  if (isObject(schema)) return schema;
  return schema === false ? { not: {} } : {};
};
