import type { StoredTool, StoredVersion } from '../catalog.js';

/** A version in force with its contract, as the text that is stored. */
export interface LoadedVersion extends StoredVersion {
  readonly contract: string;
}

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
