import type { Manifest } from '#core/contract/contract.js';
import { readManifest } from '#core/contract/read-manifest.js';
import type { Json, JsonObject } from '#core/json/value.js';
import type { LintWaiver } from '#core/lint/waivers.js';
import {
  completeManifest,
  placeOf,
  schemaPaths,
  type DeclaredTool,
  type SchemaField,
} from '#core/manifests/declared-tool.js';
import { readManifestFile } from '#core/manifests/read-file.js';
import { repeatedTools } from '#core/manifests/repeated-tools.js';
import { isYamlFile } from '../documents/read-document.js';
import { readSource, type Position, type SourceReading } from '../documents/source-text.js';
import { CommandFailure, EXIT } from '../exit-codes.js';
import { readText } from '../imports/read-files.js';
import { findManifests } from './find-manifests.js';
import type { LocatedFault, Location } from './location.js';
import { schemaFileOf } from './schema-file.js';

/** One tool of a manifest file, ready to be registered. */
export interface LoadedTool {
  readonly tool_id: string;
  readonly version: string;
  readonly manifest: JsonObject;
  /** Findings that the repository answers for. */
  readonly waivers: readonly LintWaiver[];
  /** How the file wants to be linted. */
  readonly lint: Json;
  /** The same, read. */
  readonly read: Manifest;
  /** Where a pointer into the manifest leads in the files of the repository. */
  readonly locate: (pointer: string) => Location;
  /** Where its number is written. */
  readonly locateVersion: () => Location;
}

export interface Loaded {
  readonly files: readonly string[];
  readonly tools: readonly LoadedTool[];
  /** What cannot be read or understood; the tools concerned are left out. */
  readonly faults: readonly LocatedFault[];
}

/** Reads the manifests that a command line names, with the schemas that they name in turn. */
export const loadManifests = async (named: readonly string[]): Promise<Loaded> => {
  const files = findManifests(named);
  const read = await Promise.all(files.map(readOne));
  const tools = read.flatMap((one) => one.tools);
  const repeated = repeatedTools(tools).map(({ tool, code, message }) => {
    return { ...tool.locate(''), code, message };
  });
  return { files, tools, faults: [...read.flatMap((one) => one.faults), ...repeated] };
};

/** The same for commands that go on only with manifests that are whole. */
export const loadWholeManifests = async (named: readonly string[]): Promise<Loaded> => {
  const loaded = await loadManifests(named);
  if (loaded.faults.length === 0) return loaded;
  throw new CommandFailure(
    EXIT.usage,
    `${loaded.files.join(', ')} cannot be understood`,
    '`quartermaster lint` checks a manifest without a catalog.',
    loaded.faults,
  );
};

type FileResult = Pick<Loaded, 'tools' | 'faults'>;

/** More than the service would take of one version, by far. */
const MOST_CHARACTERS = 16 * 1024 * 1024;

async function readOne(file: string): Promise<FileResult> {
  const source = await sourceOf(file);
  if (!source.ok) return { tools: [], faults: source.faults.map((fault) => ({ file, ...fault })) };
  const { tools, lint, errors } = readManifestFile(source.value);
  const faults = errors.map(({ pointer, code, message }) => {
    return { file, ...source.locate(pointer), pointer, code, message };
  });
  const loaded = await Promise.all(
    tools.map((declared) => complete({ file, source, declared, lint })),
  );
  return {
    tools: loaded.flatMap(({ tool }) => (tool === null ? [] : [tool])),
    faults: [...faults, ...loaded.flatMap((one) => one.faults)],
  };
}

type Source = Extract<SourceReading, { ok: true }>;

interface SchemaSource extends Source {
  readonly file: string;
}

async function complete(
  entry: Omit<Parts, 'sources'>,
): Promise<{ tool: LoadedTool | null; faults: readonly LocatedFault[] }> {
  const { file, source, declared } = entry;
  const schemas = new Map<SchemaField, Json>();
  const sources = new Map<string, SchemaSource>();
  const faults: LocatedFault[] = [];
  for (const [field, path] of schemaPaths(declared)) {
    const place = `${declared.pointer}/${field}`;
    const found = schemaFileOf(file, path);
    if (!found.ok) {
      const at = { file, ...source.locate(place), pointer: place };
      faults.push({ ...at, code: 'schema-file', message: found.message });
      continue;
    }
    const schema = await sourceOf(found.file);
    if (schema.ok) {
      schemas.set(field, schema.value);
      sources.set(path, { ...schema, file: found.file });
    } else {
      faults.push(...schema.faults.map((fault) => ({ file: found.file, ...fault })));
    }
  }
  if (faults.length > 0) return { tool: null, faults };
  const parts = { ...entry, sources };
  const manifest = completeManifest(declared, schemas);
  const reading = readManifest(manifest);
  if (reading.ok) return { tool: loadedTool(parts, manifest, reading.manifest), faults: [] };
  return {
    tool: null,
    faults: reading.errors.map(({ pointer, code, message }) => {
      return { ...locate(parts, pointer), code, message };
    }),
  };
}

interface Parts {
  readonly file: string;
  readonly source: Source;
  readonly declared: DeclaredTool;
  readonly lint: Json;
  readonly sources: ReadonlyMap<string, SchemaSource>;
}

function loadedTool(parts: Parts, manifest: JsonObject, read: Manifest): LoadedTool {
  const { tool_id, version, byDefault, pointer } = parts.declared;
  const number = `${byDefault.has('/version') ? '/defaults' : pointer}/version`;
  return {
    tool_id,
    version,
    manifest,
    waivers: parts.declared.waivers,
    lint: parts.lint,
    read,
    locate: (path) => locate(parts, path),
    locateVersion: () => ({ file: parts.file, ...parts.source.locate(number), pointer: number }),
  };
}

function locate({ file, source, declared, sources }: Parts, path: string): Location {
  const place = placeOf(declared, path);
  const other = place.file === null ? undefined : sources.get(place.file);
  const { locate } = other ?? source;
  return { file: other?.file ?? file, ...locate(place.pointer), pointer: place.pointer };
}

async function sourceOf(file: string): Promise<SourceReading> {
  const text = await readText(file);
  if (text === null) return unreadable('is not UTF-8 text');
  if (text.length > MOST_CHARACTERS)
    return unreadable(`is longer than ${MOST_CHARACTERS} characters`);
  return readSource(text, isYamlFile(file));
}

const START: Position = { line: 1, column: 1 };

function unreadable(message: string): SourceReading {
  return { ok: false, faults: [{ ...START, pointer: '', code: 'unreadable', message }] };
}
