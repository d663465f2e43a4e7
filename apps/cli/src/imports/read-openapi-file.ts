import { basename, extname } from 'node:path';
import { parseDocument } from 'yaml';
import { readOpenApi, type DocumentReading } from '#core/imports/openapi/document.js';
import { readJsonWithFaults } from '#core/json/read.js';
import { NoJson, yamlAsJson } from '../documents/yaml-json.js';
import { readText } from './read-files.js';

export interface OpenApiFile {
  readonly file: string;
  /** What a document is called that has no title. */
  readonly fallbackName: string;
  readonly reading: DocumentReading;
}

/** Reads an OpenAPI document in JSON or YAML, past what spoils some of its operations alone. */
export const readOpenApiFile = async (file: string): Promise<OpenApiFile> => {
  const text = await readText(file);
  const fallbackName = basename(file, extname(file));
  return { file, fallbackName, reading: text === null ? unreadable(NO_TEXT) : read(text) };
};

const NO_TEXT = 'The file is not UTF-8 text.';

/** More than any document in use has. */
const MOST_VALUES = 5_000_000;

function read(text: string): DocumentReading {
  const isJson = text.trimStart().startsWith('{');
  const json = isJson ? { ok: true as const, text } : yamlText(text);
  if (!json.ok) return unreadable(json.message);
  const reading = readJsonWithFaults(json.text);
  return reading.ok ? readOpenApi(reading.value, reading.faults) : unreadable(reading.message);
}

/** Unquoted, the codes of responses would be numbers. */
function yamlText(text: string): { ok: true; text: string } | { ok: false; message: string } {
  const document = parseDocument(text, { prettyErrors: true, intAsBigInt: true, stringKeys: true });
  const [fault] = [...document.errors, ...document.warnings];
  if (fault !== undefined) return { ok: false, message: fault.message };
  try {
    return { ok: true, text: yamlAsJson(document, MOST_VALUES) };
  } catch (error) {
    if (error instanceof NoJson) return { ok: false, message: error.message };
    throw error;
  }
}

function unreadable(message: string): DocumentReading {
  return { ok: false, code: 'bad-document', pointer: '', message };
}
