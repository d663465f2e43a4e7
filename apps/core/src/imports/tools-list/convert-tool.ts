import { isObject, member, objectOf, type Json, type JsonObject } from '../../json/value.js';
import type { RiskLevel } from '../../policy/policy.js';
import { Guesses, policyOf, present, timeoutOf } from '../guesses.js';
import { contradictionOf, type Hint } from './hint-contradiction.js';
import { statedOf, type Profile } from './profile.js';
import type { SetAside } from './set-aside.js';

export interface Naming {
  readonly name: string;
  readonly toolId: string;
  readonly server: { readonly name: string; readonly guessed: boolean };
}

export type Conversion =
  | {
      readonly ok: true;
      readonly manifest: JsonObject;
      /** Members of the tool that a manifest has no place for. */
      readonly leftOut: readonly string[];
    }
  | ({ readonly ok: false } & SetAside);

const MCP_MEMBERS = ['execution', 'icons', '_meta'] as const;
const KNOWN_MEMBERS: ReadonlySet<string> = new Set([
  ...['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations'],
  ...MCP_MEMBERS,
]);

/**
 * The manifest of one MCP tool. What the server says is carried as it stands and left for the
 * catalog to judge; what a manifest needs beyond that is taken from the profile or guessed, and
 * every guess is listed in `proposed` for a person to confirm. Hints serve for guesses alone.
 */
export const convertTool = (tool: JsonObject, naming: Naming, profile: Profile): Conversion => {
  const stated = statedOf(profile, naming.toolId);
  const guesses = new Guesses();
  const annotations = carriedAnnotations(tool, stated.omit_annotations ?? []);
  const hint: Hint = (name) => (isObject(annotations) ? member(annotations, name) : undefined);
  const title = [member(tool, 'title'), hint('title')].find(saysSomething);
  const sideEffect = guesses.unless(
    stated.side_effect,
    '/side_effect',
    hint('readOnlyHint') !== true,
  );
  const idempotent = guesses.unless(
    stated.idempotent,
    '/idempotent',
    hint('idempotentHint') === true,
  );
  const contradiction = contradictionOf(sideEffect, idempotent, hint);
  if (contradiction !== null) return { ok: false, ...contradiction };

  const manifest = objectOf(
    present([
      ['title', title],
      ['description', describe(tool, title, naming.name, guesses)],
      ['tags', stated.tags],
      ['input_schema', member(tool, 'inputSchema')],
      ['output_schema', member(tool, 'outputSchema')],
      ['annotations', annotations],
      ['mcp', mcpPart(tool)],
      ['side_effect', sideEffect],
      ['idempotent', idempotent],
      ['timeout_ms', timeoutOf(stated.timeout_ms, profile, guesses)],
      ['target', targetOf(naming, guesses)],
      ['policy', policyOf(stated, profile, guesses, riskGuess(sideEffect, hint))],
      ['owner', stated.owner ?? profile.owner],
      ['proposed', guesses.pointers],
    ]),
  );
  const leftOut = Object.keys(tool).filter((key) => !KNOWN_MEMBERS.has(key));
  return { ok: true, manifest, leftOut };
};

function carriedAnnotations(tool: JsonObject, omitted: readonly string[]): Json | undefined {
  const annotations = member(tool, 'annotations');
  if (!isObject(annotations) || omitted.length === 0) return annotations;
  return objectOf(Object.entries(annotations).filter(([key]) => !omitted.includes(key)));
}

function describe(tool: JsonObject, title: Json | undefined, name: string, guesses: Guesses): Json {
  const description = member(tool, 'description');
  const stated = saysSomething(description) ? description : undefined;
  return guesses.unless(stated, '/description', typeof title === 'string' ? title : name);
}

/** Blank text says as little as none; another type is said, and refused by the catalog. */
function saysSomething(value: Json | undefined): boolean {
  return value !== undefined && (typeof value !== 'string' || value.trim() !== '');
}

function mcpPart(tool: JsonObject): JsonObject | undefined {
  const part = present(MCP_MEMBERS.map((key) => [key, member(tool, key)]));
  return part.length === 0 ? undefined : objectOf(part);
}

function targetOf({ server, name }: Naming, guesses: Guesses): JsonObject {
  const stated = server.guessed ? undefined : server.name;
  return {
    kind: 'mcp',
    server: guesses.unless(stated, '/target/server', server.name),
    tool: name,
  };
}

function riskGuess(sideEffect: boolean, hint: Hint): RiskLevel {
  if (!sideEffect) return 'L1';
  return hint('destructiveHint') === true ? 'L4' : 'L3';
}
