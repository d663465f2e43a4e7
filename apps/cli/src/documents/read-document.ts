import { extname } from 'node:path';
import { parseDocument } from 'yaml';
import { readJson } from '#core/json/read.js';
import type { Json } from '#core/json/value.js';
import { usageFailure } from '../exit-codes.js';
import { readText } from '../imports/read-files.js';

const YAML = new Set(['.yaml', '.yml']);

/** A JSON or YAML document, read as strictly as the service reads its bodies unless said otherwise. */
export const readDocument = async (file: string, read = readJson): Promise<Json> => {
  const text = await readText(file);
  if (text === null) throw usageFailure(`${file} is not UTF-8 text.`);
  const json = YAML.has(extname(file).toLowerCase()) ? yamlAsJson(file, text) : text;
  const reading = read(json);
  if (reading.ok) return reading.value;
  const where = reading.pointer === '' ? '' : ` at ${reading.pointer}`;
  throw usageFailure(`${file} cannot be read${where}: ${reading.message}`);
};

/** YAML as JSON text, so that the one strict reader judges both. */
function yamlAsJson(file: string, text: string): string {
  const document = parseDocument(text, { prettyErrors: true, intAsBigInt: true });
  const [fault] = [...document.errors, ...document.warnings];
  if (fault !== undefined) throw usageFailure(`${file}: ${fault.message}`);
  return textOf(file, document.toJS({ mapAsMap: true, maxAliasCount: 1000 }));
}

function textOf(file: string, value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Map) {
    const members = [...value].map(([key, inner]) => {
      if (typeof key !== 'string')
        throw usageFailure(`${file}: the key ${String(key)} is no text.`);
      return `${JSON.stringify(key)}:${textOf(file, inner)}`;
    });
    return `{${members.join(',')}}`;
  }
  if (Array.isArray(value)) return `[${value.map((inner) => textOf(file, inner)).join(',')}]`;
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw usageFailure(`${file}: ${String(value)} has no place in JSON.`);
  }
  return JSON.stringify(value ?? null);
}
