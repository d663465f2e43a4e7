import { isArray, isObject, member, objectOf, type Json, type JsonObject } from '../json/value.js';
import type { LintWaiver } from '../lint/waivers.js';
import type { FieldError } from '../problems/field-error.js';
import { shapeFaults } from '../schema/shape.js';
import { readVersion } from '../versions/version.js';
import { withDefaults, type DeclaredTool } from './declared-tool.js';
import { MANIFEST_FILE_SCHEMA } from './file-schema.js';

export interface ManifestFile {
  /** Those that can be read, whatever is wrong with the others. */
  readonly tools: readonly DeclaredTool[];
  /** How the file wants its tools to be linted; what it does not say is not there. */
  readonly lint: Json;
  /** With pointers into the file. */
  readonly errors: readonly FieldError[];
}

/**
 * Reads a manifest file: which tools it declares, and every fault of its form. What a whole manifest
 * must keep is judged once its schemas are there (`judgeTool`). A file with faults gives no tools.
 */
export const readManifestFile = (document: Json): ManifestFile => {
  const errors = shapeFaults(MANIFEST_FILE_SCHEMA, document);
  if (errors.length > 0 || !isObject(document)) return { tools: [], lint: {}, errors };
  const read = entriesOf(document).map(([pointer, entry, defaults]) =>
    readEntry(pointer, entry, defaults),
  );
  return {
    tools: read.flatMap(({ tool }) => (tool === null ? [] : [tool])),
    lint: member(document, 'lint') ?? {},
    errors: read.flatMap((entry) => entry.errors),
  };
};

const entriesOf = (document: JsonObject): [string, JsonObject, JsonObject][] => {
  const tools = member(document, 'tools');
  if (!isArray(tools)) return [['', document, {}]];
  const defaults = member(document, 'defaults');
  return tools.flatMap((entry, index) =>
    isObject(entry) ? [[`/tools/${index}`, entry, isObject(defaults) ? defaults : {}]] : [],
  );
};

interface EntryReading {
  readonly tool: DeclaredTool | null;
  readonly errors: readonly FieldError[];
}

const NOT_OF_THE_MANIFEST = new Set(['$schema', 'tool_id', 'version', 'lint', 'waivers']);

const readEntry = (pointer: string, entry: JsonObject, defaults: JsonObject): EntryReading => {
  const { fields: all, byDefault } = withDefaults(entry, defaults);
  const toolId = member(all, 'tool_id');
  const version = member(all, 'version');
  const fields = objectOf(Object.entries(all).filter(([name]) => !NOT_OF_THE_MANIFEST.has(name)));
  // The shape has been judged by now, apart from a version that neither the tool nor defaults state.
  if (typeof toolId !== 'string' || typeof version !== 'string') {
    const message = 'is missing; `defaults` may state it for all tools';
    const error = { pointer: `${pointer}/version`, code: 'missing-field', message };
    return { tool: null, errors: [error] };
  }
  const reading = readVersion(version);
  if (!reading.ok) {
    const at = byDefault.has('/version') ? '/defaults' : pointer;
    const { code, message } = reading.refusal;
    return { tool: null, errors: [{ pointer: `${at}/version`, code, message }] };
  }
  const waivers = waiversIn(member(all, 'waivers'));
  return { tool: { tool_id: toolId, version, pointer, fields, waivers, byDefault }, errors: [] };
};

/** Their shape has been judged by now. */
const waiversIn = (list: Json | undefined): LintWaiver[] =>
  (isArray(list) ? list : []).filter(isObject).map((entry) => {
    const path = member(entry, 'path');
    return {
      rule: String(member(entry, 'rule')),
      ...(typeof path === 'string' ? { path } : {}),
      owner: String(member(entry, 'owner')),
      reason: String(member(entry, 'reason')),
      expires: String(member(entry, 'expires')),
    };
  });
