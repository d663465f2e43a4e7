import { readFileSync } from 'node:fs';
import { LineCounter, parseDocument } from 'yaml';
import type { Issuer } from '#core/identity/issuer.js';
import { readIssuers } from '#core/identity/read-issuers.js';
import type { Json } from '#core/json/value.js';
import { StartFailure } from './start-failure.js';
import { nameOf } from './system-error.js';

/** The issuers in a file of YAML or JSON, or a StartFailure that names every fault with its place. */
export const readOidcConfig = (path: string): readonly Issuer[] => {
  const reading = readIssuers(documentOf(path, textOf(path)));
  if (reading.ok) return reading.issuers;
  const faults = reading.faults.map(
    ({ pointer, code, message }) => `${pointer === '' ? '(root)' : pointer}: ${code}, ${message}`,
  );
  throw new StartFailure(`${path} (QM_OIDC_CONFIG) is refused: ${faults.join('; ')}`, 'Correct it');
};

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new StartFailure(
      `${path} (QM_OIDC_CONFIG) cannot be read: ${nameOf(error)}`,
      'Name a file that the service may read, or leave it out',
    );
  }
};

/** Aliases are not followed: a list of issuers is to be read by eye. */
const documentOf = (path: string, text: string): Json => {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    uniqueKeys: true,
    prettyErrors: false,
  });
  const [fault] = [...document.errors, ...document.warnings];
  if (fault !== undefined) {
    const { line, col } = lines.linePos(fault.pos[0]);
    throw new StartFailure(
      `${path}:${line}:${col} (QM_OIDC_CONFIG) is not YAML: ${fault.code}`,
      'Correct it',
    );
  }
  try {
    // Of the core schema of YAML, so that nothing but what JSON knows comes out.
    return (document.toJS({ maxAliasCount: 0 }) ?? null) as Json;
  } catch {
    throw new StartFailure(`${path} (QM_OIDC_CONFIG) uses aliases`, 'Write each value out');
  }
};
