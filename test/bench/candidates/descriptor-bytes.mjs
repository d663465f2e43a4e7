// What all that a catalog could answer weighs, in the native format.
import { SnapshotRepository } from '../../../dist/api/src/features/candidates/snapshot/snapshot.repository.js';
import { Fragments } from '../../../dist/api/src/features/candidates/snapshot/fragments.js';

const NATIVE = { format: 'native', detail: 'full' };

/** Of every version in force, as the JSON that is sent. */
export const descriptorBytes = async (url) => {
  let bytes = 0;
  await new SnapshotRepository(url).each(
    (tool) => {
      for (const version of tool.versions) {
        // Without the comma before it.
        bytes += new Fragments().of({ tool, version }, NATIVE, version.successor).bytes.length - 1;
      }
    },
    () => true,
  );
  return bytes;
};
