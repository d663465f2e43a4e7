import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { parseDocument } from 'yaml';
import { readProfile, type Profile } from '#core/imports/tools-list/profile.js';
import { readToolsList, type ToolsListReading } from '#core/imports/tools-list/read-tools-list.js';
import { CommandFailure, EXIT, usageFailure } from '../exit-codes.js';

export interface ListFile {
  readonly file: string;
  /** What a server is called that does not name itself. */
  readonly fallbackName: string;
  readonly reading: ToolsListReading;
}

export const readListFile = async (file: string): Promise<ListFile> => {
  const text = await readText(file);
  const reading: ToolsListReading =
    text === null
      ? { ok: false, code: 'bad-json', pointer: '', message: 'The file is not UTF-8 text.' }
      : readToolsList(text);
  return { file, fallbackName: basename(file, extname(file)), reading };
};

/** Reads a profile from YAML, which JSON is too; any fault in it is the caller's to correct. */
export const readProfileFile = async (file: string): Promise<Profile> => {
  const document = parseDocument((await readText(file)) ?? '', { prettyErrors: true });
  const [fault] = document.errors;
  if (fault !== undefined) throw usageFailure(`${file}: ${fault.message}`);
  const reading = readProfile(document.toJS() as Parameters<typeof readProfile>[0]);
  if (reading.ok) return reading.profile;
  const faults = reading.errors.map(({ pointer, message }) => `  ${pointer || '/'} ${message}`);
  throw new CommandFailure(
    EXIT.usage,
    `${file} is no import profile:\n${faults.join('\n')}`,
    'docs/cli.md lists the members of a profile.',
  );
};

/** Null where the bytes are not UTF-8; a byte order mark is skipped. */
export async function readText(file: string): Promise<string | null> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (error) {
    throw usageFailure(`${file} cannot be read: ${whyUnread(error)}`, PATHS_ARE);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const PATHS_ARE = 'Paths are seen from the folder in which the command runs.';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'the permissions forbid it',
};

/** In words; the system's own name for what is rare. */
function whyUnread(error: unknown): string {
  const isCoded = typeof error === 'object' && error !== null && 'code' in error;
  const code = isCoded ? String(error.code) : '';
  const told = Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  return told ?? (error instanceof Error ? error.message : String(error));
}
