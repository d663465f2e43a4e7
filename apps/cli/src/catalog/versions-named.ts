import { usageFailure } from '../exit-codes.js';
import { loadWholeManifests } from '../manifests/load-manifests.js';
import { readVersionName, type VersionName } from './paths.js';

/** The versions that a command is about: those it names, or all that a manifest file declares. */
export const versionsNamed = async (
  names: readonly string[],
  manifest: string | true | undefined,
): Promise<readonly VersionName[]> => {
  if ((names.length === 0) === (manifest === undefined)) {
    throw usageFailure('Name versions as tool_id@version, or give --manifest: one of the two.');
  }
  if (manifest === undefined) return names.map(readVersionName);
  const { tools } = await loadWholeManifests(manifest === true ? [] : [manifest]);
  return tools.map(({ tool_id, version }) => ({ tool_id, version }));
};
