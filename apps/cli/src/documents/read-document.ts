import { extname } from 'node:path';
import { readJson, type JsonReading } from '#core/json/read.js';
import type { Json } from '#core/json/value.js';
import { usageFailure } from '../exit-codes.js';
import { readText } from '../imports/read-files.js';
import { readSource } from './source-text.js';

const YAML = new Set(['.yaml', '.yml']);

export const isYamlFile = (file: string): boolean => YAML.has(extname(file).toLowerCase());

/** A JSON or YAML document, read as strictly as the service reads its bodies unless said otherwise. */
export const readDocument = async (file: string, read = readJson): Promise<Json> => {
  const text = await readText(file);
  if (text === null) throw usageFailure(`${file} is not UTF-8 text.`);
  return isYamlFile(file) ? yamlValue(file, text) : jsonValue(file, read(text));
};

function yamlValue(file: string, text: string): Json {
  const source = readSource(text, true);
  if (source.ok) return source.value;
  const faults = source.faults.map(({ line, message }) => `line ${line}: ${message}`);
  throw usageFailure(`${file} cannot be read: ${faults.join('; ')}`);
}

function jsonValue(file: string, reading: JsonReading): Json {
  if (reading.ok) return reading.value;
  const where = reading.pointer === '' ? '' : ` at ${reading.pointer}`;
  throw usageFailure(`${file} cannot be read${where}: ${reading.message}`);
}
