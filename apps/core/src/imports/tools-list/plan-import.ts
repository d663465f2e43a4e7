import { isObject, member, type JsonObject } from '../../json/value.js';
import { parseVersion } from '../../versions/version.js';
import { convertTool, type Naming } from './convert-tool.js';
import type { Profile } from './profile.js';
import type { ListedTool, ServerFacts, ToolsListReading } from './read-tools-list.js';
import type { SetAside } from './set-aside.js';
import { namespaceOf, toolIdsOf } from './tool-id.js';

/** One tool on its way into the catalog. */
export interface PlannedTool {
  readonly source: string;
  readonly name: string;
  readonly tool_id: string;
  readonly manifest: JsonObject;
  readonly leftOut: readonly string[];
}

/** One tool that stays outside, and why. */
export interface Quarantined extends SetAside {
  readonly source: string;
  readonly name: string | null;
  readonly tool_id: string | null;
}

export interface ImportPlan {
  readonly server: string;
  readonly namespace: string;
  readonly version: string;
  readonly tools: readonly PlannedTool[];
  readonly quarantined: readonly Quarantined[];
  readonly incomplete: boolean;
}

const DEFAULT_VERSION = '0.1.0';

/**
 * What an import of one list would register, and what it sets aside. The server's own name gives
 * the namespace, its package the target and, where it is a semantic version, the number; what the
 * profile states stands above both. `fallbackName` names a server that does not name itself.
 */
export const planImport = (
  list: Extract<ToolsListReading, { ok: true }>,
  profile: Profile,
  fallbackName: string,
): ImportPlan => {
  const { server } = list;
  const serverName = server.name ?? server.package ?? fallbackName;
  const namespace = profile.namespace ?? namespaceOf(serverName);
  const target = {
    name: profile.target ?? server.package ?? serverName,
    guessed: profile.target === undefined,
  };
  const named = list.tools.map(nameOf);
  const ids = toolIdsOf(
    namespace,
    named.flatMap((entry) => (entry.ok ? [entry.name] : [])),
  );
  const tools: PlannedTool[] = [];
  const quarantined: Quarantined[] = [];
  const seen = new Set<string>();
  for (const entry of named) {
    const planned = planTool(entry, { ids, seen, target, profile });
    if ('manifest' in planned) tools.push(planned);
    else quarantined.push(planned);
  }
  return {
    server: serverName,
    namespace,
    version: profile.version ?? versionOf(server),
    tools,
    quarantined,
    incomplete: list.incomplete,
  };
};

interface Planning {
  readonly ids: ReadonlyMap<string, string>;
  /** The names that came before. */
  readonly seen: Set<string>;
  readonly target: Naming['server'];
  readonly profile: Profile;
}

function planTool(entry: NamedTool, planning: Planning): PlannedTool | Quarantined {
  if (!entry.ok) return { ...entry.quarantined, name: null, tool_id: null };
  const { source, name, tool } = entry;
  const { ids, seen, target, profile } = planning;
  const toolId = ids.get(name) ?? name;
  const conversion = seen.has(name)
    ? repeated(name)
    : convertTool(tool, { name, toolId, server: target }, profile);
  seen.add(name);
  if (conversion.ok) {
    const { manifest, leftOut } = conversion;
    return { source, name, tool_id: toolId, manifest, leftOut };
  }
  const { code, pointer, message } = conversion;
  return { source, name, tool_id: toolId, code, pointer, message };
}

type NamedTool =
  | {
      readonly ok: true;
      readonly source: string;
      readonly name: string;
      readonly tool: JsonObject;
    }
  | { readonly ok: false; readonly quarantined: SetAside & { readonly source: string } };

function nameOf({ pointer: source, reading }: ListedTool): NamedTool {
  if ('fault' in reading) return { ok: false, quarantined: { source, ...reading.fault } };
  const tool = reading.value;
  if (!isObject(tool)) {
    return unnamed(source, 'not-a-tool', '', 'This element of the list is no object.');
  }
  const name = member(tool, 'name');
  return typeof name === 'string'
    ? { ok: true, source, name, tool }
    : unnamed(source, 'name-missing', '/name', 'The tool has no name.');
}

function unnamed(source: string, code: string, pointer: string, message: string): NamedTool {
  return { ok: false, quarantined: { source, code, pointer, message } };
}

function repeated(name: string): { ok: false } & SetAside {
  const message = `The list names \`${name}\` before; the first one was taken.`;
  return { ok: false, code: 'name-repeated', pointer: '/name', message };
}

/** The package's number moves with each release; many servers never touch the one they answer. */
function versionOf({ packageVersion, serverVersion }: ServerFacts): string {
  const isSemver = (text: string | undefined) => text !== undefined && parseVersion(text) !== null;
  return [packageVersion, serverVersion].find(isSemver) ?? DEFAULT_VERSION;
}
