import { pointer } from '../../json/pointer.js';
import { readJson } from '../../json/read.js';
import { isArray, isObject, member, type Json, type JsonObject } from '../../json/value.js';
import { elementTexts } from './element-texts.js';

/** What the file says of the server, as far as it says anything. */
export interface ServerFacts {
  readonly name?: string;
  readonly serverVersion?: string;
  readonly package?: string;
  readonly packageVersion?: string;
}

/** One element of the list with its place in the file. */
export interface ListedTool {
  readonly pointer: string;
  readonly reading: { readonly value: Json } | { readonly fault: ReadingFault };
}

export interface ReadingFault {
  readonly code: string;
  /** Into the tool. */
  readonly pointer: string;
  readonly message: string;
}

export type ToolsListReading =
  | {
      readonly ok: true;
      readonly server: ServerFacts;
      readonly tools: readonly ListedTool[];
      /** The answer names a next page, which is not in this file. */
      readonly incomplete: boolean;
    }
  | ({ readonly ok: false } & ReadingFault);

/** Where the list stands: bare in an answer or a dump, in a JSON-RPC envelope, or as the document. */
const PLACES = [['result', 'tools'], ['tools'], []] as const;

/**
 * Reads an MCP `tools/list` answer in any of the forms in which people keep one: the bare result,
 * the JSON-RPC response around it, an array of tools, or a dump that names package, version and
 * serverInfo beside the tools. A tool that cannot be read is a fault of its own; the rest is read.
 */
export const readToolsList = (text: string): ToolsListReading => {
  const whole = readJson(text);
  if (whole.ok) return listIn(whole.value);
  if (!isJsonSyntax(text)) return { ok: false, ...faultOf(whole) };
  for (const place of PLACES) {
    const found = elementTexts(text, place);
    if (found === null) continue;
    const frame = readJson(`${text.slice(0, found.start)}[]${text.slice(found.end)}`);
    if (!frame.ok) return { ok: false, ...faultOf(frame) };
    const tools = found.elements.map((element, index) => {
      const reading = readJson(element);
      return {
        pointer: pointer('', ...place, index),
        reading: reading.ok ? { value: reading.value } : { fault: faultOf(reading) },
      };
    });
    return { ok: true, ...factsOf(frame.value), tools };
  }
  return { ok: false, ...faultOf(whole) };
};

function listIn(document: Json): ToolsListReading {
  for (const place of PLACES) {
    const list = placeIn(document, place);
    if (!isArray(list)) continue;
    const tools = list.map((value, index) => ({
      pointer: pointer('', ...place, index),
      reading: { value },
    }));
    return { ok: true, ...factsOf(document), tools };
  }
  const error = isObject(document) ? member(document, 'error') : undefined;
  if (isObject(error)) {
    const message = `The server answered an error: ${String(member(error, 'message') ?? 'no message')}.`;
    return { ok: false, code: 'server-error', pointer: '/error', message };
  }
  const message = 'This is no answer to tools/list: no array of tools is in it.';
  return { ok: false, code: 'not-a-tools-list', pointer: '', message };
}

function placeIn(document: Json, place: readonly string[]): Json | undefined {
  return place.reduce<Json | undefined>(
    (value, key) => (isObject(value) ? member(value, key) : undefined),
    document,
  );
}

function factsOf(document: Json): { server: ServerFacts; incomplete: boolean } {
  if (!isObject(document)) return { server: {}, incomplete: false };
  const result = objectAt(document, 'result') ?? document;
  const info = objectAt(document, 'serverInfo') ?? objectAt(result, 'serverInfo');
  return {
    server: {
      ...stated('name', info, 'name'),
      ...stated('serverVersion', info, 'version'),
      ...stated('package', document, 'package'),
      ...stated('packageVersion', document, 'version'),
    },
    incomplete: typeof member(result, 'nextCursor') === 'string',
  };
}

function stated<K extends keyof ServerFacts>(
  fact: K,
  object: JsonObject | undefined,
  key: string,
): Pick<ServerFacts, K> | object {
  const value = object === undefined ? undefined : member(object, key);
  return typeof value === 'string' && value !== '' ? { [fact]: value } : {};
}

function objectAt(object: JsonObject, key: string): JsonObject | undefined {
  const value = member(object, key);
  return isObject(value) ? value : undefined;
}

function faultOf({ code, pointer: place, message }: ReadingFault): ReadingFault {
  return { code, pointer: place, message };
}

/** Whether the text is JSON as such; what it holds may still be unreadable for the catalog. */
function isJsonSyntax(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
