import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readJson } from '#core/json/read.js';
import { isArray, isObject, member, type Json, type JsonObject } from '#core/json/value.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Outside data is no part of the product: where it is absent its tests skip with a word. */
export const sharedData = (folder: string): string | null => {
  const base = resolve(ROOT, process.env['QM_SHARED_DATA'] ?? '../shared/data');
  const path = join(base, folder);
  return existsSync(path) ? path : null;
};

export interface RealTool {
  readonly server: string;
  readonly name: string;
  readonly tool: JsonObject;
}

/** The tools of raw `tools/list` answers, one file for each server. */
export const realTools = (folder: string): RealTool[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json') && file !== 'INDEX.json')
    .sort()
    .flatMap((file) =>
      toolsIn(file.replace(/\.json$/, ''), readFileSync(join(folder, file), 'utf8')),
    );

const toolsIn = (server: string, text: string): RealTool[] => {
  const reading = readJson(text);
  if (!reading.ok) throw new Error(`${server}: ${reading.message}`);
  const tools =
    listIn(reading.value) ??
    listIn(isObject(reading.value) ? member(reading.value, 'result') : undefined);
  return (tools ?? []).filter(isObject).map((tool) => ({
    server,
    name: String(member(tool, 'name')),
    tool,
  }));
};

const listIn = (value: Json | undefined): readonly Json[] | undefined => {
  const tools = isObject(value) ? member(value, 'tools') : undefined;
  return isArray(tools) ? tools : undefined;
};
