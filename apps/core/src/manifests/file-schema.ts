import { MANIFEST_SCHEMA, POLICY_SCHEMA } from '../contract/manifest-schema.js';
import { TOOL_ID_SCHEMA } from '../contract/tool-id.js';
import { isObject, member, objectOf, type Json, type JsonObject } from '../json/value.js';
import { LINT_SETTINGS_SCHEMA } from '../lint/read-lint-settings.js';
import { WAIVERS_SCHEMA } from '../lint/waivers.js';

/** Where the schema is found under the address of a catalog, and in `docs/` of this repository. */
export const FILE_SCHEMA_NAME = 'quartermaster.schema.json';

/** What several tools of one file can have in common; a tool's own word stands above it. */
export const DEFAULT_FIELDS = [
  'version',
  'owner',
  'tags',
  'policy',
  'side_effect',
  'idempotent',
  'idempotency_key',
  'timeout_ms',
  'errors',
  'annotations',
  'target',
  'implementation',
] as const;

/** Each tool says these itself: they are what makes it a tool of its own. */
const OWN_FIELDS = ['tool_id', 'description', 'input_schema'];

const objectAt = (name: string): JsonObject => {
  const value = member(MANIFEST_SCHEMA, name);
  return isObject(value) ? value : {};
};

const required = MANIFEST_SCHEMA['required'] as readonly string[];

const schemaField = (types: readonly string[], what: string): JsonObject => ({
  type: types,
  description: `The JSON Schema of the ${what}, or the path of a JSON or YAML file that holds it.`,
});

const TOOL_PROPERTIES: JsonObject = {
  tool_id: {
    ...TOOL_ID_SCHEMA,
    description: 'The identity of the tool; what stands before the first dot is its namespace.',
  },
  version: { type: 'string', description: 'A semantic version such as 1.4.2.' },
  ...objectAt('properties'),
  input_schema: schemaField(['object', 'string'], 'arguments'),
  output_schema: schemaField(['object', 'boolean', 'string'], 'result'),
  policy: { $ref: '#/$defs/policy' },
  waivers: WAIVERS_SCHEMA,
};

const LINT = {
  ...LINT_SETTINGS_SCHEMA,
  description: 'How the tools of this file are linted; `lint --config` stands above it.',
};

const pick = (names: readonly string[]): JsonObject =>
  objectOf(
    names.flatMap((name) => {
      const property = member(TOOL_PROPERTIES, name);
      return property === undefined ? [] : [[name, property] as const];
    }),
  );

const closed = (properties: JsonObject, needed: readonly string[] = []): Json => ({
  type: 'object',
  properties,
  required: needed,
  additionalProperties: false,
});

const SCHEMA_OF_ITSELF = { type: 'string', description: 'For editors.' } as const;

/**
 * A manifest file as a published JSON Schema (2020-12), which editors complete and check by: one
 * tool at the root, or many under `tools`. Of the policy a tool may state a part, where `defaults`
 * state the rest.
 */
export const MANIFEST_FILE_SCHEMA: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Quartermaster manifest file',
  description: 'The tools of a repository, as they are registered with Quartermaster.',
  type: 'object',
  if: { required: ['tools'] },
  then: { $ref: '#/$defs/many' },
  else: { $ref: '#/$defs/one' },
  $defs: {
    ...objectAt('$defs'),
    policy: closed(POLICY_SCHEMA.properties),
    one: closed({ $schema: SCHEMA_OF_ITSELF, lint: LINT, ...TOOL_PROPERTIES }, [
      'tool_id',
      'version',
      ...required,
    ]),
    many: closed({
      $schema: SCHEMA_OF_ITSELF,
      lint: LINT,
      defaults: closed(pick(DEFAULT_FIELDS)),
      tools: { type: 'array', minItems: 1, items: { $ref: '#/$defs/tool' } },
    }),
    tool: closed(TOOL_PROPERTIES, OWN_FIELDS),
  },
};
