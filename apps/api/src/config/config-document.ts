import { readFileSync } from 'node:fs';
import { LineCounter, parseDocument } from 'yaml';
import type { Json } from '#core/json/value.js';
import { StartFailure } from './start-failure.js';
import { nameOf } from './system-error.js';

/** What stands in a file of YAML or JSON that a setting names, or a StartFailure that says where it fails. */
export const configDocument = (path: string, key: string): Json => {
  const lines = new LineCounter();
  const document = parseDocument(textOf(path, key), {
    lineCounter: lines,
    uniqueKeys: true,
    prettyErrors: false,
  });
  const [fault] = [...document.errors, ...document.warnings];
  if (fault !== undefined) {
    const { line, col } = lines.linePos(fault.pos[0]);
    throw new StartFailure(
      `${path}:${line}:${col} (${key}) is not YAML: ${fault.code}`,
      'Correct it',
    );
  }
  try {
    // Of the core schema of YAML, so that nothing but what JSON knows comes out.
    return (document.toJS({ maxAliasCount: 0 }) ?? null) as Json;
  } catch {
    throw new StartFailure(`${path} (${key}) uses aliases`, 'Write each value out');
  }
};

const textOf = (path: string, key: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new StartFailure(
      `${path} (${key}) cannot be read: ${nameOf(error)}`,
      'Name a file that the service may read, or leave it out',
    );
  }
};
