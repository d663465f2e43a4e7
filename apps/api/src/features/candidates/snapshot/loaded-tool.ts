import type { StoredTool } from '../catalog.js';
import type { LoadedVersion } from './loaded-version.js';

/** A tool with all that is told of it. */
export interface LoadedTool extends Omit<StoredTool, 'versions'> {
  readonly versions: readonly LoadedVersion[];
  readonly note: string | null;
  readonly example_queries: readonly string[];
  readonly aliases: readonly string[];
}

/** What a version says: contracts never change under their digest, nor presentations under their number. */
export const textKeyOf = (tool: LoadedTool, version: LoadedVersion): string =>
  `${version.id} ${version.contract_digest} ${tool.presentation_version}`;
