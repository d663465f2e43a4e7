import { pointer } from '../json/pointer.js';
import { isObject, member, objectOf, type Json, type JsonObject } from '../json/value.js';
import type { LintWaiver } from '../lint/waivers.js';

/** The two fields of a manifest that may stand in a file of their own. */
export const SCHEMA_FIELDS = ['input_schema', 'output_schema'] as const;

export type SchemaField = (typeof SCHEMA_FIELDS)[number];

/** One tool as a manifest file declares it, the defaults of the file filled in. */
export interface DeclaredTool {
  readonly tool_id: string;
  readonly version: string;
  /** Where it stands in its file: `/tools/3`, or the root. */
  readonly pointer: string;
  /** The members of its manifest; a schema that is named by its path is still that path. */
  readonly fields: JsonObject;
  /** Findings that the repository answers for; no part of the manifest. */
  readonly waivers: readonly LintWaiver[];
  /** Pointers of `fields` that the file's defaults gave: `/timeout_ms`, `/policy/risk_level`. */
  readonly byDefault: ReadonlySet<string>;
}

/** A place in one of the files that a tool is made of. */
export interface Place {
  /** The path of a schema's own file as the manifest names it; null for the manifest file. */
  readonly file: string | null;
  readonly pointer: string;
}

/** The paths that stand in the place of a schema. */
export const schemaPaths = ({ fields }: DeclaredTool): ReadonlyMap<SchemaField, string> =>
  new Map(
    SCHEMA_FIELDS.flatMap((field) => {
      const value = member(fields, field);
      return typeof value === 'string' ? [[field, value] as const] : [];
    }),
  );

/** The manifest with the schemas that were read for its paths. */
export const completeManifest = (
  { fields }: DeclaredTool,
  schemas: ReadonlyMap<SchemaField, Json>,
): JsonObject =>
  objectOf(
    Object.entries(fields).map(([name, value]) => {
      const schema = isSchemaField(name) ? schemas.get(name) : undefined;
      return [name, schema ?? value] as const;
    }),
  );

/** Where a pointer into the manifest leads in the files that it was put together from. */
export const placeOf = (tool: DeclaredTool, path: string): Place => {
  for (const [field, file] of schemaPaths(tool)) {
    const base = `/${field}`;
    if (path === base || path.startsWith(`${base}/`)) {
      return { file, pointer: path.slice(base.length) };
    }
  }
  const given = [...tool.byDefault].find((base) => path === base || path.startsWith(`${base}/`));
  return { file: null, pointer: `${given === undefined ? tool.pointer : '/defaults'}${path}` };
};

/** A tool's own members, and the defaults for those it does not state; of a policy each by itself. */
export const withDefaults = (
  own: JsonObject,
  defaults: JsonObject,
): Pick<DeclaredTool, 'fields' | 'byDefault'> => {
  const byDefault = new Set<string>();
  const given: [string, Json][] = [];
  for (const [name, value] of Object.entries(defaults)) {
    const stated = member(own, name);
    if (stated === undefined) {
      given.push([name, value]);
      byDefault.add(pointer('', name));
    } else if (name === 'policy' && isObject(stated) && isObject(value)) {
      const rest = Object.entries(value).filter(([part]) => member(stated, part) === undefined);
      given.push([name, objectOf([...rest, ...Object.entries(stated)])]);
      for (const [part] of rest) byDefault.add(pointer('', name, part));
    }
  }
  const merged = new Map([...Object.entries(own), ...given]);
  return { fields: objectOf(merged), byDefault };
};

function isSchemaField(name: string): name is SchemaField {
  return (SCHEMA_FIELDS as readonly string[]).includes(name);
}
