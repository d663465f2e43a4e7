import { statSync } from 'node:fs';
import { isArray, isObject, member } from '#core/json/value.js';
import { readDocument } from '../documents/read-document.js';

/** Whether a path is that of a manifest file, or of a folder; one manifest alone has no `tool_id`. */
export const isManifestFile = async (path: string): Promise<boolean> => {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return true;
  const document = await readDocument(path);
  if (!isObject(document)) return false;
  const tools = member(document, 'tools');
  const entries = isArray(tools) ? tools : [document];
  return entries.some((entry) => isObject(entry) && member(entry, 'tool_id') !== undefined);
};
